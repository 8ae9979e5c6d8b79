import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { tryToParseDateTime } from 'n8n-workflow';

/**
 * A parameter of the node that is sent as a body field or query parameter of the same name.
 */
export interface Field {
  readonly name: string;
  /** Its definition in the editor. */
  readonly property: INodeProperties;
  /**
   * Converts the entered value to that of the API, or a BadValue; `null` clears a field.
   * @param zone the workflow's time zone, for times entered without one
   */
  readonly write: (value: unknown, zone: string) => unknown;
  /** Shown only while other parameters have these values. */
  readonly when?: Record<string, string[]>;
  /** Controls only the form, and is not sent. */
  readonly local?: true;
}

/** Replaces a value that could not be converted. */
export class BadValue {
  /** Names the parameter. */
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

const capitals: Record<string, string> = {
  id: 'ID',
  ids: 'IDs',
  cpf: 'CPF',
  cnpj: 'CNPJ',
  rg: 'RG',
  url: 'URL',
};

/** `expected_close_date` is shown as "Expected Close Date", `client_id` as "Client". */
export const titled = (name: string) =>
  name
    .replace(/_id$/, '')
    .split(/[_.]/)
    .map((word) => capitals[word] ?? word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

type Extra = Partial<INodeProperties>;

const field = (
  name: string,
  type: INodeProperties['type'],
  fallback: INodeProperties['default'],
  description: string,
  write: Field['write'],
  extra: Extra = {},
): Field => ({
  name,
  property: { displayName: titled(name), name, type, default: fallback, description, ...extra },
  write: (value, zone) => (isEmpty(value) ? null : write(value, zone)),
});

const asIs = (value: unknown) => value;

export const text = (name: string, description: string, extra?: Extra) =>
  field(name, 'string', '', description, String, extra);

export const longText = (name: string, description: string) =>
  text(name, description, { typeOptions: { rows: 4 } });

export const number = (name: string, description: string, extra?: Extra) =>
  field(name, 'number', 0, description, asIs, extra);

/** @param description the text after "Whether" */
export const yes = (name: string, description: string, fallback = true) =>
  field(name, 'boolean', fallback, `Whether ${description}`, asIs);

/** @param values each a value, or a value with its label */
export const choice = (
  name: string,
  values: readonly (string | readonly [value: string, shown: string])[],
  fallback: string,
  description: string,
) => field(name, 'options', fallback, description, asIs, { options: choices(values) });

export const choices = (
  values: readonly (string | readonly [value: string, shown: string])[],
): INodePropertyOptions[] =>
  values.map((value) =>
    typeof value === 'string'
      ? { name: titled(value), value }
      : { name: value[1], value: value[0] },
  );

/** A day: drops the time that the editor's calendar adds. */
export const day = (name: string, description: string) =>
  field(name, 'dateTime', '', description, (value, zone) => {
    if (isDay(value)) return value;
    return parsed(name, value, zone, (time) => time.toISODate());
  });

/** A timestamp: without an offset, in the workflow's time zone. */
export const moment = (name: string, description: string) =>
  field(name, 'dateTime', '', description, (value, zone) =>
    parsed(name, value, zone, (time) => time.toISO()),
  );

/** A timestamp or a day, for filters: a day stays a day. */
export const since = (name: string, description: string) =>
  field(name, 'dateTime', '', description, (value, zone) => {
    if (isDay(value)) return value;
    return parsed(name, value, zone, (time) => time.toUTC().toISO());
  });

const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);

function parsed(
  name: string,
  value: unknown,
  zone: string,
  format: (time: ReturnType<typeof tryToParseDateTime>) => string | null,
) {
  try {
    return format(tryToParseDateTime(value, zone));
  } catch {
    return new BadValue(`${titled(name)} is not a date: ${String(value)}`);
  }
}

const texts = (value: unknown) =>
  Array.isArray(value)
    ? value
    : String(value)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

/** Several texts: an array from an expression, or one comma-separated text. */
export const list = (name: string, description: string) =>
  field(
    name,
    'string',
    '',
    `${description}. Separate them with commas, or use an expression with an array.`,
    texts,
  );

/** Several texts of those in use; an expression can add others, as in `list`. @param loaded its options in load-options.ts */
export const listFrom = (name: string, loaded: string, extra: Extra, description: string) =>
  field(name, 'multiOptions', [], description, texts, {
    typeOptions: { loadOptionsMethod: loaded },
    ...extra,
  });

/** JSON as text, or the value of an expression. */
export const json = (name: string, description: string) =>
  field(name, 'json', '', description, (value) => {
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch (error) {
      return new BadValue(`${titled(name)} is not JSON: ${(error as Error).message}`);
    }
  });

/** An object of texts; omits empty ones. */
export const group = (name: string, keys: readonly string[], description: string) =>
  field(
    name,
    'fixedCollection',
    {},
    description,
    (value) => {
      // The form wraps it in the name of its group; an expression may not.
      const collection = value as IDataObject;
      const values = (collection.values ?? collection) as IDataObject;
      return Object.fromEntries(Object.entries(values).filter(([, part]) => !isEmpty(part)));
    },
    {
      placeholder: `Add ${titled(name)}`,
      options: [
        {
          displayName: titled(name),
          name: 'values',
          values: keys.map((key) => ({
            displayName: titled(key),
            name: key,
            type: 'string',
            default: '',
          })),
        },
      ],
    },
  );

/** Several values of a fixed list. */
export const several = (name: string, extra: Extra, description: string) =>
  field(name, 'multiOptions', [], description, asIs, extra);

const uuid =
  '^\\s*[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\s*$';

/**
 * Another record, chosen from a list or by its ID.
 * @param searched the name of its list in load-options.ts
 */
export const record = (name: string, searched: string, description: string, extra: Extra = {}) =>
  field(name, 'resourceLocator', { mode: 'list', value: '' }, description, located, {
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: searched, searchable: true },
      },
      {
        displayName: 'By ID',
        name: 'id',
        type: 'string',
        placeholder: '01a1ff5f-5483-7706-bfd0-e00a79943ab5',
        validation: [{ type: 'regex', properties: { regex: uuid, errorMessage: 'Not an ID' } }],
      },
    ],
    ...extra,
  });

/**
 * A text in use by the team, chosen from a list, or another one.
 * @param searched the name of its list in load-options.ts
 */
export const word = (name: string, searched: string, description: string, placeholder: string) =>
  field(name, 'resourceLocator', { mode: 'list', value: '' }, description, located, {
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: searched, searchable: true },
      },
      { displayName: 'By Name', name: 'name', type: 'string', placeholder },
    ],
  });

/** ID or text of a resource locator; an expression may return it directly. */
export function located(value: unknown): unknown {
  const id = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
  return isEmpty(id) ? null : String(id).trim();
}

export const when = (conditions: Record<string, string[]>, fields: readonly Field[]): Field[] =>
  fields.map((each) => ({ ...each, when: conditions }));

export const needed = (optional: Field): Field => ({
  ...optional,
  property: { ...optional.property, required: true },
});
