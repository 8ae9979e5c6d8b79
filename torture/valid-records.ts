import fc from 'fast-check';
import type { Field } from '#server/records/fields.ts';
import { isAlways } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import { inputsOf, type Json, minimal, type TestTeam } from '#test/support/team.ts';

/** A body that the service must accept, and the expected response. */
export interface Sample {
  readonly body: Json;
  readonly expected: Json;
  /** Fields of an update's response that may change. */
  readonly touched: ReadonlySet<string>;
}

/** A valid value as sent and as returned. */
interface Value {
  readonly sent: unknown;
  readonly answered: unknown;
}
const as = (sent: unknown, answered = sent): Value => ({ sent, answered });

/** Characters that are difficult but valid everywhere: no NUL, no half a surrogate pair. */
const hard = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 24 }),
    fc.string({ unit: 'grapheme', maxLength: 24 }),
    fc.constantFrom(
      'NULL',
      '{}',
      '{"a"}',
      '\\',
      '\\\\"',
      "'",
      '"',
      '%',
      '_',
      '%%_',
      '\u200b',
      '\ufffe',
      'שלום\u202e',
      'e\u0301',
      'İı',
      'ß',
      'ǆ',
      '\u{10ffff}',
      '  in  side  ',
      '\u001f',
      '$team',
      '{{x}}',
      '\r\n',
      '😀',
    ),
  )
  .map((text) => text.replaceAll('\0', ''));

const longest = (most: number) =>
  fc
    // The maximum number of marks in a row.
    .constantFrom('x', '😀', 'é', `e${'\u0301\u0323'.repeat(15)}`, '㎯')
    .map((one) => [...one.repeat(most)].slice(0, most).join(''));

/** @param least minimum number of characters after trimming */
const lineText = (most: number, least: number): fc.Arbitrary<Value> =>
  fc
    .oneof(
      { weight: 6, arbitrary: hard.filter((text) => [...text.trim()].length <= most) },
      { weight: 1, arbitrary: longest(most) },
    )
    .filter((text) => text.trim() !== '' || least === 0)
    .chain((text) => fc.constantFrom(text, ` ${text}\n`, `\ufeff${text}\u00a0`))
    .map((text) => as(text, text.trim()));

const proseText = fc
  .oneof({ weight: 9, arbitrary: hard }, { weight: 1, arbitrary: longest(50_000) })
  .map((text) => as(text));

const pad = (value: number, length: number) => String(value).padStart(length, '0');
const dateText = fc
  .date({
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 10));

const instantText = fc
  .tuple(
    dateText.filter((day) => day > '0001-01-03' && day < '9999-12-29'),
    fc.nat(23),
    fc.nat(59),
    fc.nat(59),
    fc.constantFrom('', '.1', '.12', '.999', '.000'),
    fc.oneof(
      fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+0530', '-03'),
      fc
        .tuple(fc.constantFrom('+', '-'), fc.nat(15), fc.nat(59))
        .map(([sign, hours, minutes]) => `${sign}${pad(hours, 2)}:${pad(minutes, 2)}`),
    ),
  )
  .map(([day, hours, minutes, seconds, fraction, offset]) => {
    const clock = `${day}T${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}${fraction}`;
    const plain =
      offset === '-03' ? '-03:00' : offset === '+0530' ? '+05:30' : offset.toUpperCase();
    return as(`${clock}${offset}`, new Date(`${clock}${plain}`).toISOString());
  });

const numberBetween = (min: number, max: number) =>
  fc
    .oneof(
      fc.double({ min, max, noNaN: true }),
      fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
      fc.constantFrom(min, max),
    )
    .map((value) => as(value, value === 0 ? 0 : value));

const listOf = (most: number, each: number) =>
  fc.array(lineText(each, 1), { maxLength: Math.min(most, 8) }).map((values) =>
    as(
      values.map(({ sent }) => sent),
      [...new Set(values.map(({ answered }) => answered))],
    ),
  );

