import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createKey } from '#server/features/accounts/teams.ts';
import {
  assign,
  block,
  reopen,
  resolve,
  snooze,
  unassign,
  unblock,
} from '#server/features/conversations/state-operations.ts';
import { sandboxCallback } from '#server/features/gateways/sandbox/index.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { receiveCallback } from '#server/features/receiving/callbacks.ts';
import { confirm } from '#server/features/receiving/delivery-statuses.ts';
import { storeIncoming } from '#server/features/receiving/store-incoming.ts';
import { registry, resources } from '#server/features/registry.ts';
import { receiveWebhook } from '#server/features/webhooks/receive.ts';
import type { Actor, Context, Services } from '#server/operations/context.ts';
import type { Operation } from '#server/operations/operation.ts';
import { perform, permit, type RawInput } from '#server/operations/operation.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Table } from '#server/records/table.ts';
import { addBillingLine } from '#test/support/billing.ts';
import {
  type Answer,
  call,
  inputsOf,
  type Json,
  minimal,
  type TestTeam,
  useSharedService,
} from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';
import { fullBody, goodValues, linkValue, populate } from '#test/support/samples.ts';

/*
 * Rules for every operation, tested with each one in the registry: a team reaches only its own records, a key only what its scope allows,
 * and an operation emits the events that it declares.
 */

const service = useSharedService();
const served = registry.operations.flatMap((operation) =>
  operation.v1 ? [{ ...operation, v1: operation.v1 }] : [],
);
type Served = (typeof served)[number];
const cases = served.map((operation) => ({ id: operation.id, operation }));

/** The smallest body that an operation accepts. */
const bodyOf = async (
  team: TestTeam,
  { v1: { method }, input: { path, body, fields = {} } }: Served,
) => {
  if (method === 'GET' || method === 'DELETE') return undefined;
  const isRecord = resources.some(({ table }) => table === body?.of);
  if (isRecord && body?.kind === 'create' && !path) return minimal(team, body.of.name);
  // A valid body, so that the answer is about the id in the path.
  const required = Object.entries(fields).filter(([, field]) => path && field.required);
  return Object.fromEntries(required.map(([name, field]) => [name, goodValues(name, field)[0]]));
};

/** The list that contains the records of an id in a path: `/a/:id/b/:inner` → `/a`, then `/a/:id/b`. */
const listAbove = (path: string, name: string): string => path.slice(0, path.indexOf(`/:${name}`));

/** The path with ids of the team's records. */
async function pathIn(team: TestTeam, path: string): Promise<{ id?: string; inner?: string }> {
  const ids: { id?: string; inner?: string } = {};
  for (const name of ['id', 'inner'] as const) {
    if (!path.includes(`/:${name}`)) continue;
    const list = withIds(listAbove(path, name), ids);
    const [record] = (await team.get(list)).body.data as Json[];
    if (!record) throw new Error(`${list} is empty`);
    ids[name] = String(record.id);
  }
  return ids;
}

const withIds = (path: string, ids: { id?: string | undefined; inner?: string | undefined }) =>
  path.replace(':id', ids.id ?? '').replace(':inner', ids.inner ?? '');

