import type { Static, TEnum, TSchema } from 'typebox';
import { iso } from '../db/statement.ts';
import { containsTooManyMarks, marksRule } from '../platform/combining-marks.ts';
import type { ValueFormat } from '../platform/error-reasons.ts';
import { checks, declareFormat, Type, withDescription } from '../platform/schema.ts';
import { isUuid } from '../platform/uuid.ts';

/**
 * A kind of value: its JSON schema, its description, and its representation in SQL. The single source for everything that
 * validates, documents or stores a field.
 */
export interface Field<S extends TSchema = TSchema> {
  readonly schema: S;
  /**
   * Schema in the document instead of `schema`: lets a caller validate a value before sending it. `schema` is checked after
   * `clean`, and `check` covers the rest.
   */
  readonly documented?: Readonly<Record<string, unknown>>;
  /** Its meaning, in one sentence; that of its name in common-meanings.ts if absent. */
  readonly about?: string;
  /** Completes "must be …". */
  readonly requirement: string;
  /** Kind of value that a form asks for; undefined for texts, lists and enumerations. */
  readonly format?: ValueFormat | undefined;
  /** SQL type that a parameter is cast to. */
  readonly sql: string;
  /** True if a value that passed `clean` is allowed. */
  readonly check: (value: unknown) => boolean;
  /** Explains why `check` refuses a value, and what is allowed: completes "<name> …". */
  readonly problem: (value: unknown) => string;
  /** Applied before the check: trims, drops duplicates. Values of a wrong type pass through. */
  readonly clean?: (value: unknown) => unknown;
  /** Converts a query parameter's text to the value for `check`. */
  readonly fromQuery?: (text: string) => unknown;
  /** Converts a value for the database driver. */
  readonly store?: (value: unknown) => unknown;
  /** SQL that renders the value in a JSON document; the column itself if absent. */
  readonly output?: (column: string) => string;
  /** SQL by which two values are compared; the value itself if absent. */
  readonly compare?: (expression: string) => string;
  /** SQL by which the value is sorted; the column itself if absent. */
  readonly order?: (column: string) => string;
  /** Must be given on create. */
  readonly required?: true;
  /** Default on create. A field with neither this nor `required` may be null. */
  readonly fallback?: unknown;
  /** Chosen by the service if create does not set it; never null. */
  readonly isGenerated?: true;
  /** Table that a link refers to. */
  readonly target?: Target;
  /** An object derived from a linked record: `{id, name}`, through the field named here. */
  readonly nested?: { via: string; target: Target };
  /** True if only members who may see values see it; null for others. */
  readonly isConfidential?: true;
}

/** Tables that a field may refer to, with the singular name of their records. */
export const targets = {
  clients: 'client',
  columns: 'column',
  contacts: 'contact',
  contracts: 'contract',
  conversations: 'conversation',
  deals: 'deal',
  inboxes: 'inbox',
  pipelines: 'pipeline',
  projects: 'project',
  squads: 'squad',
  tasks: 'task',
  users: 'user',
} as const;
export type Target = keyof typeof targets;

export type Fields = Record<string, Field>;

/** True if a field always has a value, so that null is refused. */
export const isAlways = (field: Field) =>
  field.required === true || field.isGenerated === true || field.fallback !== undefined;

const daysIn = (year: number, month: number) =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (!match) return false;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

