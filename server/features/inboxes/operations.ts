import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import type { Context } from '#server/operations/context.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { type GatewayName, gatewayNames } from '#server/outbound/messaging/connection.ts';
import { Type } from '#server/platform/schema.ts';
import { mustText } from '#server/records/crud-queries.ts';
import { about, boolean, kind, oneOf, required, singleLine, uuid } from '#server/records/fields.ts';
import { InvalidValues } from '#server/records/invalid-values.ts';
import { parsed, readAfterWrite } from '#server/records/read-after-write.ts';
import { gatewayNeeds, gatewayTimeoutMs, withMessaging } from '../gateways/messaging-service.ts';
import { completeConfig, returnedKeys } from './config.ts';
import { configSealContext, connectionOf, readConfigOf, storedInbox } from './connection.ts';
import { emitsConnectionWhere } from './connection-state.ts';
import { refuseInternal } from './gateway-address.ts';
import { evidenceOf } from './health-evidence.ts';
import { receivesMessages } from './silent-inbox.ts';
import { teamInboxes } from './table.ts';

/* Setup of inboxes. Their configuration holds credentials: it is validated, encrypted, and never returned. */

// Inboxes set up by hand start as connected; inboxes that Pauta is about to connect do not.
const insert = teamStatement(`
  insert into inboxes (team_id, id, name, type, gateway, config, is_connected, state, state_reason, state_changed_at)
  select $team, $id, $name, $type, $gateway, $config, not $is_begun::boolean,
    case when $is_begun::boolean then 'disconnected'::inbox_state end,
    case when $is_begun::boolean then 'it was never connected' end, case when $is_begun::boolean then now() end`);

// Setting `connected` by hand clears the state last reported by the gateway, until its next report.
const change = teamStatement(`
  with old as materialized (
    select * from inboxes where team_id = $team and id = $id and not is_deleted for update),
  t as (
    update inboxes i set name = coalesce($name, i.name), is_active = coalesce($active, i.is_active), is_connected = coalesce($connected, i.is_connected),
      config = coalesce($config, i.config),
      state = case when $connected::boolean is null then i.state end,
      state_reason = case when $connected::boolean is null then i.state_reason end
    from old where i.team_id = $team and i.id = old.id returning i.*),
  ${emitsConnectionWhere('t.is_connected <> old.is_connected')}
  select id, name, type, gateway, is_active as active, is_connected as connected from t`);

const all = teamStatement(`
  select i.id, i.name, i.type, i.gateway, i.is_active as active, i.is_connected as connected, i.state,
    ${receivesMessages('i', 'h')} as heard
  from inboxes i left join inbox_health h on h.team_id = $team and h.inbox_id = i.id
  where i.team_id = $team and not i.is_deleted order by i.created_at, i.id`);

const find = teamStatement(`
  select team_id, id, name, gateway, config, is_active, is_connected from inboxes
  where team_id = $team and id = $id and not is_deleted`);

type Config = Readonly<Record<string, string>>;

const configuration = kind(
  Type.Record(Type.String(), Type.Unknown()),
  'an object of what the gateway needs',
  'json',
);

/** @throws InvalidValues naming each missing, unknown or invalid key, without showing values */
function checked(gateway: GatewayName, input: Record<string, unknown> | null): Config | undefined {
  if (input === null) return undefined;
  // Connecting creates the remaining values with the global key.
  if (typeof input.global_key === 'string' && input.global_key !== '')
    return completeConfig(gateway, input, returnedKeys(gateway));
  const { problems, config } = readConfigOf(gateway, input);
  if (problems.length > 0)
    throw new InvalidValues([
      {
        name: 'config',
        problem: `does not suit the gateway ${gateway}: ${problems.join('; ')}`,
        code: 'invalid',
      },
    ]);
  return Object.keys(config).length === 0 ? undefined : config;
}

const seal = ({ db, settings }: Context, id: string, config: Config | undefined) =>
  config === undefined
    ? null
    : settings.secrets.seal(JSON.stringify(config), configSealContext(db.id, id));

const after = readAfterWrite(teamInboxes);

