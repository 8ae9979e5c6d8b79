import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeKind, namedOnly, triggers } from '#server/events/catalogue.ts';
import { deepestChain } from '#server/events/outbox.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { eventKinds } from '#server/features/event-kinds.ts';
import { resources } from '#server/features/registry.ts';
import { readJson } from '#server/platform/limited-json.ts';
import { number } from '#server/records/fields.ts';
import { updateStatement } from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import {
  type Answer,
  call,
  inputsOf,
  type Json,
  minimal,
  resourceNamed,
  type TestTeam,
} from '#test/support/harness.ts';
import { useMessaging } from '#test/support/messaging/fixture.ts';
import { cleanUp, onDatabase, pauta } from '#test/support/processes.ts';
import { fullBody, goodValues, linkValue, updatable } from '#test/support/samples.ts';
import { corporate, deep, edges, hostileFields, json, text } from '#test/support/values.ts';

/*
 * Every change of a record stores exactly one event per matching kind, in the same transaction, in the bytes that are delivered. Nothing
 * else emits events.
 */

const messaging = useMessaging();
const { service } = messaging;
afterAll(cleanUp);

let phones = 0;
/** An unused number. The sandbox accepts messages for it, and never confirms them unless it ends otherwise. */
const newPhone = (ending = '0001') => `55119${String(8_000 + phones++)}${ending}`;

/** Every resource that emits events. */
const recordsWithEvents = resources
  .filter(({ table: resource }) => changeKind(resource, 'created') !== undefined)
  .map(({ table: resource, deleted }) => ({
    name: resource.name,
    resource,
    isPermanent: deleted.deleted === true,
    /** Values that DELETE sets if it keeps the record, as far as PUT can set them too. */
    retired: Object.fromEntries(
      Object.entries(deleted).filter(([field]) =>
        inputsOf(resource).update.accepts.includes(field),
      ),
    ),
  }));

/** A stored event. */
interface Told {
  readonly id: string;
  readonly type: string;
  readonly record: string;
  readonly at: string;
  readonly payload: string;
  /** Transaction that wrote it. */
  readonly transaction: string;
}

const select = `select id, type, record_id, created_at, payload, xmin::text from events`;
const read = (rows: readonly Json[]): Told[] =>
  rows.map((row) => ({
    id: String(row.id),
    type: String(row.type),
    record: String(row.record_id),
    at: (row.created_at as Date).toISOString(),
    payload: String(row.payload),
    transaction: String(row.xmin),
  }));

/** All events about a record, in order. */
const eventsAbout = async (id: unknown) =>
  read(await service.sql(`${select} where record_id = $1 order by id`, [id]));

const eventsOf = async (team: TestTeam) =>
  read(await service.sql(`${select} where team_id = $1 order by id`, [team.id]));

/** Events of a team emitted by the work. */
async function toldBy(team: TestTeam, work: () => Promise<unknown>): Promise<Told[]> {
  const before = new Set((await eventsOf(team)).map(({ id }) => id));
  await work();
  return (await eventsOf(team)).filter(({ id }) => !before.has(id));
}

/** JSON text of the record in an answer. */
const textOf = ({ text }: Answer) => text.slice('{"success":true,"data":'.length, -1);

/** The payload with `data` and the previous values (both JSON texts), to the byte. */
const payloadOf = ({ id, type, at }: Told, data: string, previous: string) =>
  `{"id":"${id}","type":"${type}","created_at":"${at}","data":${data},"previous":${previous}}`;

const parsed = ({ payload }: Told) => readJson(payload) as { data: Json; previous: Json };

/** Previous values of the changed fields, as JSON text. */
const whatWas = (before: Json, after: Json) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(before).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name]),
      ),
    ),
  );

/** Record name in event kinds. */
const subjectOf = ({ one }: Pick<Table, 'one'>) => one.replaceAll(' ', '_');

/** Kinds of events emitted by a change through PUT. */
function kindsOf(resource: Table, before: Json, after: Json): string[] {
  const one = subjectOf(resource);
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const differs = (...names: string[]) => names.some((name) => before[name] !== after[name]);
  return [
    `${one}.updated`,
    ...(one === 'deal' && differs('phase') ? ['deal.stage_changed'] : []),
    ...(one === 'task' && differs('pipeline_id', 'column') ? ['task.moved'] : []),
  ];
}

const types = (events: readonly Told[]) => events.map(({ type }) => type);

/** A free text that update accepts. */
const proseOf = (resource: Table) =>
  ['description', 'notes', 'note', 'title'].find((name) =>
    inputsOf(resource).update.accepts.includes(name),
  ) ?? '';

/** Compares an update's answer, the record after it and its events. */
async function expectTold(
  resource: Table,
  before: Json,
  after: Answer,
  events: readonly Told[],
): Promise<void> {
  const kinds = kindsOf(resource, before, after.data);
  expect(types(events)).toEqual(kinds);
  for (const event of events)
    expect(event.payload).toBe(payloadOf(event, textOf(after), whatWas(before, after.data)));
  expect(new Set(events.map(({ transaction }) => transaction)).size).toBe(kinds.length && 1);
}

/**
 * Follows the events of one record: the previous values of each turn its record into the one of the event before.
 * @returns the last record
 */
function follow(events: readonly Told[]): Json {
  const [first, ...rest] = events.filter(
    ({ type }) => !['deal.stage_changed', 'task.moved'].includes(type),
  );
  if (!first) throw new Error('nothing was emitted');
  expect(first.type).toMatch(/\.created$/);
  return rest.reduce((record, event) => {
    const { data, previous } = parsed(event);
    if (previous !== null && Object.keys(previous).length > 0)
      expect({ ...data, ...previous }).toEqual(record);
    else expect(data).toEqual(record);
    for (const [name, was] of Object.entries(previous)) expect(data[name]).not.toEqual(was);
    return data;
  }, parsed(first).data);
}

