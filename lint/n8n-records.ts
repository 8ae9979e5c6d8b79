import { writeFileSync } from 'node:fs';
import { eventKinds } from '../server/features/event-kinds.ts';
import { readables, resources } from '../server/features/resources.ts';
import { mediaTypes } from '../server/outbound/messaging/connection.ts';
import { commonMeanings } from '../server/records/common-meanings.ts';
import { type Field, type Target, targets } from '../server/records/fields.ts';
import type { Input } from '../server/records/input.ts';
import { maxPerPage } from '../server/records/statements.ts';
import { searchedFields, type Table } from '../server/records/table.ts';
import { renderValue } from './render-value.ts';

/*
 * Records of n8n's node: `npm run sdk:types` writes packages/n8n-nodes-pauta/nodes/Pauta/records.ts from the declarations of the records
 * that v1 lists: their fields, filters and sort orders as parameters of the node. A test checks that the file matches the declarations
 * (test/service/openapi.test.ts).
 */

type Schema = Readonly<Record<string, unknown>>;

const file = new URL('../packages/n8n-nodes-pauta/nodes/Pauta/records.ts', import.meta.url);

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Values of the sales records are Portuguese words: their labels, and those of abbreviations. */
const labels: Readonly<Record<string, string>> = {
  alta: 'High',
  media: 'Medium',
  baixa: 'Low',
  arquivado: 'Archived',
  ativo: 'Open',
  PF: 'Person (PF)',
  PJ: 'Company (PJ)',
  cloud: 'Official API',
};

/** Values that the form offers first where the declaration has no default. */
const firstChoices: Readonly<Record<string, string>> = {
  'clients.type': 'PJ',
  'conversations.status': 'open',
  'activities.priority': 'medium',
  'inboxes.type': 'session',
  'events.type': 'deal.created',
};

/** Fields and filters whose values the team has chosen, by the list that finds them, and an example. */
const lists: Readonly<Record<string, readonly [searched: string, example: string]>> = {
  'deals.phase': ['searchPhases', 'proposta'],
  'tasks.column': ['searchColumns', 'in_progress'],
  'contacts.tag': ['searchTags', 'vip'],
};

