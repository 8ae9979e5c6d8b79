import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { namedOnly } from '../server/events/catalogue.ts';
import { passwordLength } from '../server/features/accounts/people/password-rules.ts';
import { bulkKinds } from '../server/features/bulk-kinds.ts';
import { eventKinds } from '../server/features/event-kinds.ts';
import { records } from '../server/features/records.ts';
import { registry } from '../server/features/registry.ts';
import { panelOpenapi } from '../server/http/openapi/panel.ts';
import type { CallInput } from '../server/operations/operation.ts';
import { roles } from '../server/operations/roles.ts';
import { exportedColumns } from '../server/records/exported-columns.ts';
import { type Field, type Fields, isAlways, prose, singleLine } from '../server/records/fields.ts';
import { searchText } from '../server/records/input.ts';
import type { Table } from '../server/records/table.ts';
import { renderValue } from './render-value.ts';

/*
 * Values that the panel needs from the declarations, in addition to their types: `npm run panel:types` writes a file for each
 * record type to panel/src/api/records/, and to panel/src/api/ the kinds of records, the event types, the limits of inputs and the
 * minimum roles of operations. Each screen loads only the files that it imports. A test checks that the files match the declarations
 * (test/service/panel/openapi.test.ts).
 */

const root = new URL('../panel/src/api/', import.meta.url);
const head =
  '/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */\n';

/** Renders an object with one entry per line. */
const lines = (entries: Readonly<Record<string, unknown>>): string =>
  `{\n${Object.entries(entries)
    .map(([key, value]) => `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${renderValue(value)},\n`)
    .join('')}}`;

type Schema = Readonly<Record<string, unknown>>;

/** Longer texts are edited in a field with several lines. */
const maxLineLength = 1_000;

/** Kind of value, as the panel's cells, editors and filters distinguish them. */
function kindOf({ schema, sql, target }: Field): string {
  const { enum: values, maxLength, pattern } = schema as Schema;
  if (target) return sql.endsWith('[]') ? 'links' : 'link';
  if (values) return 'enum';
  if (sql === 'text' && pattern === undefined && Number(maxLength) > maxLineLength) return 'prose';
  const kinds: Readonly<Record<string, string>> = {
    text: 'text',
    uuid: 'id',
    date: 'date',
    'timestamptz(3)': 'timestamp',
    boolean: 'boolean',
    'double precision': 'number',
    integer: 'number',
    'numeric(8,2)': 'number',
    numeric: 'money',
    'numeric(14,2)': 'money',
    'numeric(14,6)': 'number',
    'text[]': 'texts',
    'uuid[]': 'links',
  };
  return kinds[sql] ?? 'object';
}

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'maxItems', 'pattern'] as const;

/** Values and limits of a field. */
function valuesOf(field: Field): Schema {
  const schema = field.schema as Schema;
  const items = (schema.items ?? {}) as Schema;
  const kind = kindOf(field);
  return {
    kind,
    ...(field.target && { target: field.target }),
    ...(Array.isArray(schema.enum) && { values: schema.enum }),
    ...Object.fromEntries(
      limits
        .filter(
          (name) => schema[name] !== undefined && !(name === 'minLength' && schema[name] === 0),
        )
        .map((name) => [name, schema[name]]),
    ),
    ...(items.maxLength !== undefined && { itemLength: items.maxLength }),
  };
}

const flag = (name: string, is: boolean) => (is ? { [name]: true } : {});

interface Listed {
  readonly table: Table;
  /** Fields that the cards of the board have. */
  readonly card: readonly string[];
  readonly create: CallInput | undefined;
  readonly update: CallInput | undefined;
}

/** Fields that an input accepts. */
const accepted = (input: CallInput | undefined): Fields => ({
  ...input?.fields,
  ...Object.fromEntries(
    (input?.body?.accepts ?? []).flatMap((name) => {
      const field = input?.body?.of.fields[name];
      return field ? [[name, field]] : [];
    }),
  ),
});

const camelCase = (name: string) =>
  name.replaceAll(/[ ._](\w)/g, (_, letter: string) => letter.toUpperCase());