/** A record with a changeable field, and successive values for it; each differs from the last. */
async function turnsOf(
  team: TestTeam,
  resource: Table,
  name: string,
): Promise<{ record: Json; values: unknown[] }> {
  const field = resource.fields[name];
  if (!field) throw new Error(name);
  const inTeamPipeline = { pipeline_id: team.pipeline.id };
  switch (`${resource.name} ${name}`) {
    case 'clients type':
      return {
        record: await team.create('clients', await fullBody(team, resource)),
        values: ['PJ', 'PF'],
      };
    case 'tasks column':
      return { record: await team.create('tasks', inTeamPipeline), values: ['last', 'first'] };
    case 'tasks pipeline_id': {
      const [record, otherRecord] = [await team.create('tasks'), await team.create('tasks')];
      // The other team's pipeline has the same columns.
      return { record, values: [otherRecord.pipeline_id, team.pipeline.id, record.pipeline_id] };
    }
    case 'time_entries minutes':
      // Only the timer of a user may run.
      return {
        record: await team.create('time_entries', { user_id: team.users[0] }),
        values: [12.5, 3, null],
      };
    case 'tasks parent_id': {
      const record = await team.create('tasks');
      const [a, b] = await Promise.all(
        [1, 2].map(() => team.create('tasks', { project_id: record.project_id })),
      );
      return { record, values: [a?.id, b?.id, null] };
    }
    case 'tasks assignee_ids':
      return {
        record: await team.create('tasks'),
        values: [[team.users[0]], [team.users[1], team.users[0]], []],
      };
    default:
  }
  const record = await team.create(resource.name, corporate.includes(name) ? { type: 'PJ' } : {});
  const enumeration = (field.schema as Json).enum as string[] | undefined;
  const values = resource.links.has(name)
    ? [await linkValue(team, resource, name)]
    : [...(enumeration ?? goodValues(name, field))];
  const { nullable, emptied } = updatable(resource);
  if (nullable.includes(name) || emptied.includes(name)) values.push(null);
  return { record, values: values.filter((value, i) => i > 0 || value !== record[name]) };
}

test('the resources of the interface emit events, and only those', () => {
  const names = recordsWithEvents.map(({ name }) => name);
  for (const name of [
    'contacts',
    'projects',
    'clients',
    'tasks',
    'deals',
    'campaigns',
    'activities',
  ])
    expect(names).toContain(name);
  expect(names).not.toContain('webhooks');
  for (const { resource } of recordsWithEvents)
    for (const change of ['created', 'updated', 'deleted'])
      expect(eventKinds).toContain(`${subjectOf(resource)}.${change}`);
});