describe('on the records of a team', () => {
  let ours: TestTeam;
  let theirs: TestTeam;
  let readKey: string;
  beforeAll(async () => {
    [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
    for (const team of [ours, theirs]) {
      await populate(
        team,
        resources.map(({ table }) => table),
      );
      await addTemplate(team);
      await addBillingLine(service, team);
      const [campaign] = (await team.get('/campaigns')).body.data as Json[];
      const { status } = await team.post('/approvals', {
        campaign_ids: [campaign?.id],
        stage: 'internal',
      });
      expect(status).toBe(201);
    }
    const made = await createKey(service.database.platform, ours.id, {
      name: 'Read',
      scope: 'read',
      userId: null,
      expiresAt: null,
    });
    readKey = made.api_key;
  });

  const lists = served.filter(
    ({ v1, input }) => v1.method === 'GET' && input.query !== undefined && !input.path,
  );
  const stateOf = async (team: TestTeam) =>
    Promise.all(lists.map(async ({ v1 }) => (await team.get(`${v1.path}?limit=100`)).text));

  test('finds lists', () => expect(lists.length).toBeGreaterThan(10));

  test.each(cases.filter(({ operation }) => operation.input.path))(
    '$id answers an id of another team like one that does not exist',
    async ({ operation }) => {
      const { method, path } = operation.v1;
      const [mine, foreign] = [await pathIn(ours, path), await pathIn(theirs, path)];
      const body = await bodyOf(ours, operation);
      const before = await stateOf(theirs);
      const ask = (ids: typeof mine) => ours.call(method, withIds(path, ids), body);
      const tried = [[foreign, { ...foreign, id: uuidv7() }]];
      if (foreign.inner)
        tried.push([
          { ...mine, inner: foreign.inner },
          { ...mine, inner: uuidv7() },
        ]);
      for (const [reached, missing] of tried) {
        const answer = await ask(reached ?? {});
        const none = await ask(missing ?? {});
        expect(answer.status, answer.text).toBe(404);
        expect(answer.text).toBe(none.text);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(none.headers));
      }
      expect(await stateOf(theirs)).toEqual(before);
    },
  );

  test.each(cases)('$id admits the keys that it declares', async ({ operation }) => {
    const { method, path } = operation.v1;
    const at = withIds(path, await pathIn(ours, path));
    const before = await stateOf(ours);
    const requestBody = await bodyOf(ours, operation);
    const headers = requestBody === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await call(service.app, readKey, method, at, requestBody, headers);
    if (operation.allow.key === 'read') expect(answer.status, answer.text).toBe(200);
    else {
      expect(operation.allow.key).toBe('full');
      expect(answer.status, answer.text).toBe(403);
      expect(answer.error.code).toBe('FORBIDDEN');
    }
    expect((await call(service.app, undefined, method, at, requestBody, headers)).status).toBe(401);
    if (requestBody === undefined || Object.keys(requestBody).length === 0)
      expect(await stateOf(ours)).toEqual(before);
  });
});

// Events -----------------------------------------------------------------------------------------------------------

/** Kinds of the events that a team emits during the work. */
async function emittedBy(team: TestTeam, work: () => Promise<unknown>): Promise<string[]> {
  const ids = async () =>
    service.sql('select id, type from events where team_id = $1 order by id', [team.id]);
  const before = new Set((await ids()).map(({ id }) => id));
  await work();
  return (await ids()).flatMap(({ id, type }) => (before.has(id) ? [] : [String(type)]));
}

/** Calls of an operation, once the records that they need exist. */
type Calls = (team: TestTeam) => Promise<(() => Promise<unknown>)[]>;

const succeeded = async (answer: Promise<Answer>) => {
  const { status, text } = await answer;
  expect(status, text).toBeLessThan(300);
};

/** Calls of a table's own operations, derived from their declarations. */
function callsOf({ v1, input, output }: Served): Calls | undefined {
  const { method, path } = v1;
  const table = resources.find(
    ({ table }) => path === table.path || path === `${table.path}/:id`,
  )?.table;
  if (!table) return undefined;
  if (method === 'POST')
    return async (team) => {
      const body = await fullBody(team, table);
      return [() => succeeded(team.post(path, body))];
    };
  if (method === 'PUT' && input.body)
    return async (team) => {
      const { id } = await team.create(table.name);
      return (await changesOf(team, table)).map((body) => async () => {
        const answer = await team.put(`${table.path}/${id}`, body);
        expect(answer.status, answer.text).not.toBe(500);
      });
    };
  if (method === 'DELETE' && output.kind === 'deleted')
    return async (team) => {
      const { id } = await team.create(table.name);
      return [() => succeeded(team.delete(`${table.path}/${id}`))];
    };
  return undefined;
}

/** Changes of one field each. Not every record accepts every value. */
async function changesOf(team: TestTeam, table: Table): Promise<Json[]> {
  const changes: Json[] = [];
  for (const name of inputsOf(table).update.accepts) {
    const field = table.fields[name];
    if (!field) continue;
    const values = table.links.has(name)
      ? [await linkValue(team, table, name)]
      : goodValues(name, field);
    changes.push(...values.map((value) => ({ [name]: value })));
  }
  return changes;
}

const contextOf = (team: TestTeam, actor: Actor, send?: Sender): Context => {
  const { service: messaging } = service.messaging;
  return {
    actor,
    team: { slug: team.slug, strictTaxIds: false },
    db: service.database.team(team.id),
    settings: {
      secrets: service.secrets,
      jidSuffix: 's.msgapp.net',
      services: {
        messaging: { ...messaging, send: send ?? messaging.send },
        log: makeLog('silent'),
      },
    },
  };
};
type Sender = Services['messaging']['send'];

