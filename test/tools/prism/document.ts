import { readFileSync } from 'node:fs';

/* The document as a source of cases: operations with their parameters and bodies, references resolved. */

export type Json = Record<string, unknown>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Json;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path in the document's notation: /v1/deals/{id}. */
  readonly path: string;
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  /** Undefined if none is accepted. */
  readonly body: { readonly schema: Json; readonly example: Json } | undefined;
}

const methods = ['get', 'post', 'put', 'delete'];

/** A value of the document with its reference resolved; objects only. */
function follow(document: Json, value: unknown): Json {
  const { $ref: reference } = value as { $ref?: string };
  if (reference === undefined) return value as Json;
  const target = reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Json)[key], document);
  return { ...follow(document, target), ...(value as Json), $ref: undefined };
}

/** Schemas that a value may match, without those of null. */
export function alternatives(document: Json, schema: Json): Json[] {
  const { anyOf, oneOf, ...rest } = follow(document, schema);
  const choice = (anyOf ?? oneOf) as Json[] | undefined;
  if (choice && rest.properties === undefined)
    return choice
      .flatMap((one) => alternatives(document, one))
      .filter(({ type }) => type !== 'null');
  const { type } = rest;
  if (!Array.isArray(type)) return [rest];
  return type.filter((one) => one !== 'null').map((one) => ({ ...rest, type: one }));
}

function exampleOf(content: Json, schema: Json): Json {
  const { example, examples } = content as { example?: Json; examples?: Json };
  if (example) return example;
  const [named] = Object.values(examples ?? {}) as { value: Json }[];
  if (named) return named.value;
  const [first] = (schema.examples ?? []) as Json[];
  return first ?? {};
}

/** Every operation of the document. */
export function operationsOf(file: string): { document: Json; operations: Operation[] } {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Json;
  const operations = Object.entries(document.paths as Json).flatMap(([path, item]) => {
    const shared = ((item as Json).parameters ?? []) as Json[];
    return Object.entries(item as Json)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]): Operation => {
        const { operationId, parameters, requestBody } = operation as Json;
        const all = [...shared, ...((parameters ?? []) as Json[])].map((parameter) => {
          const { name, in: place, schema } = follow(document, parameter) as unknown as Parameter;
          return { name, in: place, schema: follow(document, schema) };
        });
        const content = requestBody
          ? ((follow(document, requestBody).content as Json)['application/json'] as Json)
          : undefined;
        const schema = content && follow(document, content.schema);
        return {
          id: String(operationId),
          method: method.toUpperCase(),
          path,
          query: all.filter((one) => one.in === 'query'),
          headers: all.filter((one) => one.in === 'header'),
          body: content && schema ? { schema, example: exampleOf(content, schema) } : undefined,
        };
      });
  });
  return { document, operations };
}
