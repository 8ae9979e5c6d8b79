import type { Json } from '../server/http/openapi/schemas.ts';

/*
 * Renders an OpenAPI document as TypeScript types: its schemas, and the inputs and outputs of its operations. Used for the panel
 * (panel-types.ts) and the SDK (sdk-types.ts).
 */

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const last = (pointer: unknown) => String(pointer).split('/').at(-1) ?? '';
const union = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never';
const name = (text: string) => (/^[a-z_]\w*$/i.test(text) ? text : quoted(text));
/** Renders an object type; at the top level, with one field per line. */
const braced = (fields: readonly string[], isOuter = false) =>
  isOuter ? `{\n  ${fields.join('\n  ')}\n}` : `{ ${fields.join(' ')} }`;

/** Optional fields also accept undefined; neither is sent. */
const field = (key: string, type: string, isRequired: boolean) =>
  `readonly ${name(key)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};`;

const listOf = (type: string) =>
  /^\w+$/.test(type) ? `readonly ${type}[]` : `readonly (${type})[]`;

/** Renders the description of a part of the document as a comment; empty without one. */
function comment(part: unknown, indent = ''): string {
  const description = isObject(part) ? (part.description ?? part.summary) : undefined;
  if (typeof description !== 'string') return '';
  return `/** ${description.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n${indent}`;
}

/** @param outer set for a top-level schema; `explained` adds comments */
function objectType({ properties, required }: Json, outer?: Outer): string {
  if (!isObject(properties)) return 'Readonly<Record<string, unknown>>';
  const fields = Object.entries(properties).map(
    ([key, value]) =>
      (outer?.explained ? comment(value, '  ') : '') +
      field(key, typeOf(value), list(required).includes(key)),
  );
  return braced(fields, outer !== undefined);
}

interface Outer {
  readonly explained: boolean;
}

function typeOf(schema: unknown, outer?: Outer): string {
  if (!isObject(schema)) return 'unknown';
  if (schema.$ref !== undefined) return last(schema.$ref);
  if ('const' in schema) return quoted(schema.const);
  if (schema.enum) return union(list(schema.enum).map(quoted));
  const alternatives = list(schema.anyOf ?? schema.oneOf);
  // Alternatives of an object only state which of its fields go together.
  if (alternatives.length > 0 && !schema.properties)
    return union(alternatives.map((each) => typeOf(each)));
  return union([schema.type].flat().map((type) => typeNamed(type, schema, outer)));
}

function typeNamed(type: unknown, schema: Json, outer: Outer | undefined): string {
  switch (type) {
    case 'object':
      return objectType(schema, outer);
    case 'array':
      return listOf(typeOf(schema.items));
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      return schema.format === 'binary' ? 'Blob' : type;
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

/** Resolves a reference to the document's components; returns any other part unchanged. */
function resolved(part: unknown, components: Json): unknown {
  if (!isObject(part) || part.$ref === undefined) return part;
  const [kind = '', key = ''] = String(part.$ref).split('/').slice(-2);
  const named = components[kind];
  return isObject(named) ? named[key] : undefined;
}

const schemaIn = (part: unknown): unknown => {
  const content = isObject(part) && isObject(part.content) ? part.content['application/json'] : 0;
  return isObject(content) ? content.schema : undefined;
};

/** Input of an operation, and the content of its response envelope; undefined if it has no envelope. */
function operationType(operation: Json, components: Json): string | undefined {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const [success] = Object.values(responses);
  const envelope = resolved(schemaIn(resolved(success, components)), components);
  const inside = isObject(envelope) && isObject(envelope.properties) ? envelope.properties : {};
  if (!('data' in inside)) return undefined;
  const query = list(operation.parameters)
    .map((each) => resolved(each, components))
    .filter(isObject)
    .filter((each) => each.in === 'query')
    .map((each) => field(String(each.name), typeOf(each.schema), false));
  const body = schemaIn(operation.requestBody);
  return braced([
    field('answer', typeOf(inside.data), true),
    ...(query.length > 0 ? [field('query', braced(query), false)] : []),
    ...(body ? [field('body', typeOf(body), true)] : []),
    ...('pagination' in inside ? [field('pagination', typeOf(inside.pagination), true)] : []),
  ]);
}

/** Webhook bodies by event kind, if the document describes webhooks. */
function eventType(webhooks: unknown): readonly string[] {
  if (!isObject(webhooks)) return [];
  const bodies = Object.values(webhooks).map((item) =>
    isObject(item) && isObject(item.post) ? typeOf(schemaIn(item.post.requestBody)) : 'never',
  );
  return [
    `/** Body of a delivery to a webhook endpoint. */\nexport type WebhookEvent = ${union(bodies)};\n`,
  ];
}

/**
 * Renders a module of types.
 * @param prefix removed from paths to name operations
 * @param explained adds the document's descriptions as comments
 */
export function schemaTypes(
  document: Json,
  { prefix, head, explained }: { prefix: string; head: string; explained: boolean },
): string {
  const { paths, components, webhooks } = document as { paths: Json; components: Json } & Json;
  const schemas = components.schemas as Json;
  const isEnvelope = (schema: unknown) =>
    isObject(schema) && isObject(schema.properties) && 'success' in schema.properties;
  const documented = (part: unknown, indent?: string) => (explained ? comment(part, indent) : '');
  const named = Object.entries(schemas)
    .filter(([, schema]) => !isEnvelope(schema))
    .map(
      ([key, schema]) =>
        `${documented(schema)}export type ${key} = ${typeOf(schema, { explained })};`,
    );
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, item]) =>
      Object.entries(item as Json)
        .filter(([key]) => key !== 'parameters')
        .flatMap(([method, operation]) => {
          const type = operationType(operation as Json, components);
          const key = `'${method.toUpperCase()} ${path.slice(prefix.length)}'`;
          return type === undefined
            ? []
            : [`  ${documented(operation, '  ')}readonly ${key}: ${type};`];
        }),
    );
  return `/* ${head} */

${[...named, ...(explained ? eventType(webhooks) : [])].join('\n')}

/** Method and path below /api${prefix} → what is given, and what is answered. */
export interface Operations {
${operations.join('\n')}
}
`;
}