const key = { kind: 'key', keyId: uuidv7(), scope: 'full', userId: null } as const;
const owner = {
  kind: 'user',
  userId: uuidv7(),
  personId: uuidv7(),
  sessionId: uuidv7(),
  role: 'owner',
  seesValues: true,
  mayExport: true,
  authenticatedAt: Date.now(),
} as const;
const bodiless = { headers: {}, query: {}, proven() {} };

/** Accepts a message whose confirmation arrives before the gateway's answer. */
const accepting =
  (team: TestTeam): Sender =>
  async ({ inbox }) => {
    const networkId = `net.${uuidv7()}`;
    const confirmation = { networkId, status: 'delivered' } as const;
    await confirm(service.database.team(team.id), inbox, [confirmation]);
    return { outcome: 'accepted', networkId };
  };

/** A contact who waits for an answer. */
const waiting = '5511955559876';
const takeFromWaiting = (team: TestTeam) =>
  storeIncoming(service.database.team(team.id), team.inbox, 's.msgapp.net', {
    networkId: uuidv7(),
    chat: { phone: waiting },
    origin: 'contact',
    type: 'text',
    text: 'Oi',
  });

async function sendingOf(team: TestTeam, name: string, what: object) {
  const operation = registry.named(name);
  await takeFromWaiting(team);
  return ['5511955550001', waiting].map((phone) => () => {
    const body = { inbox_id: team.inbox, phone, ...what };
    return perform(operation, contextOf(team, actorFor(operation), accepting(team)), { body });
  });
}

/** A message that a person wrote in the panel. @returns the person, and the path of the message */
async function writtenBy(team: TestTeam, phone: string) {
  const ana = await makePerson(service, team, 'owner');
  const body = { inbox_id: team.inbox, phone, text: 'Olá' };
  const { data } = await ana.post('/msgapp/messages/write', body);
  return { ana, message: `/msgapp/messages/${data.id}` };
}

/** Keys call what they may; people call the rest. */
const actorFor = ({ allow }: Operation): Actor => (allow.key ? key : owner);

/** Adds a project template with a task. @returns its id */
async function addTemplate(team: TestTeam): Promise<string> {
  const admin = await makePerson(service, team, 'admin');
  const { id } = (await admin.post('/project-templates', { name: 'Site' })).data;
  const tasks = [{ title: 'Layout' }];
  await admin.put(`/project-templates/${id}`, { name: 'Site', tasks });
  return String(id);
}

