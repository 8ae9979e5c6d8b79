import { type Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Platform, Row } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import {
  callbackPath,
  configPlace,
  connectionOf,
  readConfigOf,
  type StoredInbox,
  storedInbox,
} from '../features/messaging/inboxes.ts';
import { gatewayNeeds } from '../features/messaging/messaging-service.ts';
import { type GatewayName, gatewayNames } from '../outbound/messaging.ts';
import type { Secrets } from '../platform/secrets.ts';
import {
  CommandError,
  print,
  readBoolean,
  readId,
  readName,
  table,
  teamId,
  UsageError,
  wantsJson,
  withDatabase,
  withMessaging,
} from './command.ts';

const insert = platformStatement(`
  insert into inboxes (team_id, id, name, type, gateway, config) values ($team, $id, $name, $type, $gateway, $config)`);

const set = platformStatement(`
  update inboxes set is_active = coalesce($active, is_active), is_connected = coalesce($connected, is_connected),
    config = coalesce($config, config)
  where id = $id returning id, name, type, gateway, is_active as active, is_connected as connected`);

const list = platformStatement(`
  select id, name, type, gateway, is_active as active, is_connected as connected
  from inboxes where team_id = $team order by created_at, id`);

const find = platformStatement(`
  select team_id, id, name, gateway, config, is_active, is_connected from inboxes where id = $id`);

type Config = Readonly<Record<string, string>>;

/** An inbox of any team. */
export interface FoundInbox extends StoredInbox {
  readonly name: string;
  readonly isActive: boolean;
  readonly isConnected: boolean;
}

const noInbox = (id: string) => new CommandError(`There is no inbox ${id}.`);

/** @throws CommandError when there is no such inbox */
export async function inboxById(platform: Platform, id: string): Promise<FoundInbox> {
  const [row] = await platform.run(find, { id });
  if (!row) throw noInbox(id);
  return {
    ...storedInbox(row),
    name: row.name as string,
    isActive: row.is_active as boolean,
    isConnected: row.is_connected as boolean,
  };
}

/** What each gateway has to be told, so that it calls back; `address` is where. */
const toConfigure: Record<GatewayName, (address: string) => string> = {
  sandbox: () => 'The sandbox calls back by itself; there is nothing to configure.',
  evolution: (address) =>
    `Configure the instance's webhook: url ${address}, headers {"X-Webhook-Secret": the webhook_secret}, ` +
    'events MESSAGES_UPDATE, MESSAGES_UPSERT, SEND_MESSAGE, byEvents false, base64 false.',
  waha: (address) =>
    `Configure a webhook of the session: url ${address}, hmac.key the webhook_secret, ` +
    'events message, message.ack, message.any.',
  cloud: (address) =>
    `Configure the app's webhook: callback URL ${address}, verify token the verify_token; ` +
    'subscribe it to messages.',
};

/** What `--config -` reads at most: far more than any gateway needs. */
const mostInput = 1_048_576;

/** An option's text; `-` stands for standard input, which nobody else on the machine can see. */
async function givenText(text: string | undefined): Promise<string | undefined> {
  if (text !== '-') return text;
  let input = '';
  for await (const part of process.stdin.setEncoding('utf8')) {
    input += part;
    if (input.length > mostInput) throw new UsageError('--config - reads at most 1 MiB.');
  }
  return input;
}

function readJsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--config must be JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError('--config must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** The keys that a gateway needs to be told, for people. */
const needsOf = (gateway: GatewayName) =>
  Object.entries(gatewayNeeds(gateway).config)
    .map(
      ([name, { about, fallback }]) =>
        `${name} (${about}${fallback === undefined ? '' : `; default ${fallback}`})`,
    )
    .join(', ');

/**
 * The configuration of an inbox as given on the command line.
 * @returns what to keep; undefined where none was given, or the gateway needs none
 * @throws UsageError that names each key which is missing, unknown or wrong, and shows no value
 */
function readConfig(gateway: GatewayName, text: string | undefined): Config | undefined {
  if (text === undefined) return undefined;
  const { problems, config } = readConfigOf(gateway, readJsonObject(text));
  if (problems.length > 0)
    throw new UsageError(`--config does not suit the gateway ${gateway}: ${problems.join('; ')}.`);
  return Object.keys(config).length === 0 ? undefined : config;
}

const seal = (secrets: Secrets, team: string, id: string, config: Config | undefined) =>
  config === undefined ? null : secrets.seal(JSON.stringify(config), configPlace(team, id));

/** Makes an inbox of a team; its configuration, if any, was checked, and is kept sealed. @returns its id */
export async function createInbox(
  platform: Platform,
  secrets: Secrets,
  team: string,
  inbox: { name: string; type: string; gateway: GatewayName; config?: Config | undefined },
): Promise<string> {
  const id = uuidv7();
  const config = seal(secrets, team, id, inbox.config);
  await platform.run(insert, { team, id, ...inbox, config });
  return id;
}

/**
 * Switches an inbox on or off, or gives it another configuration, which comes sealed; null leaves a thing alone.
 * @returns undefined when there is no such inbox
 */
export async function setInbox(
  platform: Platform,
  id: string,
  to: { active: boolean | null; connected: boolean | null; config?: Buffer | null },
): Promise<Row | undefined> {
  const [row] = await platform.run(set, { id, config: null, ...to });
  return row;
}

interface NewInbox {
  team: string;
  name: string;
  type: 'session' | 'cloud';
  gateway: GatewayName;
  config?: string;
}

export function inbox(pauta: Command): void {
  const group = pauta.command('inbox').description('messaging inboxes');

  group
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .addOption(
      new Option('--type <type>', 'how it connects')
        .choices(['session', 'cloud'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--gateway <gateway>', 'the gateway that carries its messages')
        .choices(gatewayNames)
        .makeOptionMandatory(),
    )
    .option(
      '--config <json>',
      "the gateway's address and credentials, stored encrypted; - reads them from standard input",
    )
    .description('create an inbox')
    .action(async (options: NewInbox, command: Command) => {
      const { type, gateway } = options;
      const { types } = gatewayNeeds(gateway);
      if (!types.includes(type))
        throw new UsageError(`--gateway ${gateway} requires --type ${types.join(' or ')}.`);
      const name = readName(options.name, '--name');
      const config = readConfig(gateway, await givenText(options.config));
      const id = await withDatabase(async ({ platform, target }) => {
        const team = await teamId(platform, options.team);
        return createInbox(platform, target.secrets, team, { name, type, gateway, config });
      });
      const callback = `/api${callbackPath(options.team, id)}`;
      print(command, { id, callback }, [
        `Created inbox ${name} (${id})`,
        ...(config === undefined && gateway !== 'sandbox'
          ? [
              `Configure it before it can send: pauta inbox set ${id} --config - < FILE, with ${needsOf(gateway)}.`,
            ]
          : []),
        toConfigure[gateway](`https://YOUR-HOST${callback}`),
      ]);
    });

  group
    .command('set')
    .argument('<id>')
    .option('--active <true|false>')
    .option('--connected <true|false>')
    .option(
      '--config <json>',
      'the whole configuration, which replaces the stored one; - reads it from standard input',
    )
    .description('enable or disable an inbox, or replace its configuration')
    .action(
      async (
        id: string,
        options: { active?: string; connected?: string; config?: string },
        command: Command,
      ) => {
        if (
          options.active === undefined &&
          options.connected === undefined &&
          options.config === undefined
        ) {
          throw new UsageError('Nothing to set: give --active, --connected or --config.');
        }
        const wanted = readId(id, 'ID');
        const text = await givenText(options.config);
        const active =
          options.active === undefined ? null : readBoolean(options.active, '--active');
        const connected =
          options.connected === undefined ? null : readBoolean(options.connected, '--connected');
        const row = await withDatabase(async ({ platform, target }) => {
          const { team, gateway } = await inboxById(platform, wanted);
          const given = text === undefined ? undefined : readConfig(gateway, text);
          const config = seal(target.secrets, team, wanted, given);
          return setInbox(platform, wanted, { active, connected, config });
        });
        if (!row) throw noInbox(wanted);
        const kept = options.config === undefined ? '' : ' Its configuration was replaced.';
        const { name, active: isActive, connected: isConnected } = row;
        print(command, row, `Inbox ${name}: active ${isActive}, connected ${isConnected}.${kept}`);
      },
    );

  group
    .command('test')
    .argument('<id>')
    .description('ask the gateway whether the inbox can send')
    .action(async (id: string, _options, command: Command) => {
      const wanted = readId(id, 'ID');
      const { inbox, health } = await withDatabase(async (place) => {
        const inbox = await inboxById(place.platform, wanted);
        const connection = connectionOf(place.target.secrets, inbox);
        const health =
          typeof connection === 'string'
            ? { connected: false, found: connection }
            : await withMessaging(place, ({ service }) => service.health(connection));
        return { inbox, health };
      });
      const { name, gateway, isActive, isConnected } = inbox;
      const { connected } = health;
      const found = [
        health.found,
        ...(isActive ? [] : ['the inbox is not active']),
        ...(isConnected ? [] : ['the inbox is set to disconnected']),
      ].join('; ');
      const words = `Inbox ${name} (${gateway}) is ${connected ? '' : 'not '}connected: ${found}.`;
      // For people a failure is told once, on standard error.
      if (connected || wantsJson(command))
        print(command, { id: wanted, gateway, connected, found }, words);
      if (!connected) throw new CommandError(words);
    });

  group
    .command('list')
    .requiredOption('--team <slug>')
    .description("list a team's inboxes")
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
