// biome-ignore-all format: its lists read better in lines than one item a line
import fc from 'fast-check';
import { approvals } from '#server/features/approvals/table.ts';
import { comments } from '#server/features/comments/table.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { billingLineInput } from '#server/features/crm/billing-lines/table.ts';
import { readables, resources } from '#server/features/registry.ts';
import { sendings } from '#server/features/sending/drafts.ts';
import { templateSendings } from '#server/features/sending/templates/operations.ts';
import { deliveries, replays } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { projectInputs } from '#server/features/work/projects/table.ts';
import tasks from '#server/features/work/tasks/operations.ts';
import type { Field } from '#server/records/fields.ts';
import type { Input } from '#server/records/input.ts';
import { queryNames } from '#server/records/input.ts';
import type { Table } from '#server/records/table.ts';
import type { Json } from '#test/support/team.ts';

/*
 * Requests that try to break something. They stay short and readable, because failing tests print them. Placeholders are filled in
 * when a request is sent: `«clients»` is the ID of a client of the team, `«foreign clients»` another team's, `«phone»` an unused phone,
 * `«255×a»` 255 times a. `«listeners»` are endpoints with deliveries, `«delivery paths»` one of these with one of its deliveries,
 * `«hooks»` the address of one that receives, with its `«secret»` and `«signature»`.
 */

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly { name: string; value: string; raw: boolean }[];
  readonly headers: Readonly<Record<string, string>>;
  /** Text, damaged or not; undefined for no body. */
  readonly body: { readonly text: string; readonly damage: Damage } | undefined;
  readonly isChunked: boolean;
}

/** Damage to the bytes of a body. */
type Damage =
  | 'none' | 'cut' | 'not UTF-8' | 'BOM' | 'UTF-16' | 'twice' | 'too large' | 'a NUL byte';

/** Fills in placeholders. @param id returns the ID for a placeholder such as `clients` or `foreign clients` */
export function expand(text: string, id: (mark: string) => string): string {
  return text.replace(
    /«(?:(\d+)×([^»]*)|([a-z ]+))»/g,
    (_, times: string, part: string, mark: string) =>
      mark === undefined ? part.repeat(Number(times)) : id(mark),
  );
}

/** The bytes of a body after damage. */
export function damaged(text: string, damage: Damage): Buffer {
  const bytes = Buffer.from(text);
  switch (damage) {
    case 'none':
      return bytes;
    case 'cut':
      return bytes.subarray(0, Math.floor(bytes.length / 2));
    case 'not UTF-8': {
      const middle = Math.floor(bytes.length / 2);
      return Buffer.concat([
        bytes.subarray(0, middle),
        Buffer.of(0xff, 0xc0, 0xed, 0xa0, 0x80),
        bytes.subarray(middle),
      ]);
    }
    case 'BOM':
      return Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]);
    case 'UTF-16':
      return Buffer.from(text, 'utf16le');
    case 'twice':
      return Buffer.concat([bytes, bytes]);
    case 'too large':
      return Buffer.concat([bytes, Buffer.alloc(1_048_577, ' ')]);
    case 'a NUL byte':
      return Buffer.concat([bytes, Buffer.of(0)]);
  }
}

// Values, as JSON text ---------------------------------------------------------------------------

const family = '👨‍👩‍👧‍👦';
const nasty = [
  '', ' ', '\t\n', '\0', 'a\0b', '\ud800', 'a\udc00', '\ufeff', '\u200b', '\u001f', '\u0085',
  '\u2028', '\ufffe', '\u{10ffff}', 'شركة', '\u202eevil', 'e\u0301\u0327', 'ﬁ', 'İ', 'ß', '%', '_',
  '\\', '%%_\\', "'", '"', "'; drop table clients; --", '$1', '$team', '«', '»', '{{constructor}}',
  'null', 'undefined', 'NaN', 'true', '0', '[object Object]', '__proto__', 'constructor',
  'toString', '{NULL,"a"}', '../../etc/passwd', 'select 1', '😀',
  family, '«255×a»', '«256×a»', '«255×😀»', '«256×😀»', '«128×e\u0301»', '«37×👨‍👩‍👧‍👦»', '«64×é»',
  '«65×é»', '«100×x»', '«101×x»', '«50000×é»', '«50001×é»', '«255× »', '«300× »a', 'a«300× »',
  '«4000×a\u0301»', '«2000×㎯»',
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
);