/** Text of a record type's module. */
function recordModule(name: string, { table, card, create, update }: Listed): string {
  const [created, updated] = [accepted(create), accepted(update)];
  const fields: Fields = { ...table.fields, ...created, ...updated };
  const bulk = table.bulk ?? [];
  const sorts = Object.keys(table.sorts);
  const { one } = bulkKinds[name]?.crud.table ?? table;
  const camel = camelCase(one);
  const described = Object.entries(fields).map(([key, field]) => [
    key,
    {
      ...valuesOf(field),
      ...flag('isRequired', created[key]?.required === true),
      ...flag('isNullable', !isAlways(field)),
      ...flag('isCreatable', key in created),
      ...flag('isUpdatable', key in updated),
      ...flag('isBulk', bulk.includes(key)),
      ...flag('isSortable', sorts.includes(key)),
      ...flag('isConfidential', field.isConfidential === true),
    },
  ]);
  const filters = Object.entries(table.filters).map(([key, { field }]) => [key, valuesOf(field)]);
  return `${head}
/** Field → its kind, its limits and its uses. */
export const ${camel}Fields = ${lines(Object.fromEntries(described))} as const;

/** Parameter of the list → its values. */
export const ${camel}Filters = ${lines(Object.fromEntries(filters))} as const;
${card.length > 0 ? `\n/** Fields that a card of the board has. */\nexport const ${camel}CardFields = ${renderValue(card)} as const;\n` : ''}`;
}

/** Fields of a table in the cards of its board. */
function cardFields({ name, fields }: Table): readonly string[] {
  const output = registry.panel.find((each) => each.name === `${name}.board`)?.output;
  const cards = (output?.kind === 'fields' && output.fields.cards?.schema) as Schema | undefined;
  const { properties } = (cards?.items ?? {}) as { readonly properties?: Schema };
  return Object.keys(properties ?? {}).filter((field) => field in fields);
}

/** Record types that the panel lists, by the name of their table. */
function listed(): ReadonlyMap<string, Listed> {
  const byName = new Map(registry.panel.map((each) => [each.name, each]));
  const records = new Map<string, Listed>();
  for (const { output, panel } of registry.panel) {
    if (output.kind !== 'page' || panel.path.includes(':id')) continue;
    const { table } = output;
    const update = byName.get(`${table.name}.update`)?.input;
    if (update && !records.has(table.name))
      records.set(table.name, {
        table: bulkKinds[table.name]?.list.input.query ?? table,
        card: cardFields(table),
        create: byName.get(`${table.name}.create`)?.input,
        update,
      });
  }
  return records;
}

/** Text of the module with the minimum roles of operations. */
function leastRoles(): string {
  const { panel } = registry;
  const above = panel.filter(({ allow }) => allow.user !== 'member');
  return `${head}
/** Roles of members, in ascending order of permissions. */
export const roles = ${renderValue(roles)} as const;

/** Operation → the role that a member needs at least; every member may call the others. */
export const leastRoles = ${lines(Object.fromEntries(above.map(({ name, allow }) => [name, allow.user])))} as const;

/** Operations on a team’s data. */
export type OperationName = ${panel.map(({ name }) => renderValue(name)).join(' | ')};
`;
}

/** Text of the module with the kinds of records that have pages. */
function recordKinds(): string {
  const described = records.map(({ table: { name, one, path } }) => [
    name,
    {
      one,
      path: path.slice(1),
      ...(bulkKinds[name]?.archivedBy !== undefined && { archivedBy: bulkKinds[name].archivedBy }),
    },
  ]);
  return `${head}
/**
 * Kind of record → its name in event types, and its path in the API. archivedBy: the field by which deletion archives a record; null if
 * deletion moves it to the trash; absent if deletion is permanent.
 */
export const recordKinds = ${lines(Object.fromEntries(described))} as const;
`;
}

const plural = (name: string) =>
  /s$/.test(name) ? `${name}es` : /[^aeiou]y$/.test(name) ? name.replace(/y$/, 'ies') : `${name}s`;

/** Text of the module with the enumerations of the panel's document; those of sort orders and events have other modules. */
function enumerations(): string {
  const { schemas } = panelOpenapi(registry).components as {
    readonly schemas: Record<string, Schema>;
  };
  const named = Object.entries(schemas).filter(
    ([name, { enum: values }]) =>
      Array.isArray(values) && values.length > 2 && !/(Sort|Event|EventKind)$/.test(name),
  );
  return `${head}
${named
  .map(
    ([name, { enum: values }]) =>
      `export const ${plural(name.charAt(0).toLowerCase() + name.slice(1))} = ${renderValue(values)} as const;`,
  )
  .join('\n')}
`;
}

/** Limit in a schema → the attribute of an input that states it. */
const attributes = {
  minLength: 'minLength',
  maxLength: 'maxLength',
  minimum: 'min',
  maximum: 'max',
  pattern: 'pattern',
};

