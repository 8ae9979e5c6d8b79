import Type from 'typebox';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '../../db/database.ts';
import { teamStatement } from '../../db/statement.ts';
import type { Context } from '../../operations/context.ts';
import { operation } from '../../operations/operation.ts';
import { InvalidValues } from '../../operations/values.ts';
import { type GatewayName, gatewayNames } from '../../outbound/messaging.ts';
import { invalid } from '../../platform/errors.ts';
import { boolean, kind, line, oneOf, phone, required } from '../../records/fields.ts';
import { receive as receiveCallback } from './callbacks.ts';
import { sandboxCallback } from './gateways/sandbox.ts';
import { configPlace, connectionOf, readConfigOf, storedInbox } from './inboxes.ts';
import { gatewayNeeds, gatewayTimeoutMs, withMessaging } from './messaging-service.ts';

/*
 * Inboxes as whoever runs the service sets them up. Their configuration holds credentials: it is checked, sealed, and never
 * answered.
 */

const insert = teamStatement(`
  insert into inboxes (team_id, id, name, type, gateway, config) values ($team, $id, $name, $type, $gateway, $config)`);

const change = teamStatement(`
  update inboxes set is_active = coalesce($active, is_active), is_connected = coalesce($connected, is_connected),
    config = coalesce($config, config)
  where team_id = $team and id = $id returning id, name, type, gateway, is_active as active, is_connected as connected`);

const all = teamStatement(`
  select id, name, type, gateway, is_active as active, is_connected as connected
  from inboxes where team_id = $team order by created_at, id`);

const find = teamStatement(`
  select team_id, id, name, gateway, config, is_active, is_connected from inboxes where team_id = $team and id = $id`);

type Config = Readonly<Record<string, string>>;

const configuration = kind(
  Type.Record(Type.String(), Type.Unknown()),
  'an object of what the gateway needs',
  'json',
);

/** @throws InvalidValues naming each key which is missing, unknown or wrong, and shows no value */
function checked(gateway: GatewayName, given: Record<string, unknown> | null): Config | undefined {
  if (given === null) return undefined;
  const { problems, config } = readConfigOf(gateway, given);
  if (problems.length > 0)
    throw new InvalidValues([
      { name: 'config', problem: `does not suit the gateway ${gateway}: ${problems.join('; ')}` },
    ]);
  return Object.keys(config).length === 0 ? undefined : config;
}

const seal = ({ db, settings }: Context, id: string, config: Config | undefined) =>
  config === undefined
    ? null
    : settings.secrets.seal(JSON.stringify(config), configPlace(db.id, id));

export const createInbox = operation({
  name: 'inboxes.create',
  id: 'createInbox',
  summary: 'Create an inbox',
  cli: 'inbox create',
  allow: { operator: true, demo: true },
  emits: [],
  takes: {
    fields: {
      name: required(line(255, 1)),
      type: required(oneOf('inbox_type', ['session', 'cloud'])),
      gateway: required(oneOf('text', [...gatewayNames])),
      config: configuration,
    },
  },
  answers: { kind: 'object', keys: ['id'] },
  one: 'inbox',
  async run(ctx, { values: { name, type, gateway, config: given } }) {
    const { types } = gatewayNeeds(gateway);
    if (!types.includes(type))
      throw new InvalidValues([
        { name: 'type', problem: `${types.join(' or ')} is required by the gateway ${gateway}` },
      ]);
    const id = uuidv7();
    const config = seal(ctx, id, checked(gateway, given));
    await ctx.db.run(insert, { id, name, type, gateway, config });
    return { id };
  },
});