describe.each(recordsWithEvents)('$name', ({ name, resource, isPermanent, retired }) => {
  const { path } = resource;
  const one = subjectOf(resource);
  let team: TestTeam;
  /** Team for updates field by field, since some values are unique. */
  let updated: TestTeam;
  beforeAll(async () => {
    team = await service.team();
    updated = await service.team();
  });

  /** A record with its address. */
  const make = async (fields: Json = {}) => {
    const record = await team.create(name, fields);
    return { record, at: `${path}/${record.id}` };
  };

  test('create emits one event, which holds the answered record', async () => {
    for (const body of [await minimal(team, name), await fullBody(team, resource)]) {
      const started = Date.now();
      let made: Answer | undefined;
      const events = await toldBy(team, async () => {
        made = await team.post(path, body);
      });
      // Hours of a task also change the task: resources/time-entries.test.ts.
      const [event, ...others] = events.filter(
        ({ type }) => name !== 'time_entries' || type !== 'task.updated',
      );
      if (!event || !made) throw new Error('nothing was emitted');
      expect(made.status, made.text).toBe(201);
      expect(others).toEqual([]);
      expect(event).toMatchObject({ type: `${one}.created`, record: made.data.id });
      expect(event.payload).toBe(payloadOf(event, textOf(made), 'null'));
      expect(event.payload).toBe(
        payloadOf(event, textOf(await team.get(`${path}/${made.data.id}`)), 'null'),
      );
      expect(Object.keys(readJson(event.payload) as Json)).toEqual([
        'id',
        'type',
        'created_at',
        'data',
        'previous',
      ]);
      // The id is a UUID of version 7 with the time of the event.
      expect(event.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
      const at = Date.parse(event.at);
      expect(Number.parseInt(event.id.replace('-', '').slice(0, 12), 16)).toBe(at);
      expect(at).toBeGreaterThanOrEqual(started);
      expect(at).toBeLessThanOrEqual(Date.now());
      const [record] = await service.sql(`select xmin::text from ${name} where id = $1`, [
        made.data.id,
      ]);
      expect(event.transaction).toBe(record?.xmin);
    }
  });

  test.each(inputsOf(resource).update.accepts.map((field) => ({ field })))(
    'an update of $field emits the new record, and exactly the changed fields',
    async ({ field }) => {
      const { record, values } = await turnsOf(updated, resource, field);
      const at = `${path}/${record.id}`;
      let before = await updated.get(at);
      let countBefore = (await eventsAbout(record.id)).length;
      for (const value of values) {
        const answer = await updated.put(at, { [field]: value });
        expect(answer.status, answer.text).toBe(200);
        const after = await updated.get(at);
        expect(textOf(answer)).toBe(textOf(after));
        const events = (await eventsAbout(record.id)).slice(countBefore);
        await expectTold(resource, before.data, after, events);
        expect(Object.keys(events[0] ? parsed(events[0]).previous : {})).toContain(field);
        await updated.put(at, { [field]: value });
        countBefore += events.length;
        expect(await eventsAbout(record.id)).toHaveLength(countBefore);
        before = after;
      }
    },
  );

  test('an update of many fields emits one event with all of them', async () => {
    const { record, at } = await make();
    const before = await team.get(at);
    const full = await fullBody(team, resource);
    const body = Object.fromEntries(
      Object.entries(full).filter(
        // A parent is in the same project.
        ([field]) =>
          inputsOf(resource).update.accepts.includes(field) &&
          !['slug', 'cpf', 'parent_id'].includes(field),
      ),
    );
    const after = await team.put(at, {
      ...body,
      ...(name === 'tasks' ? { pipeline_id: team.pipeline.id } : {}),
    });
    expect(after.status, after.text).toBe(200);
    await expectTold(resource, before.data, after, (await eventsAbout(record.id)).slice(1));
  });

  test('a change without effect emits nothing', async () => {
    const { record, at } = await make(
      name === 'contacts'
        ? { ...(await fullBody(team, resource)), ...(await minimal(team, name)) }
        : { ...(await fullBody(team, resource)), slug: undefined, cpf: undefined },
    );
    const sent = Object.fromEntries(
      Object.entries(record).filter(([field]) => inputsOf(resource).update.accepts.includes(field)),
    );
    const events = await toldBy(team, async () => {
      for (const body of [undefined, {}, record, sent, { ...record, created_at: 'x', id: 'x' }]) {
        const answer = await team.call('PUT', at, body);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data).toEqual(record);
      }
      for (const field of Object.keys(sent)) {
        // Alone, the main assignee is the only one.
        if (field === 'assignee_id') continue;
        const alone = await team.put(at, { [field]: record[field] });
        expect(alone.status, alone.text).toBe(200);
      }
      await team.get(at);
      await team.get(path);
    });
    expect(events).toEqual([]);
  });

  test('a refused request emits nothing', async () => {
    const { record, at } = await make();
    const least = await minimal(team, name);
    const otherRecord = await minimal(team, name);
    const { api_key } = await createKey(service.database.platform, team.id, {
      name: 'Read',
      scope: 'read',
      userId: null,
      expiresAt: null,
    });
    const theirs = await (await service.team()).create(name);
    const answers: Answer[] = [];
    const events = await toldBy(team, async () => {
      const change = { [proseOf(resource)]: 'x' };
      const key = { 'idempotency-key': uuidv7() };
      const nowhere = [...resource.links].map(
        ([field]): Json => ({
          [field]: resource.fields[field]?.sql === 'uuid[]' ? [uuidv7()] : uuidv7(),
        }),
      );
      for (const link of nowhere) {
        answers.push(await team.post(path, { ...least, ...link }));
        if (!inputsOf(resource).update.immutable?.includes(Object.keys(link)[0] ?? ''))
          answers.push(await team.put(at, { ...change, ...link }));
      }
      for (const field of inputsOf(resource).update.immutable ?? [])
        answers.push(
          await team.put(at, { ...change, [field]: otherRecord[field] ?? team.users[0] }),
        );
      answers.push(
        await team.post(path, {}),
        await team.post(path, '{'),
        await team.post(path, { ...least, unknown: 1 }),
        await team.put(at, { ...change, unknown: 1 }),
        await team.put(at, { [proseOf(resource)]: 1 }),
        await team.put(`${path}/${uuidv7()}`, change),
        await team.put(`${path}/${theirs.id}`, change),
        await team.delete(`${path}/${uuidv7()}`),
        await team.delete(`${path}/${theirs.id}`),
        await team.post(path, '{}', key),
        await team.post(path, least, key),
        await call(service.app, api_key, 'POST', path, least),
        await call(service.app, api_key, 'PUT', at, change),
        await call(service.app, api_key, 'DELETE', at),
        await call(service.app, undefined, 'DELETE', at),
        await team.call('PATCH', at, change),
      );
      if (name === 'contacts') answers.push(await team.post(path, { phone: record.phone }));
      if (name === 'tasks') answers.push(await team.put(at, { ...change, column: 'nowhere' }));
    });
    for (const answer of answers) {
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      expect(answer.status, answer.text).toBeLessThan(500);
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set([400, 401, 403, 404, 405, 422]),
    );
    expect(events).toEqual([]);
    expect((await team.get(at)).data).toEqual(record);
  });

  test('DELETE emits one event, even if it is repeated', async () => {
    const { record, at } = await make(await minimal(team, name));
    const before = await team.get(at);
    const gone = await team.delete(at);
    expect(gone.status, gone.text).toBe(200);
    const [, event, ...others] = await eventsAbout(record.id);
    expect(others).toEqual([]);
    if (!event) throw new Error('nothing was emitted');
    expect(event.type).toBe(`${one}.deleted`);
    if (isPermanent) expect(event.payload).toBe(payloadOf(event, textOf(before), '{}'));
    else {
      const { data } = parsed(event);
      // The record after it, as a list would show it; except for a task, which is no longer shown.
      const after = name === 'tasks' ? { ...before.data, ...data } : (await team.get(at)).data;
      expect(data).toEqual(after);
      for (const field of ['status', 'deleted_at', 'is_completed'])
        if (field in gone.data) expect(data[field]).toBe(gone.data[field]);
      expect(event.payload).toBe(
        payloadOf(event, JSON.stringify(after), whatWas(before.data, after)),
      );
      const changed = Object.keys(parsed(event).previous).filter((field) => field !== 'updated_at');
      expect(changed).toEqual([
        name === 'tasks' ? 'deleted_at' : name === 'activities' ? 'is_completed' : 'status',
      ]);
    }
    const events = await toldBy(team, async () => {
      for (let i = 0; i < 2; i += 1) await team.delete(at);
    });
    expect(events).toEqual([]);
  });

  if (Object.keys(retired).length > 0)
    test('DELETE of a record already retired by an update changes nothing, and emits nothing', async () => {
      const { record, at } = await make();
      expect((await team.put(at, retired)).status).toBe(200);
      expect((await team.delete(at)).status).toBe(200);
      expect(types(await eventsAbout(record.id))).toEqual([`${one}.created`, `${one}.updated`]);
    });

  test('with an Idempotency-Key the event is emitted once, for concurrent and repeated requests', async () => {
    for (const atOnce of [true, false]) {
      const [body, key] = [await minimal(team, name), { 'idempotency-key': uuidv7() }];
      const events = await toldBy(team, async () => {
        if (atOnce) await Promise.all(Array.from({ length: 20 }, () => team.post(path, body, key)));
        for (let i = 0; i < 3; i += 1) expect((await team.post(path, body, key)).status).toBe(201);
      });
      expect(types(events)).toEqual([`${one}.created`]);
    }
  });

  test('concurrent updates emit a chain without gaps or repeats', async () => {
    const { record, at } = await make(name === 'tasks' ? { pipeline_id: team.pipeline.id } : {});
    const also = (i: number): Json => {
      if (name === 'deals') return { phase: `phase ${i}` };
      if (name === 'tasks') return { column: i % 2 === 0 ? 'first' : 'last' };
      return {};
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        team.put(at, { [proseOf(resource)]: `text ${i}`, ...also(i) }),
      ),
    );
    const events = await eventsAbout(record.id);
    const updates = events.filter(({ type }) => type === `${one}.updated`);
    expect(updates).toHaveLength(20);
    expect(follow(events)).toEqual((await team.get(at)).data);
    // Each answer is the record of its event.
    expect(updates.map((event) => JSON.stringify(parsed(event).data)).sort()).toEqual(
      answers.map(textOf).sort(),
    );
    // Further kinds of a change follow its update directly, with the same content.
    events.forEach((event, i) => {
      if (![`${one}.created`, `${one}.updated`].includes(event.type)) {
        const update = events[i - 1];
        expect(update?.type).toBe(`${one}.updated`);
        expect(update?.transaction).toBe(event.transaction);
        expect(event.payload).toBe(
          update &&
            payloadOf(
              event,
              JSON.stringify(parsed(update).data),
              JSON.stringify(parsed(update).previous),
            ),
        );
      }
    });
    if (name === 'deals')
      expect(types(events).filter((type) => type === 'deal.stage_changed')).toHaveLength(20);
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort());
  });

  test('identical concurrent updates are emitted once', async () => {
    const { record, at } = await make();
    await Promise.all(
      Array.from({ length: 20 }, () => team.put(at, { [proseOf(resource)]: 'the same' })),
    );
    expect(types(await eventsAbout(record.id))).toEqual([`${one}.created`, `${one}.updated`]);
  });

  test('concurrent updates and deletes: the chain is complete, and has one end', async () => {
    const { record, at } = await make();
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 4 === 3 ? team.delete(at) : team.put(at, { [proseOf(resource)]: `text ${i}` }),
      ),
    );
    const events = await eventsAbout(record.id);
    expect(types(events).filter((type) => type === `${one}.deleted`)).toHaveLength(1);
    const last = follow(events);
    const now = await team.get(at);
    if (now.status === 200) expect(now.data).toEqual(last);
    else expect(events.at(-1)?.type).toBe(`${one}.deleted`);
  });

  test('if the event cannot be stored, nothing is stored', async () => {
    const { record, at } = await make(name === 'tasks' ? { pipeline_id: team.pipeline.id } : {});
    const least = await minimal(team, name);
    const key = { 'idempotency-key': uuidv7() };
    const change: Json = {
      [proseOf(resource)]: 'x',
      ...(name === 'deals' ? { phase: 'ganho' } : {}),
      ...(name === 'tasks' ? { column: 'last', assignee_ids: team.users } : {}),
    };
    const before = await everything();
    for (const [kind, request] of [
      ['created', () => team.post(path, least)],
      ['created', () => team.post(path, least, key)],
      ['updated', () => team.put(at, change)],
      ['deleted', () => team.delete(at)],
      ...(name === 'deals' ? [['stage_changed', () => team.put(at, change)] as const] : []),
      ...(name === 'tasks' ? [['moved', () => team.put(at, change)] as const] : []),
    ] as const) {
      await service.sql(
        `alter table events add constraint broken check (type <> '${one}.${kind}') not valid`,
      );
      try {
        expect((await request()).status, kind).toBe(500);
      } finally {
        await service.sql('alter table events drop constraint broken');
      }
      expect(await everything(), kind).toEqual(before);
      expect((await team.get(at)).data).toEqual(record);
    }
    // Once it can be stored again, everything works, including the key.
    const events = await toldBy(team, async () => {
      expect((await team.post(path, least, key)).status).toBe(201);
      expect((await team.put(at, change)).status).toBe(200);
      expect((await team.delete(at)).status).toBe(200);
    });
    const others = ['deal.stage_changed', 'task.moved'];
    expect(types(events).filter((type) => !others.includes(type))).toEqual([
      `${one}.created`,
      `${one}.updated`,
      `${one}.deleted`,
    ]);
  });

  test('for all values, the payload is what JSON.stringify writes', async () => {
    const least = await minimal(team, name);
    const bodies = fc.record(hostileFields(resource), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(bodies, bodies, async (first, second) => {
        // A unique phone, and a column in which no other task has to make room.
        const isApart = name === 'contacts' || name === 'tasks';
        const start = { ...least, ...(isApart ? await minimal(team, name) : {}) };
        const fields = Object.keys(first).filter((field) =>
          inputsOf(resource).create.accepts.includes(field),
        );
        const made = await team.post(path, {
          ...start,
          ...Object.fromEntries(fields.map((field) => [field, first[field]])),
        });
        expect(made.status, made.text).toBe(201);
        const at = `${path}/${made.data.id}`;
        const after = await team.put(at, second);
        expect(after.status, after.text).toBe(200);
        const [created, ...updates] = await eventsAbout(made.data.id);
        expect(created?.payload).toBe(created && payloadOf(created, textOf(made), 'null'));
        await expectTold(resource, made.data, after, updates);
        for (const { payload } of [created, ...updates].flatMap((event) => event ?? []))
          expect(JSON.stringify(readJson(payload))).toBe(payload);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

/** Number of rows in every table. */
async function everything(): Promise<Json> {
  const [counts] = await service.sql(
    `select ${[
      ...recordsWithEvents.map(({ name }) => name),
      ...['events', 'deliveries', 'workflow_runs', 'pipelines', 'columns', 'task_assignees'],
      ...['idempotency_keys', 'conversations', 'messages', 'webhooks'],
    ]
      .map((table) => `(select count(*)::int from ${table}) as ${table}`)
      .join(', ')}`,
  );
  return counts ?? {};
}

describe('free JSON', () => {
  test.each([
    '{"a":1E+2,"b":1.0,"c":-0,"d":0.10,"e":1e21,"f":100e-2,"g":1e-7,"h":5e-324,"i":1.7976931348623157e308}',
    '{"2":1,"1":2,"b":3,"a":4,"0":{"10":1,"9":2}}',
    '{"__proto__":{"x":1},"constructor":null,"":""}',
    '{ "a" : [ 1 , 2 ] , "b":"\\u0041\\/\\u00e9\\ud83d\\ude00\\u2028" }',
    '{"a":1,"a":2}',
    '{"n":9007199254740993,"m":123456789012345678901234567890,"o":33.333333333333336}',
    JSON.stringify(deep(31)),
  ])(
    '%s is emitted as JSON.stringify writes it, as current and as previous value',
    async (goals) => {
      const team = await service.team();
      const project = await team.create('projects');
      const made = await team.post(
        '/campaigns',
        `{"name":"C","project_id":"${project.id}","goals":${goals}}`,
      );
      expect(made.status, made.text).toBe(201);
      await team.put(`/campaigns/${made.data.id}`, { goals: { other: 1 } });
      await team.put(`/campaigns/${made.data.id}`, `{"goals":${goals}}`);
      const canonical = JSON.stringify(readJson(goals));
      const events = await eventsAbout(made.data.id);
      expect(types(events)).toEqual(['campaign.created', 'campaign.updated', 'campaign.updated']);
      for (const { payload } of events) {
        expect(payload).toContain(`"goals":${canonical}`);
        expect(JSON.stringify(readJson(payload))).toBe(payload);
      }
      // Another spelling of the current value is no change.
      await team.put(`/campaigns/${made.data.id}`, `{"goals": ${canonical} }`);
      expect(await eventsAbout(made.data.id)).toHaveLength(3);
    },
  );

  test('keys with escapes stay unchanged, regardless of earlier keys', async () => {
    const team = await service.team();
    const project = await team.create('projects');
    for (const goals of ['{"a":1,"\\\\":2}', '{"a":1,"\\"":2}', '{"a":1,"\\n":2}']) {
      const body = `{"name":"C","project_id":"${project.id}","goals":${goals}}`;
      const made = await team.post('/campaigns', body);
      expect(textOf(made)).toContain(`"goals":${goals}`);
      expect((await eventsAbout(made.data.id))[0]?.payload).toContain(`"goals":${goals}`);
    }
  });
});

// Changes without events ------------------------------------------------------------------------------------------

test('creating, changing and removing webhook endpoints emits nothing', async () => {
  const team = await service.team();
  const events = await toldBy(team, async () => {
    for (const url of [undefined, 'https://example.com/a']) {
      const made = await team.post('/webhooks', { name: 'Fora', ...(url ? { url } : {}) });
      expect(made.status, made.text).toBe(201);
      const at = `/webhooks/${made.data.id}`;
      for (const body of [{ name: 'Outra' }, { is_active: false }, { url: 'https://example.com' }])
        expect((await team.put(at, body)).status).toBe(200);
      expect((await team.delete(at)).status).toBe(200);
    }
  });
  expect(events).toEqual([]);
  expect(await service.sql('select from deliveries where team_id = $1', [team.id])).toEqual([]);
});

test('related records change nothing in the event: they have separate events', async () => {
  const team = await service.team();
  const client = await team.create('clients', { name: 'Antes' });
  const deal = await team.create('deals', { client_id: client.id });
  await team.put(`/clients/${client.id}`, { name: 'Depois' });
  expect(types(await eventsAbout(deal.id))).toEqual(['deal.created']);
  await team.put(`/deals/${deal.id}`, { client_id: null });
  const event = (await eventsAbout(deal.id)).at(-1);
  expect(event && parsed(event).previous).toMatchObject({
    client_id: client.id,
    client: { id: client.id, name: 'Depois' },
  });
});

// Messages ---------------------------------------------------------------------------------------------------------

describe('messages', () => {
  test('a send to an unknown phone emits the contact before the message, once', async () => {
    const team = await service.team();
    const body = { inbox_id: team.inbox, phone: newPhone('9999'), content: 'Olá' };
    expect((await team.post('/msgapp/messages', body)).status).toBe(201);
    const kinds = [
      'contact.created',
      'message.created',
      'msgapp.message.status',
      'msgapp.message.status',
    ];
    await expect.poll(async () => types(await eventsOf(team))).toEqual(kinds);
    const [created] = await eventsOf(team);
    const contact = await team.get(`/msgapp/contacts/${created?.record}`);
    expect(contact.data.phone).toBe(body.phone);
    expect(created?.payload).toBe(created && payloadOf(created, textOf(contact), 'null'));
    expect((await team.post('/msgapp/messages', body)).status).toBe(201);
    await expect.poll(async () => (await eventsOf(team)).length).toBe(7);
    expect(types(await eventsOf(team)).filter((type) => type === 'contact.created')).toHaveLength(
      1,
    );
  });

  test('concurrent sends to one new phone emit its contact once', async () => {
    const team = await service.team();
    const body = { inbox_id: team.inbox, phone: newPhone(), content: 'Olá' };
    const events = await toldBy(team, () =>
      Promise.all(Array.from({ length: 10 }, () => team.post('/msgapp/messages', body))),
    );
    expect(types(events).filter((type) => type === 'contact.created')).toHaveLength(1);
    expect(events[0]?.type).toBe('contact.created');
  });

  test('a refused message emits nothing; one whose contact event cannot be stored does not exist', async () => {
    const team = await service.team();
    const body = { inbox_id: team.inbox, phone: newPhone(), content: 'Olá' };
    const refused = await toldBy(team, async () => {
      const lost = await team.post('/msgapp/messages', { ...body, inbox_id: uuidv7() });
      expect(lost.status).toBe(404);
    });
    expect(refused).toEqual([]);
    const before = await everything();
    await service.sql(
      `alter table events add constraint broken check (type <> 'contact.created') not valid`,
    );
    try {
      expect((await team.post('/msgapp/messages', body)).status).toBe(500);
    } finally {
      await service.sql('alter table events drop constraint broken');
    }
    expect(await everything()).toEqual(before);
  });

  test('an incoming message emits the contact that it creates, and its new name, before the message', async () => {
    const team = await service.team();
    const fixture = await messaging.evolution({ team });
    const from = newPhone();
    const first = await toldBy(team, () => fixture.note({ from, name: 'Maria' }));
    expect(types(first)).toEqual(['contact.created', 'msgapp.message.received', 'message.created']);
    const [created] = first;
    if (!created) throw new Error('nothing was emitted');
    const at = `/msgapp/contacts/${created.record}`;
    const before = await team.get(at);
    expect(before.data).toMatchObject({ phone: from, push_name: 'Maria' });
    expect(created.payload).toBe(payloadOf(created, textOf(before), 'null'));

    const second = await toldBy(team, () => fixture.note({ from, name: 'Maria "Zé" \u2028\\' }));
    expect(types(second)).toEqual([
      'contact.updated',
      'msgapp.message.received',
      'message.created',
    ]);
    const after = await team.get(at);
    expect(after.data.push_name).toBe('Maria "Zé" \u2028\\');
    const [updated] = second;
    expect(updated?.payload).toBe(
      updated && payloadOf(updated, textOf(after), whatWas(before.data, after.data)),
    );
    expect(new Set(second.map(({ transaction }) => transaction)).size).toBe(1);

    // The same name, or none, is no change; a repeated message emits nothing at all.
    const id = 'WIRE1';
    const third = await toldBy(team, () => fixture.note({ from, name: 'Maria "Zé" \u2028\\', id }));
    expect(types(third)).toEqual(['msgapp.message.received', 'message.created']);
    expect(await toldBy(team, () => fixture.note({ from, name: 'Outra', id }))).toEqual([]);
    const nameless = await toldBy(team, () => fixture.note({ from, name: '' }));
    expect(types(nameless)).toEqual(['msgapp.message.received', 'message.created']);
    expect((await team.get(at)).data).toEqual(after.data);
  });
});

test('pauta task restore emits one event, with the task no longer deleted', async () => {
  const team = await service.team();
  const task = await team.create('tasks');
  const at = `/tasks/${task.id}`;
  await team.delete(at);
  const deleted = (await eventsAbout(task.id)).at(-1);
  const restore = ['task', 'restore', String(task.id), '--team', team.slug];
  expect((await pauta(restore, onDatabase(service.connection))).status).toBe(0);
  expect((await pauta(restore, onDatabase(service.connection))).status).toBe(1);
  const [, , updated, ...others] = await eventsAbout(task.id);
  expect(others).toEqual([]);
  expect(updated?.type).toBe('task.updated');
  expect(updated?.payload).toBe(
    updated &&
      deleted &&
      payloadOf(
        updated,
        textOf(await team.get(at)),
        whatWas(parsed(deleted).data, (await team.get(at)).data),
      ),
  );
  expect(Object.keys(updated ? parsed(updated).previous : {})).toEqual([
    'updated_at',
    'deleted_at',
  ]);
});

// Teams ------------------------------------------------------------------------------------------------------------

const uuids = (words: string) => words.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

/** Creates, changes and removes a record of each resource. */
async function liveThrough(team: TestTeam): Promise<void> {
  for (const { name, resource } of recordsWithEvents) {
    const body = await fullBody(team, resource);
    if (name === 'tasks') body.column = 'first';
    if (name === 'activities') body.is_completed = false;
    const made = await team.post(resource.path, body);
    expect(made.status, made.text).toBe(201);
    const at = `${resource.path}/${made.data.id}`;
    for (const change of [
      { [proseOf(resource)]: 'Outra coisa' },
      ...(name === 'deals' ? [{ phase: 'ganho' }] : []),
      ...(name === 'tasks' ? [{ column: 'last' }] : []),
    ])
      expect((await team.put(at, change)).status).toBe(200);
    expect((await team.delete(at)).status).toBe(200);
  }
  const message = { inbox_id: team.inbox, phone: newPhone(), content: 'Olá' };
  expect((await team.post('/msgapp/messages', message)).status).toBe(201);
}

test('teams that make the same changes at once receive no events of each other', async () => {
  const teams = [await service.team('Uma'), await service.team('Outra')] as const;
  await Promise.all(teams.map(liveThrough));
  const [one, second] = await Promise.all(
    teams.map(async (team) => {
      const events = await eventsOf(team);
      return { events, ids: new Set(uuids(JSON.stringify([events, team, team.pipeline]))) };
    }),
  );
  if (!one || !second) throw new Error('two teams');
  const without = (events: readonly Told[]) =>
    types(events)
      .filter((type) => !type.startsWith('msgapp.'))
      .sort();
  expect(without(one.events)).toEqual(without(second.events));
  expect(one.events.length).toBeGreaterThan(20);
  expect([...one.ids].filter((id) => second.ids.has(id))).toEqual([]);
});

// Deliveries -------------------------------------------------------------------------------------------------------

describe('deliveries', () => {
  const deliveries = (team: TestTeam) =>
    service.sql(
      `select webhook_id, id, event, record_id, status::text, attempts, waits, next_attempt_at, created_at, claim,
         claimed_until, reason, completed_at
       from deliveries where team_id = $1 order by webhook_id, id`,
      [team.id],
    );
  const url = 'https://example.com/hook';
  const endpoint = async (team: TestTeam, fields: Json) => {
    const made = await team.post('/webhooks', { name: 'Fora', ...fields });
    expect(made.status, made.text).toBe(201);
    return String(made.data.id);
  };

  test('each event waits once for each subscribed endpoint, and for no other', async () => {
    const [team, foreign] = [await service.team(), await service.team()];
    const isNamedOnly = (kind: string) => (namedOnly as readonly string[]).includes(kind);
    const several = ['contact.deleted', 'task.moved', 'deal.stage_changed', 'task.updated'];
    const expectations = new Map<string, (kind: string) => boolean>([
      [await endpoint(team, { url }), (kind) => !isNamedOnly(kind)],
      [await endpoint(team, { url, events: ['*', 'deal.created'] }), (kind) => !isNamedOnly(kind)],
      [await endpoint(team, { url, events: [...namedOnly] }), isNamedOnly],
      [await endpoint(team, { url, events: ['deal.created'] }), (kind) => kind === 'deal.created'],
      [await endpoint(team, { url, events: several }), (kind) => several.includes(kind)],
    ]);
    await endpoint(team, { url, events: ['webhook.test'] });
    await endpoint(team, { url, events: [] });
    await endpoint(team, { url, is_active: false });
    await endpoint(team, { url, events: ['deal.created'], is_active: false });
    await endpoint(team, { events: ['*'] });
    await endpoint(foreign, { url });
    await liveThrough(team);
    const fixture = await messaging.evolution({ team });
    await fixture.note({ from: newPhone() });

    const events = await eventsOf(team);
    const expected = [...expectations].flatMap(([webhook, isAsked]) =>
      events
        .filter(({ type }) => isAsked(type))
        .map(({ id, type, record, at }) => ({
          webhook_id: webhook,
          id,
          event: type,
          record_id: record,
          status: 'pending',
          attempts: 0,
          waits: 0,
          next_attempt_at: new Date(at),
          created_at: new Date(at),
          claim: null,
          claimed_until: null,
          reason: null,
          completed_at: null,
        })),
    );
    expect(new Set(types(events)).size).toBe(recordsWithEvents.length * 3 + 4);
    expect(await deliveries(team)).toEqual(
      expected.sort((a, b) => (`${a.webhook_id}${a.id}` < `${b.webhook_id}${b.id}` ? -1 : 1)),
    );
    expect(await deliveries(foreign)).toEqual([]);
    expect(
      await service.sql(
        `select from deliveries d join events e using (team_id, id) where d.team_id = $1 and d.xmin <> e.xmin`,
        [team.id],
      ),
    ).toEqual([]);
  });

  test('an endpoint receives events while it exists and is switched on', async () => {
    const team = await service.team();
    await team.create('clients', { name: '1' });
    const id = await endpoint(team, { url, events: ['client.created'] });
    const change = async (fields: Json) =>
      expect((await team.put(`/webhooks/${id}`, fields)).status).toBe(200);
    const heard = async () => {
      const before = (await deliveries(team)).length;
      await team.create('clients');
      return (await deliveries(team)).length - before;
    };
    expect(await heard()).toBe(1);
    await change({ is_active: false });
    expect(await heard()).toBe(0);
    await change({ is_active: true });
    expect(await heard()).toBe(1);
    await change({ events: ['client.updated'] });
    expect(await heard()).toBe(0);
    await change({ events: ['client.created', 'client.updated'] });
    expect(await heard()).toBe(1);
    await change({ url: null });
    expect(await heard()).toBe(0);
    await team.delete(`/webhooks/${id}`);
    expect(await heard()).toBe(0);
  });

  test('if the delivery cannot be stored, nothing is stored', async () => {
    const team = await service.team();
    await endpoint(team, { url });
    const client = await team.create('clients');
    const before = await everything();
    await service.sql('alter table deliveries add constraint broken check (false) not valid');
    try {
      for (const answer of [
        await team.post('/clients', await minimal(team, 'clients')),
        await team.put(`/clients/${client.id}`, { notes: 'x' }),
        await team.delete(`/clients/${client.id}`),
      ])
        expect(answer.status).toBe(500);
    } finally {
      await service.sql('alter table deliveries drop constraint broken');
    }
    expect(await everything()).toEqual(before);
    expect((await team.get(`/clients/${client.id}`)).data).toEqual(client);
  });
});

// Workflows --------------------------------------------------------------------------------------------------------

describe('workflows', () => {
  let team: TestTeam;
  const workflow = async (fields: Json = {}, of = team): Promise<string> => {
    const row: Json = {
      event: 'deal.stage_changed',
      from_phase: null,
      to_phase: null,
      is_active: true,
      ...fields,
    };
    const id = uuidv7();
    await service.sql(
      `insert into workflows (team_id, id, name, is_active, event, from_phase, to_phase, conditions, steps)
       values ($1, $2, 'W', $3, $4, $5, $6, '[]', '[]')`,
      [of.id, id, row.is_active, row.event, row.from_phase, row.to_phase],
    );
    return id;
  };
  const runs = (of = team) =>
    service.sql(
      `select r.workflow_id, r.event_id, r.payload, r.depth, r.status::text, r.step, r.failures, r.next_step_at, r.created_at,
         r.xmin::text
       from workflow_runs r where r.team_id = $1 order by r.created_at, r.id`,
      [of.id],
    );
  /** Workflows fired by the work. */
  const firedBy = async (work: () => Promise<unknown>) => {
    const before = new Set((await runs()).map(({ event_id }) => event_id));
    await work();
    return (await runs())
      .filter(({ event_id }) => !before.has(event_id))
      .map((run) => run.workflow_id)
      .sort();
  };
  beforeAll(async () => {
    team = await service.team();
  });

  test('a change fires each workflow that waits for it, once', async () => {
    // Triggers of deals are stored as the kinds of their events, as before.
    expect(triggers.deal_created.event).toBe('deal.created');
    expect(triggers.deal_stage_changed.event).toBe('deal.stage_changed');
    const foreign = await service.team();
    await workflow({}, foreign);
    await workflow({ event: 'deal.created' }, foreign);
    const created = await workflow({ event: 'deal.created' });
    // A definition cannot express this: a new deal has no previous phase.
    await workflow({ event: 'deal.created', to_phase: 'ganho' });
    const any = await workflow();
    const from = await workflow({ from_phase: 'lead' });
    const to = await workflow({ to_phase: 'ganho' });
    const both = await workflow({ from_phase: 'proposta', to_phase: 'ganho' });
    await workflow({ is_active: false });
    await workflow({ event: 'deal.created', is_active: false });
    await workflow({ event: 'deal.created', from_phase: 'lead' });

    let deal: Json = {};
    const move = (phase: string, fields: Json = {}) =>
      team.put(`/deals/${deal.id}`, { ...fields, phase });
    const fired = async (work: () => Promise<unknown>, ...expected: string[]) =>
      expect(await firedBy(work)).toEqual(expected.sort());
    await fired(async () => {
      deal = await team.create('deals');
    }, created);
    await fired(() => team.create('deals', { phase: 'ganho' }), created);
    await fired(() => move('proposta'), any, from);
    await fired(() => move('ganho', { title: 'Mais', value: 10 }), any, to, both);
    await fired(() => move('lead'), any);
    await fired(() => move('ganho'), any, from, to);
    await fired(() => move('Ganho'), any);
    // None of these changes a phase or a deal.
    await fired(() => move('Ganho'));
    await fired(() => move('Ganho', { title: 'Outro' }));
    await fired(() =>
      team.put(`/deals/${deal.id}`, { value: 5, tags: ['a'], status: 'arquivado' }),
    );
    await fired(() => team.delete(`/deals/${deal.id}`));
    await fired(() => team.post('/deals', {}));
    await fired(() => team.create('clients'));
    await fired(() => team.create('tasks'));

    const events = new Map((await eventsOf(team)).map((event) => [event.id, event]));
    for (const run of await runs()) {
      const event = events.get(String(run.event_id));
      expect(run).toEqual({
        workflow_id: run.workflow_id,
        event_id: event?.id,
        payload: event?.payload,
        depth: 1,
        status: 'pending',
        step: 0,
        failures: 0,
        next_step_at: new Date(event?.at ?? 0),
        created_at: new Date(event?.at ?? 0),
        xmin: event?.transaction,
      });
      expect(['deal.created', 'deal.stage_changed']).toContain(event?.type);
    }
    expect(await runs(foreign)).toEqual([]);
  });

  test('a change by a workflow fires others one level deeper, never itself, and chains have a maximum length', async () => {
    const [itself, otherWorkflow] = [
      await workflow({ to_phase: 'fim' }),
      await workflow({ to_phase: 'fim' }),
    ];
    const deals = resourceNamed('deals');
    const change = updateStatement(deals, ['phase'], [], {}, [
      { kind: 'deal.stage_changed', where: 'old.phase is distinct from t.phase' },
    ]);
    for (const depth of [0, 1, deepestChain - 1, deepestChain]) {
      const { id } = await team.create('deals');
      await service.database
        .team(team.id)
        .run(change, { id, phase: 'fim', caused_by: itself, depth });
      const event = (await eventsAbout(id)).at(-1);
      expect(event?.type).toBe('deal.stage_changed');
      const fired = (await runs()).filter(
        (run) =>
          run.event_id === event?.id && [itself, otherWorkflow].includes(String(run.workflow_id)),
      );
      expect(fired.map((run) => [run.workflow_id, run.depth])).toEqual(
        depth < deepestChain ? [[otherWorkflow, depth + 1]] : [],
      );
    }
  });

  test('if the run cannot be stored, nothing is stored', async () => {
    await workflow();
    const deal = await team.create('deals');
    const before = await everything();
    await service.sql('alter table workflow_runs add constraint broken check (false) not valid');
    try {
      expect((await team.put(`/deals/${deal.id}`, { phase: 'ganho' })).status).toBe(500);
      expect((await team.post('/deals', await minimal(team, 'deals'))).status).toBe(500);
    } finally {
      await service.sql('alter table workflow_runs drop constraint broken');
    }
    expect(await everything()).toEqual(before);
    expect((await team.get(`/deals/${deal.id}`)).data).toEqual(deal);
  });
});

// The functions of the database ------------------------------------------------------------------------------------

describe('the database', () => {
  /** Text of an expression over x for each number. */
  const written = async (expression: string, numbers: readonly number[]) =>
    (
      await service.sql(
        `select (${expression})::text as text from unnest($1::float8[]) with ordinality n (x, i) order by i`,
        [numbers.map((value) => (Object.is(value, -0) ? '-0' : String(value)))],
      )
    ).map((row) => row.text);
  const batch = (value: fc.Arbitrary<number>) =>
    fc.array(value, { minLength: 500, maxLength: 500, size: 'max' });
  const powers = Array.from({ length: 325 + 309 }, (_, i) => Number(`1e${i - 325}`));
  const finite = [...edges, ...powers, ...powers.map((x) => x * 1.2345678901234567)]
    .concat(
      Number.MAX_VALUE,
      Number.MIN_VALUE,
      Number.EPSILON,
      Number.MAX_SAFE_INTEGER,
      1e21 - 65537,
    )
    .concat(2 ** -1022, 2 ** -1074, 2 ** 53, 0.1 + 0.2, 1 / 3, 123456789012345680000)
    .flatMap((value) => [value, -value])
    .filter(Number.isFinite);

  /**
   * True if the shortest text of a number is exactly halfway to its neighbour, like that of 1e23: PostgreSQL then writes a longer one. No
   * field holds such a number; all of them are beyond 2^53.
   */
  function isMidway(x: number): boolean {
    if (Math.abs(x) < 2 ** 53) return false;
    const [digits = '', exponent] = Math.abs(x).toExponential().replace('.', '').split('e');
    const text = BigInt(digits) * 10n ** BigInt(Number(exponent) - digits.length + 1);
    const exact = BigInt(Math.abs(x));
    const off = text > exact ? text - exact : exact - text;
    const gap = 2n ** BigInt(exact.toString(2).length - 53);
    return 2n * off === gap || (4n * off === gap && text < exact);
  }

  test('json_number writes every number as JavaScript does', async () => {
    const numbers = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((x) => !isMidway(x));
    await fc.assert(
      fc.asyncProperty(batch(numbers), async (batch) => {
        expect(await written('json_number(x)', batch)).toEqual(batch.map((x) => JSON.stringify(x)));
      }),
      {
        numRuns: 10,
        examples: [[finite.filter((x) => !isMidway(x))]],
        endOnFailure: true,
      },
    );
  });

  test('a number field writes every number that it holds as JavaScript does', async () => {
    const most = 1e15;
    const { output } = number(-most, most);
    if (!output) throw new Error('a number field has an output');
    const numbers = fc.oneof(
      fc.double({ min: -most, max: most, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }).map((x) => x * 1e-4),
      fc.integer({ min: -999, max: 999 }).map((x) => x / 1e6),
    );
    await fc.assert(
      fc.asyncProperty(batch(numbers), async (batch) => {
        expect(await written(output('x'), batch)).toEqual(batch.map((x) => JSON.stringify(x)));
      }),
      { numRuns: 10, examples: [[finite.filter((x) => Math.abs(x) <= most)]], endOnFailure: true },
    );
  });

  test('changed_values holds the old values of the changed fields, in order', async () => {
    const value = fc.oneof(fc.constantFrom<unknown>(1, 2, 'a', null, [], {}), json, text);
    const change = fc.tuple(
      fc.oneof(fc.constantFrom('z', '"', '\\', 'a\nb', '\u2028'), text),
      value,
      value,
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(change, { selector: ([key]) => key, maxLength: 8 }),
        async (changes) => {
          const write = (pairs: readonly (readonly [string, unknown])[]) =>
            `{${pairs.map((pair) => pair.map((part) => JSON.stringify(part)).join(':')).join(',')}}`;
          const [row] = await service.sql('select changed_values($1, $2) as previous', [
            write(changes.map(([key, was]) => [key, was])),
            write(changes.map(([key, , now]) => [key, now])),
          ]);
          expect(row?.previous).toBe(
            write(
              changes
                .filter(([, was, now]) => JSON.stringify(was) !== JSON.stringify(now))
                .map(([key, was]) => [key, was]),
            ),
          );
        },
      ),
      { numRuns: 300, endOnFailure: true },
    );
  });

  test('uuid7 sorts by the microsecond, and is in the millisecond whose floor is uuid7_floor', async () => {
    const micros = fc.tuple(fc.integer({ min: 0, max: Date.parse('9999-12-31') }), fc.nat(999));
    await fc.assert(
      fc.asyncProperty(fc.array(micros, { minLength: 200, maxLength: 200 }), async (batch) => {
        const rows = await service.sql(
          `select uuid7(at) as id, uuid7_floor(at) as floor, uuid7_floor(at + interval '1 millisecond') as next,
             uuid7(at) < uuid7(at + interval '1 microsecond') as sorts,
             uuid7(at) >= uuid7_floor(at) and uuid7(at) < uuid7_floor(at + interval '1 millisecond') as holds
           from (select at from unnest($1::timestamptz[]) with ordinality n (at, i) order by i) n`,
          [
            batch.map(([ms, us]) =>
              new Date(ms).toISOString().replace('Z', `${String(us).padStart(3, '0')}Z`),
            ),
          ],
        );
        rows.forEach((row, i) => {
          const ms = batch[i]?.[0] ?? Number.NaN;
          const head = (at: number) => at.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-');
          expect(row.floor).toBe(`${head(ms)}-7000-8000-000000000000`);
          expect(row.next).toBe(`${head(ms + 1)}-7000-8000-000000000000`);
          expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
          expect(String(row.id).slice(0, 13)).toBe(head(ms));
          expect([row.sorts, row.holds]).toEqual([true, true]);
        });
      }),
      { numRuns: 10, endOnFailure: true },
    );
    const [row] = await service.sql(`select uuid7_floor('1969-01-01Z') as floor`);
    expect(row?.floor).toBe('00000000-0000-7000-8000-000000000000');
  });
});

test('every event that this file emitted uses the words of the interface', async () => {
  const events = read(await service.sql(select));
  expect(events.length).toBeGreaterThan(1_000);
  for (const event of events) {
    const payload = readJson(event.payload) as Json;
    expect(JSON.stringify(payload)).toBe(event.payload);
    expect(Object.keys(payload)).toEqual(['id', 'type', 'created_at', 'data', 'previous']);
    expect(payload).toMatchObject({ id: event.id, type: event.type, created_at: event.at });
    expect((payload.data as Json).id).toBe(event.record);
    expect(eventKinds).toContain(event.type);
  }
});