/** Attributes that state the limits of a value, of a list's items, or of an object's fields by name; `minLength` 1 is `required`. */
function attributesOf({ anyOf, items, properties = {}, ...schema }: Schema): Schema {
  const part = (items ?? (Array.isArray(anyOf) && anyOf[0])) as Schema | undefined | false;
  return {
    ...Object.fromEntries(
      Object.entries(attributes)
        .filter(
          ([limit]) =>
            schema[limit] !== undefined &&
            !(limit === 'minLength' && Number(schema[limit]) < 2) &&
            // A text with a maximum length is checked by the service; browsers then only limit it.
            !(limit === 'pattern' && schema.maxLength !== undefined),
        )
        .map(([limit, attribute]) => [attribute, schema[limit]]),
    ),
    ...(part && attributesOf(part)),
    ...limitsOf(properties as Readonly<Record<string, Schema>>),
  };
}

/** Field → its limits; without fields that have none. */
const limitsOf = (schemas: Readonly<Record<string, Schema>>): Schema =>
  Object.fromEntries(
    Object.entries(schemas)
      .map(([name, schema]) => [name, attributesOf(schema)] as const)
      .filter(([, schema]) => Object.keys(schema).length > 0),
  );

/** Parameters of a call that answers from one fixed query, such as a search. */
const parameters = ({ query }: CallInput): Fields =>
  query?.isWhole
    ? Object.fromEntries(Object.entries(query.filters).map(([name, { field }]) => [name, field]))
    : {};

const limitsText = ({ schema }: Field) => `${renderValue(attributesOf(schema as Schema))} as const`;

/** Text of the module with the limits of inputs; the modules of records have those of their fields. */
function inputLimits(): string {
  const ofRecords = [...listed().keys()].flatMap((name) => [`${name}.create`, `${name}.update`]);
  const inputs = [
    ...registry.account.map(({ name, input }): [string, Fields] => [name, input]),
    ...registry.panel
      .filter(({ name }) => !ofRecords.includes(name))
      .map(({ name, input }): [string, Fields] => [
        name,
        { ...accepted(input), ...parameters(input) },
      ]),
  ];
  const limits = inputs
    .map(([name, fields]): [string, Schema] => [
      name,
      limitsOf(
        Object.fromEntries(
          Object.entries(fields)
            .filter(([field]) => field !== 'password')
            .map(([field, { schema }]) => [field, schema as Schema]),
        ),
      ),
    ])
    .filter(([, fields]) => Object.keys(fields).length > 0);
  return `${head}
/* Limits of an operation’s fields, as attributes of their inputs. */

${limits.map(([name, fields]) => `export const ${camelCase(name)}Limits = ${renderValue(fields)} as const;\n`).join('')}`;
}

/** Text of the module with the limits that many inputs share; separate, since sign-in loads it. */
function textLimits(): string {
  const { least, most } = passwordLength;
  return `${head}
/* Limits of texts, as attributes of their inputs. */

export const textLimits = ${limitsText(singleLine())};
export const longTextLimits = ${limitsText(prose)};
export const searchLimits = ${limitsText(searchText)};
export const newPasswordLimits = ${renderValue({ minLength: least, maxLength: most })} as const;
`;
}

/** Text of the module with the event types. */
const eventTypes = () => `${head}
/** Event types to which a webhook endpoint can subscribe. */
export const eventKinds = [${eventKinds.map((kind) => `\n  ${renderValue(kind)},`).join('')}\n] as const;

/** Event types that \`*\` does not include. */
export const namedOnly = ${renderValue(namedOnly)} as const;
`;

/** Text of the module with the columns of exports. */
const exportColumns = () => `${head}
/** Columns of exports, by kind of record: name, and field of the record. */
export const exportedColumns: Readonly<Record<string, readonly (readonly [name: string, field: string])[]>> = {
${Object.entries(exportedColumns)
  .map(
    ([kind, columns]) =>
      `  ${kind}: ${renderValue(columns.map(({ name, field }) => [name, field]))},\n`,
  )
  .join('')}};
`;

/** File below panel/src/api → its text. */
export const panelValues = (): Readonly<Record<string, string>> => ({
  'enumerations.ts': enumerations(),
  'event-kinds.ts': eventTypes(),
  'exported-columns.ts': exportColumns(),
  'input-limits.ts': inputLimits(),
  'text-limits.ts': textLimits(),
  'least-roles.ts': leastRoles(),
  'record-kinds.ts': recordKinds(),
  ...Object.fromEntries(
    [...listed()].map(([name, record]) => [
      `records/${name.replaceAll('_', '-')}.ts`,
      recordModule(name, record),
    ]),
  ),
});

if (import.meta.main) {
  const files = panelValues();
  mkdirSync(new URL('records/', root), { recursive: true });
  for (const name of readdirSync(new URL('records/', root)))
    if (!(`records/${name}` in files)) rmSync(new URL(`records/${name}`, root));
  for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, root), text);
}
