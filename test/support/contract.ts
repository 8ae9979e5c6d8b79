import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './team.ts';

/** Promises of an OpenAPI document, as queries for tests. */
export interface Contract {
  readonly document: Json;
  /** Every operation: its method in upper case and its path as in the document. */
  readonly operations: readonly Operation[];
  /** The part of the document at a pointer (`#/a/b`). */
  at(pointer: string): unknown;
  /** Errors of a value under a schema; undefined if it is valid. */
  wrong(schemaPointer: string, value: unknown): string | undefined;
  /** Errors of an operation's answer; undefined if it is valid. */
  wrongAnswer(operation: Operation, status: number, body: unknown): string | undefined;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly spec: Json;
  /** Its own parameters, dereferenced. */
  readonly parameters: readonly Json[];
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');
const unescaped = (key: string) => key.replaceAll('~1', '/').replaceAll('~0', '~');

/** A pointer one step deeper. */
export const into = (pointer: string, ...keys: (string | number)[]) =>
  [pointer, ...keys.map((key) => escaped(String(key)))].join('/');

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every part of a document, with its pointer. */
export function* partsOf(value: unknown, pointer = '#'): Generator<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, into(pointer, key));
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Schemas referenced from a part of a document, directly or indirectly. */
function reached(document: Json, part: unknown, reachable = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(
    /"#\/components\/schemas\/(\w+)"/g,
  )) {
    if (reachable.has(name)) continue;
    reachable.add(name);
    const { schemas } = document.components as { schemas: Json };
    reached(document, schemas[name], reachable);
  }
  return reachable;
}

/** The document with closed answer schemas: answers may grow in later versions, but in tests an undescribed field is an error. */
function closed(document: Json): Json {
  const copy = structuredClone(document) as { paths: Json; components: { schemas: Json } };
  const items = Object.values(copy.paths).flatMap((item) => Object.values(item as Json));
  const taken = reached(
    document,
    items.map((operation) => (isObject(operation) ? operation.requestBody : {})),
  );
  for (const [name, schema] of Object.entries(copy.components.schemas))
    if (isObject(schema) && schema.properties !== undefined && !taken.has(name))
      schema.additionalProperties ??= false;
  return copy;
}

export function contractOf(document: Json): Contract {
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
  formats.default(ajv);
  const strict = closed(document);
  ajv.addSchema(strict, 'document');
  /** Validators by pointer, and by the text of their schema. */
  const compiled = new Map<string, ValidateFunction>();
  const compiledTexts = new Map<string, ValidateFunction>();

  const at = (pointer: string, of = document) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => {
        const name = unescaped(key);
        return isObject(part) || Array.isArray(part) ? Reflect.get(part, name) : undefined;
      }, of);

  /** Pointer after following the references at it. */
  const follow = (pointer: string): string => {
    const part = at(pointer);
    return isObject(part) && typeof part.$ref === 'string' ? follow(part.$ref) : pointer;
  };

  const wrong = (pointer: string, value: unknown) => {
    let validate = compiled.get(pointer);
    if (!validate) {
      // Compiles equal schemas once: they mean the same at any place, because references begin at the root of the document.
      const schema = JSON.stringify(at(pointer, strict));
      // In a URI a pointer is percent-encoded.
      const fragment = pointer.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
      validate = compiledTexts.get(schema) ?? ajv.compile({ $ref: `document${fragment}` });
      compiledTexts.set(schema, validate);
      compiled.set(pointer, validate);
    }
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { separator: '; ' });
  };

  const operations = Object.entries(document.paths as Json).flatMap(([path, item]) =>
    Object.entries(item as Json)
      .filter(([key]) => methods.includes(key))
      .map(([key, spec]) => ({
        method: key.toUpperCase(),
        path,
        pointer: into('#/paths', path, key),
        spec: spec as Json,
        parameters: ((spec as { parameters?: Json[] }).parameters ?? []).map((each) =>
          typeof each.$ref === 'string' ? (at(each.$ref) as Json) : each,
        ),
      })),
  );

  return {
    document,
    operations,
    at: (pointer) => at(follow(pointer)),
    wrong,
    wrongAnswer(operation, status, body) {
      const response = follow(into(operation.pointer, 'responses', status));
      if (at(response) === undefined) return `status ${status} is not declared`;
      return wrong(into(response, 'content', 'application/json', 'schema'), body);
    },
  };
}
