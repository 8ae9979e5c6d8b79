import type { IHttpRequestMethods } from 'n8n-workflow';
import { type Field, record } from './fields';

/** One thing that the node does: one operation of Pauta's API. */
export interface Operation {
  /** Its value in a workflow. */
  readonly value: string;
  readonly name: string;
  /** "Create a deal": how the list of actions shows it. */
  readonly action: string;
  readonly method: IHttpRequestMethods;
  /** Below the API's address; `{id}` and the like stand for parameters of `path`. */
  readonly url: string;
  /** Parameters that become part of the path. */
  readonly path: readonly Field[];
  /** Parameters that are always shown. */
  readonly shown: readonly Field[];
  /** Parameters that are added one by one; their collection is named by `collection`. */
  readonly added: readonly Field[];
  readonly collection?: 'additionalFields' | 'updateFields' | 'filters';
  /** Fields that a list can be sorted by. Only lists that come in pages have it. */
  readonly sorts?: readonly string[];
}

export interface Resource {
  readonly value: string;
  readonly name: string;
  readonly operations: readonly Operation[];
}

/** What a resource is called, where it lies, and in which list a record of it is looked for. */
export interface Names {
  /** "deal" */
  readonly one: string;
  /** "deals" */
  readonly many: string;
  /** `/v1/deals` */
  readonly url: string;
  /** The method of lists.ts that finds one; without, only an id names one. */
  readonly searched: string;
}

const article = (noun: string) => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** The parameter that says which record is meant. */
export const which = ({ one, searched }: Names): Field => {
  const field = record('id', searched, `The ${one} that is meant`);
  const name = one.charAt(0).toUpperCase() + one.slice(1);
  return { ...field, property: { ...field.property, displayName: name, required: true } };
};

export const create = (
  names: Names,
  shown: readonly Field[],
  added: readonly Field[],
): Operation => ({
  value: 'create',
  name: 'Create',
  action: `Create ${article(names.one)}`,
  method: 'POST',
  url: names.url,
  path: [],
  shown,
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

/** @param does what the API does at a DELETE: "Archive", "Delete"… */
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
