import type { Json } from '#server/http/openapi/schemas.ts';
import { excluded, type Folder, plan, type Step } from './plan.ts';

/*
 * Tool-independent requests of the collections: the operations of the OpenAPI document, in the order of the plan, with variables
 * for values from earlier responses.
 */

interface Parameter {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly isSent: boolean;
}

export interface Request {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly method: string;
  /** Path after the base address, with `{{variables}}`: `/v1/deals/{{deal_id}}`. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Expected response status. */
  readonly status: number;
  /** Variable → path of its value in the response: `data[0].id`. */
  readonly sets: Readonly<Record<string, string>>;
  /** Bearer token, if it is not the API key. */
  readonly token?: string;
}

export interface RequestFolder {
  readonly name: string;
  readonly about: string;
  readonly requests: readonly Request[];
}

const methods = ['get', 'post', 'put', 'delete'] as const;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Resolves a reference of the document. */
function resolveReference(document: Json, value: unknown): Json {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== 'string') return value;
  const at = value.$ref.slice(2).split('/');
  return resolveReference(
    document,
    at.reduce<unknown>((part, key) => (isObject(part) ? part[key] : {}), document),
  );
}

interface Operation {
  readonly method: string;
  readonly path: string;
  /** Includes the parameters shared by all operations of the path. */
  readonly parameters: readonly Json[];
  readonly operation: Json;
}

function operationsOf(document: Json): Map<string, Operation> {
  const operations = new Map<string, Operation>();
  for (const [path, item] of Object.entries(resolveReference(document, document.paths))) {
    const shared = resolveReference(document, item);
    for (const method of methods) {
      const operation = shared[method];
      if (!isObject(operation)) continue;
      const parameters = [...list(shared.parameters), ...list(operation.parameters)];
      operations.set(text(operation.operationId), {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map((each) => resolveReference(document, each)),
        operation,
      });
    }
  }
  return operations;
}

/** Variable that holds a resource's id for later requests: `/v1/time-entries` → `time_entry_id`. */
function variableOf(path: string): string {
  const last =
    path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith('{'))
      .at(-1) ?? '';
  const one = last.replace(/ies$/, 'y').replace(/xes$/, 'x').replace(/s$/, '');
  return `${one.replaceAll('-', '_')}_id`;
}

/** Replaces each placeholder of a path with its variable: `/v1/webhooks/{id}/deliveries` → `webhook_id`. */
function pathTemplate(path: string, variables: Readonly<Record<string, string>>): string {
  return path.replaceAll(
    /\{(\w+)\}/g,
    (_whole, name: string, index: number) =>
      variables[name] ?? `{{${name === 'id' ? variableOf(path.slice(0, index)) : `${name}_id`}}}`,
  );
}

/** True if a value is an example id that belongs to no record. */
const isMadeUp = (key: string, value: unknown) =>
  /^[a-z_]+_id$/.test(key) && !text(value).startsWith('{{');

/** Body with variables in place of the example's made-up ids. */
const linked = (body: Json): Json =>
  Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, isMadeUp(key, value) ? `{{${key}}}` : value]),
  );

function exampleOf(document: Json, operation: Json): Json | undefined {
  const { content } = resolveReference(document, operation.requestBody);
  if (!isObject(content)) return undefined;
  const media = resolveReference(document, content['application/json']);
  const [named] = Object.values(isObject(media.examples) ? media.examples : {});
  const example = media.example ?? resolveReference(document, named).value;
  return isObject(example) ? example : {};
}

/** Response values that later requests need: the id of the created record, or of the first in a list. */
function capturedValues(method: string, path: string, status: number): Record<string, string> {
  if (path.endsWith('}')) return {};
  if (method === 'POST' && status === 201) return { [variableOf(path)]: 'data.id' };
  return method === 'GET' ? { [variableOf(path)]: 'data[0].id' } : {};
}