/** Any JSON object, up to 32 levels deep, without text that cannot be stored. */
const freeJson = fc
  .oneof(
    fc.dictionary(hard, fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), { maxKeys: 6 }),
    fc.constant(JSON.parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`) as Json),
    fc.constant(
      JSON.parse('{"b":1,"a":{"z":[],"y":{}},"__proto__":{"x":1},"constructor":null}') as Json,
    ),
  )
  .filter((value) => !JSON.stringify(value).includes('\\u0000'))
  // The sent value: without values that JSON cannot express, such as -0.
  .map((value) => as(JSON.parse(JSON.stringify(value))));

const addresses = fc
  .dictionary(
    fc.constantFrom(
      'street',
      'number',
      'complement',
      'neighborhood',
      'city',
      'state',
      'zip_code',
      'country',
    ),
    fc.oneof(lineText(255, 0), fc.constant(as(null))),
  )
  .map((value) => {
    const all = Object.entries(value);
    return as(
      Object.fromEntries(all.map(([key, { sent }]) => [key, sent])),
      Object.fromEntries(all.map(([key, { answered }]) => [key, answered])),
    );
  });

let made = 0;
/** Values that no other record has. */
const unique: Record<string, () => string> = {
  slug: () => `s-${++made}-${Date.now()}`,
  cpf: () => pad(++made, 11).replace(/^(...)(...)(...)/, '$1.$2.$3-'),
  cnpj: () => `AB${pad(++made, 12)}`.replace(/^(..)(...)(...)/, '$1.$2.$3/'),
  phone: () => `5521${pad(++made, 9)}`,
};

/** Valid values for a field of the resource that is not a link. */
function goodValue(resource: Table, name: string, field: Field): fc.Arbitrary<Value> {
  const schema = field.schema as Json;
  if (
    unique[name] &&
    inputsOf(resource).create.accepts.includes(name) &&
    (name !== 'phone' || resource.name === 'contacts')
  ) {
    return fc.constant(as(unique[name]));
  }
  const values = schema.enum as string[] | undefined;
  if (values) return fc.constantFrom(...values).map((value) => as(value));
  if (schema.format === 'date') return dateText.map((value) => as(value));
  if (schema.format === 'date-time') return instantText;
  if (schema.type === 'boolean') return fc.boolean().map((value) => as(value));
  const decimals = /^numeric\(\d+,(\d+)\)$/.exec(field.sql)?.[1];
  if (schema.type === 'integer' || decimals !== undefined) {
    const unit = 10 ** Number(decimals ?? 0);
    const units = (bound: unknown) => Math.round(Number(bound) * unit);
    return fc
      .integer({ min: units(schema.minimum), max: units(schema.maximum) })
      .map((value) => as(value / unit));
  }
  if (schema.type === 'number')
    return numberBetween(schema.minimum as number, schema.maximum as number);
  if (name === 'color')
    return fc.constantFrom('#fff', '#FFFF', '#a1B2c3', '#11223344').map((value) => as(value));
  if (name === 'url')
    return fc
      .constantFrom(
        'https://example.com',
        'http://[2606:4700::1111]:8080/a?b=c#d',
        'https://münchen.example/ü',
        ' https://example.com/ ',
      )
      .map((value) => as(value, value.trim()));
  if (name === 'events')
    return fc
      .subarray(['*', 'deal.created', 'task.moved'], { minLength: 1 })
      .map((value) => as(value));
  if (schema.type === 'array') {
    const items = schema.items as Json;
    return listOf(schema.maxItems as number, items.maxLength as number);
  }
  if (name === 'address') return addresses;
  if (field.sql === 'json') return freeJson;
  return field.clean
    ? lineText((schema.maxLength as number) ?? 255, (schema.minLength as number) ?? 0)
    : proseText;
}

/** The IDs that a link may contain. */
const linked = async (team: TestTeam, target: string): Promise<readonly string[]> => {
  switch (target) {
    case 'users':
      return team.users;
    case 'squads':
      return [team.squad];
    case 'contracts':
      return [team.contract];
    default:
      return [(await team.create(target)).id as string];
  }
};

const personal = ['cpf', 'rg', 'birth_date', 'gender'];
const corporate = ['cnpj', 'legal_name', 'trade_name', 'state_registration'];

/** Fields that depend on others, and are sent together with them. */
const placed = [
  'pipeline_id',
  'column',
  'target_pipeline_id',
  'target_column_id',
  'assignee_id',
  'assignee_ids',
  'project_ids',
  'ends_on',
  'parent_id',
];

/** Adds the place and the assignees of a task, or the target of an endpoint, to a sample. */
function place(resource: Table, team: TestTeam, n: number, body: Json, expected: Json): string[] {
  const column = team.pipeline.columns[n % 2];
  if (resource.name === 'webhooks' && n % 3 === 0) {
    const target = { target_pipeline_id: team.pipeline.id, target_column_id: column?.id };
    Object.assign(body, target);
    Object.assign(expected, target);
    return Object.keys(target);
  }
  // They follow the task, and the rate follows them.
  if (resource.name === 'time_entries') return ['project_id', 'client_id', 'hourly_rate'];
  if (resource.name !== 'tasks') return [];
  const people = [team.users[n % 3], team.users[(n + 1) % 3]];
  if (n % 5 < 2) {
    Object.assign(
      body,
      n % 5 === 0
        ? { assignee_ids: people }
        : { assignee_ids: people, assignee_id: people[1]?.toUpperCase() },
    );
    const order = n % 5 === 0 ? people : [people[1], people[0]];
    Object.assign(expected, { assignee_ids: order, assignee_id: order[0] });
  } else if (n % 5 === 2) {
    body.assignee_id = people[0];
    Object.assign(expected, { assignee_ids: [people[0]], assignee_id: people[0] });
  }
  if (n % 3 === 0) {
    Object.assign(body, { pipeline_id: team.pipeline.id, column: column?.slug });
    Object.assign(expected, { pipeline_id: team.pipeline.id, column: column?.slug });
  }
  return ['assignee_id', 'assignee_ids', 'pipeline_id', 'column', 'position', 'completed_at'];
}

type Make<Rest extends unknown[]> = (team: TestTeam, ...rest: Rest) => Promise<Sample>;

/** A value for each field, some of the fields, and a number that determines the rest. */
function picks(
  resource: Table,
  accepted: readonly string[],
): fc.Arbitrary<{ values: Record<string, Value>; n: number }> {
  const plain = accepted.flatMap((name) => {
    const field = resource.fields[name];
    // The days of a task have an order.
    const isFirstDay = resource.name === 'tasks' && name === 'start_date';
    return field && !resource.links.has(name) && !placed.includes(name) && !isFirstDay
      ? [[name, goodValue(resource, name, field)] as const]
      : [];
  });
  return fc
    .record({ values: fc.record(Object.fromEntries(plain), { requiredKeys: [] }), n: fc.nat(29) })
    .map(({ values, n }) => ({ values: values as Record<string, Value>, n }));
}

function put(values: Record<string, Value>, body: Json, expected: Json): void {
  for (const [name, { sent, answered }] of Object.entries(values)) {
    const value = typeof sent === 'function' ? (sent as () => string)() : sent;
    body[name] = value;
    expected[name] = typeof sent === 'function' ? value : answered;
  }
}

async function link(
  resource: Table,
  team: TestTeam,
  accepted: readonly string[],
  n: number,
  body: Json,
  expected: Json,
): Promise<void> {
  for (const [i, name] of accepted.entries()) {
    const target = resource.links.get(name);
    if (!target || placed.includes(name) || name === 'project_id' || (n + i) % 3 > 0) continue;
    const among = await linked(team, target);
    const id = String(among[n % among.length]);
    const isList = (resource.fields[name]?.schema as Json | undefined)?.type === 'array';
    expected[name] = isList ? [id] : id;
    const sent = n % 2 ? id.toUpperCase() : id;
    body[name] = isList ? [sent] : sent;
  }
}

function withoutOtherKind(values: Record<string, Value>, type: unknown): Record<string, Value> {
  const foreign = type === 'PF' ? corporate : personal;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !foreign.includes(name)));
}

/** Bodies for create. */
export function recordsOf(resource: Table): fc.Arbitrary<Make<[]>> {
  return picks(resource, inputsOf(resource).create.accepts).map(({ values, n }) =>
    label({ values, n }, async (team) => {
      const least = await minimal(team, resource.name);
      const body: Json = {};
      const expected: Json = {};
      const type = values.type?.sent ?? least.type;
      put(resource.name === 'clients' ? withoutOtherKind(values, type) : values, body, expected);
      await link(resource, team, inputsOf(resource).create.accepts, n, body, expected);
      place(resource, team, n, body, expected);
      return { body: { ...least, ...body }, expected, touched: new Set() };
    }),
  );
}

/** Bodies for an update of a given record. */
export function changesOf(resource: Table): fc.Arbitrary<Make<[Json]>> {
  const accepted = inputsOf(resource).update.accepts;
  return picks(resource, accepted).map(({ values, n }) =>
    label({ values, n }, async (team, record) => {
      const body: Json = {};
      const expected: Json = {};
      const type = values.type?.sent ?? record.type;
      put(resource.name === 'clients' ? withoutOtherKind(values, type) : values, body, expected);
      await link(resource, team, accepted, n, body, expected);
      // Clears one of the optional fields, and empties one of the lists or objects.
      const clearable = accepted.filter((name) => {
        const field = resource.fields[name];
        return (
          field &&
          !(name in body) &&
          !placed.includes(name) &&
          // A time entry has the project and client of its task, if they are not set; without minutes it is the only running timer.
          !(
            resource.name === 'time_entries' &&
            ['project_id', 'client_id', 'minutes'].includes(name)
          ) &&
          (!isAlways(field) || typeof field.fallback === 'object')
        );
      });
      const cleared = clearable[n % Math.max(1, clearable.length)];
      if (cleared !== undefined) {
        const fallback = resource.fields[cleared]?.fallback;
        body[cleared] = null;
        expected[cleared] = fallback ?? null;
      }
      const moved = place(resource, team, n, body, expected);
      const touched = new Set([...Object.keys(body), ...moved, 'updated_at', 'client', 'squad']);
      // The record's own completed_at counts as absent: it was read, changed and sent back.
      if ('completed_at' in body && ('status' in body || 'column' in body))
        delete expected.completed_at;
      if ('status' in body && resource.name === 'projects') touched.add('completed_at');
      if ('type' in body && resource.name === 'clients')
        for (const name of type === 'PF' ? corporate : personal) {
          touched.add(name);
          expected[name] = null;
        }
      if ('url' in body) touched.add('events');
      return { body, expected, touched };
    }),
  );
}

/** Lets fast-check print the input of a function, with long repetitions shortened. */
function label<F extends object>(what: unknown, make: F): F {
  const short = () =>
    fc.stringify(what).replace(/(.)\1{20,}/gu, (all, one: string) => `«${[...all].length}×${one}»`);
  return Object.assign(make, { [fc.toStringMethod]: short });
}
