import { pascal } from '#server/operations/crud.ts';
import { commonMeanings } from '#server/records/common-meanings.ts';
import { componentDescriptions, componentNames, namedTexts } from './component-names.ts';
import { withEnumNames } from './enum-names.ts';
import { isJson, type Json } from './samples.ts';
import { ref } from './schemas.ts';

/*
 * Turns nested schemas into named components. Generators create a type for each component, and name any other schema after its
 * position; so each enumeration and each object becomes one component, shared by all references.
 */

/** Added to every enumeration except sort orders. */
const mayGrow = 'Later versions may add values.';

/** True for annotations, which do not affect what a schema accepts. */
const isSaid = (key: string) => ['description', 'examples', 'example', 'default'].includes(key);

/** Canonical text of what a schema accepts: the same for schemas that differ only in annotations or in the order of names. */
function meaning(schema: unknown): string {
  if (Array.isArray(schema)) return `[${schema.map(meaning).join()}]`;
  if (!isJson(schema)) return JSON.stringify(schema);
  const parts = Object.entries(schema)
    .filter(([key]) => !isSaid(key))
    .map(([key, part]): [string, string] => [key, valueMeaning(key, part)]);
  return `{${parts
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, text]) => `${key}:${text}`)
    .join()}}`;
}

/** @param key keyword of the part in its schema */
function valueMeaning(key: string, part: unknown): string {
  // Field names are not keywords: a field may be called description.
  if (key === 'properties' && isJson(part))
    return Object.keys(part)
      .toSorted()
      .map((name) => `${name}=${meaning(part[name])}`)
      .join();
  if ((key === 'enum' || key === 'required') && Array.isArray(part))
    return part.map(String).toSorted().join();
  return meaning(part);
}

const singular = (name: string) =>
  name.replace(/(?:(entr|activit)ies|(?<!s)s)$/i, (_, stem) => (stem ? `${stem}y` : ''));

/** Base name of a variant: `DealCreate` and `DealPrevious` share the fields of `Deal`. */
const ownerOf = (name: string) => name.replace(/(?<=.)(Create|Update|Created|Previous|Shown)$/, '');

const isObjectSchema = ({ type, properties }: Json) => type === 'object' && isJson(properties);

/** The non-null part of a nullable schema; undefined if the schema is not nullable, or has several other types. */
function besidesNull(schema: Json): Json | undefined {
  if (!Array.isArray(schema.type) || !schema.type.includes('null')) return undefined;
  const [type, ...more] = schema.type.filter((each) => each !== 'null');
  if (more.length > 0) return undefined;
  const values = Array.isArray(schema.enum) && { enum: schema.enum.filter((v) => v !== null) };
  return { ...schema, type, ...values };
}

const isNamed = (schema: Json, name: string) =>
  (schema.enum !== undefined && schema.const === undefined) ||
  isObjectSchema(schema) ||
  namedTexts.has(name);

/** Adds the meanings of names where a value has no description. */
const explained = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const description = commonMeanings[name];
      return [name, description === undefined ? schema : { description, ...(schema as Json) }];
    }),
  );

interface Names {
  /** All components of the document, with references to named schemas. */
  readonly schemas: Json;
  /** Replaces another schema with a reference. @param name its name unless another is defined */
  readonly of: (schema: unknown, name: string) => unknown;
}

/**
 * @param schemas components that already have names
 * @param taken those used in request bodies: only these refuse unknown fields
 */