/** Calls that no table's declaration yields, by the id of the operation. */
const special: Record<string, Calls> = {
  stopTimeEntry: async (team) => {
    const { id: task_id } = await team.create('tasks');
    const timer = { user_id: team.users[0], task_id, minutes: null };
    const { id } = await team.create('time_entries', timer);
    return [() => succeeded(team.post(`/time-entries/${id}/stop`))];
  },
  createTaskOccurrence: async (team) => {
    const { id: project } = await team.create('projects');
    const member = await makePerson(service, team, 'member');
    const values = { title: 'x', rule: 'FREQ=DAILY', starts_on: '2100-01-01' };
    const { data } = await member.post(`/projects/${project}/task-recurrences`, values);
    const path = `/task-recurrences/${data.id}/occurrences`;
    return [() => succeeded(member.post(path, { occurs_on: values.starts_on, title: 'x' }))];
  },
  updateBillingLine: async (team) => {
    const { id } = await addBillingLine(service, team);
    return [() => succeeded(team.put(`/billing-lines/${id}`, { status: 'billed' }))];
  },
  recalculateBillingLine: async (team) => {
    const { id } = await addBillingLine(service, team);
    await service.sql('update billing_lines set value = 1 where id = $1', [id]);
    return [() => succeeded(team.post(`/billing-lines/${id}/recalculate`))];
  },
  createProjectFromTemplate: async (team) => {
    const path = `/project-templates/${await addTemplate(team)}/projects`;
    return [() => succeeded(team.post(path, { name: 'Padaria' }))];
  },
  deleteTimeEntry: async (team) => {
    const { id: task_id } = await team.create('tasks');
    const { id } = await team.create('time_entries', { task_id });
    return [() => succeeded(team.delete(`/time-entries/${id}`))];
  },
  ...Object.fromEntries(
    [
      ['messages.send', { content: 'Olá' }] as const,
      ['messages.write', { text: 'Olá' }] as const,
      [
        'messages.send_template',
        { template: 'boas_vindas', language: 'pt_BR', variables: ['Ana'] },
      ] as const,
    ].map(([name, what]): [string, Calls] => [
      registry.named(name).id,
      async (team) => sendingOf(team, name, what),
    ]),
  ),
  ...Object.fromEntries(
    [assign, unassign, snooze, resolve, reopen, block, unblock].map(
      (operation): [string, Calls] => [
        operation.id,
        async (team) => {
          const body = { inbox_id: team.inbox, phone: '5511955550001', content: 'Olá' };
          const { conversation_id } = (await team.post('/msgapp/messages', body)).data;
          const path = { id: String(conversation_id) };
          const until = new Date(Date.now() + 60_000).toISOString();
          const context = contextOf(team, { kind: 'operator' });
          const done = (name: string, values: Json = {}) =>
            perform(registry.named(`conversations.${name}`), context, { path, body: values });
          const before = { 'conversations.reopen': 'resolve', 'conversations.unblock': 'block' };
          const first = before[operation.name as keyof typeof before];
          await done(first ?? 'assign', first ? {} : { assignee_id: team.users[1] });
          const inputs: Record<string, Json> = {
            'conversations.assign': { assignee_id: team.users[0] },
            'conversations.snooze': { until },
          };
          return [() => perform(operation, context, { path, body: inputs[operation.name] ?? {} })];
        },
      ],
    ),
  ),
  async linkGroup(team) {
    const body = { inbox_id: team.inbox, phone: '5511955550001', content: 'Olá' };
    const { conversation_id } = (await team.post('/msgapp/messages', body)).data;
    await service.sql(
      `update conversations set group_id = '1203630@g.us', contact_id = null where team_id = $1 and id = $2`,
      [team.id, conversation_id],
    );
    const { id } = await team.create('clients');
    const call = { path: { id: String(conversation_id) }, body: { client_id: id } };
    return [() => perform(registry.named('conversations.link'), contextOf(team, owner), call)];
  },
  async updateConversationLabels(team) {
    const { conversation, label } = await labelling(team);
    const call = { path: { id: conversation }, body: { add_labels: [label] } };
    return [() => perform(registry.named('conversations.label'), contextOf(team, owner), call)];
  },
  async changeConversations(team) {
    const { conversation, label } = await labelling(team);
    const call = { body: { action: 'label', ids: [conversation], add_labels: [label] } };
    return [() => perform(registry.named('conversations.bulk'), contextOf(team, owner), call)];
  },
  async reactToMessage(team) {
    await takeFromWaiting(team);
    const [message] = await service.sql('select id from messages where team_id = $1', [team.id]);
    const call = { path: { id: String(message?.id) }, body: { emoji: '👍' } };
    const operation = registry.named('messages.react');
    return [() => perform(operation, contextOf(team, owner, accepting(team)), call)];
  },
  async editMessage(team) {
    const { ana, message } = await writtenBy(team, '5511955550001');
    return [() => ana.post(`${message}/edit`, { change_id: uuidv7(), text: 'Oi' })];
  },
  async revokeMessage(team) {
    const { ana, message } = await writtenBy(team, '5511955550001');
    return [() => ana.post(`${message}/revoke`, { change_id: uuidv7() })];
  },
  async dismissMessageChange(team) {
    // The sandbox refuses changes for this number.
    const { ana, message } = await writtenBy(team, '5511955550005');
    const statusOf = async () => {
      const [row] = await service.sql('select status from messages where team_id = $1', [team.id]);
      return row?.status;
    };
    // Its confirmations would emit events meanwhile.
    await expect.poll(statusOf, { timeout: 10_000 }).toBe('read');
    await ana.post(`${message}/revoke`, { change_id: uuidv7() });
    return [() => ana.delete(`${message}/change`)];
  },
  async deleteSquad(team) {
    await team.create('projects', { squad_id: team.squad });
    const { ana } = await writtenBy(team, '5511955550001');
    const [conversation] = (await team.get('/msgapp/conversations')).body.data as Json[];
    await ana.post(`/msgapp/conversations/${conversation?.id}/assign`, { squad_id: team.squad });
    const path = { id: team.squad };
    return [() => perform(registry.named('squads.delete'), contextOf(team, owner), { path })];
  },
  async removeColumn(team) {
    const project = await team.create('projects');
    const [first, last] = team.pipeline.columns;
    const task = { project_id: project.id, pipeline_id: team.pipeline.id, column: first?.slug };
    await team.create('tasks', task);
    const call = { path: { id: String(first?.id) }, body: { to: last?.id } };
    return [() => perform(registry.named('columns.remove'), contextOf(team, owner), call)];
  },
  async moveTask(team) {
    const project = await team.create('projects');
    const [first, last] = team.pipeline.columns;
    const place = { project_id: project.id, pipeline_id: team.pipeline.id, column: first?.slug };
    const { id } = await team.create('tasks', place);
    const call = { path: { id: String(id) }, body: { column: last?.slug } };
    return [() => perform(registry.named('tasks.move'), contextOf(team, owner), call)];
  },
  async convertChecklistItem(team) {
    const { id: project_id } = await team.create('projects');
    const checklist_markdown = '- [ ] a';
    const { id } = await team.create('tasks', { project_id, checklist_markdown });
    const call = { path: { id: String(id) }, body: { checklist_markdown, index: 0 } };
    return [() => perform(registry.named('tasks.convert_item'), contextOf(team, owner), call)];
  },
  async convertSubtask(team) {
    const { id: project_id } = await team.create('projects');
    const { id: parent_id } = await team.create('tasks', { project_id });
    const { id } = await team.create('tasks', { project_id, parent_id });
    const call = { path: { id: String(id) }, body: {} };
    return [() => perform(registry.named('tasks.convert_subtask'), contextOf(team, owner), call)];
  },
  async createContractFromDeal(team) {
    await service.sql(`update teams set won_phases = '{ganho}' where id = $1`, [team.id]);
    const { id } = await team.create('deals', { phase: 'ganho' });
    const template_id = await addTemplate(team);
    const body = { project_name: 'Site', template_id };
    const call = { path: { id: String(id) }, body };
    const ctx = contextOf(team, { ...owner, userId: String(team.users[0]) });
    return [() => perform(registry.named('deals.create_contract'), ctx, call)];
  },
  async setProjectKey(team) {
    const { id } = await team.create('projects');
    const call = { path: { id: String(id) }, body: { key: 'CHAVE' } };
    return [() => perform(registry.named('projects.set_key'), contextOf(team, owner), call)];
  },
  async setCampaignApproval(team) {
    const { id } = await team.create('campaigns');
    const call = { path: { id: String(id) }, body: { approval_status: 'approved' } };
    const operation = registry.named('campaigns.set_approval');
    return [() => perform(operation, contextOf(team, owner), call)];
  },
  async createApproval(team) {
    const { call, campaign } = await approving(team);
    await call('campaigns.set_approval', {
      path: { id: campaign },
      body: { approval_status: 'approved' },
    });
    return [() => call('approvals.create', { body: { campaign_ids: [campaign] } })];
  },
  async decideApproval(team) {
    const { decide } = await approved(team);
    return [() => decide('approved')];
  },
  async askForApprovalAgain(team) {
    const { call, decide, id } = await approved(team);
    await decide('changes', 'Outra foto.');
    return [() => call('approvals.ask_again', { path: { id } })];
  },
  async sendApproval(team) {
    const { call, id, link } = await approved(team);
    await takeFromWaiting(team);
    const [contact] = (await team.get('/msgapp/contacts')).body.data as Json[];
    const body = { contact_id: contact?.id, inbox_id: team.inbox, text: `Veja: ${link}` };
    return [() => call('approvals.send', { path: { id }, body })];
  },
  async testWebhook(team) {
    const { id } = await team.create('webhooks', { url: 'https://example.com' });
    return [() => succeeded(team.post(`/webhooks/${id}/test`))];
  },
  async receiveWebhook(team) {
    const project = await team.create('projects');
    const { slug, secret_token } = await team.create('webhooks', {
      target_pipeline_id: team.pipeline.id,
      field_mapping: { project_id: 'project' },
    });
    const context = contextOf(team, { kind: 'hook', webhookId: uuidv7() });
    const endpoint = await receiveWebhook.find(context.db, context.settings, String(slug));
    if (!endpoint) throw new Error('the endpoint was not found');
    const call = {
      ...bodiless,
      method: 'POST',
      headers: { authorization: `Bearer ${secret_token}` },
      body: Buffer.from(JSON.stringify({ project: project.id })),
    } as const;
    return [() => receiveWebhook.run(context, endpoint, call)];
  },
  async receiveCallback(team) {
    const context = contextOf(team, { kind: 'gateway', inboxId: team.inbox });
    const sent = await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: '5511955550001',
      content: 'Olá',
    });
    const connection = sandboxConnection(service.secrets, team.id, team.inbox);
    const callback = (payload: Parameters<typeof sandboxCallback>[1]) => async () => {
      const call = { ...bodiless, ...sandboxCallback(connection, payload) };
      const received = await receiveCallback.run(context, connection, call);
      expect(received.kind).toBe('taken');
    };
    const message = { from: '5511955559876', text: 'Oi' };
    const id = uuidv7();
    return [
      callback({ statuses: [{ id: sent.data.msgapp_message_id, status: 'delivered' }] }),
      callback({ messages: [{ ...message, id, name: 'Ana' }] }),
      callback({ edits: [{ id, text: 'Olá' }] }),
      callback({ states: [{ state: 'scan' }] }),
      callback({ messages: [{ ...message, id: uuidv7(), name: 'Bia' }] }),
      async () => {
        await service.sql(`update conversations set status = 'resolved' where team_id = $1`, [
          team.id,
        ]);
        await callback({ messages: [{ ...message, id: uuidv7(), name: 'Bia' }] })();
      },
    ];
  },
};