export const setInbox = operation({
  name: 'inboxes.set',
  id: 'setInbox',
  summary: 'Enable or disable an inbox, or replace its configuration',
  cli: 'inbox set',
  allow: { operator: true, demo: true },
  emits: [],
  takes: {
    path: ['id'],
    fields: { active: boolean, connected: boolean, config: configuration },
  },
  answers: { kind: 'object', keys: ['id', 'name', 'type', 'gateway', 'active', 'connected'] },
  one: 'inbox',
  async run(ctx, { id, values: { active, connected, config: given } }): Promise<Row | undefined> {
    const [stored] = await ctx.db.run(find, { id });
    if (!stored) return undefined;
    const config = seal(ctx, id, checked(stored.gateway as GatewayName, given));
    const [row] = await ctx.db.run(change, { id, active, connected, config });
    return row;
  },
});

export const listInboxes = operation({
  name: 'inboxes.overview',
  id: 'listInboxGateways',
  summary: "List a team's inboxes with their gateways",
  cli: 'inbox list',
  allow: { operator: true },
  emits: [],
  takes: {},
  answers: { kind: 'object', keys: ['inboxes'] },
  one: 'inbox',
  run: async ({ db }) => ({ inboxes: await db.run(all) }),
});

/** What the gateway of an inbox says of it, and how the inbox is set. */
export interface InboxHealth {
  readonly id: string;
  readonly name: string;
  readonly gateway: string;
  readonly isActive: boolean;
  readonly isConnected: boolean;
  readonly connected: boolean;
  readonly found: string;
}

export const testInbox = operation({
  name: 'inboxes.test',
  id: 'testInbox',
  summary: 'Ask the gateway whether the inbox can send',
  cli: 'inbox test',
  allow: { operator: true },
  emits: [],
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['id', 'gateway', 'connected', 'found'] },
  one: 'inbox',
  async run({ db, settings }, { id }): Promise<InboxHealth | undefined> {
    const [row] = await db.run(find, { id });
    if (!row) return undefined;
    const connection = connectionOf(settings.secrets, storedInbox(row));
    const { connected, found } =
      typeof connection === 'string'
        ? { connected: false, found: connection }
        : await withMessaging(gatewayTimeoutMs, (service) => service.health(connection));
    return {
      id,
      name: row.name as string,
      gateway: row.gateway as string,
      isActive: row.is_active as boolean,
      isConnected: row.is_connected as boolean,
      connected,
      found,
    };
  },
});

const findMessage = teamStatement(`
  select conversation_id, id as message_id from messages
  where team_id = $team and inbox_id = $inbox and direction = 'incoming' and msgapp_message_id = $network_id`);

const notEmpty = kind(
  Type.String({ minLength: 1, pattern: '\\S' }),
  'a text that is not empty',
  'text',
);

export const receiveInSandbox = operation({
  name: 'sandbox.receive',
  id: 'receiveInSandbox',
  summary: "Receive a message, as the gateway's callback would deliver it",
  cli: 'sandbox receive',
  allow: { operator: true },
  emits: ['contact.created', 'contact.updated', 'msgapp.message.received'],
  takes: {
    path: ['id'],
    fields: { from: required(phone), text: required(notEmpty), name: line(255, 1) },
  },
  answers: { kind: 'object', keys: ['conversation_id', 'message_id'] },
  one: 'inbox',
  async run({ db, settings }, { id: inbox, values }): Promise<Row | undefined> {
    const [row] = await db.run(find, { id: inbox });
    if (!row) return undefined;
    const connection = connectionOf(settings.secrets, storedInbox(row));
    if (row.gateway !== 'sandbox' || typeof connection === 'string')
      throw invalid(`Inbox ${row.name} uses the gateway ${row.gateway}, not the sandbox.`);
    const { from, text, name } = values;
    const message = { id: `sandbox.in.${uuidv7()}`, from, text, name: name ?? undefined };
    const callback = sandboxCallback(connection, { messages: [message] });
    const { kind } = await withMessaging(gatewayTimeoutMs, (service) =>
      receiveCallback({ service, ...settings }, db, inbox, callback),
    );
    const [received] =
      kind === 'taken' ? await db.run(findMessage, { inbox, network_id: message.id }) : [];
    if (!received) throw new Error(`the sandbox's message was not accepted (${kind})`);
    return received;
  },
});
