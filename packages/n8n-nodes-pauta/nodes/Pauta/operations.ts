import type { IHttpRequestMethods } from 'n8n-workflow';
import { type Field, needed, record, titled } from './fields';

/** An operation of the node: one of Pauta's API. */
export interface Operation {
  /** Its value in a workflow. */
  readonly value: string;
  readonly name: string;
  /** Label in the list of actions: "Create a deal". */
  readonly action: string;
  readonly method: IHttpRequestMethods;
  /** Relative to the API's address; placeholders such as `{id}` are parameters of `path`. */
  readonly url: string;
  /** Parameters that become part of the path. */
  readonly path: readonly Field[];
  /** Parameters that are always shown. */
  readonly shown: readonly Field[];
  /** Optional parameters, in the collection named by `collection`. */
  readonly added: readonly Field[];
  readonly collection?: 'additionalFields' | 'updateFields' | 'filters';
  /** Sort fields. Only for paginated lists. */
  readonly sorts?: readonly string[];
  /** Sends the item's file with the fields as a form, or returns one as binary data. The parameter `binaryPropertyName` has its name in the item. */
  readonly file?: 'sent' | 'received';
}

export interface Resource {
  readonly value: string;
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** Parameters of a record type, generated from its declaration (records.ts). */
export interface RecordParameters extends Names {
  /** Parameters of create and update, by name. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** Names of those that create requires. */
  readonly required?: readonly string[];
  /** Names of those that create accepts. */
  readonly create?: readonly string[];
  /** Names of those that update accepts. */
  readonly update?: readonly string[];
  readonly filters: readonly Field[];
  readonly sorts: readonly string[];
}

/** Names of a resource, its URL, and the list that finds its records. */
export interface Names {
  /** "deal" */
  readonly one: string;
  /** "deals" */
  readonly many: string;
  /** `/v1/deals` */
  readonly url: string;
  /** Method of load-options.ts that finds a record. */
  readonly searched: string;
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** Parameter that identifies a record. */
export const which = ({ one, searched }: Names): Field => {
  const field = record('id', searched, `The ${one} to use`);
  const name = one.charAt(0).toUpperCase() + one.slice(1);
  return { ...field, property: { ...field.property, displayName: name, required: true } };
};

export const create = (
  names: Names,
  fields: readonly Field[],
  added: readonly Field[],
): Operation => ({
  value: 'create',
  name: 'Create',
  action: `Create ${article(names.one)}`,
  method: 'POST',
  url: names.url,
  path: [],
  shown: fields,
  added,
  collection: 'additionalFields',
});

export const get = (names: Names): Operation => ({
  value: 'get',
  name: 'Get',
  action: `Get ${article(names.one)}`,
  method: 'GET',
  url: `${names.url}/{id}`,
  path: [which(names)],
  shown: [],
  added: [],
});

export const getMany = (
  names: Names,
  filters: readonly Field[],
  sorts: readonly string[],
): Operation => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${names.many}`,
  method: 'GET',
  url: names.url,
  path: [],
  shown: [],
  added: filters,
  ...(filters.length > 0 ? { collection: 'filters' as const } : {}),
  sorts,
});

export const update = (names: Names, added: readonly Field[]): Operation => ({
  value: 'update',
  name: 'Update',
  action: `Update ${article(names.one)}`,
  method: 'PUT',
  url: `${names.url}/{id}`,
  path: [which(names)],
  shown: [],
  added,
  collection: 'updateFields',
});

/** @param does label of DELETE: "Archive", "Delete"… */
export const remove = (names: Names, does: string): Operation => ({
  value: 'delete',
  name: does,
  action: `${does} ${article(names.one)}`,
  method: 'DELETE',
  url: `${names.url}/{id}`,
  path: [which(names)],
  shown: [],
  added: [],
});

const inCamelCase = (words: string) =>
  words.replaceAll(/ (.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Resource of a record type, with the operations of its records.
 * @param does label of DELETE: "Archive", "Delete"…
 * @param more further operations
 */
export function resourceOf(
  record: RecordParameters,
  does?: string,
  more: readonly Operation[] = [],
): Resource {
  const { one, fields = {}, required = [], filters, sorts } = record;
  const named = (names: readonly string[] = []) =>
    names.flatMap((name) => {
      const field = fields[name];
      return field ? [field] : [];
    });
  return {
    value: inCamelCase(one),
    name: titled(one.replaceAll(' ', '_')),
    operations: [
      ...(record.create ? [create(record, named(required).map(needed), named(record.create))] : []),
      get(record),
      getMany(record, filters, sorts),
      ...(does === undefined ? [] : [remove(record, does)]),
      ...(record.update ? [update(record, named(record.update))] : []),
      ...more,
    ],
  };
}