/** A conversation and a label of the team. */
async function labelling(team: TestTeam) {
  // The sandbox confirms nothing for this number: confirmations would emit events meanwhile.
  const body = { inbox_id: team.inbox, phone: '5511955550001', content: 'Olá' };
  const { conversation_id } = (await team.post('/msgapp/messages', body)).data;
  const made = await perform(registry.named('labels.create'), contextOf(team, owner), {
    body: { name: 'Urgente', color: 'red' },
  });
  return { conversation: String(conversation_id), label: String((made as Json).id) };
}

/** A campaign of the team, and a member who works on it. */
async function approving(team: TestTeam) {
  const { userId } = await makePerson(service, team, 'member');
  const ctx = contextOf(team, { ...owner, userId }, accepting(team));
  const { id } = await team.create('campaigns');
  const call = async (name: string, raw: RawInput): Promise<Json> => {
    const answer = await perform(registry.named(name), ctx, raw);
    return JSON.parse(answer as string) as Json;
  };
  return { call, campaign: String(id) };
}

/** The same, with a pending approval request to the client. */
async function approved(team: TestTeam) {
  const { call, campaign } = await approving(team);
  const made = await call('approvals.create', { body: { campaign_ids: [campaign] } });
  const id = String(made.id);
  const [{ sha256 } = {}] = made.items as Json[];
  const decide = (decision: string, comment?: string) =>
    call('approvals.decide', {
      path: { id },
      body: { campaign_id: campaign, decision, sha256, comment },
    });
  return { call, decide, id, link: String(made.link) };
}