function requestOf(document: Json, definition: Operation, step: Step): Request {
  const { method, path, parameters, operation } = definition;
  const status = Object.keys(resolveReference(document, operation.responses))
    .map(Number)
    .find((code) => code >= 200 && code < 300);
  if (status === undefined) throw new Error(`${step.id} has no answer`);
  const example = exampleOf(document, operation);
  const body = (example ?? step.body) && linked({ ...example, ...step.body });
  const query = parameters
    .filter((each) => each.in === 'query')
    .map((each) => {
      const name = text(each.name);
      const value = step.query?.[name];
      return {
        name,
        value: value ?? '',
        about: text(each.description),
        isSent: value !== undefined,
      };
    });
  const unknown = Object.keys(step.query ?? {}).filter(
    (name) => !query.some((each) => each.name === name),
  );
  if (unknown.length > 0) throw new Error(`${step.id} takes no ${unknown.join(', ')}`);
  return {
    id: step.id,
    name: text(operation.summary),
    about: text(operation.description),
    method,
    path: pathTemplate(path, step.path ?? {}),
    query,
    headers:
      // A new value for each request sent by hand; a program reuses it for its retries.
      method === 'POST'
        ? { [step.token === undefined ? 'Idempotency-Key' : 'webhook-id']: '{{$guid}}' }
        : {},
    ...(body && { body }),
    status,
    sets: { ...capturedValues(method, path, status), ...step.sets },
    ...(step.token !== undefined && { token: step.token }),
  };
}

/** Operations missing from the plan, by tag, each resource in the usual order. */
function unplannedFolders(operations: ReadonlyMap<string, Operation>): Folder[] {
  const named = new Set([
    ...Object.keys(excluded),
    ...plan.flatMap(({ steps }) => steps.map(({ id }) => id)),
  ]);
  const order = ['GET list', 'POST', 'GET', 'PUT', 'DELETE'];
  const rank = ({ method, path }: Operation) =>
    order.indexOf(method === 'GET' && !path.endsWith('}') ? 'GET list' : method);
  const byTag = new Map<string, [string, Operation][]>();
  for (const [id, each] of operations) {
    if (named.has(id)) continue;
    const tag = String((each.operation.tags as readonly string[] | undefined)?.[0]);
    byTag.set(tag, [...(byTag.get(tag) ?? []), [id, each]]);
  }
  return [...byTag].map(([name, all]) => ({
    name,
    about: '',
    steps: all.toSorted(([, a], [, b]) => rank(a) - rank(b)).map(([id]) => ({ id })),
  }));
}

/** Variables used by a request. */
const usedBy = ({ path, query, headers, body, token }: Request) =>
  Array.from(
    JSON.stringify({ path, query, headers, body, token }).matchAll(/\{\{(\w+)\}\}/g),
    ([, name = '']) => name,
  );

/**
 * Requests for all operations of an OpenAPI document.
 * @throws Error if the plan names an unknown operation, or a request uses a variable that no earlier request sets
 */
export function requestsOf(document: Json): RequestFolder[] {
  const operations = operationsOf(document);
  const variables = new Set(['baseUrl', 'apiKey']);
  const missing: string[] = [];
  const folders = [...plan, ...unplannedFolders(operations)].map(({ name, about, steps }) => ({
    name,
    about,
    requests: steps.map((step) => {
      const operation = operations.get(step.id);
      if (!operation) throw new Error(`the document has no ${step.id}`);
      const request = requestOf(document, operation, step);
      for (const variable of usedBy(request))
        if (!variables.has(variable)) missing.push(`${variable} of ${step.id}`);
      for (const variable of Object.keys(request.sets)) variables.add(variable);
      return request;
    }),
  }));
  if (missing.length > 0) throw new Error(`no request before sets ${missing.join(', ')}`);
  const used = new Set(folders.flatMap(({ requests }) => requests.flatMap(usedBy)));
  const usedSets = (sets: Request['sets']) =>
    Object.fromEntries(Object.entries(sets).filter(([name]) => used.has(name)));
  return folders.map((folder) => ({
    ...folder,
    requests: folder.requests.map((each) => ({ ...each, sets: usedSets(each.sets) })),
  }));
}
