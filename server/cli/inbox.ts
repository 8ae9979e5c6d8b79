import { type Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import type { Secrets } from '../secrets.ts';
import {
  CommandError,
  print,
  readBoolean,
  readId,
  readName,
  table,
  teamId,
  UsageError,
  withDatabase,
} from './command.ts';

const insert = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway, config) values ($team, $id, $name, $type, $gateway, $config)`);

const set = platformStatement(`
  update inboxes set is_active = coalesce($active, is_active), is_connected = coalesce($connected, is_connected)
  where id = $id returning id, name, type, gateway, is_active as active, is_connected as connected`);

const list = platformStatement(`
  select id, name, type, gateway, is_active as active, is_connected as connected
  from inboxes where team_id = $team order by created_at, id`);

/** The connection type that each gateway serves; the sandbox serves both. */
const typeOf: Record<string, string | undefined> = {
  evolution: 'session',
  waha: 'session',
  cloud: 'cloud',
};

/** Where an inbox's configuration, which holds credentials, is sealed for. */
export const configPlace = (team: string, id: string) => `inboxes ${team} ${id}`;

function readConfigJson(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--config must be JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--config must be a JSON object.');
  }
  return JSON.stringify(value);
}

/** Makes an inbox of a team; its configuration, if any, is kept sealed. @returns its id */
export async function createInbox(
  platform: Platform,
  secrets: Secrets,
  team: string,
  inbox: { name: string; type: string; gateway: string; config?: string | undefined },
): Promise<string> {
  const id = uuidv7();
  const { config } = inbox;
  await platform.run(insert, {
    team,
    id,
    ...inbox,
    config: config === undefined ? null : secrets.seal(config, configPlace(team, id)),
  });
  return id;
}

/** Switches an inbox on or off; null leaves a switch alone. @returns undefined when there is no such inbox */
export async function setInbox(
  platform: Platform,
  id: string,
  switches: { active: boolean | null; connected: boolean | null },
): Promise<Row | undefined> {
  const [row] = await platform.run(set, { id, ...switches });
  return row;
}

interface NewInbox {
  team: string;
  name: string;
  type: string;
  gateway: string;
  config?: string;
}

export function inbox(pauta: Command): void {
  const group = pauta.command('inbox').description('messaging inboxes');

  group
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .addOption(
      new Option('--type <type>', 'how it is connected')
        .choices(['session', 'cloud'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--gateway <gateway>', 'what carries its messages')
        .choices(['sandbox', 'evolution', 'waha', 'cloud'])
        .makeOptionMandatory(),
    )
    .option('--config <json>', "the gateway's address and credentials; kept encrypted")
    .description('make an inbox of a team')
    .action(async (options: NewInbox, command: Command) => {
      const needed = typeOf[options.gateway];
      if (needed !== undefined && needed !== options.type) {
        throw new UsageError(`--gateway ${options.gateway} serves inboxes of --type ${needed}.`);
      }
      const name = readName(options.name, '--name');
      const config = options.config === undefined ? undefined : readConfigJson(options.config);
      const id = await withDatabase(async ({ platform, target }) => {
        const team = await teamId(platform, options.team);
        const { type, gateway } = options;
        return createInbox(platform, target.secrets, team, { name, type, gateway, config });
      });
      print(command, { id }, `Inbox ${name} is there: ${id}`);
    });

  group
    .command('set')
    .argument('<id>')
    .option('--active <true|false>')
    .option('--connected <true|false>')
    .description('switch an inbox on or off')
    .action(
      async (id: string, options: { active?: string; connected?: string }, command: Command) => {
        if (options.active === undefined && options.connected === undefined) {
          throw new UsageError('Nothing to set: give --active or --connected.');
        }
        const wanted = readId(id, 'ID');
        const active =
          options.active === undefined ? null : readBoolean(options.active, '--active');
        const connected =
          options.connected === undefined ? null : readBoolean(options.connected, '--connected');
        const row = await withDatabase(({ platform }) =>
          setInbox(platform, wanted, { active, connected }),
        );
        if (!row) throw new CommandError(`There is no inbox ${wanted}.`);
        print(command, row, `Inbox ${row.name}: active ${row.active}, connected ${row.connected}.`);
      },
    );

  group
    .command('list')
    .requiredOption('--team <slug>')
    .description("a team's inboxes")
    .action(async (options: { team: string }, command: Command) => {
      const inboxes = await withDatabase(async ({ platform }) =>
        platform.run(list, { team: await teamId(platform, options.team) }),
      );
      const rows = inboxes.map((row) => [
        row.id,
        row.name,
        row.type,
        row.gateway,
        row.active,
        row.connected,
      ]);
      print(
        command,
        { inboxes },
        table(['ID', 'NAME', 'TYPE', 'GATEWAY', 'ACTIVE', 'CONNECTED'], rows),
      );
    });
}