const isServed = (each: Pick<Operation, 'id'>): each is Served =>
  served.some(({ id }) => id === each.id);
/** Operations that need a gateway, a link or several records: their events are tested with their feature. */
const testedElsewhere = [
  ...['setInbox', 'loginInbox', 'restartInbox', 'reconnectInbox', 'disconnectInbox', 'deleteInbox'],
  ...['getInboxHealth', 'fetchMedia', 'receiveInSandbox', 'importConversations'],
  ...[
    'setAvailability',
    'writeDealSummary',
    'mergeContact',
    'undoContactMerge',
    'renameDealPhase',
    'restoreTask',
    'decideByLink',
  ],
];

const emitting = [...registry.operations, ...registry.inbound].flatMap((operation) => {
  if (testedElsewhere.includes(operation.id)) return [];
  const calls = special[operation.id] ?? (isServed(operation) ? callsOf(operation) : undefined);
  return operation.emits.length > 0 || calls ? [{ id: operation.id, operation, calls }] : [];
});

test('exports are for people who may export, and for their keys', () => {
  const exporting = {
    name: 'x.export',
    allow: { user: 'member', key: 'read' },
    exports: true,
  } as const;
  const member = (mayExport: boolean) => ({ role: 'admin', seesValues: true, mayExport }) as const;
  const tries = (actor: Actor) => () => permit(exporting, actor);
  expect(tries(owner)).not.toThrow();
  expect(tries({ ...owner, ...member(true) })).not.toThrow();
  expect(tries({ ...owner, ...member(false) })).toThrow('may export');
  expect(tries(key)).not.toThrow();
  expect(tries({ ...key, member: member(true) })).not.toThrow();
  expect(tries({ ...key, member: member(false) })).toThrow('may export');
});

test.each(emitting)('$id emits the events that it declares', async ({ id, operation, calls }) => {
  if (!calls) throw new Error(`nothing here calls ${id}: give the calls that make it emit`);
  const team = await service.team();
  const kinds = new Set<string>();
  for (const call of await calls(team))
    for (const kind of await emittedBy(team, call)) kinds.add(kind);
  expect([...kinds].sort()).toEqual([...operation.emits].sort());
});
