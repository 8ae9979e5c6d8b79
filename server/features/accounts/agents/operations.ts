import { isOfTeam, iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { about, oneOf, required, singleLine, timestamp, uuid } from '#server/records/fields.ts';
import { disconnectedFields, isConnected } from './account-operations.ts';
import { agentScopes } from './authorization-request.ts';

/*
 * Agents that the members of a team connected, for its admins.
 */

const path = '/agents';

const list = teamStatement(`
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.client_name, 'host', c.client_host, 'scope', k.scope,
    'user_id', u.id, 'user_name', u.name, 'created_at', ${iso('k.created_at')},
    'last_used_at', ${iso('k.last_used_at')}) order by k.created_at desc, c.id), '[]') as agents
  from agent_connections c join api_keys k on k.team_id = c.team_id and k.id = c.id
    join users u on u.team_id = c.team_id and u.id = k.user_id and u.person_id = c.person_id
  where c.team_id = $team and k.revoked_at is null and ${isConnected('c')}`);

const listAgents = operation({
  name: 'agents.list',
  id: 'listAgents',
  summary: 'List the agents that members connected',
  note: 'With the member on whose behalf each acts.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path, status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'Agent',
    isList: true,
    fields: {
      id: required(uuid),
      name: about('The name that the agent gives itself.', required(singleLine(100))),
      host: about('The host of the agent; null for an application on a device.', singleLine()),
      scope: about(
        'full: all rights of the member in the team. read: only those to read.',
        required(oneOf('key_scope', agentScopes)),
      ),
      user_id: about('The member on whose behalf it acts.', required(uuid)),
      user_name: about('The name of that member.', required(singleLine())),
      created_at: required(timestamp),
      last_used_at: about('When it last called a tool.', timestamp),
    },
  },
  one: 'agent',
  run: async ({ db }) => (await db.run(list))[0]?.agents as object | undefined,
});

const end = teamStatement(`
  with old as materialized (
    select k.id, k.revoked_at from api_keys k where ${isOfTeam('k')} and k.id = $id
      and exists (select from agent_connections c where c.team_id = $team and c.id = $id)
    for no key update)
  update api_keys k set revoked_at = coalesce(old.revoked_at, clock.now) from old, (select now()) clock (now)
  where k.team_id = $team and k.id = old.id returning k.id, k.revoked_at, old.revoked_at is null as is_new`);

const disconnectAgent = operation({
  name: 'agents.disconnect',
  id: 'disconnectAgent',
  summary: 'Disconnect an agent of a member',
  note: 'It loses access within a second, on every node. Repeating it has no effect.',
  allow: { user: 'admin' },
  panel: { method: 'DELETE', path: `${path}/:id`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'DisconnectedAgent',
    fields: disconnectedFields,
  },
  one: 'agent',
  run: ({ db }, { id }) =>
    db.transaction(async (tx) => {
      const [row] = await tx.run(end, { id });
      if (!row) return undefined;
      if (row.is_new === true)
        await recordAudit(tx, { type: 'keys', id, after: { revoked_at: row.revoked_at } });
      return { id, disconnected: true };
    }),
});

export const agentOperations: readonly Operation[] = [listAgents, disconnectAgent];