const instant =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(?:[.,](\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)?)$/;
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/** An ISO 8601 timestamp in UTC, truncated to milliseconds; undefined if the text is invalid, or outside the years 1 to 9999. */
function toUtc(text: string): string | undefined {
  const match = instant.exec(text);
  if (!match) return undefined;
  const [, day = '', time = '', seconds = ':00', fraction = '', sign, hours, minutes = '0'] = match;
  if (!isDate(day) || (fraction !== '' && match[3] === undefined)) return undefined;
  const local = Date.parse(`${day}T${time}${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  const offset = sign === undefined ? 0 : (Number(hours) * 60 + Number(minutes)) * 60_000;
  const at = sign === '-' ? local + offset : local - offset;
  return at >= firstInstant && at <= lastInstant ? new Date(at).toISOString() : undefined;
}

declareFormat('date', isDate);
declareFormat('date-time', (text) => toUtc(text) !== undefined);
declareFormat('uuid', isUuid);

type Details = Omit<Field, 'schema' | 'requirement' | 'sql' | 'check' | 'problem'> & {
  check?: (value: unknown) => boolean;
};

/** Formats by the `format` or the `type` of a schema. */
const schemaFormats: Readonly<Record<string, ValueFormat>> = {
  date: 'date',
  'date-time': 'date_time',
  uuid: 'id',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  object: 'json',
};

const formatOf = (schema: { readonly format?: unknown; readonly type?: unknown }) =>
  schemaFormats[String(schema.format ?? schema.type)];

/** Defines a kind of field from its schema. In every kind, texts with too many consecutive combining marks are refused. */
export function kind<S extends TSchema>(
  schema: S,
  says: string,
  sql: string,
  details: Details = {},
): Field<S> {
  const matches = checks(schema);
  const also = details.check;
  const fits = also ? (value: unknown) => matches(value) && also(value) : matches;
  return {
    ...details,
    schema,
    requirement: says,
    format: details.format ?? formatOf(schema),
    sql,
    check: (value) => fits(value) && !containsTooManyMarks(value),
    problem: (value) => (fits(value) ? marksRule : `must be ${says}`),
  };
}

const trim = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const fold = (column: string) => `fold(${column}) collate "C"`;
const decimal = /^[+-]?(\d{1,15}(\.\d{1,15})?|\.\d{1,15})$/;
/** Parses a decimal number in a query; undefined for any other text. */
export const readNumber = (text: string) => (decimal.test(text) ? Number(text) : undefined);

/** For texts that must not be empty after trimming. */
const notBlank = '\\S';

/** A text on one line, stored trimmed. */
export const singleLine = (max = 255, min = 0) => {
  const bounds = { minLength: min, maxLength: max };
  return kind(
    Type.String(bounds),
    `a string of ${min ? `${min} to` : 'at most'} ${max} characters`,
    'text',
    {
      clean: trim,
      order: fold,
      ...(min > 0 ? { documented: { type: 'string', ...bounds, pattern: notBlank } } : {}),
    },
  );
};

/** A text stored unchanged, at most 50,000 characters. */
export const prose = kind(
  Type.String({ maxLength: 50_000 }),
  'a string of at most 50000 characters',
  'text',
);

/** A text that matches a pattern. @param maxLength if the pattern does not limit it */
export const patterned = (
  pattern: RegExp,
  says: string,
  example: string,
  { format, ...bounds }: { readonly maxLength?: number; readonly format?: ValueFormat } = {},
) =>
  kind(Type.String({ pattern: pattern.source, ...bounds, examples: [example] }), says, 'text', {
    format,
    clean: trim,
    order: fold,
  });

/** A phone number in the messaging network's format. */
export const phone = patterned(
  /^[0-9]{10,15}$/,
  '10 to 15 digits with the country code',
  '5511999998888',
  { format: 'phone' },
);

function isWebAddress(value: unknown): boolean {
  if (
    typeof value !== 'string' ||
    !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) ||
    !URL.canParse(value)
  ) {
    return false;
  }
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** Address of another system, which the service requests. */
export const webAddress = kind(
  Type.String({ maxLength: 2048, examples: ['https://example.com/pauta'] }),
  'an http or https address of at most 2048 characters, without user name and password',
  'text',
  {
    format: 'url',
    clean: trim,
    check: isWebAddress,
    documented: {
      type: 'string',
      maxLength: 2048,
      pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#@]+([/?#]\\S*)?$',
      examples: ['https://example.com/pauta'],
    },
  },
);

export const uuid = kind(Type.String({ format: 'uuid' }), 'a UUID', 'uuid');

/** Id of a record in another table of the same team. */
export const link = (target: Target): Field<typeof uuid.schema> => ({ ...uuid, target });

/**
 * `{id, name}` of the record that the field `via` refers to; output only.
 * @param name SQL of the name
 */
export const nested = (via: string, target: Target, name = `${target}.name`) => ({
  ...kind(
    Type.Object({
      id: about('The ID of the linked record.', Type.String({ format: 'uuid' })),
      name: Type.String(),
    }),
    'an object with id and name',
    'json',
    {
      output: () =>
        `case when ${target}.id is not null then (select row_to_json(o) from (select ${target}.id, ${name} as name) o) end`,
    },
  ),
  nested: { via, target },
});

export const date = kind(
  Type.String({ format: 'date', examples: ['2026-11-30'] }),
  'a date in the form YYYY-MM-DD',
  'date',
);

export const timestamp = kind(
  Type.String({ format: 'date-time', examples: ['2026-11-30T12:00:00.000Z'] }),
  'an ISO 8601 timestamp with an offset, such as 2026-11-30T09:00:00-03:00',
  'timestamptz(3)',
  { output: iso, store: (value) => toUtc(value as string) },
);

/** An end of a time range: a timestamp, or a UTC day that is completed with this time. */
const momentAt = (time: string) =>
  kind(
    Type.String({ maxLength: 64, examples: ['2026-11-30', '2026-11-30T09:00:00-03:00'] }),
    'a date in the form YYYY-MM-DD, or an ISO 8601 timestamp with an offset',
    'timestamptz(3)',
    {
      format: 'date_time',
      documented: {
        anyOf: [
          { type: 'string', format: 'date' },
          { type: 'string', format: 'date-time' },
        ],
        examples: ['2026-11-30', '2026-11-30T09:00:00-03:00'],
      },
      clean: (value) =>
        typeof value !== 'string' ? value : isDate(value) ? `${value}T${time}Z` : toUtc(value),
    },
  );

/** Start of a time range; a day starts at its first millisecond. */
export const since = momentAt('00:00:00.000');
/** End of a time range; a day ends at its last millisecond. */
export const until = momentAt('23:59:59.999');

/** Numbers that PostgreSQL and JavaScript render differently are rare, and expensive to render. */
const jsonNumber = (column: string) =>
  `case when abs(${column}) >= 1e-4 and abs(${column}) < 1e15 then to_json(${column}) else json_number(${column}) end`;

export const number = (minimum: number, maximum: number) =>
  kind(
    Type.Number({ minimum, maximum }),
    `a number from ${minimum} to ${maximum}`,
    'double precision',
    { fromQuery: readNumber, output: jsonNumber },
  );

/** An amount in BRL: at least 0, at most two decimals. */
export const money = kind(
  Type.Number({ minimum: 0, maximum: 999_999_999_999.99, examples: [15000.5] }),
  'an amount from 0 to 999999999999.99 with at most two decimals',
  'numeric(14,2)',
  {
    format: 'amount',
    check: (value) => typeof value === 'number' && Number(value.toFixed(2)) === value,
    output: (column) => `trim_scale(${column})`,
  },
);

const readBoolean = (text: string) =>
  text === 'true' ? true : text === 'false' ? false : undefined;
export const boolean = kind(Type.Boolean(), 'true or false', 'boolean', { fromQuery: readBoolean });

/** One of a fixed set of texts. @param sql the enumeration's type, or text */
export const oneOf = <const T extends string>(
  sql: string,
  values: readonly T[],
): Field<TEnum<T[]>> =>
  kind(
    Type.Enum([...values]) as TEnum<T[]>,
    `one of ${values.join(', ')}`,
    sql,
    sql === 'text' ? { order: fold } : {},
  );

/** Maximum length before duplicates are removed; a longer list is refused without inspection. */
const maxBeforeDedup = 1_000;
/** Removes duplicates from a list and cleans each entry; other values pass through. */
export const distinct = (clean: (entry: unknown) => unknown) => (value: unknown) =>
  Array.isArray(value) && value.length <= maxBeforeDedup ? [...new Set(value.map(clean))] : value;

/** Short texts in the caller's order, without duplicates. */
export const texts = (most = 100, each = 100) => {
  const bounds = { minLength: 1, maxLength: each };
  return {
    ...kind(
      Type.Array(Type.String(bounds), { maxItems: most }),
      `a list of at most ${most} strings of 1 to ${each} characters each`,
      'text[]',
      {
        clean: distinct(trim),
        documented: {
          type: 'array',
          items: { type: 'string', ...bounds, pattern: notBlank },
          maxItems: most,
        },
      },
    ),
    fallback: [],
  };
};

/** Ids in the caller's order, without duplicates. */
export const uuids = (most: number) => ({
  ...kind(
    Type.Array(Type.String({ format: 'uuid' }), { maxItems: most }),
    `a list of at most ${most} UUIDs`,
    'uuid[]',
    { format: 'id', clean: distinct((id) => (typeof id === 'string' ? id.toLowerCase() : id)) },
  ),
  fallback: [],
});

/** Ids of records in another table of the same team, in the caller's order, without duplicates. */
export const links = (target: Target, most = 100) => ({ ...uuids(most), target });

/** JSON preserves the caller's order of keys; PostgreSQL can compare it only as text. */
const asText = (expression: string) => `(${expression})::text`;

const deepest = 32;
const maxBytes = 65_536;

/** True if a value is within the maximum depth and JSON size, and contains only finite doubles: JSON cannot represent others. */
function isStorable(value: unknown, bytes: number): boolean {
  let least = 0;
  /** Tracks a lower bound of the JSON size, to stop early for values that are far too large. */
  const fits = (part: unknown, depth: number): boolean => {
    least += typeof part === 'string' ? part.length + 2 : 1;
    if (least > bytes) return false;
    if (typeof part === 'number') return Number.isFinite(part);
    if (typeof part !== 'object' || part === null) return true;
    if (depth === deepest) return false;
    if (Array.isArray(part)) return part.every((inner) => fits(inner, depth + 1));
    return Object.entries(part).every(([name, inner]) => {
      least += name.length + 3;
      return fits(inner, depth + 1);
    });
  };
  return fits(value, 0) && Buffer.byteLength(JSON.stringify(value)) <= bytes;
}

const jsonObject = (example: Record<string, unknown>, says: string, bytes: number) => ({
  ...kind(
    Type.Record(Type.String(), Type.Unknown(), { examples: [example] }),
    `${says}, at most ${deepest} levels deep`,
    'json',
    {
      compare: asText,
      check: (value) => !Array.isArray(value) && isStorable(value, bytes),
      store: (value) => JSON.stringify(value),
    },
  ),
  fallback: {},
});

/** Any JSON object of at most 64 kB, at most 32 levels deep. */
export const freeObject = (example: Record<string, unknown>) =>
  jsonObject(example, `an object of at most ${maxBytes} bytes of JSON`, maxBytes);

/** A JSON object of any size, for values generated by the service. */
export const madeObject = (example: Record<string, unknown>) =>
  jsonObject(example, 'an object', Number.POSITIVE_INFINITY);

/** An object of a few texts, each optional and nullable. @param meanings key → its meaning */
export const textObject = (
  meanings: Readonly<Record<string, string>>,
  example: Readonly<Record<string, string>>,
) =>
  kind(
    Type.Object(
      Object.fromEntries(
        Object.entries(meanings).map(([key, meaning]) => [
          key,
          about(meaning, Type.Optional(Type.Union([Type.String({ maxLength: 255 }), Type.Null()]))),
        ]),
      ),
      { additionalProperties: false, examples: [example] },
    ),
    `an object whose values are strings of at most 255 characters, with any of the keys ${Object.keys(meanings).join(', ')}`,
    'json',
    {
      compare: asText,
      clean: (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, trim(text)]))
          : value,
      store: (value) => (value === null ? null : JSON.stringify(value)),
    },
  );

/** Marks a field as required on create; it always has a value. */
export const required = <F extends Field>(field: F): F & { required: true } => ({
  ...field,
  required: true,
});

/** Adds the meaning of a field, or of a value inside one, in one sentence. */
export function about<T extends Field | TSchema>(meaning: string, of: T): T {
  return 'requirement' in of ? { ...of, about: meaning } : withDescription(meaning, of);
}

/** Schemas of fields, for an object that contains them. @param names of the fields; all if absent */
export const propertiesOf = <F extends Fields>(
  fields: F,
  names: readonly (keyof F & string)[] = Object.keys(fields),
) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!names.includes(name)) return [];
      const schema = isAlways(field) ? field.schema : Type.Union([field.schema, Type.Null()]);
      return [
        [name, field.about === undefined ? schema : withDescription(field.about, schema)] as const,
      ];
    }),
  );

/** Restricts a field to members who may see values; others see null. */
export const confidential = <F extends Field>(field: F): F & { isConfidential: true } => ({
  ...field,
  isConfidential: true,
});

/** Marks a field for which the service chooses a value if create does not set it; it is never null. */
export const generated = <F extends Field>(field: F): F & { isGenerated: true } => ({
  ...field,
  isGenerated: true,
});

/** Name in URLs, derived from the record's name if create does not set it. */
export const slug = generated(
  patterned(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'at most 80 lower-case letters and digits, in words joined by hyphens',
    'site-novo',
    { maxLength: 80, format: 'slug' },
  ),
);

/** Sets the default value of a field. */
export const withDefault = <F extends Field>(
  field: F,
  fallback: Static<F['schema']>,
): F & { fallback: unknown } => ({
  ...field,
  fallback,
});
