import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#server/features/registry.ts';
import {
  type Answer,
  call,
  inputsOf,
  type Json,
  minimal,
  type TestTeam,
  useSharedService,
} from '#test/support/harness.ts';
import { fullBody, goodValues, updatable } from '#test/support/samples.ts';

const service = useSharedService();
let team: TestTeam;
beforeAll(async () => {
  team = await service.team();
});

/** Target of a list's Link header, if it has one. */
function nextOf(path: string, { headers }: Answer): string | undefined {
  if (headers.link === undefined) return undefined;
  const [, origin, query] = /^<(.*)(\?[^>]*)>; rel="next"$/.exec(String(headers.link)) ?? [];
  expect(origin).toMatch(/^http:\/\/[\w.]+:\d+\/api\/v1\//);
  expect(origin?.endsWith(`/api/v1${path}`)).toBe(true);
  return `${path}${query}`;
}

const ids = (list: unknown) => (list as Json[]).map((row) => row.id);

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ name, resource }) => {
    const { path } = resource;

    const withoutKeys = new Set(['pipeline_id', 'parent_id', 'assignee_id', 'assignee_ids']);
    for (const list of ['project_ids', 'blocked_by_ids']) withoutKeys.add(list);

    test('every declared field is a column or is computed, every declared constraint exists', async () => {
      const columns = await service.sql(
        `select column_name as name from information_schema.columns where table_name = $1`,
        [name],
      );
      const columnNames = new Set(columns.map((row) => row.name));
      for (const [field, { nested }] of Object.entries(resource.fields)) {
        if (nested) expect(columnNames).toContain(nested.via);
        else if (!['assignee_id', 'is_running', 'is_long'].includes(field))
          expect(columnNames).toContain(field);
      }
      const constraints = await service.sql(
        `select conname as name from pg_constraint union select indexname from pg_indexes`,
      );
      const there = new Set(constraints.map((row) => row.name));
      for (const constraint of Object.keys(resource.constraints ?? {}))
        expect(there).toContain(constraint);
      // A client that keeps a copy can ask every list for what changed.
      expect(Object.keys(resource.filters).includes('updated_since')).toBe(
        columnNames.has('updated_at'),
      );
      for (const field of resource.links.keys()) {
        // Parents have a key with their level, tasks_parent_level_fkey; lists have tables with keys.
        if (!withoutKeys.has(field)) expect(there).toContain(`${name}_${field}_fkey`);
      }
    });

    test('every enumeration matches the database', async () => {
      for (const field of Object.values(resource.fields)) {
        const values = (field.schema as Json).enum as string[] | undefined;
        if (!values || field.sql === 'text' || field.sql === 'text[]') continue;
        const rows = await service.sql(
          `select unnest(enum_range(null::${field.sql}))::text as value`,
        );
        expect(rows.map((row) => row.value).sort()).toEqual([...values].sort());
      }
    });

    test('create answers 201 with every field in order; get and list answer the same', async () => {
      const body = await fullBody(team, resource);
      const before = Date.now() - 1;
      const made = await team.post(path, body);
      expect(made.text).toContain('"success":true');
      expect(made.status).toBe(201);
      const shownOnce = inputsOf(resource).create.ignored ?? [];
      expect(Object.keys(made.data)).toEqual([...Object.keys(resource.fields), ...shownOnce]);
      const record = Object.fromEntries(
        Object.entries(made.data).filter(([key]) => !shownOnce.includes(key)),
      );
      const got = await team.get(`${path}/${made.data.id}`);
      expect(got.status).toBe(200);
      expect(got.body).toEqual({ success: true, data: record });
      const list = await team.get(`${path}?limit=100`);
      expect(list.status).toBe(200);
      expect(Object.keys(list.body)).toEqual(['success', 'data', 'pagination']);
      expect(list.body.data).toContainEqual(record);
      expect(made.data.id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      for (const at of ['created_at', 'updated_at']) {
        expect(made.data[at]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Date.parse(made.data[at] as string)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(made.data[at] as string)).toBeLessThanOrEqual(Date.now() + 1);
      }
    });

    test('the record holds the values given on create', async () => {
      const body = await fullBody(team, resource);
      const { data } = await team.post(path, {
        ...body,
        ...(body.slug ? { slug: 'mais-um' } : {}),
        ...(name === 'clients' ? { cpf: '11144477735' } : {}),
      });
      for (const field of inputsOf(resource).create.accepts) {
        if (['slug', 'cpf'].includes(field) || !(field in body)) continue;
        if (field === 'assignee_ids')
          expect(data[field]).toEqual([team.users[1], team.users[0], team.users[2]]);
        else expect(data[field], field).toEqual(body[field]);
      }
    });

    test('unset fields are null, or empty lists and objects; defaults are those of the interface', async () => {
      const data = await team.create(name);
      const least = await minimal(team, name);
      for (const field of inputsOf(resource).create.accepts) {
        const declared = resource.fields[field];
        if (field in least || declared?.isGenerated || field === 'events') continue;
        expect(data[field], field).toEqual(declared?.fallback ?? null);
      }
    });

    test('null on create counts as omitted', async () => {
      const least = await minimal(team, name);
      const nulls = Object.fromEntries(
        inputsOf(resource)
          .create.accepts.filter((field) => !(field in least))
          .map((field) => [field, null]),
      );
      const made = await team.post(path, { ...nulls, ...least });
      expect(made.text).toContain('"success":true');
      for (const field of inputsOf(resource).create.accepts.filter(
        (field) => resource.fields[field]?.required,
      )) {
        const refused = await team.post(path, { ...least, [field]: null });
        expect(refused.status).toBe(400);
        expect(refused.error.message).toContain(field);
      }
    });

    test('an update changes only the fields it contains', async () => {
      const team = await service.team();
      const before = await team.create(name);
      for (const field of inputsOf(resource).update.accepts) {
        const declared = resource.fields[field];
        if (
          !declared ||
          resource.links.has(field) ||
          [
            'column',
            'cnpj',
            'legal_name',
            'trade_name',
            'state_registration',
            'type',
            'events',
          ].includes(field)
        )
          continue;
        const current = (await team.get(`${path}/${before.id}`)).data;
        const value = goodValues(field, declared).find(
          (good) => JSON.stringify(good) !== JSON.stringify(current[field]),
        );
        const after = await team.put(`${path}/${before.id}`, { [field]: value });
        expect(after.status, after.text).toBe(200);
        const consequences = ['updated_at', 'completed_at', field === 'url' ? 'events' : ''];
        for (const otherField of Object.keys(resource.fields)) {
          if (otherField === field) expect(after.data[otherField], field).toEqual(value);
          else if (!consequences.includes(otherField))
            expect(after.data[otherField], `${otherField} after ${field}`).toEqual(
              current[otherField],
            );
        }
        expect((await team.get(`${path}/${before.id}`)).data).toEqual(after.data);
      }
    });

    test('null clears a field, empties it, or is refused', async () => {
      const body = await fullBody(team, resource);
      const record = await team.create(name, {
        ...body,
        ...(body.slug ? { slug: uuidv7() } : {}),
        ...(name === 'clients' ? { cpf: null } : {}),
        ...(body.phone ? await minimal(team, name) : {}),
      });
      const { always, emptied, nullable } = updatable(resource);
      for (const field of always) {
        const refused = await team.put(`${path}/${record.id}`, { [field]: null });
        expect(refused.status, field).toBe(400);
        expect(refused.error.code).toBe('VALIDATION_ERROR');
        expect(refused.error.message).toContain(field);
      }
      for (const field of [...nullable, ...emptied]) {
        const cleared = await team.put(`${path}/${record.id}`, { [field]: null });
        expect(cleared.status, cleared.text).toBe(200);
        const empty = resource.fields[field]?.fallback ?? null;
        // An endpoint with a url and no event list receives every event.
        expect(cleared.data[field], field).toEqual(empty);
      }
    });

    test('an empty body, or the record itself, changes nothing', async () => {
      const record = (await team.get(`${path}/${(await team.create(name)).id}`)).data;
      for (const body of [
        {},
        record,
        { ...record, id: uuidv7(), created_at: '2000-01-01T00:00:00Z' },
        undefined,
      ]) {
        const answer = await team.call('PUT', `${path}/${record.id}`, body);
        expect(answer.status, answer.text).toBe(200);
        expect(answer.data).toEqual(record);
      }
    });

    test('fields that an operation does not accept are ignored', async () => {
      const { accepts: create } = inputsOf(resource).create;
      const { accepts: update, immutable } = inputsOf(resource).update;
      const ignored = Object.keys(resource.fields).filter((field) => !create.includes(field));
      const least = await minimal(team, name);
      const made = await team.post(path, {
        ...least,
        ...Object.fromEntries(ignored.map((field) => [field, 'x'])),
        ...Object.fromEntries(
          (inputsOf(resource).create.ignored ?? []).map((field) => [field, 'x']),
        ),
      });
      expect(made.status, made.text).toBe(201);
      for (const field of ignored) expect(made.data[field]).not.toBe('x');
      const fixed = Object.keys(resource.fields).filter(
        (field) => !update.includes(field) && !immutable?.includes(field),
      );
      const answer = await team.put(
        `${path}/${made.data.id}`,
        Object.fromEntries(fixed.map((field) => [field, { any: 'thing' }])),
      );
      expect(answer.status, answer.text).toBe(200);
      expect((await team.get(`${path}/${made.data.id}`)).data).toEqual(answer.data);
    });

    test('a name unknown to the resource is 400 in every operation', async () => {
      const record = await team.create(name);
      for (const unknown of ['titel', '__proto__', 'constructor', 'Name', '']) {
        const body = `{${JSON.stringify(unknown)}: 1, ${JSON.stringify(await minimal(team, name)).slice(1)}`;
        for (const answer of [
          await team.post(path, body),
          await team.put(`${path}/${record.id}`, `{${JSON.stringify(unknown)}: 1}`),
        ]) {
          expect(answer.status, answer.text).toBe(400);
          expect(answer.error.message).toContain(JSON.stringify(unknown));
        }
      }
    });

    test('an immutable field may be sent back, another value is 400 and changes nothing', async () => {
      for (const field of inputsOf(resource).update.immutable ?? []) {
        const record = await team.create(name);
        const otherRecord = await team.create(name);
        expect((await team.put(`${path}/${record.id}`, { [field]: record[field] })).data).toEqual(
          record,
        );
        const rest = { contacts: 'notes', time_entries: 'note' }[name] ?? 'description';
        const another = otherRecord[field] ?? team.users[0];
        const refused = await team.put(`${path}/${record.id}`, {
          [field]: another,
          [rest]: 'x',
        });
        expect(refused.status).toBe(400);
        expect(refused.error.message).toContain(field);
        expect((await team.get(`${path}/${record.id}`)).data).toEqual(record);
        expect((await team.put(`${path}/${uuidv7()}`, { [field]: another })).status).toBe(404);
      }
    });

    test('every offending field is named, with the allowed values', async () => {
      const wrong: Json = Object.fromEntries(
        inputsOf(resource).create.accepts.map((field) => [field, { no: 1 }]),
      );
      const refused = await team.post(path, {
        ...wrong,
        ...(name === 'campaigns' ? { goals: [] } : {}),
        ...(name === 'webhooks' ? { field_mapping: [] } : {}),
      });
      expect(refused.status).toBe(400);
      expect(refused.error.code).toBe('VALIDATION_ERROR');
      for (const field of inputsOf(resource).create.accepts)
        expect(refused.error.message).toContain(`${field} `);
      expect(Object.keys(refused.body)).toEqual(['success', 'error']);
      expect(Object.keys(refused.body.error as Json)).toEqual(['code', 'message', 'fields']);
      const { fields } = refused.body.error as { fields: Json[] };
      expect(fields.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...inputsOf(resource).create.accepts].slice(0, 20)),
      );
    });

    test('a link to a missing record is 404 and names the field; a malformed one is 400', async () => {
      const record = await team.create(name);
      for (const [field] of resource.links) {
        const isList = resource.fields[field]?.sql === 'uuid[]';
        const lost = isList ? [team.users[0], uuidv7()] : uuidv7();
        const inCreate = await team.post(path, { ...(await minimal(team, name)), [field]: lost });
        expect(inCreate.status, inCreate.text).toBe(404);
        expect(inCreate.error.code).toBe('NOT_FOUND');
        expect(inCreate.error.message).toContain(field);
        if (!inputsOf(resource).update.immutable?.includes(field)) {
          const inUpdate = await team.put(`${path}/${record.id}`, { [field]: lost });
          expect(inUpdate.status, inUpdate.text).toBe(404);
          expect(inUpdate.error.message).toContain(field);
        }
        const malformed = await team.post(path, {
          ...(await minimal(team, name)),
          [field]: isList ? ['x'] : 'x',
        });
        expect(malformed.status).toBe(400);
        expect(malformed.error.message).toContain(field);
      }
      expect((await team.get(`${path}/${record.id}`)).data).toEqual(
        Object.fromEntries(Object.entries(record).filter(([key]) => key in resource.fields)),
      );
    });

    test('missing and malformed ids are 404 with the same bytes in every operation', async () => {
      const texts = new Set<string>();
      for (const id of [
        uuidv7(),
        'x',
        '0',
        'null',
        '%00',
        '%',
        "'",
        `${uuidv7()}x`,
        'a'.repeat(600),
      ]) {
        for (const answer of [
          await team.get(`${path}/${encodeURIComponent(id)}`),
          await team.put(`${path}/${encodeURIComponent(id)}`, {}),
          await team.delete(`${path}/${encodeURIComponent(id)}`),
        ]) {
          expect(answer.status).toBe(404);
          texts.add(answer.text);
        }
      }
      expect(texts.size).toBe(1);
      expect((await team.get(`${path}/%zz`)).status).toBe(404);
    });

    test('validation runs before the existence check', async () => {
      const refused = await team.put(`${path}/${uuidv7()}`, { nonsense: 1 });
      expect(refused.status).toBe(400);
    });

    test('unsupported methods are 405 with Allow', async () => {
      for (const [at, allow] of [
        [path, 'GET, HEAD, POST'],
        [`${path}/${uuidv7()}`, 'GET, HEAD, PUT, DELETE'],
      ] as const) {
        for (const method of [
          'PATCH',
          'OPTIONS',
          ...(at === path ? ['PUT', 'DELETE'] : ['POST']),
        ]) {
          const answer = await team.call(method, at);
          expect(answer.status, `${method} ${at}`).toBe(405);
          expect(answer.headers.allow).toBe(allow);
          expect(answer.error.code).toBe('METHOD_NOT_ALLOWED');
        }
      }
    });

    test('without a key every request is 401', async () => {
      for (const [method, at] of [
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${uuidv7()}`],
        ['PUT', `${path}/x`],
        ['DELETE', `${path}/x`],
        ['PATCH', path],
      ] as const) {
        const answer = await call(
          service.app,
          undefined,
          method,
          at,
          method === 'GET' ? undefined : 'not json',
        );
        expect(answer.status).toBe(401);
        expect(answer.headers['www-authenticate']).toBe('Bearer');
      }
    });

    test('bodies other than a JSON object in UTF-8 are refused', async () => {
      const record = await team.create(name);
      for (const [body, says] of [
        ['{', 'JSON'],
        ['', 'required'],
        ['[]', 'object'],
        ['null', 'object'],
        ['1', 'object'],
        ['"a"', 'object'],
        [Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
        ['{"name":"a\\u0000b","title":"a\\u0000b"}', 'NUL'],
        ['{"name":"\\ud800","title":"\\ud800"}', 'surrogate'],
      ] as const) {
        const answer = await team.post(path, body as string);
        expect(answer.status, String(body)).toBe(400);
        expect(answer.error.message).toContain(says);
        if (body !== '') expect((await team.put(`${path}/${record.id}`, body)).status).toBe(400);
      }
    });

    test('another media type is 415, a body over 1 MiB 413', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=latin1',
        'application/jsonp',
        '',
      ]) {
        const answer = await team.call('POST', path, '{}', { 'content-type': type });
        expect(answer.status, type).toBe(415);
        expect(answer.error.code).toBe('UNSUPPORTED_MEDIA_TYPE');
      }
      for (const type of [
        'application/json',
        'application/json; charset=utf-8',
        'APPLICATION/JSON;charset=UTF-8',
      ]) {
        expect((await team.call('POST', path, '{}', { 'content-type': type })).status).toBe(400);
      }
      expect((await team.call('POST', path, '{}', { 'content-encoding': 'gzip' })).status).toBe(
        415,
      );
      const large = await team.post(path, ' '.repeat(1_048_577));
      expect(large.status).toBe(413);
      expect(large.error.code).toBe('PAYLOAD_TOO_LARGE');
      expect((await team.post(path, `${' '.repeat(1_048_574)}{}`)).status).toBe(400);
    });

    test('query parameters: unknown, repeated and wrong ones are 400, empty ones count as absent', async () => {
      const names = [
        'page',
        'limit',
        'sort',
        'after',
        ...Object.keys(resource.filters),
        ...(resource.search ? ['search'] : []),
      ];
      expect((await team.get(`${path}?${names.map((each) => `${each}=`).join('&')}`)).status).toBe(
        200,
      );
      for (const query of [
        'foo=1',
        'Page=1',
        'page=0',
        'page=-1',
        'page=1.5',
        'page=x',
        'page=99999999999999999999',
        'limit=0',
        'limit=101',
        'limit=1e1',
        'limit=%00',
        'sort=foo',
        'sort=--created_at',
        'sort=id',
        'sort=__proto__',
        'page=1&page=2',
        'limit[]=1',
        'sort=-',
        'after=x',
        'after=%00',
        `after=${Buffer.alloc(64, 1).toString('base64url')}`,
      ]) {
        const answer = await team.get(`${path}?${query}`);
        expect(answer.status, query).toBe(400);
        expect(answer.error.message, query).toContain(query.split(/[=[]/)[0] ?? '');
      }
      for (const [filter, { field }] of Object.entries(resource.filters)) {
        const repeated = await team.get(`${path}?${filter}=a&${filter}=b`);
        expect(repeated.status).toBe(400);
        if (field.sql !== 'text') {
          const wrong = await team.get(`${path}?${filter}=certainly-not`);
          expect(wrong.status, filter).toBe(400);
          expect(wrong.error.message).toContain(filter);
        }
        expect((await team.get(`${path}?${filter}=%00`)).status, filter).toBe(400);
        if (field.sql === 'uuid') {
          const none = await team.get(`${path}?${filter}=${uuidv7()}`);
          expect(none.body).toEqual({
            success: true,
            data: [],
            pagination: { page: 1, limit: 20, total: 0, pages: 0 },
          });
        }
      }
      const record = await team.create(name);
      for (const answer of [
        await team.get(`${path}/${record.id}?foo=1`),
        await team.call('PUT', `${path}/${record.id}?foo=1`, {}),
        await team.post(`${path}?page=1`, await minimal(team, name)),
        await team.delete(`${path}/${record.id}?foo=1`),
      ]) {
        expect(answer.status).toBe(400);
      }
      expect((await team.get(`${path}/${record.id}`)).status).toBe(200);
    });
  },
);

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  'lists of $name',
  ({ name, resource }) => {
    const { path } = resource;
    const size = 23;
    let freshTeam: TestTeam;
    beforeAll(async () => {
      freshTeam = await service.team(`Listas de ${name}`);
      if (name === 'contracts') await freshTeam.delete(`${path}/${freshTeam.contract}`);
      const project =
        name === 'tasks' || name === 'campaigns'
          ? (await freshTeam.create('projects')).id
          : undefined;
      const { accepts: create } = inputsOf(resource).create;
      const { accepts: update } = inputsOf(resource).update;
      for (let i = 0; i < size; i++) {
        const body: Json = {
          ...(await minimal(freshTeam, name)),
          ...(project ? { project_id: project } : {}),
        };
        // Equal, distinct and unset values in every sortable field.
        for (const [field, declared] of Object.entries(resource.fields)) {
          if (resource.links.has(field) || field === 'slug' || field === 'column' || field in body)
            continue;
          if (!(create.includes(field) || update.includes(field)) || declared.nested) continue;
          if (
            ['cpf', 'cnpj', 'legal_name', 'trade_name', 'state_registration', 'events'].includes(
              field,
            )
          )
            continue;
          const values = (declared.schema as Json).enum as unknown[] | undefined;
          const pick = values
            ? values[(i * 7 + Math.floor(i / 5)) % values.length]
            : i % 3 === 0
              ? goodValues(field, declared)[0]
              : goodValues(field, declared)[1];
          if (i % 5 !== 4) body[field] = pick;
        }
        const title = 'title' in body ? 'title' : 'name';
        if (name !== 'contacts')
          body[title] = ['Órfão', 'orfao 2', 'Zebra', 'abacaxi', 'Ábaco'][i % 5];
        const made = await freshTeam.create(
          name,
          Object.fromEntries(Object.entries(body).filter(([field]) => create.includes(field))),
        );
        const later = Object.fromEntries(
          Object.entries(body).filter(
            ([field]) => update.includes(field) && !create.includes(field),
          ),
        );
        if (Object.keys(later).length > 0)
          expect((await freshTeam.put(`${path}/${made.id}`, later)).status).toBe(200);
      }
      if (name === 'contacts')
        await service.sql(
          `update contacts set push_name = case when phone like '%1' then 'Ávila' when phone like '%2' then 'avela' end where team_id = $1`,
          [freshTeam.id],
        );
    });

    test('pagination counts correctly, also past the end', async () => {
      const all = await freshTeam.get(`${path}?limit=100`);
      expect(all.body.pagination).toEqual({ page: 1, limit: 100, total: size, pages: 1 });
      expect((all.body.data as Json[]).length).toBe(size);
      const first = await freshTeam.get(path);
      expect(first.body.pagination).toEqual({ page: 1, limit: 20, total: size, pages: 2 });
      expect(ids(first.body.data)).toEqual(ids(all.body.data).slice(0, 20));
      const beyond = await freshTeam.get(`${path}?page=9007199254740991&limit=100`);
      expect(beyond.body).toEqual({
        success: true,
        data: [],
        pagination: { page: 9007199254740991, limit: 100, total: size, pages: 1 },
      });
    });

    test('every sort, both ways: pages neither overlap nor skip, unset values come last', async () => {
      for (const sort of Object.keys(resource.sorts)) {
        const field = { full_name: 'name', is_active: 'status' }[sort] ?? sort;
        for (const order of [sort, `-${sort}`]) {
          const seen: unknown[] = [];
          const rows: Json[] = [];
          for (let page = 1; page <= 5; page++) {
            const answer = await freshTeam.get(`${path}?sort=${order}&limit=5&page=${page}`);
            expect(answer.status, answer.text).toBe(200);
            seen.push(...ids(answer.body.data));
            rows.push(...(answer.body.data as Json[]));
          }
          expect(new Set(seen).size, order).toBe(size);
          const values = rows.map((row) => row[field]);
          const firstNull = values.indexOf(null);
          if (firstNull >= 0)
            expect(
              values.slice(firstNull).every((value) => value === null),
              order,
            ).toBe(true);
          const rank = rankOf(resource.name, field);
          const down = order.startsWith('-');
          for (let i = 1; i < rows.length; i++) {
            const [a, b] = [rows[i - 1], rows[i]] as [Json, Json];
            if (b[field] === null) {
              if (a[field] === null)
                expect(
                  down ? String(a.id) > String(b.id) : String(a.id) < String(b.id),
                  order,
                ).toBe(true);
              continue;
            }
            const [x, y] = [rank(a[field]), rank(b[field])];
            if (x === y)
              expect(down ? String(a.id) > String(b.id) : String(a.id) < String(b.id), order).toBe(
                true,
              );
            else
              expect(down ? x > y : x < y, `${order}: ${a[field]} before ${b[field]}`).toBe(true);
          }
        }
      }
    });

    test('every sort, both ways: the link to the next page leads through the whole list', async () => {
      for (const sort of Object.keys(resource.sorts)) {
        for (const order of [sort, `-${sort}`]) {
          const all = (await freshTeam.get(`${path}?sort=${order}&limit=100`)).body.data as Json[];
          const seen: Json[] = [];
          let at: string | undefined = `${path}?sort=${order}&limit=4`;
          for (let page = 1; at !== undefined; page++) {
            const answer = await freshTeam.get(at);
            expect(answer.body.pagination).toEqual({ page, limit: 4, total: size, pages: 6 });
            seen.push(...(answer.body.data as Json[]));
            at = nextOf(path, answer);
          }
          expect(seen, order).toEqual(all);
        }
      }
    });

    test('the link keeps the query parameters and continues from any page', async () => {
      const [filter, { field }] = Object.entries(resource.filters).find(
        ([, { field }]) => (field.schema as Json).enum || field.sql === 'boolean',
      ) ?? [undefined, { field: undefined }];
      const value = (field?.schema as Json | undefined)?.enum as string[] | undefined;
      const query = filter ? `&${filter}=${value?.[0] ?? 'true'}` : '';
      const whole = ids((await freshTeam.get(`${path}?limit=100${query}`)).body.data);
      const second = await freshTeam.get(`${path}?page=2&limit=2${query}`);
      const at = nextOf(path, second);
      if (whole.length < 4) expect(at).toBeUndefined();
      else expect(ids((await freshTeam.get(at ?? '')).body.data)).toEqual(whole.slice(4, 6));
    });

    test('a link continues after a record that was deleted in between', async () => {
      const some = await service.team();
      if (name === 'contracts') await some.delete(`${path}/${some.contract}`);
      for (let i = 0; i < 4; i++) await some.create(name);
      const all = ids((await some.get(path)).body.data);
      const first = await some.get(`${path}?limit=2`);
      for (const id of all.slice(0, 2)) await some.delete(`${path}/${id}`);
      await some.create(name);
      expect(ids((await some.get(nextOf(path, first) ?? '')).body.data)).toEqual(all.slice(2));
    });

    test('a cursor of another team, sort order or list is refused', async () => {
      const at = nextOf(path, await freshTeam.get(`${path}?limit=2`)) ?? '';
      const after = new URL(at, 'http://x').searchParams.get('after');
      const [otherResource] = resources.filter((each) => each.table.name !== name);
      const refusals = [
        await team.get(at),
        await freshTeam.get(`${path}?after=${after}&sort=created_at`),
        await freshTeam.get(`${otherResource?.table.path}?after=${after}`),
        await freshTeam.get(`${path}?after=${after?.slice(0, -6)}`),
      ];
      for (const { status, error } of refusals) {
        expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(error.message).toContain('after must be');
      }
    });

    test('the default sort is -created_at', async () => {
      expect(ids((await freshTeam.get(`${path}?limit=100`)).body.data)).toEqual(
        ids((await freshTeam.get(`${path}?limit=100&sort=-created_at`)).body.data),
      );
    });

    test('every filter returns exactly the matching records', async () => {
      const all = (await freshTeam.get(`${path}?limit=100`)).body.data as Json[];
      const fieldOf: Record<string, string> = {
        tag: 'tags',
        completed: 'is_completed',
        active: 'is_active',
        min_value: 'value',
        max_value: 'value',
        from: 'created_at',
        to: 'created_at',
        updated_since: 'updated_at',
        assignee_id: 'assignee_ids',
      };
      for (const [filter, { field }] of Object.entries(resource.filters)) {
        if (field.sql === 'uuid' && (filter !== 'project_id' || name === 'contracts')) continue;
        // Depends on the day: resources/contracts.test.ts.
        if (filter === 'renews_within') continue;
        // By another time than other records: resources/time-entries.test.ts.
        if (name === 'time_entries' && ['from', 'to'].includes(filter)) continue;
        const column = fieldOf[filter] ?? filter;
        const days = all.map((row) => String(row.created_at).slice(0, 10)).sort();
        const wanted =
          filter === 'tag'
            ? 'a'
            : filter === 'min_value' || filter === 'max_value'
              ? 5
              : filter === 'from' || filter === 'to'
                ? days.at(filter === 'from' ? 0 : -1)
                : filter === 'updated_since'
                  ? all[12]?.updated_at
                  : all.map((row) => row[column]).find((value) => value !== null);
        if (wanted === undefined) continue;
        const matches = (row: Json) =>
          filter === 'tag'
            ? (row.tags as string[]).includes('a')
            : filter === 'min_value'
              ? row.value !== null && Number(row.value) >= 5
              : filter === 'max_value'
                ? row.value !== null && Number(row.value) <= 5
                : filter === 'from' || filter === 'to'
                  ? true
                  : filter === 'updated_since'
                    ? String(row.updated_at) >= String(wanted)
                    : row[column] === wanted;
        const answer = await freshTeam.get(
          `${path}?limit=100&${filter}=${encodeURIComponent(String(wanted))}`,
        );
        expect(answer.status, answer.text).toBe(200);
        expect(ids(answer.body.data), filter).toEqual(ids(all.filter(matches)));
        expect((answer.body.pagination as Json).total).toBe(all.filter(matches).length);
      }
    });

    test('search finds a record by each field declared as searched', async () => {
      const otherTeam = await service.team();
      const { text = [], added = [] } = resource.search ?? {};
      for (const field of [...text, ...added]) {
        const { id } = await otherTeam.create(name);
        await service.sql(`update ${name} set "${field}" = $2 where id = $1`, [
          id,
          `achável@${field}`,
        ]);
        const answer = await otherTeam.get(
          `${path}?search=${encodeURIComponent(`achavel@${field}`)}`,
        );
        expect(ids(answer.body.data), field).toEqual([id]);
      }
    });

    test('search ignores case and accents and treats % and _ literally; lists without search refuse the parameter', async () => {
      if (!resource.search) {
        expect((await freshTeam.get(`${path}?search=a`)).status).toBe(400);
        return;
      }
      const title =
        'title' in resource.fields ? 'title' : name === 'contacts' ? 'custom_name' : 'name';
      const find = async (term: string) =>
        ids(
          (await freshTeam.get(`${path}?limit=100&search=${encodeURIComponent(term)}`)).body.data,
        );
      const plain = await freshTeam.create(name, { [title]: 'Padaria São João 100%_\\ novo' });
      for (const term of [
        'sao joao',
        'SÃO JOÃO',
        'São João'.normalize('NFD'),
        '100%',
        '%_',
        '_\\ N',
        ' padaria ',
      ]) {
        expect(await find(term), term).toEqual([plain.id]);
      }
      for (const term of ['%', '_']) expect(await find(term), term).toEqual([plain.id]);
      expect(await find('Padaria_São')).toEqual([]);
      expect(await find('   ')).toHaveLength(size + 1);
      expect((await freshTeam.get(`${path}?search=${'x'.repeat(256)}`)).status).toBe(400);
      expect((await freshTeam.get(`${path}?search=a%00b`)).status).toBe(400);
      const otherFields =
        name === 'clients'
          ? { email: 'Çedilha@example.com' }
          : name === 'contacts'
            ? {}
            : { [resource.search.text[1] ?? title]: 'Começo da Çedilha' };
      if (Object.keys(otherFields).length > 0) {
        const { id } = await freshTeam.create(name, otherFields);
        expect(await find('cedilha')).toEqual([id]);
      }
    });
  },
);

/** Sort rank of a value: enumerations by meaning, text without case and accents, anything else as it is. */
function rankOf(resource: string, field: string): (value: unknown) => number | string {
  const meaning: Record<string, string[]> = {
    'projects.status': ['backlog', 'active', 'paused', 'completed', 'cancelled'],
    'projects.priority': ['low', 'medium', 'high', 'urgent'],
    'tasks.priority': ['none', 'low', 'medium', 'high', 'urgent'],
    'campaigns.status': ['draft', 'scheduled', 'active', 'paused', 'completed', 'cancelled'],
    'activities.priority': ['low', 'medium', 'high'],
    'clients.status': ['inactive', 'active'],
  };
  const order = meaning[`${resource}.${field}`];
  if (order) return (value) => order.indexOf(value as string);
  return (value) =>
    typeof value === 'number'
      ? value
      : /^\d{4}-\d\d-\d\d/.test(value as string)
        ? (value as string)
        : (value as string).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

test.each(['/deals?', '/deals?sort=updated_at&', '/activities?'])(
  'a copy of %s that polls for changes since its last start misses nothing while others write',
  async (list) => {
    const freshTeam = await service.team();
    const [path = ''] = list.split('?');
    const name = path.slice(1);
    const made: string[] = [];
    for (let i = 0; i < 9; i++) made.push(String((await freshTeam.create(name)).id));
    const copy = new Map<unknown, Json>();
    let step = 0;
    /** Walks through the changes; between two pages one record changes and another is created. */
    const walk = async (since: string, writes: boolean) => {
      let at: string | undefined = `${list}limit=2&updated_since=${since}`;
      for (let pages = 0; at !== undefined && pages < 30; pages++) {
        const answer = await freshTeam.get(at);
        expect(answer.status, answer.text).toBe(200);
        for (const row of answer.body.data as Json[]) copy.set(row.id, row);
        at = nextOf(path, answer);
        if (!writes || step > 8) continue;
        const id = made[(step * 4) % made.length];
        expect((await freshTeam.put(`${path}/${id}`, { title: `t${step}` })).status).toBe(200);
        await freshTeam.create(name);
        step += 1;
      }
    };
    const [clock = {}] = await service.sql('select now() as now');
    const began = (clock.now as Date).toISOString();
    await walk('2000-01-01', true);
    await walk(began, false);
    const all = (await freshTeam.get(`${path}?limit=100`)).body.data as Json[];
    expect(all.length).toBeGreaterThan(12);
    expect([...copy.values()].toSorted(byId)).toEqual(all.toSorted(byId));
    expect((await freshTeam.get(`${path}?updated_since=amanhã`)).error.message).toContain(
      'updated_since must be a date in the form YYYY-MM-DD, or an ISO 8601 timestamp',
    );
  },
);

const byId = (a: Json, b: Json) => (String(a.id) < String(b.id) ? -1 : 1);

test('paths that do not exist are 404 with a key and 401 without', async () => {
  for (const path of [
    '/nope',
    '/projects//',
    '/projects/a/b',
    '/',
    '/msgapp',
    '/msgapp/messages/x',
    '/%zz/x',
  ]) {
    const answer = await team.get(path);
    expect(answer.status, path).toBe(404);
    expect(answer.error.code).toBe('NOT_FOUND');
    expect((await call(service.app, undefined, 'GET', path)).status).toBe(401);
  }
});

test('a missing path or method is reported before the body is read', async () => {
  const large = ' '.repeat(1_100_000);
  expect((await team.post('/nothing', large)).status).toBe(404);
  expect((await team.call('PATCH', '/projects', large)).status).toBe(405);
  expect(
    (await team.call('POST', '/projects?x=1', '{}', { 'content-type': 'text/plain' })).status,
  ).toBe(415);
});

test('every answer has a request id, the caller’s if it is well-formed', async () => {
  expect(
    (await team.call('GET', '/projects', undefined, { 'x-request-id': 'abc_DEF-1' })).headers[
      'x-request-id'
    ],
  ).toBe('abc_DEF-1');
  for (const id of ['a b', 'a'.repeat(65), 'ü', '']) {
    const made = (await team.call('GET', '/nope', undefined, { 'x-request-id': id })).headers[
      'x-request-id'
    ];
    expect(made).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(made).not.toBe(id);
  }
});