function namesFor(schemas: Readonly<Record<string, Json>>, taken: ReadonlySet<string>): Names {
  const added: Json = {};
  const byMeaning = new Map<string, string>();

  /** @throws Error if the name belongs to a different schema: define its name in `componentNames` */
  function nameOf({ description, ...schema }: Json, suggested: string): string {
    const text = namedTexts.has(suggested) ? suggested : meaning(schema);
    const existing = byMeaning.get(text);
    if (existing !== undefined) return existing;
    const usual = componentNames[suggested] ?? suggested;
    const name = schema.additionalProperties === false ? `${usual}Input` : usual;
    if (name in schemas || name in added)
      throw new Error(`two schemas that differ are called ${name}`);
    byMeaning.set(text, name);
    const note = componentDescriptions[name] ?? description;
    if (isJson(schema.properties)) schema.properties = explained(schema.properties);
    const more = schema.enum && componentDescriptions[name] === undefined ? mayGrow : undefined;
    const noteText = [note, more].filter((each) => each !== undefined).join(' ');
    added[name] = noteText === '' ? schema : { ...schema, description: noteText };
    return name;
  }

  function of(schema: unknown, name: string, isTaken = false): unknown {
    if (!isJson(schema)) return schema;
    const whole = inside(schema, name, isTaken);
    const present = besidesNull(whole) ?? whole;
    if (!isNamed(present, name)) return whole;
    const { description, default: fallback, ...allowed } = present;
    const reference = ref('schemas', nameOf({ ...allowed, description }, name));
    return {
      ...(present === whole ? reference : { anyOf: [reference, { type: 'null' }] }),
      ...(description === undefined ? {} : { description }),
      ...(fallback === undefined ? {} : { default: fallback }),
    };
  }

  /** Replaces nested schemas with references. */
  function inside({ ...out }: Json, name: string, isTaken: boolean): Json {
    const { properties, items, additionalProperties } = out;
    // Responses may gain fields.
    if (!isTaken && additionalProperties === false) delete out.additionalProperties;
    if (isJson(properties))
      out.properties = Object.fromEntries(
        Object.entries(properties).map(([key, part]) => [
          key,
          of(part, `${name}${pascal(key)}`, isTaken),
        ]),
      );
    if (items !== undefined) out.items = of(items, singular(name), isTaken);
    if (isJson(additionalProperties))
      out.additionalProperties = of(additionalProperties, singular(name), isTaken);
    // Alternatives of an object only state which of its fields go together.
    for (const key of isObjectSchema(out) ? [] : ['anyOf', 'oneOf'])
      if (Array.isArray(out[key])) out[key] = out[key].map((part) => of(part, name, isTaken));
    return out;
  }

  const whole = Object.entries(schemas).map(([name, schema]) => {
    const inner = inside(schema, ownerOf(name), taken.has(name));
    if (!byMeaning.has(meaning(inner))) byMeaning.set(meaning(inner), name);
    return [name, inner];
  });
  return {
    of,
    get schemas() {
      return { ...Object.fromEntries(whole), ...added };
    },
  };
}

// Parameters -------------------------------------------------------------------------------------

/** Schema name of the records that an operation lists. */
function listedBy({ operationId, responses }: Json): string {
  const [, name] = /schemas\/(\w+?)(?:List|Response)?"/.exec(JSON.stringify(responses)) ?? [];
  return name ?? pascal(String(operationId));
}

type Operations = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Applies a change to each operation. */
const eachOperation = (paths: Operations, change: (operation: Json) => Json): Operations =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, part]) => [key, Array.isArray(part) ? part : change(part)]),
      ),
    ]),
  );

const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isJson) : [];

/**
 * Parameters shared by several operations, by component name.
 * @param taken components that already have names
 */
function sharedParameters(paths: Operations, taken: Json): Map<string, string> {
  const users = new Map<
    string,
    { readonly parameter: Json; readonly owner: string; count: number }
  >();
  eachOperation(paths, (operation) => {
    for (const parameter of listOf(operation.parameters)) {
      const text = JSON.stringify(parameter);
      const user = users.get(text) ?? { parameter, owner: listedBy(operation), count: 0 };
      user.count += 1;
      users.set(text, user);
    }
    return operation;
  });
  const shared = [...users].filter(
    ([, { parameter, count }]) => count > 1 && !('$ref' in parameter),
  );
  const names = shared.map(([, { parameter }]) => pascal(String(parameter.name)));
  return new Map(
    shared.map(([text, { owner }], i) => {
      const name = names[i] ?? '';
      const isAlone = names.indexOf(name) === names.lastIndexOf(name) && !(name in taken);
      const owned = `${owner}${name}`;
      return [text, isAlone ? name : (componentNames[owned] ?? owned)];
    }),
  );
}

/** Components used as request bodies. */
function bodiesOf(paths: Operations): Set<string> {
  const bodies = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ requestBody = {} }) => JSON.stringify(requestBody));
  return new Set(
    bodies.flatMap((body) =>
      [...body.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name),
    ),
  );
}

/** Moves a document's schemas and parameters to components, each once, with names for the values of enumerations. */
export function named(document: Json): Json {
  const { paths, components } = document as {
    readonly paths: Operations;
    readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  };
  const names = namesFor(components.schemas ?? {}, bodiesOf(paths));
  const typed = eachOperation(paths, (operation) => ({
    ...operation,
    ...(operation.parameters !== undefined && {
      parameters: listOf(operation.parameters).map((parameter) =>
        'schema' in parameter
          ? {
              ...parameter,
              schema: names.of(
                parameter.schema,
                `${listedBy(operation)}${pascal(String(parameter.name))}`,
              ),
            }
          : parameter,
      ),
    }),
  }));
  const shared = sharedParameters(typed, components.parameters ?? {});
  const parameters = [...shared].map(([text, name]) => [name, JSON.parse(text) as Json]);
  return withEnumNames({
    ...document,
    paths: eachOperation(typed, (operation) => ({
      ...operation,
      ...(operation.parameters !== undefined && {
        parameters: listOf(operation.parameters).map((parameter) => {
          const name = shared.get(JSON.stringify(parameter));
          return name === undefined ? parameter : ref('parameters', name);
        }),
      }),
    })),
    components: {
      ...components,
      parameters: { ...components.parameters, ...Object.fromEntries(parameters) },
      schemas: names.schemas,
    },
  }) as Json;
}