/** A description as n8n's linter wants it: a single sentence has no full stop. */
function sentence(text: string): string {
  const plain = text.replaceAll('’', "'").replaceAll('`', '');
  return /[.:] \S/.test(plain) ? plain : plain.replace(/\.$/, '');
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const chosenHint =
  'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.';

function enumeration(key: string, name: string, meaning: string, field: Field): string {
  const values = [...((field.schema as Schema).enum as string[])].map((value) => {
    const label = labels[value];
    return label === undefined ? value : [value, label];
  });
  const labelOf = (value: string | string[]) =>
    (typeof value === 'string' ? value : value[1]) ?? '';
  const sorted = values.toSorted((a, b) => labelOf(a).localeCompare(labelOf(b), 'en'));
  const fallback =
    field.fallback ?? firstChoices[key] ?? ((field.schema as Schema).enum as string[])[0];
  return `choice('${name}', ${renderValue(sorted)}, ${renderValue(fallback)}, ${renderValue(meaning)})`;
}

function limitsOf({ sql, schema }: Field): Schema {
  const { minimum, maximum } = schema as { minimum?: number; maximum?: number };
  const limit = (value: number | undefined) =>
    value === undefined || Math.abs(value) > 1e12 ? undefined : value;
  const options = {
    ...(limit(minimum) !== undefined && { minValue: minimum }),
    ...(sql !== 'numeric(14,2)' && limit(maximum) !== undefined && { maxValue: maximum }),
    ...(sql === 'numeric(14,2)' && { numberPrecision: 2 }),
  };
  return Object.keys(options).length > 0 ? { typeOptions: options } : {};
}

/** Labels of lists of linked records. */
const listNames: Partial<Record<Target, string>> = {
  tasks: 'Blocking Task Names or IDs',
  users: 'Assignee Names or IDs',
};

/** Renders a field or a filter as a parameter. @param isFilter true if a day stays a day, and a boolean chooses records */
function parameter(
  table: Table,
  name: string,
  field: Field,
  about: string,
  isFilter: boolean,
): string {
  const key = `${table.name}.${name}`;
  const meaning = sentence(about);
  const call = (kind: string, ...rest: readonly string[]) =>
    `${kind}(${[`'${name}'`, ...rest].join(', ')})`;
  const schema = field.schema as Schema;
  const [example] = (schema.examples ?? []) as readonly unknown[];
  const list = lists[key];
  if (list) return call('word', renderValue(list[0]), renderValue(meaning), renderValue(list[1]));
  if (field.target && !field.sql.endsWith('[]'))
    return call(
      'record',
      renderValue(field.target === 'columns' ? 'searchColumnIds' : `search${pascal(field.target)}`),
      renderValue(meaning),
    );
  if (field.target)
    return call(
      'several',
      renderValue({
        displayName: listNames[field.target] ?? 'Project Names or IDs',
        typeOptions: { loadOptionsMethod: `get${pascal(field.target)}` },
      }),
      renderValue(`${meaning}. ${chosenHint}`),
    );
  if (name === 'tags')
    return call(
      'listFrom',
      `'getTags'`,
      renderValue({ displayName: 'Tag Names or IDs' }),
      renderValue(
        `Tags in use; for new tags, use an expression with an array or a comma-separated list. ${chosenHint}`,
      ),
    );
  if (name === 'events')
    return call('several', `{ options: choices(['*', ...eventKinds]) }`, renderValue(meaning));
  if (schema.enum) return enumeration(key, name, meaning, field);
  if (field.documented && 'anyOf' in field.documented) return call('since', renderValue(meaning));
  switch (field.sql) {
    case 'date':
      return call('day', renderValue(meaning));
    case 'timestamptz(3)':
      return call(isFilter ? 'since' : 'moment', renderValue(meaning));
    case 'boolean':
      return call(
        'yes',
        renderValue(
          isFilter
            ? `to return ${lowerFirst(meaning)}`
            : lowerFirst(meaning.replace(/^True if /, '')),
        ),
      );
    case 'numeric':
    case 'numeric(14,2)':
    case 'numeric(8,2)':
    case 'integer':
    case 'numeric(14,6)':
    case 'double precision':
      return call(
        'number',
        renderValue(meaning),
        ...(Object.keys(limitsOf(field)).length > 0 ? [renderValue(limitsOf(field))] : []),
      );
    case 'text[]':
      return call('list', renderValue(meaning));
    case 'json':
      return schema.properties
        ? call('group', renderValue(Object.keys(schema.properties)), renderValue(meaning))
        : call('json', renderValue(meaning));
    default: {
      if (Number(schema.maxLength) > 10_000) return call('longText', renderValue(meaning));
      const placeholder = name === 'email' ? 'name@email.com' : example;
      return call(
        'text',
        renderValue(meaning),
        ...(placeholder === undefined ? [] : [renderValue({ placeholder })]),
      );
    }
  }
}

const meaningOf = (name: string, { about, requirement: says }: Field) =>
  about ?? commonMeanings[name] ?? pascal(says);

/** Text of a record type's declaration. */
function record(table: Table, create?: Input, update?: Input): string {
  const names = [...new Set([...(create?.accepts ?? []), ...(update?.accepts ?? [])])];
  const fields = names.flatMap((name) => {
    const field = table.fields[name];
    return field
      ? [`    ${name}: ${parameter(table, name, field, meaningOf(name, field), false)},\n`]
      : [];
  });
  const filters = Object.entries(table.filters).map(
    ([name, { field, about }]) =>
      `    ${parameter(table, name, linked(table, name, field), filterMeaning(table, name, about), true)},\n`,
  );
  const search = table.search
    ? `    text('search', ${renderValue(`Any part of ${new Intl.ListFormat('en-GB').format(searchedFields(table.search))}, ignoring case and accents`)}),\n`
    : '';
  const required = (create?.accepts ?? []).filter((name) => table.fields[name]?.required);
  const written = `  fields: {
${fields.join('')}  },
  required: ${renderValue(required)},
  create: ${renderValue((create?.accepts ?? []).filter((name) => !required.includes(name)))},
  update: ${renderValue(update?.accepts ?? [])},
`;
  return `export const ${table.name} = {
  one: ${renderValue(table.one)},
  many: ${renderValue(table.one.includes(' ') ? `${table.one}s`.replace(/ys$/, 'ies') : table.name)},
  url: ${renderValue(`/v1${table.path}`)},
  searched: ${renderValue(`search${table.name.split('_').map(pascal).join('')}`)},
${create ? written : ''}  filters: [
${filters.join('')}${search}  ],
  sorts: ${renderValue(Object.keys(table.sorts))},
} satisfies RecordParameters;
`;
}

/** A filter by an id as a link to the record that has it. */
function linked(table: Table, name: string, field: Field): Field {
  const target =
    table.fields[name]?.target ??
    (Object.keys(targets) as Target[]).find((each) => `${targets[each]}_id` === name);
  return field.sql === 'uuid' && target ? { ...field, target } : field;
}

/** Meaning of a filter; that of its field if it compares the field. */
function filterMeaning(table: Table, name: string, about: string): string {
  const field = table.fields[name];
  return field && about === `Only records with this ${name}.` ? meaningOf(name, field) : about;
}

/** Text of the module. */
export const n8nRecords =
  (): string => `/* Written by \`npm run sdk:types\` from the declarations of records; not by hand. */

import { choice, choices, day, group, json, list, listFrom, longText, moment, number, record, since, several, text, word, yes } from './fields';
import type { RecordParameters } from './operations';

/** Max number of records on a page of a list. */
export const maxPerPage = ${renderValue(maxPerPage)};

/** Event types to which a webhook endpoint can subscribe. */
export const eventKinds = ${renderValue([...eventKinds].toSorted())};

/** Types that a message can be sent as. */
export const sentMessageTypes = ${renderValue(['text', ...mediaTypes])};

${[
  ...resources.map(({ table, create, update }) =>
    record(table, create.input.body, update.input.body),
  ),
  ...readables.map(({ table }) => record(table)),
].join('\n')}`;

if (import.meta.main) writeFileSync(file, n8nRecords());
