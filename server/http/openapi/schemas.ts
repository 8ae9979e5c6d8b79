import type { Crud } from '#server/operations/crud.ts';
import { pascal } from '#server/operations/crud.ts';
import type { ShownOnce } from '#server/operations/operation.ts';
import { commonMeanings } from '#server/records/common-meanings.ts';
import { type Field, type Fields, isAlways } from '#server/records/fields.ts';
import type { Input, Shape } from '#server/records/input.ts';
import { exampleId, type Table, wordsOf } from '#server/records/table.ts';
import { instantExample, type Json, sampleOf } from './samples.ts';

/* Schemas of bodies, generated from tables: records, and inputs of calls. */

export type { Json };

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const jsonContent = (content: Json) => ({ 'application/json': content });

/** Schema name of a table's records. */
export const schemaOf = ({ one }: Shape) => pascal(one);

/** Describes the records of a table. */
export const aboutOf = ({ about, name }: Shape) => about ?? `The team’s ${wordsOf(name)}.`;

// Fields -----------------------------------------------------------------------------------------

const sentence = (says: string) => `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;

/** Constraints that schemas already express, in the wording of messages: lengths, bounds, formats, enumerations, keys. */
const bounds: readonly RegExp[] = [
  /^(true or false|a text|a string|a UUID|one of .*|an object( of texts)?|a list( of \w+| of event kinds: .*)?)$/,
  /^a string of (at most )?[\d to]+ characters$/,
  /^a (whole )?number from [-\d.]+ to \d+$/,
  /^(a date in the form YYYY-MM-DD|an ISO 8601 timestamp with an offset, such as \S+)$/,
  /^a list of at most \d+ (UUIDs|strings of [\d to]+ characters each)$/,
  /^an object (with id and name|whose values are strings .* with any of the keys .*)$/,
  /^an amount from 0 to [\d.]+ (?=with at most two decimals$)/,
  /^(the (?!path )\D*|a whole number|a run|an author|a time zone such as \S+|a list of (?!\d|at most )\D*)$/,
];

/** Description of a field: its meaning, and constraints that its schema does not express. */
function describe(
  name: string,
  { about = commonMeanings[name], requirement: says }: Field,
): string {
  if (about === undefined) return sentence(says);
  const beyond = bounds.reduce((text, each) => text.replace(each, ''), says);
  return beyond === '' ? about : `${about} ${sentence(beyond)}`;
}

const nullable = (schema: Json) => ({
  ...schema,
  ...(schema.type === undefined ? {} : { type: [schema.type, 'null'] }),
  ...(Array.isArray(schema.anyOf) ? { anyOf: [...schema.anyOf, { type: 'null' }] } : {}),
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
});

/** Schema of a field's values. */
export const valuesOf = (field: Field): Json => {
  const { minLength, ...schema } = (field.documented ?? field.schema) as Json;
  return { ...schema, ...(minLength === undefined || minLength === 0 ? {} : { minLength }) };
};

/** Schema of a field. @param always true if the field is never null */
function property(name: string, field: Field, always: boolean): Json {
  const described = { ...valuesOf(field), description: describe(name, field) };
  return always ? described : nullable(described);
}

/** Example value of a field. */
function exampleOf(resource: Shape, name: string, field: Field): unknown {
  const { example = {} } = resource;
  if (Object.hasOwn(example, name)) return example[name];
  const schema = field.schema as Json;
  const [first] = (schema.examples as unknown[] | undefined) ?? [];
  if (isUnset.has(name)) return null;
  if (first !== undefined) return first;
  if (field.nested) return { id: exampleId, name: 'Aurora' };
  if (Array.isArray(schema.enum)) return field.fallback ?? schema.enum[0];
  if (schema.format === 'uuid') return exampleId;
  if (schema.type === 'array') return name.endsWith('_ids') ? [exampleId] : [];
  if (schema.type === 'boolean') return field.fallback ?? false;
  if (schema.type === 'number') return 10;
  return texts[name] ?? `Some ${name.replaceAll('_', ' ')}`;
}
const isUnset = new Set([
  'deleted_at',
  'completed_at',
  'disabled_reason',
  'disabled_reason_details',
  'ai_summary',
  'ai_win_probability',
]);
const texts: Record<string, string> = {
  email: 'contato@example.com',
  jid: '5511999998888@s.msgapp.net',
  column: 'backlog',
  currency: 'BRL',
  phase: 'lead',
  profile_picture_url: 'https://example.com/p.jpg',
};

/** Example record. */
export const recordExample = (resource: Shape): Json =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      exampleOf(resource, name, field),
    ]),
  );

/** A valid example body: without links, since the records that they refer to exist only in one team. */
export function createExample({ of, accepts }: Input): Json {
  const record = recordExample(of);
  const names = accepts.filter(
    (name) =>
      record[name] !== null &&
      (of.fields[name]?.required || !of.fields[name]?.target) &&
      name !== 'column',
  );
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}

// Schemas ----------------------------------------------------------------------------------------

/** A valid example update. */
export function changeExample({ of, accepts }: Input): Json {
  const change = Object.entries(of.exampleChange ?? {});
  const isText = ({ sql, schema }: Field) => sql === 'text' && !('enum' in schema);
  const [text] = accepts.filter((name) => {
    const field = of.fields[name];
    return field !== undefined && isText(field);
  });
  return Object.fromEntries(
    change.length > 0 || text === undefined ? change : [[text, `Another ${text}`]],
  );
}

/** Added to every response schema. */
const mayGrow = 'Later versions may add fields.';

/** The resource in responses. */
export function recordSchema(resource: Shape): Json {
  const fields = Object.entries(resource.fields);
  return {
    type: 'object',
    description: `${aboutOf(resource)} ${mayGrow}`,
    required: fields.map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, property(name, field, isAlways(field))]),
    ),
    examples: [recordExample(resource)],
  };
}

/**
 * Adds the default value to a schema's description. Avoids the keyword `default`, because generators would treat such a field as
 * always present.
 */
function withFallback(schema: Json, { required, isGenerated: made, fallback }: Field): Json {
  // A default chosen by the service depends on other values.
  if (required || made || fallback === undefined) return schema;
  const value =
    typeof fallback === 'object' || fallback === '' ? 'empty' : `\`${String(fallback)}\``;
  return { ...schema, description: `${String(schema.description)} Default: ${value}.` };
}

