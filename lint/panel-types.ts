import { registry } from '../server/features/registry.ts';
import { panelOpenapi } from '../server/http/openapi/panel.ts';
import type { Json } from '../server/http/openapi/schemas.ts';

/*
 * What the panel asks for and is answered, as types: `npm run panel:types` writes panel/src/api/schema.ts from the document of the
 * panel's door. A test holds the file to the document (test/panel/openapi.test.ts).
 */

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const quoted = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const last = (pointer: unknown) => String(pointer).split('/').at(-1) ?? '';
const union = (types: readonly string[]) => [...new Set(types)].join(' | ') || 'never';
const name = (text: string) => (/^[a-z_]\w*$/i.test(text) ? text : quoted(text));
/** An object: of the schemas, with a field a line. */
const braced = (fields: readonly string[], isOuter = false) =>
  isOuter ? `{\n  ${fields.join('\n  ')}\n}` : `{ ${fields.join(' ')} }`;

/** A field may be given as undefined where it may be left out: neither is sent. */
const field = (key: string, type: string, isRequired: boolean) =>
  `readonly ${name(key)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};`;

const listOf = (type: string) =>
  /^\w+$/.test(type) ? `readonly ${type}[]` : `readonly (${type})[]`;

function objectType({ properties, required }: Json, isOuter: boolean): string {
  if (!isObject(properties)) return 'Readonly<Record<string, unknown>>';
  const fields = Object.entries(properties).map(([key, value]) =>
    field(key, typeOf(value), list(required).includes(key)),
  );
  return braced(fields, isOuter);
}

function typeOf(schema: unknown, isOuter = false): string {
  if (!isObject(schema)) return 'unknown';
  if (schema.$ref !== undefined) return last(schema.$ref);
  if ('const' in schema) return quoted(schema.const);
  if (schema.enum) return union(list(schema.enum).map(quoted));
  const alternatives = list(schema.anyOf ?? schema.oneOf);
  // Of an object, alternatives only say which of its fields go together.
  if (alternatives.length > 0 && !schema.properties)
    return union(alternatives.map((each) => typeOf(each)));
  return union([schema.type].flat().map((type) => typeNamed(type, schema, isOuter)));
}

function typeNamed(type: unknown, schema: Json, isOuter: boolean): string {
  switch (type) {
    case 'object':
      return objectType(schema, isOuter);
    case 'array':
      return listOf(typeOf(schema.items));
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    default:
      return 'unknown';
  }
}

const schemaIn = (part: unknown): unknown => {
  const content = isObject(part) && isObject(part.content) ? part.content['application/json'] : 0;
  return isObject(content) ? content.schema : undefined;
};

/** What is given with an operation, and what is in the envelope of its answer. */
function operationType(operation: Json, schemas: Json): string | undefined {
  const responses = isObject(operation.responses) ? operation.responses : {};
  const [success] = Object.values(responses);
  const envelope = schemas[last((schemaIn(success) as Json | undefined)?.$ref)];
  const inside = isObject(envelope) && isObject(envelope.properties) ? envelope.properties : {};
  if (!('data' in inside)) return undefined;
  const query = list(operation.parameters)
    .filter(isObject)
    .filter((each) => each.in === 'query');
  const body = schemaIn(operation.requestBody);
  const fields = [
    field('answer', typeOf(inside.data), true),
    ...(query.length > 0
      ? [
          field(
            'query',
            braced(query.map((each) => field(String(each.name), typeOf(each.schema), false))),
            false,
          ),
        ]
      : []),
    ...(body ? [field('body', typeOf(body), true)] : []),
    ...('pagination' in inside ? [field('pagination', typeOf(inside.pagination), true)] : []),
  ];
  return braced(fields);
}

/** The module's text. */
export function panelTypes(): string {
  const { paths, components } = panelOpenapi(registry) as { paths: Json; components: Json };
  const schemas = components.schemas as Json;
  const isEnvelope = (schema: unknown) =>
    isObject(schema) && isObject(schema.properties) && 'success' in schema.properties;
  const named = Object.entries(schemas)
    .filter(([, schema]) => !isEnvelope(schema))
    .map(([key, schema]) => `export type ${key} = ${typeOf(schema, true)};`);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Json)
      .filter(([key]) => key !== 'parameters')
      .flatMap(([method, operation]) => {
        const type = operationType(operation as Json, schemas);
        const key = `'${method.toUpperCase()} ${path.replace(/^\/panel/, '')}'`;
        return type === undefined ? [] : [`  readonly ${key}: ${type};`];
      }),
  );
  return `/* Written by \`npm run panel:types\` from the document of the panel's door; not by hand. */

${named.join('\n')}

/** Method and path below /api/panel → what is given, and what is answered. */
export interface Operations {
${operations.join('\n')}
}
`;
}

if (import.meta.main) process.stdout.write(panelTypes());