export const createInbox = operation({
  name: 'inboxes.create',
  id: 'createInbox',
  summary: 'Create an inbox',
  note: 'The configuration is encrypted and never returned. A gateway at a non-public address must be allowed by the operator.',
  cli: 'inbox create',
  allow: { operator: true, demo: true, user: 'admin' },
  panel: { method: 'POST', path: teamInboxes.path, status: 201 },
  emits: [],
  input: {
    fields: {
      name: required(singleLine(255, 1)),
      type: about(
        'session: a session on the network. cloud: the network’s official API.',
        required(oneOf('inbox_type', ['session', 'cloud'])),
      ),
      gateway: required(oneOf('text', [...gatewayNames])),
      config: configuration,
    },
  },
  output: { kind: 'record', table: teamInboxes },
  one: 'inbox',
  async run(ctx, { values: { name, type, gateway, config: input } }) {
    const { types } = gatewayNeeds(gateway);
    if (!types.includes(type))
      throw new InvalidValues([
        {
          name: 'type',
          problem: `${types.join(' or ')} is required by the gateway ${gateway}`,
          code: 'not_allowed',
        },
      ]);
    const id = uuidv7();
    await refuseInternal(ctx, input);
    const complete = checked(gateway, input);
    const config = seal(ctx, id, complete);
    const text = await after(ctx.db, async (tx) => {
      // The instance's key becomes known when the inbox is connected.
      const lacksKey =
        complete !== undefined && readConfigOf(gateway, complete).problems.length > 0;
      const isOfPanel = ctx.actor.kind === 'user' && config === null && gateway !== 'sandbox';
      const is_begun = lacksKey || isOfPanel;
      await tx.run(insert, { id, name, type, gateway, config, is_begun });
      await recordAudit(tx, { type: 'inboxes', id, after: { name, type, gateway } });
      return id;
    });
    return parsed<{ id: string }>(mustText({ data: text }));
  },
});

export const setInbox = operation({
  name: 'inboxes.set',
  id: 'setInbox',
  summary: 'Enable or disable an inbox, or replace its configuration',
  note: 'The panel can also rename it. Conversations stay as they are.',
  cli: 'inbox set',
  allow: { operator: true, demo: true, user: 'admin' },
  panel: { method: 'PUT', path: `${teamInboxes.path}/:id`, status: 200 },
  emits: ['inbox.connection'],
  input: {
    path: ['id'],
    fields: {
      name: singleLine(255, 1),
      active: about('True if it is enabled.', boolean),
      connected: about('True if the inbox can send.', boolean),
      config: about('The new configuration of the gateway.', configuration),
    },
  },
  output: {
    kind: 'fields',
    name: 'InboxSettings',
    fields: {
      id: required(uuid),
      name: required(singleLine(255, 1)),
      type: about(
        'session: a session on the network. cloud: the network’s official API.',
        required(oneOf('inbox_type', ['session', 'cloud'])),
      ),
      gateway: required(oneOf('text', [...gatewayNames])),
      active: about('True if it is enabled.', required(boolean)),
      connected: about('True if the inbox can send.', required(boolean)),
    },
  },
  one: 'inbox',
  async run(ctx, { id, values }): Promise<Row | undefined> {
    const { name, active, connected, config: input } = values;
    const [stored] = await ctx.db.run(find, { id });
    if (!stored) return undefined;
    await refuseInternal(ctx, input);
    const config = seal(ctx, id, checked(stored.gateway as GatewayName, input));
    return ctx.db.transaction(async (tx) => {
      const [row] = await tx.run(change, { id, name, active, connected, config });
      const auditValues = { name, active, connected, ...(input && { config: Object.keys(input) }) };
      if (row) await recordAudit(tx, { type: 'inboxes', id, after: auditValues });
      return row;
    });
  },
});

export const listInboxes = operation({
  name: 'inboxes.overview',
  id: 'listInboxGateways',
  summary: "List a team's inboxes with their gateways",
  cli: 'inbox list',
  allow: { operator: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: ['inboxes'] },
  one: 'inbox',
  run: async ({ db }) => ({ inboxes: await db.run(all) }),
});

/** Health of an inbox as its gateway reports it, and the inbox's settings. */
export interface InboxHealth {
  readonly id: string;
  readonly name: string;
  readonly gateway: string;
  readonly isActive: boolean;
  readonly isConnected: boolean;
  readonly connected: boolean;
  readonly found: string;
  /** See {@link receivesMessages}. */
  readonly heard: boolean | null;
}

export const testInbox = operation({
  name: 'inboxes.test',
  id: 'testInbox',
  summary: 'Ask the gateway whether the inbox can send',
  cli: 'inbox test',
  allow: { operator: true },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'object', keys: ['id', 'gateway', 'connected', 'found', 'heard'] },
  one: 'inbox',
  async run({ db, settings }, { id }): Promise<InboxHealth | undefined> {
    const [row] = await db.run(find, { id });
    if (!row) return undefined;
    const connection = connectionOf(settings.secrets, storedInbox(row));
    const { connected, found: result } =
      'code' in connection
        ? { connected: false, found: connection }
        : await withMessaging(gatewayTimeoutMs, (service) => service.health(connection));
    return {
      id,
      name: row.name as string,
      gateway: row.gateway as string,
      isActive: row.is_active as boolean,
      isConnected: row.is_connected as boolean,
      connected,
      found: result.text,
      heard: (await evidenceOf(db, id))?.heard ?? null,
    };
  },
});

/** Read operations of the panel for inboxes. */
export const inboxReads: readonly Operation[] = panelReads(reads(teamInboxes), {
  list: ['inboxes.list_with_gateway', 'listTeamInboxes'],
  get: ['inboxes.get_with_gateway', 'getTeamInbox'],
});