const text = { type: 'string' };
const unset = { type: 'null' };
const list = { type: 'array', items: {} };

/** Restricts an object's keys to these names, each consisting of letters and underscores. */
const onlyNamed = (names: readonly string[]) => ({
  propertyNames: { pattern: `^(${[...new Set(names)].join('|')})$` },
});

/** An object with these values under these names: a text, unset, or one fixed text. */
const having = (properties: Json): Json => ({ required: Object.keys(properties), properties });

/**
 * Constraints of a body that span several fields. Expressed as a negation: linters treat schemas under `then` and `oneOf` as
 * closed, and would report the other fields of an example as unknown.
 */
function crossFieldConstraints({ of, ignored = [], apart }: Input): Json {
  const names = onlyNamed([...Object.keys(of.fields), ...ignored]);
  if (!apart) return names;
  const wrong = Object.entries(apart.without).flatMap(([value, fields]) =>
    fields.map((name) => having({ [apart.by]: { ...text, const: value }, [name]: text })),
  );
  return { ...names, not: { anyOf: wrong } };
}

export function createSchema(input: Input): Json {
  const { of, accepts } = input;
  const fields = accepts.flatMap((name) => {
    const field = of.fields[name];
    return field ? [[name, field] as const] : [];
  });
  return {
    type: 'object',
    description:
      'null is treated as omitted. Other fields of the resource are ignored; unknown names are rejected.',
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
    properties: Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        withFallback(property(name, field, field.required === true), field),
      ]),
    ),
    ...crossFieldConstraints(input),
    examples: [createExample(input)],
  };
}

