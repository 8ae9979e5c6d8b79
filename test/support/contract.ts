import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from './team.ts';

/** What an OpenAPI document promises, as questions that a test asks. */
export interface Contract {
  readonly document: Json;
  /** Every operation: its method in upper case and its path as the document writes it. */
  readonly operations: readonly Operation[];
  /** The part of the document that a pointer (`#/a/b`) leads to. */
  at(pointer: string): unknown;
  /** What is wrong with a value where a schema stands; undefined when nothing is. */
  wrong(schemaPointer: string, value: unknown): string | undefined;
  /** What is wrong with an answer of an operation; undefined when nothing is. */
  wrongAnswer(operation: Operation, status: number, body: unknown): string | undefined;
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly pointer: string;
  readonly spec: Json;
  /** Its own parameters, whole. */
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

/** The schemas that some part of a document leads to. */
function reached(document: Json, part: unknown, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? {}).matchAll(
    /"#\/components\/schemas\/(\w+)"/g,
  )) {
    if (found.has(name)) continue;
    found.add(name);
    const { schemas } = document.components as { schemas: Json };
    reached(document, schemas[name], found);
  }
  return found;
}

/**
 * The document, whose answers hold what it tells and nothing else: they may grow in later versions, and here a field that is not
 * described is a mistake.
 */
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
  ajv.addSchema(closed(document), 'document');
  const compiled = new Map<string, ValidateFunction>();

  const at = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => {
        const name = unescaped(key);
        return isObject(part) || Array.isArray(part) ? Reflect.get(part, name) : undefined;
      }, document);

  /** Where a pointer ends after the references that stand there. */
  const follow = (pointer: string): string => {
    const part = at(pointer);
    return isObject(part) && typeof part.$ref === 'string' ? follow(part.$ref) : pointer;
  };

  const wrong = (pointer: string, value: unknown) => {
    let validate = compiled.get(pointer);
    if (!validate) {
      // In a URI a pointer is percent-encoded.
      const fragment = pointer.split('/').map(encodeURIComponent).join('/').replace('%23', '#');
      validate = ajv.compile({ $ref: `document${fragment}` });
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
