import { type Command, Option } from 'commander';
import { callbackEvents as ofEvolution } from '../features/gateways/evolution/connect.ts';
import { gatewayNeeds } from '../features/gateways/messaging-service.ts';
import { callbackEvents as ofWaha } from '../features/gateways/waha/connect.ts';
import { callbackPath } from '../features/inboxes/connection.ts';
import { setInboxGroups } from '../features/inboxes/group-operations.ts';
import { createInbox, listInboxes, setInbox, testInbox } from '../features/inboxes/operations.ts';
import { type GatewayName, gatewayNames } from '../outbound/messaging/connection.ts';
import {
  CommandError,
  print,
  readBoolean,
  readId,
  table,
  UsageError,
  wantsJson,
} from './command.ts';
import { connectCommands } from './inbox-connect.ts';
import { noInbox, parseConfigOption, silentInboxWarning } from './inbox-messages.ts';
import { commandOf, onRecord, onTeam } from './operation-command.ts';

/** Callback configuration that each gateway needs; `address` is the callback URL. */
const toConfigure: Record<GatewayName, (address: string) => string> = {
  sandbox: () => 'The sandbox calls back automatically; there is nothing to configure.',
  evolution: (address) =>
    `configure the instance's webhook: url ${address}, headers {"X-Webhook-Secret": the webhook_secret}, ` +
    `byEvents false, base64 false, events ${ofEvolution.join(', ')}.`,
  waha: (address) =>
    `configure a webhook of the session: url ${address}, hmac.key the webhook_secret, ` +
    `events ${ofWaha.join(', ')}.`,
  cloud: (address) =>
    `configure the app's webhook: callback URL ${address}, verify token the verify_token; ` +
    'subscribe it to messages.',
};

/** Describes the configuration keys that a gateway needs. */
const needsOf = (gateway: GatewayName) =>
  Object.entries(gatewayNeeds(gateway).config)
    .map(
      ([name, { about, fallback }]) =>
        `${name} (${about}${fallback === undefined ? '' : `; default ${fallback}`})`,
    )
    .join(', ');

interface NewInbox {
  readonly team: string;
  readonly name: string;
  readonly type: string;
  readonly gateway: GatewayName;
  readonly config?: string;
}

interface Settings {
  readonly active?: string;
  readonly connected?: string;
  readonly config?: string;
}

const booleanOf = (text: string | undefined, what: string) =>
  text === undefined ? undefined : readBoolean(text, what);

export function inbox(pauta: Command): void {
  commandOf(pauta, createInbox)
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .addOption(
      new Option('--type <type>', 'type of connection')
        .choices(['session', 'cloud'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--gateway <gateway>', 'the gateway of the inbox')
        .choices(gatewayNames)
        .makeOptionMandatory(),
    )
    .option(
      '--config <json>',
      "the gateway's address and credentials, stored encrypted; - reads them from standard input",
    )
    .action(async ({ team, name, type, gateway, ...options }: NewInbox, command: Command) => {
      const config = await parseConfigOption(options.config);
      const { id } = await onTeam(team, createInbox, { body: { name, type, gateway, config } });
      const callback = `/api${callbackPath(team, id)}`;
      print(command, { id, callback }, [
        `Created inbox ${name.trim()} (${id})`,
        ...(config === undefined && gateway !== 'sandbox'
          ? [
              `Configure it before it can send: pauta inbox set ${id} --config - < FILE, with ${needsOf(gateway)}.`,
            ]
          : []),
        ...(gateway === 'sandbox'
          ? []
          : [`Connect it, which also sets its callback: pauta inbox connect ${id}`, 'Or by hand:']),
        toConfigure[gateway](`https://YOUR-HOST${callback}`),
      ]);
    });

  commandOf(pauta, setInbox)
    .argument('<id>')
    .option('--active <true|false>')
    .option('--connected <true|false>')
    .option(
      '--config <json>',
      'the whole configuration, which replaces the stored one; - reads it from standard input',
    )
    .action(async (text: string, { active, connected, config }: Settings, command: Command) => {
      if (active === undefined && connected === undefined && config === undefined)
        throw new UsageError('Nothing to set: give --active, --connected or --config.');
      const id = readId(text, 'ID');
      const input = {
        config: await parseConfigOption(config),
        active: booleanOf(active, '--active'),
        connected: booleanOf(connected, '--connected'),
      };
      const row = await onRecord('inboxes', id, setInbox, input, noInbox(id));
      const configNote = config === undefined ? '' : ' Its configuration was replaced.';
      print(
        command,
        row ?? {},
        `Inbox ${row?.name}: active ${row?.active}, connected ${row?.connected}.${configNote}`,
      );
    });

  commandOf(pauta, testInbox)
    .argument('<id>')
    .action(async (text: string, _options, command: Command) => {
      const id = readId(text, 'ID');
      const absent = noInbox(id);
      const health = await onRecord('inboxes', id, testInbox, {}, absent);
      if (!health) throw absent();
      const { name, gateway, connected } = health;
      const findings = [
        health.found,
        ...(health.isActive ? [] : ['the inbox is not active']),
        ...(health.isConnected ? [] : ['the inbox is set to disconnected']),
      ].join('; ');
      const { heard } = health;
      const state = `Inbox ${name} (${gateway}) is ${connected ? '' : 'not '}connected: ${findings}.`;
      const words = [state, ...silentInboxWarning(heard)].join(' ');
      // In text mode, a failure is reported only once, on standard error.
      if (connected || wantsJson(command))
        print(command, { id, gateway, connected, found: findings, heard }, words);
      if (!connected) throw new CommandError(words);
    });

  commandOf(pauta, listInboxes)
    .requiredOption('--team <slug>')
    .action(async ({ team }: { team: string }, command: Command) => {
      const { inboxes } = await onTeam(team, listInboxes, {});
      const rows = inboxes.map((row) => [
        row.id,
        row.name,
        row.type,
        row.gateway,
        row.active,
        row.connected,
        row.state,
        row.heard,
      ]);
      print(
        command,
        { inboxes },
        table(['ID', 'NAME', 'TYPE', 'GATEWAY', 'ACTIVE', 'CONNECTED', 'STATE', 'HEARD'], rows),
      );
    });

  commandOf(pauta, setInboxGroups)
    .argument('<id>')
    .argument('<setting>', 'ignore, muted or show')
    .action(async (text: string, groups: string, _options, command: Command) => {
      const id = readId(text, 'ID');
      const absent = noInbox(id);
      const row = await onRecord('inboxes', id, setInboxGroups, { groups }, absent);
      if (!row) throw absent();
      print(command, row, `Inbox ${row.name}: groups ${row.groups}.`);
    });

  connectCommands(pauta);
}