/** A message has a text, a file, or both. */
const contentNames = ['content', 'file_id', 'media_url'];

/** Body of a send: the recipient is given in one of two ways. */
export function sendingSchema(input: Input): Json {
  const { fields } = input.of;
  return {
    ...createSchema(input),
    anyOf: [{ required: ['inbox_id', 'phone'] }, { required: ['conversation_id'] }],
    ...(fields.media_url
      ? { allOf: [{ anyOf: contentNames.map((name) => ({ required: [name] })) }] }
      : {}),
    not: {
      anyOf: [
        having({ conversation_id: text, inbox_id: text }),
        having({ conversation_id: text, phone: text }),
        having({ inbox_id: text, phone: unset }),
        having({ inbox_id: unset, phone: text }),
        ...(fields.media_url
          ? [
              { properties: Object.fromEntries(contentNames.map((name) => [name, unset])) },
              { required: ['file_name'], properties: { file_name: text, media_url: unset } },
            ]
          : []),
        // Template parameters are also given in one of two ways.
        ...(fields.variables && fields.components
          ? [having({ variables: list, components: list })]
          : []),
      ],
    },
    examples: [changeExample(input)],
  };
}

/** The same as a form: a file takes the place of the fields that name one. */
export function formSchema({ of, accepts }: Input): Json {
  const fields = accepts.flatMap((name) => {
    const field = of.fields[name];
    return field && !['file_id', 'media_url', 'file_name', 'mentions'].includes(name)
      ? [[name, property(name, field, true)]]
      : [];
  });
  return {
    type: 'object',
    description: 'A message with a file, as a form.',
    required: ['file'],
    properties: {
      file: {
        type: 'string',
        format: 'binary',
        description:
          'The file to send, with its name and media type. Its first bytes must match them.',
      },
      ...Object.fromEntries(fields),
    },
  };
}

export function updateSchema(input: Input): Json {
  const { of, accepts, immutable = [] } = input;
  const properties: Json = {};
  for (const name of [...accepts, ...immutable]) {
    const field = of.fields[name];
    if (!field) continue;
    // null clears a list or an object.
    const always = isAlways(field) && typeof field.fallback !== 'object';
    properties[name] = {
      ...property(name, field, always),
      ...(immutable.includes(name)
        ? { description: 'Cannot be changed: only its current value is accepted.' }
        : {}),
    };
  }
  return {
    type: 'object',
    description:
      'Changes only the given fields; null clears a field. Other fields of the resource are ignored, so a record can be sent back as it was read; unknown names are rejected.',
    properties,
    ...crossFieldConstraints(input),
    examples: [changeExample(input)],
  };
}

export function deletedExample(deleted: Crud['deleted']): Json {
  return Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      value !== '' ? value : key === 'id' ? exampleId : instantExample,
    ]),
  );
}

const deletedNotes: Readonly<Record<string, string>> = {
  id: 'The record.',
  deleted: 'Always true: the record was permanently deleted.',
  status: 'The new status.',
  archived_at: 'When it was archived.',
  deactivated_at: 'When it was deactivated.',
  deleted_at: 'When it was moved to the trash.',
  cancelled_at: 'When it was cancelled.',
  is_completed: 'Always true: the activity is completed.',
  completed_at: 'When it was completed.',
};

export const deletedSchema = (deleted: Crud['deleted']) => ({
  type: 'object',
  required: Object.keys(deleted),
  properties: Object.fromEntries(
    Object.entries(deleted).map(([key, value]) => [
      key,
      {
        ...(value !== ''
          ? { type: typeof value, const: value }
          : { type: 'string', format: key === 'id' ? 'uuid' : 'date-time' }),
        description: deletedNotes[key] ?? 'The value that was set.',
      },
    ]),
  ),
  examples: [deletedExample(deleted)],
});

