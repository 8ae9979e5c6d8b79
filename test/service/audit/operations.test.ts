import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { registry, resources } from '#server/features/registry.ts';
import { addBillingLine } from '#test/support/billing.ts';
import {
  inputsOf,
  type Json,
  minimal,
  type TestTeam,
  useSharedService,
} from '#test/support/harness.ts';

/*
 * Every writing operation of v1 leaves exactly one audit entry. The cases come from the registry: operations of tables are tested
 * automatically, and any other new operation without a case fails the test.
 */
const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

/** Audit entries written while `work` runs. */
async function entriesOf(work: () => Promise<unknown>): Promise<Json[]> {
  const [before] = await service.sql(
    'select id from audit_entries where team_id = $1 order by id desc limit 1',
    [team.id],
  );
  await work();
  return service.sql(
    `select class, actor, actor_id, on_behalf_of, operation, record_type, record_id, before::json, after::json, request_id, host(address) as address
      from audit_entries where team_id = $1 and ($2::uuid is null or id > $2) order by id`,
    [team.id, before?.id ?? null],
  );
}

const keyOf = async () =>
  (
    await service.sql('select id, user_id from api_keys where team_id = $1 order by id', [team.id])
  )[0];

const tried = new Set<string>();

describe.each(resources.map(({ table }) => ({ name: table.name, table })))('$name', ({ table }) => {
  const { name, path } = table;
  const operation = (verb: string) => {
    tried.add(`${name}.${verb}`);
    return `${name}.${verb}`;
  };

  test('create, update and delete each leave one entry with the calling key and the changes', async () => {
    const key = await keyOf();
    const common = {
      actor: 'key',
      actor_id: key?.id,
      on_behalf_of: key?.user_id,
      record_type: name,
      request_id: expect.any(String),
      address: '127.0.0.1',
    };
    let made: Json = {};
    const least = await minimal(team, name);
    const created = await entriesOf(async () => {
      const answer = await team.post(path, least);
      expect(answer.status, answer.text).toBe(201);
      made = answer.data;
    });
    expect(created).toMatchObject([
      { ...common, operation: operation('create'), record_id: made.id, before: null },
    ]);
    // All fields that are set, except those that only this answer contains.
    const set = Object.entries(made).filter(
      ([field, value]) => value !== null && field in table.fields,
    );
    expect(Object.keys(created[0]?.after as Json).sort()).toEqual(
      set.map(([field]) => field).sort(),
    );

    const [text = ''] = inputsOf(table).update.accepts.filter((field) =>
      ['title', 'name', 'custom_name', 'note'].includes(field),
    );
    const change = () => team.put(`${path}/${made.id}`, { [text]: 'Outra coisa' });
    const updated = await entriesOf(change);
    expect(updated).toMatchObject([
      {
        ...common,
        operation: operation('update'),
        record_id: made.id,
        after: { [text]: 'Outra coisa' },
      },
    ]);
    expect(updated[0]?.before).toEqual({ [text]: made[text] ?? null });
    expect(await entriesOf(change)).toEqual([]);

    const removed = await entriesOf(() => team.delete(`${path}/${made.id}`));
    expect(removed).toMatchObject([
      { ...common, operation: operation('delete'), record_id: made.id },
    ]);
    expect(removed[0]?.before).not.toBeNull();
  });

  test('a refused request leaves no entry; a retry under the same idempotency key leaves no second one', async () => {
    const refused = await entriesOf(async () => {
      expect((await team.put(`${path}/${uuidv7()}`, {})).status).toBe(404);
      expect((await team.delete(`${path}/${uuidv7()}`)).status).toBe(404);
      const link = [...table.links.keys()].find((field) =>
        inputsOf(table).create.accepts.includes(field),
      );
      if (!link) return;
      const isList = table.fields[link]?.sql === 'uuid[]';
      const body = { ...(await minimal(team, name)), [link]: isList ? [uuidv7()] : uuidv7() };
      expect((await team.post(path, body)).status).toBe(404);
    });
    expect(refused.filter(({ record_type }) => record_type === name)).toEqual([]);
    const body = await minimal(team, name);
    const headers = { 'idempotency-key': uuidv7() };
    const repeated = await entriesOf(async () => {
      for (let i = 0; i < 2; i += 1)
        expect((await team.call('POST', path, body, headers)).status).toBe(201);
    });
    expect(repeated).toHaveLength(1);
  });
});

test('every other writing operation leaves one entry too', async () => {
  const endpoint = await team.create('webhooks', { url: 'https://example.com/audit' });
  const item = `/webhooks/${endpoint.id}`;
  const timer = await team.create('time_entries', { user_id: team.users[0], minutes: undefined });
  const [deal, campaign] = [await team.create('deals'), await team.create('campaigns')];
  const line = await addBillingLine(service, team);
  await service.sql('update billing_lines set value = 1 where id = $1', [line.id]);
  const [template] = await service.sql(
    `insert into project_templates (team_id, id, name) values ($1, uuid7(), 'Loja') returning id`,
    [team.id],
  );
  const tries: Record<string, () => Promise<{ status: number; text: string }>> = {
    'webhooks.rotate_secret': () => team.post(`${item}/rotate-secret`),
    'webhooks.test': () => team.post(`${item}/test`),
    'deliveries.replay': async () => {
      const [delivery] = (await team.get(`${item}/deliveries`)).body.data as Json[];
      return team.post(`${item}/deliveries/${delivery?.id}/replay`);
    },
    'time_entries.stop': () => team.post(`/time-entries/${timer.id}/stop`),
    'billing_lines.update': () => team.put(`/billing-lines/${line.id}`, { reference: 'NFS-e 1' }),
    'billing_lines.recalculate': () => team.post(`/billing-lines/${line.id}/recalculate`),
    'project_templates.create_project': () =>
      team.post(`/project-templates/${template?.id}/projects`, { name: 'Loja' }),
    'comments.create': () => {
      const record = { record_type: 'deals', record_id: deal.id, author_id: team.users[0] };
      return team.post('/comments', { ...record, content: 'Pronto' });
    },
    'approvals.create': () => team.post('/approvals', { campaign_ids: [campaign.id] }),
    'deliveries.replay_many': () => team.post(`${item}/replay`),
    'messages.send': () =>
      team.post('/msgapp/messages', {
        inbox_id: team.inbox,
        phone: '5511999990000',
        message_type: 'text',
        content: 'Olá',
      }),
    'conversations.label': async () => {
      const [label] = await service.sql(
        `insert into labels (team_id, id, name, color) values ($1, uuid7(), 'Urgente', 'red') returning id`,
        [team.id],
      );
      const [conversation] = (await team.get('/msgapp/conversations')).body.data as Json[];
      return team.post(`/msgapp/conversations/${conversation?.id}/labels`, {
        add_labels: [label?.id],
      });
    },
  };
  for (const [operation, call] of Object.entries(tries)) {
    const written = await entriesOf(async () => {
      const answer = await call();
      expect([200, 201, 502], answer.text).toContain(answer.status);
    });
    expect(written, operation).toMatchObject([{ operation, actor: 'key' }]);
    expect(JSON.stringify(written)).not.toMatch(/whsec_|Olá/);
    tried.add(operation);
  }
  // Template messages through official numbers take the same path as other messages.
  tried.add('messages.send_template');
  const writes = registry.operations.filter(({ v1 }) => v1 !== undefined && v1.method !== 'GET');
  expect(writes.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});