const pad = (value: number, length: number) => String(value).padStart(length, '0');
const date = fc.oneof(
  fc.constantFrom(
    '2026-02-28', '2026-02-29', '2024-02-29', '2026-02-30', '1900-02-29', '2000-02-29',
    '0000-01-01', '0001-01-01', '9999-12-31', '10000-01-01', '2026-1-1', '2026-13-01',
    '2026-00-10', '2026-01-00', '2026-01-32', '+002026-01-01', '-0001-01-01', '20260101',
    '2026-W01-1', '01/02/2026', '2026-01-01 ', '٢٠٢٦-٠١-٠١', '2026-01-01T00:00:00Z', 'infinity',
    '-infinity', 'now', 'today', 'epoch', '0044-03-15 BC',
  ),
  fc
    .tuple(fc.constantFrom(0, 1, 99, 1899, 1970, 2024, 2026, 9999), fc.nat(13), fc.nat(32))
    .map(([year, month, day]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`),
);
const clock = fc.constantFrom(
  '00:00', '23:59', '24:00', '10:00:00', '23:59:59', '23:59:60', '24:00:00', '10:00:00.1',
  '10:00:00.123456789', '23:59:59.9999999', '10:00:00,5', '10', '10:0', '1:00', '10:60', '25:00',
  '10:00:00.', '10:00:00.1234567890', '100000',
);
const offset = fc.oneof(
  fc.constantFrom(
    '', 'Z', 'z', '+0', '+00', '-00:00', '+0000', ' Z', '+14:00', '-12:00', 'UTC', '-03',
    'America/Sao_Paulo', '+24:00', '[UTC]', ' BC',
  ),
  fc
    .tuple(fc.constantFrom('+', '-'), fc.nat(24), fc.constantFrom(0, 30, 59, 60))
    .map(([sign, hours, minutes]) => `${sign}${pad(hours, 2)}:${pad(minutes, 2)}`),
);
const timestamp = fc.oneof(
  fc.tuple(date, fc.constantFrom('T', 't', ' ', ''), clock, offset).map((part) => part.join('')),
  fc.tuple(offset, clock).map(([zone, time]) => `2026-06-15T${time}${zone}`),
  offset.map((zone) => `2026-06-15T10:00:00${zone}`),
  clock.map((time) => `2026-06-15T${time}Z`),
  date.map((day) => `${day}T23:59:59.999Z`),
  fc.constantFrom(
    '0001-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59-00:01', '0000-12-31T23:59:59-00:01',
  ),
  date,
);

const numberText = fc.oneof(
  fc.constantFrom(
    '0', '-0', '-0.0', '1', '-1', '0.1', '0.30000000000000004', '1.005', '99.999', '100',
    '100.0000000000001', '1e400', '-1e400', '1e-400', '5e-324', '1E+2', '1e2', '9007199254740993',
    '123456789012345678901234567890', '999999999999.99', '999999999999.995', '1000000000000',
    '1e15', '1000000000000001', '-1e15', '1e-7', '2147483648', '12345678.9', '"1"', '"0"', '"NaN"',
    '"Infinity"', '"1e400"',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.double({ min: 0, max: 100, noNaN: true }).map(String),
);

const marks = [
  'clients', 'projects', 'tasks', 'deals', 'campaigns', 'activities', 'webhooks', 'contacts',
  'users', 'squads', 'contracts', 'pipelines', 'columns',
];
const idText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...marks).map((mark) => `«${mark}»`) },
  { weight: 2, arbitrary: fc.constantFrom(...marks).map((mark) => `«foreign ${mark}»`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
      '0193A5C8-7B1E-7C55-9C1F-2F4B8D0E6A11', '{0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11}',
      '0193a5c87b1e7c559c1f2f4b8d0e6a11', 'urn:uuid:0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11',
      '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a1', '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a1g',
      ' 0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11', '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11\n', '1',
      'null', '-1', '٠193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11',
    ),
  },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 1, arbitrary: text },
);

const json = (value: unknown) => JSON.stringify(value);
const deep = fc
  .constantFrom(31, 32, 33, 1_000, 10_000, 100_000)
  .map((times) => `«${times}×{"a":»1«${times}×}»`);
export const anything = fc.oneof(
  fc.constantFrom(
    'null', 'true', 'false', '[]', '{}', '[null]', '[[]]', '[{}]', '{"":""}', '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}',
    '{"toString":1,"hasOwnProperty":null}', '{"toJSON":1}', '{"length":1e9}', '{"\\u0000":1}',
    '{"\\ud800":1}', '["a","a"," a "]', '[1,"a",null]', '«100000×[»«100000×]»',
    '[«100000×"a",»"b"]',
    '[«101×"a",»"b"]', '{«20000×"k":1,»"z":1}', '{"a":1e400}', '{"a":-0,"b":9007199254740993}',
    '[[«1000×[],»[]]]', '{"city":"\\u0000"}', '{"city":1}', '{"city":null,"City":"a"}',
    '{"street":" a ","number":"«255×😀»"}', '{"street":"«256×x»"}',
  ),
  numberText,
  text.map(json),
  fc.json({ maxDepth: 4 }),
);

const often = <T>(usual: fc.Arbitrary<T>, strange: fc.Arbitrary<T>, weight = 4) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: strange });

const linkText = (field: Field) =>
  field.target ? often(fc.constant(`«${field.target}»`), idText, 2) : idText;

/** A valid or almost valid value for a field. */
function near(field: Field): fc.Arbitrary<string> {
  const schema = field.schema as Json;
  const values = schema.enum as string[] | undefined;
  if (values) {
    const one = fc.constantFrom(...values);
    return often(one, one.map((value) => ` ${value.toUpperCase()}`)).map(json);
  }
  switch (schema.format) {
    case 'date':
      return date.map(json);
    case 'date-time':
      return timestamp.map(json);
    case 'uuid':
      return linkText(field).map(json);
    default:
  }
  switch (schema.type) {
    case 'number':
      return numberText;
    case 'boolean':
      return fc.constantFrom('true', 'false', '0', '1', '"true"');
    case 'array': {
      const items = schema.items as Json;
      const one =
        items.format === 'uuid'
          ? linkText(field)
          : items.enum
            ? fc.constantFrom('*', 'deal.created', 'nope')
            : text;
      return fc.array(one, { maxLength: 6 }).map(json);
    }
    case 'object':
      return fc.oneof(
        anything,
        deep,
        fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.jsonValue()).map(json),
      );
    default:
  }
  const examples = (schema.examples as string[] | undefined) ?? [];
  const variants = examples.flatMap((value) => [
    value, value.toUpperCase(), `${value}${value}`, ` ${value} `, value.slice(1), `${value}\n`,
  ]);
  return (variants.length > 0 ? fc.oneof(fc.constantFrom(...variants), text) : text).map(json);
}

// Requests ---------------------------------------------------------------------------------------

/** The minimum for create, as JSON texts. */
function least(resource: Pick<Table, 'name'>): Record<string, string> {
  switch (resource.name) {
    case 'contacts':
      return { phone: '"«phone»"' };
    case 'clients':
      return { type: '"PF"', name: '"Maria"' };
    case 'tasks':
      return { title: '"A"', project_id: '"«projects»"' };
    case 'campaigns':
      return { name: '"A"', project_id: '"«projects»"' };
    case 'deals':
    case 'activities':
      return { title: '"A"' };
    case 'replays':
      return {};
    case 'sendings':
      return { content: '"Olá"', inbox_id: '"«inboxes»"', phone: '"«phone»"' };
    default:
      return { name: '"A"' };
  }
}

const strangeNames = [
  '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', 'nope', 'id', 'ID',
  'created_at', 'jid', 'team_id', 'secret_token', 'deleted_at', 'search', '«200×n»', 'a.b',
  'client', '0',
];

function bodyOf(
  inputs: readonly [Input, ...Input[]],
  method: string,
): fc.Arbitrary<HostileRequest['body']> {
  const [{ of: resource }] = inputs;
  const accepted = [...new Set(inputs.flatMap(({ accepts }) => accepts))];
  const member = fc.oneof(
    ...accepted.flatMap((name) => {
      const field = resource.fields[name];
      if (!field) return [];
      return [fc.tuple(fc.constant(name), often(near(field), anything, 5))];
    }),
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...strangeNames), anything) },
  );
  // One strange value at a time gets furthest.
  const members = often(
    member.map((one) => [one]),
    fc.array(member, { maxLength: 5 }),
    2,
  );
  const whole = fc.record({
    members,
    based: fc.nat(29),
    repeats: fc.nat(9),
    damage: fc.oneof(
      { weight: 90, arbitrary: fc.constant<Damage>('none') },
      {
        weight: 6,
        arbitrary: fc.constantFrom<Damage>('cut', 'not UTF-8', 'BOM', 'UTF-16', 'twice', 'a NUL byte'),
      },
      { weight: 1, arbitrary: fc.constant<Damage>('too large') },
    ),
  });
  const object = whole.map(({ members, based, repeats, damage }) => {
    const base = based > 0 && method !== 'PUT' ? Object.entries(least(resource)) : [];
    const all = [...base, ...members];
    const once = repeats > 0 ? [...new Map(all)] : all;
    return { text: `{${once.map(([name, value]) => `${json(name)}:${value}`).join(',')}}`, damage };
  });
  return fc.oneof(
    { weight: 24, arbitrary: object },
    { weight: 1, arbitrary: anything.map((value) => ({ text: value, damage: 'none' as const })) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

const strangeMethods = [
  'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'QUERY', 'LOCK', 'M-SEARCH', 'REPORT', 'SEARCH',
  'LINK', 'GET', 'POST', 'PUT', 'DELETE',
];

const strangeIds = [
  '%', '%zz', '%00', '%ff%fe', '%e2%82', '%c0%ae', '..', '.', '%2e%2e', '%2F', '%2e%2e%2fprojects',
  '%252e', ';', ',', '*', '~', ':id', '{id}', '«1000×a»', '«1001×a»', '«6000×a»',
  '«500×%F0%9F%98%80»', '0193A5C8-7B1E-7C55-9C1F-2F4B8D0E6A11',
  '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11%00', '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11%0a',
  "'%20or%201=1--", '__proto__', 'constructor', '%25', '[]', '|', '^', '`', '\\', '"', '<', '@',
  '$1',
];

/** A path under /api, or almost. A placeholder is sometimes another team's, or not an ID. */
function pathOf(path: string): fc.Arbitrary<string> {
  const right = `/api${path}`;
  const withId = (id: string) => right.replace(/«[^»]*»/, () => id);
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(right) },
    ...(path.includes('«')
      ? [
          { weight: 3, arbitrary: fc.constant(right.replace('«', '«foreign ')) },
          { weight: 4, arbitrary: fc.constantFrom(...strangeIds).map(withId) },
          { weight: 1, arbitrary: fc.webSegment().map(withId) },
        ]
      : []),
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          '/', '//', '/x', '/%', '%', ';a=b', '/..', '/.', '%20', '%2f', '#', '#%zz', '.json',
          '«200×/»',
        )
        .map((end) => `${right}${end}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/', '/nope', '/api', '/api/', '/api/v1', '/api/v1/', '/api/v1/nope', '/API/V1/projects',
        '//api/v1/projects', '/api//v1/projects', '/api/v1/%70rojects', '/api/v2/projects',
        '/api/v1/../v1/projects', '/%', '/api/v1/%', '/api/v1/projects/%/%', '/api/openapi.json/x',
        '/health', '/health/live/x',
      ),
    },
  );
}

function queryOf(resource: Table, isItem: boolean): fc.Arbitrary<HostileRequest['query']> {
  const names = queryNames(resource);
  const candidates = names.map((name) => {
    const field = resource.filters[name]?.field;
    const value = field
      ? near(field).map((value) => (value.startsWith('"') ? (JSON.parse(value) as string) : value))
      : name === 'search'
        ? text
        : name === 'sort'
          ? fc.constantFrom(
            ...Object.keys(resource.sorts), '-name', '--created_at', '-', 'id', 'constructor',
            '__proto__', '-toString', 'created_at,name', 'CREATED_AT', ' created_at',
            '+created_at',
            )
          : fc.constantFrom(
            '1', '2', '0', '-1', '1.5', '1e1', '100', '101', '20', '0x10', '٣', '9007199254740991',
            '9007199254740992', '99999999999999999', ' 1', '+1', '«400×9»',
            );
    return fc.tuple(
      fc.constant(name),
      fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: text }),
    );
  });
  const unknown = fc.tuple(
    fc.constantFrom(...strangeNames, 'page[]', 'page[a]', 'filter', 'limit ', 'Limit', '«6000×q»'),
    text,
  );
  const pair = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.oneof(...candidates).map(([name, value]) => ({ name, value, raw: false })),
    },
    { weight: 1, arbitrary: unknown.map(([name, value]) => ({ name, value, raw: false })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('search', 'page', ...names),
          fc.constantFrom(
            '%', '%zz', '%ff', '%00', '%ed%a0%80', '%c0%80', '+', 'a=b', '%26', '&', '=', '#',
            '%f0%9f%98%80',
          ),
        )
        .map(([name, value]) => ({ name, value, raw: true })),
    },
  );
  return isItem
    ? fc.oneof(
        { weight: 24, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(pair, { maxLength: 2 }) },
      )
    : fc.array(pair, { maxLength: 4 });
}

const mostly = (
  usual: string,
  strange: readonly (string | undefined)[],
  weight = 24,
): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight, arbitrary: fc.constant<string | undefined>(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...strange) },
  );
const rarely = (strange: readonly string[], weight = 10): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight, arbitrary: fc.constant<string | undefined>(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...strange) },
  );

const headers = fc
  .record({
    authorization: mostly(
      'Bearer «key»',
      [
        undefined, '', 'Bearer', 'Bearer ', 'bearer   «key»  ', '«key»', 'Basic «key»',
        'Bearer «key»x', 'Bearer «key» x', 'Bearer «read key»', 'Bearer «read key»',
        'Bearer «read key»', 'Bearer pauta_«38×a»', 'Bearer «8000×a»', 'Bearer é', 'Bearer\t«key»',
        'Bearer «key», Bearer «key»', '«300×Bearer »', 'null',
      ],
      12,
    ),
    'content-type': mostly('application/json', [
      undefined, '', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"',
      'application/json; charset=latin1', 'text/plain', 'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x', 'application/json;', 'application/json,application/json',
      'garbage', '/', 'a/b;c', 'application/json«2000× »x', 'application/problem+json', 'é', '*/*',
      '«3000×;»',
    ]),
    'idempotency-key': rarely([
      'a', 'a', 'b', '', ' ', '«255×k»', '«256×k»', 'é', '\t', '"', 'k\u00a0', '%00', '__proto__',
      '\\',
    ]),
    'x-request-id': rarely([
      'mine-1', '', 'é', '«64×r»', '«65×r»', 'a b', '../x', '{}', 'a,b', '\t',
    ]),
    'content-encoding': rarely(['gzip', 'identity', 'br', 'x', '', 'gzip, gzip'], 40),
    accept: rarely(['text/html', 'nope', '*/*;q=0'], 40),
    'x-forwarded-for': rarely(['1.2.3.4', '::1, x', '«1000×1,»', 'é'], 40),
    'x-http-method-override': rarely(['DELETE'], 60),
    'if-none-match': rarely(['*'], 60),
    range: rarely(['bytes=0-1', 'x'], 60),
    cookie: rarely(['a=b; __proto__=c'], 60),
    origin: rarely(['null', 'https://evil.example'], 60),
    upgrade: rarely(['h2c', 'websocket'], 80),
  })
  .map((all) =>
    Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  );

/** Proofs of callers of a hook: its secret, or a signature. */
const proofs = fc
  .tuple(
    headers,
    fc.constantFrom('secret', 'secret', 'signature'),
    mostly('«signature»', ['', '«64×0»', 'é', '«signature»«signature»', ' «signature»']),
    rarely(['a', 'a', 'b', '', '«256×k»', 'é', '\t', '__proto__']),
  )
  .map(([{ authorization = '', ...others }, kind, signature = '', id]) => ({
    ...others,
    ...(id === undefined ? {} : { 'webhook-id': id }),
    ...(kind === 'secret'
      ? { authorization: authorization.replaceAll('«key»', '«secret»') }
      : { 'x-webhook-signature': signature }),
  }));

/** A request to an operation, or almost. @param path under /api */
const requestTo = (
  method: string,
  path: string,
  query: fc.Arbitrary<HostileRequest['query']>,
  body: fc.Arbitrary<HostileRequest['body']>,
  proof: fc.Arbitrary<Record<string, string>> = headers,
): fc.Arbitrary<HostileRequest> =>
  fc.record({
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(method) },
      { weight: 1, arbitrary: fc.constantFrom(...strangeMethods) },
    ),
    path: pathOf(path),
    query,
    headers: proof,
    body,
    isChunked: fc.nat(8).map((n) => n === 8),
  });

/** No body, or sometimes one. */
const hardly = (body: fc.Arbitrary<HostileRequest['body']>) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: body },
    { weight: 1, arbitrary: fc.constant({ text: '{}', damage: 'none' as const }) },
  );

const ofResources = resources.flatMap(({ table: resource, create, update }) =>
  (['GET', 'POST', 'POST', 'GET item', 'PUT item', 'PUT item', 'DELETE item'] as const).map(
    (operation) => {
      const [method = '', item] = operation.split(' ');
      const isItem = item !== undefined;
      const body = bodyOf([create.input.body, update.input.body], method);
      return requestTo(
        method,
        `/v1${resource.path}${isItem ? `/«${resource.name}»` : ''}`,
        queryOf(resource, isItem || method !== 'GET'),
        method === 'POST' || method === 'PUT' ? body : hardly(body),
      );
    },
  ),
);

const ofReadables = readables.flatMap(({ table: resource }) =>
  ['', `/«${resource.name}»`].map((item) =>
    requestTo(
      'GET',
      `/v1${resource.path}${item}`,
      queryOf(resource, item !== ''),
      hardly(bodyOf([replays], 'POST')),
    ),
  ),
);

const ofEndpoints = (() => {
  const of = (path: string) => `/v1${path.replace(':id', '«listeners»')}`;
  const one = '/v1/webhooks/«delivery paths»';
  const none = queryOf(deliveries, true);
  const body = bodyOf([replays], 'POST');
  const empty = hardly(body);
  return [
    requestTo('GET', of(deliveries.path), queryOf(deliveries, false), empty),
    requestTo('GET', of(receptions.path), queryOf(receptions, false), empty),
    requestTo('GET', one, none, empty),
    requestTo('POST', `${one}/replay`, none, empty),
    requestTo('POST', of('/webhooks/:id/replay'), none, body),
    requestTo('POST', of('/webhooks/:id/test'), none, empty),
    requestTo('POST', of('/webhooks/:id/rotate-secret'), none, empty),
    requestTo('POST', '/v1/webhooks/«webhooks»/test', none, empty),
    requestTo('POST', '/v1/time-entries/«time_entries»/stop', none, empty),
    requestTo('POST', '/v1/billing-lines/«billing_lines»/recalculate', none, empty),
    requestTo('PUT', '/v1/billing-lines/«billing_lines»', none, bodyOf([billingLineInput], 'PUT')),
    requestTo(
      'POST',
      '/v1/project-templates/«project_templates»/projects',
      none,
      bodyOf([projectInputs.create], 'POST'),
    ),
    ...[1, 2, 3].map(() =>
      requestTo(
        'POST',
        '/hooks/«hooks»',
        none,
        bodyOf([tasks.create.input.body, tasks.update.input.body], 'POST'),
        proofs,
      ),
    ),
  ];
})();

const ofMessaging = [
  requestTo('POST', '/v1/msgapp/messages', queryOf(messages, true), bodyOf([sendings], 'POST')),
  requestTo(
    'POST',
    '/v1/msgapp/messages',
    queryOf(messages, true),
    text.map((content) => ({
      text: `{"content":${json(content)},"conversation_id":"«conversations»"}`,
      damage: 'none',
    })),
  ),
  requestTo(
    'POST',
    '/v1/msgapp/conversations/«conversations»/labels',
    queryOf(messages, true),
    fc.oneof(
      // Labels that do not exist are removed already.
      fc.constant({
        text: '{"remove_labels":["0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11"]}',
        damage: 'none' as const,
      }),
      text.map((id) => ({ text: `{"add_labels":[${json(id)}]}`, damage: 'none' as const })),
    ),
  ),
  requestTo('GET', '/v1/inboxes/«inboxes»/templates', queryOf(messages, true), hardly(bodyOf([templateSendings], 'POST'))),
  requestTo('POST', '/v1/msgapp/messages/template', queryOf(messages, true), bodyOf([templateSendings], 'POST')),
  requestTo(
    'POST',
    '/v1/msgapp/messages/template',
    queryOf(messages, true),
    text.map((name) => ({
      text: `{"template":"boas_vindas","language":"pt_BR","variables":[${json(name)}],"conversation_id":"«conversations»"}`,
      damage: 'none',
    })),
  ),
  requestTo(
    'GET',
    `/v1${messages.path.replace(':id', '«conversations»')}`,
    queryOf(messages, false),
    hardly(bodyOf([sendings], 'POST')),
  ),
];

/** Reads of other data than the readable tables. */
const ofCallers = ['/v1/me', '/v1/phases', '/v1/tags', '/v1/reports', '/v1/reports/records', '/v1/msgapp/groups', '/v1/msgapp/labels', '/v1/files/«files»'].map((path) =>
  requestTo('GET', path, queryOf(messages, true), hardly(bodyOf([sendings], 'POST'))),
);

const ofTeamwork = [
  requestTo('GET', '/v1/comments', queryOf(comments, false), hardly(bodyOf([sendings], 'POST'))),
  requestTo(
    'POST',
    '/v1/comments',
    queryOf(comments, true),
    text.map((content) => ({
      text: `{"record_type":"deals","record_id":"«deals»","author_id":"«users»","content":${json(content)}}`,
      damage: 'none',
    })),
  ),
  requestTo('GET', '/v1/approvals', queryOf(approvals, false), hardly(bodyOf([sendings], 'POST'))),
  requestTo('GET', '/v1/approvals/«approvals»', queryOf(approvals, true), hardly(bodyOf([sendings], 'POST'))),
  requestTo(
    'POST',
    '/v1/approvals',
    queryOf(approvals, true),
    text.map((title) => ({
      text: `{"campaign_ids":["«campaigns»"],"title":${json(title)}}`,
      damage: 'none',
    })),
  ),
];

/** A request to any operation that answers at once, or almost. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc.oneof(
  ...ofResources,
  ...ofReadables,
  ...ofEndpoints,
  ...ofMessaging,
  ...ofTeamwork,
  ...ofCallers,
);