/** A record with the fields that only the response to its creation contains. */
export function createdSchema(resource: Table, shownOnce: ShownOnce): Json {
  const once = Object.entries(shownOnce);
  const answer = recordSchema(resource);
  return {
    ...answer,
    required: [...(answer.required as string[]), ...once.map(([name]) => name)],
    properties: {
      ...(answer.properties as Json),
      ...Object.fromEntries(
        once.map(([name, description]) => [name, { type: 'string', description }]),
      ),
    },
    examples: [createdExample(resource, shownOnce)],
  };
}

export const createdExample = (resource: Table, shownOnce: ShownOnce): Json => ({
  ...recordExample(resource),
  ...Object.fromEntries(Object.keys(shownOnce).map((name) => [name, 'whsec_…'])),
});

/** Old values of a record's changed fields, as contained in its events. */
export const previousSchema = (resource: Table): Json => ({
  type: 'object',
  description: 'The previous values of the fields that changed; unchanged fields are absent.',
  properties: recordSchema(resource).properties,
});

const count = (description: string) => ({ type: 'integer', minimum: 0, description });

export const pagination = {
  type: 'object',
  required: ['page', 'limit', 'total', 'pages'],
  description: `The position of the page within all matching records. ${mayGrow}`,
  properties: {
    page: count('The requested page.'),
    limit: count('Maximum number of records per page.'),
    total: count('The number of matching records on all pages.'),
    pages: count('The number of pages; 0 if nothing matches.'),
  },
  examples: [{ page: 1, limit: 20, total: 1, pages: 1 }],
};

const fieldExamples: Json = {
  replayed: 412,
  remaining: 0,
  next_from: null,
  task_id: exampleId,
  templates: [
    {
      name: 'lembrete',
      language: 'pt_BR',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Oi, {{1}}! Sua reunião é {{2}}.' }],
      category: 'UTILITY',
    },
  ],
};

/** An object that is not a record. */
export function fieldsSchema(fields: Fields): { schema: Json; example: Json } {
  const entries = Object.entries(fields);
  const example = Object.fromEntries(
    entries.map(([name, field]) => [name, exampleIn(name, field) ?? null]),
  );
  const described = entries.map(([name, field]) => [name, valueSchema(name, field)]);
  return {
    schema: {
      type: 'object',
      required: entries.map(([name]) => name),
      description: mayGrow,
      properties: Object.fromEntries(described),
      examples: [example],
    },
    example,
  };
}

const exampleIn = (name: string, field: Field): unknown =>
  fieldExamples[name] ?? (isAlways(field) ? sampleOf(field.schema as Json, name) : null);

/** A value that belongs to no record. */
const valueSchema = (name: string, field: Field): Json => property(name, field, isAlways(field));

/**
 * Input of a call other than a record: null counts as absent.
 * @param optional values of optional input that the example includes
 */
export function inputSchema(fields: Fields, optional: Json = {}): { schema: Json; example: Json } {
  const entries = Object.entries(fields);
  const needed = entries.filter(([, { required }]) => required);
  const example = Object.fromEntries(
    entries.flatMap(([name, field]) => {
      if (field.required) return [[name, exampleIn(name, field)]];
      return name in optional ? [[name, optional[name]]] : [];
    }),
  );
  const taken = entries.map(([name, field]) => {
    const schema = valueSchema(name, { ...field, fallback: undefined });
    return [name, withFallback(schema, field)];
  });
  return {
    schema: {
      type: 'object',
      description: 'null is treated as omitted; unknown names are rejected.',
      required: needed.map(([name]) => name),
      properties: Object.fromEntries(taken),
      additionalProperties: false,
      examples: [example],
    },
    example,
  };
}
