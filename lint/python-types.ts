import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { registry } from '../server/features/registry.ts';
import { openapi } from '../server/http/openapi/document.ts';
import type { Json } from '../server/http/openapi/schemas.ts';

/*
 * Generates Python from the API's document: schemas as typed dicts, operations as methods of the blocking and the asynchronous
 * client. `npm run sdk:types` writes them into packages/python/pauta; a test checks that the files match the document
 * (test/service/openapi.test.ts).
 */

const prefix = '/v1';
const head = '# Written by `npm run sdk:types` from the API’s document; not by hand.';
/** Maximum line length, unless a single word is longer. */
const width = 100;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const last = (pointer: unknown) => String(pointer).split('/').at(-1) ?? '';
const quoted = (value: unknown) => JSON.stringify(value);
const union = (types: readonly string[]) => [...new Set(types)].join(' | ');
/** Field names that are reserved words in Python. */
const reserved = new Set([
  'from',
  'class',
  'def',
  'global',
  'in',
  'is',
  'None',
  'not',
  'or',
  'and',
]);
const isName = (name: string) => /^[a-z_]\w*$/i.test(name) && !reserved.has(name);

// Types ------------------------------------------------------------------------------------------

const constants: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
const literal = (values: readonly unknown[]) =>
  `Literal[${values.map((value) => constants[String(value)] ?? quoted(value)).join(', ')}]`;

function typeOf(schema: unknown): string {
  if (!isObject(schema)) return 'Any';
  if (schema.$ref !== undefined) return last(schema.$ref);
  if ('const' in schema) return literal([schema.const]);
  if (schema.enum) return literal(list(schema.enum));
  const alternatives = list(schema.anyOf ?? schema.oneOf);
  if (alternatives.length > 0 && !schema.properties) return union(alternatives.map(typeOf));
  return union([schema.type].flat().map((type) => typeNamed(type, schema)));
}

function typeNamed(type: unknown, { items, format }: Json): string {
  const simple: Readonly<Record<string, string>> = {
    object: 'dict[str, Any]',
    integer: 'int',
    number: 'float',
    string: 'str',
    boolean: 'bool',
    null: 'None',
  };
  if (type === 'array') return `list[${typeOf(items)}]`;
  // Its name and bytes and, if known, its media type.
  if (format === 'binary') return 'tuple[str, bytes] | tuple[str, bytes, str]';
  return simple[String(type)] ?? 'Any';
}

/** Wraps a text at the maximum width. @param first extra indentation of the first line */
function wrapped(text: string, indent: string, first = 0): string {
  const lines: string[] = [];
  let line = ' '.repeat(first);
  for (const word of text.split(/\s+/)) {
    if (line.trim() !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line].join(`\n${indent}`).slice(first);
}

function docstring(part: unknown, indent: string): string {
  const description = isObject(part) ? (part.description ?? part.summary) : undefined;
  if (typeof description !== 'string') return '';
  const text = wrapped(description.replaceAll('\\', '\\\\').replaceAll('"""', "'''"), indent, 3);
  return `${indent}"""${text}"""\n`;
}

interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Renders a typed dict; uses the functional syntax if a field name is not a Python identifier. */
function typedDict(name: string, fields: readonly Field[], about?: unknown): string {
  const type = ({ schema, isRequired }: Field) =>
    isRequired ? typeOf(schema) : `NotRequired[${typeOf(schema)}]`;
  if (!fields.every((field) => isName(field.name))) {
    const lines = fields.map((field) => `        ${quoted(field.name)}: ${quoted(type(field))},\n`);
    return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('')}    },\n)\n`;
  }
  const lines = fields.map(
    (field) => `    ${field.name}: ${type(field)}\n${docstring(field.schema, '    ')}`,
  );
  const body = docstring(about, '    ') + lines.join('');
  return `class ${name}(TypedDict):\n${body === '' ? '    pass\n' : body}`;
}

function schemaType(name: string, schema: Json): string {
  const { properties, required } = schema;
  if (isObject(properties))
    return typedDict(
      name,
      Object.entries(properties).map(([key, value]) => ({
        name: key,
        schema: value,
        isRequired: list(required).includes(key),
      })),
      schema,
    );
  const type = schema.oneOf
    ? `Union[${list(schema.oneOf)
        .map((each) => `\n    "${typeOf(each)}",`)
        .join('')}\n]`
    : typeOf(schema);
  return `${name} = ${type}\n${docstring(schema, '')}`;
}

// Operations -------------------------------------------------------------------------------------

/** Names of methods beyond the five standard ones of a resource, by operationId. */
const methodNames: Readonly<Record<string, string>> = {
  getMe: 'me',
  getDealPhases: 'phases',
  getTags: 'tags',
  getReport: 'get',
  listReportRecords: 'records',
  sendMessage: 'send',
  downloadFile: 'download',
  sendTemplate: 'send_template',
  listMessages: 'messages',
  updateConversationLabels: 'label',
  listTemplates: 'templates',
  listDeliveries: 'deliveries',
  getDelivery: 'delivery',
  replayDelivery: 'replay_delivery',
  replayDeliveries: 'replay',
  testWebhook: 'test',
  rotateWebhookSecret: 'rotate_secret',
  listReceptions: 'receptions',
  stopTimeEntry: 'stop',
  recalculateBillingLine: 'recalculate',
  createProjectFromTemplate: 'create_project',
};

interface Method {
  /** `deals`; empty for methods of the client itself. */
  readonly resource: string;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly answer: string;
  readonly isList: boolean;
  readonly query: string | undefined;
  readonly body: { readonly type: string; readonly isRequired: boolean } | undefined;
  /** True if the response is a file. */
  readonly isFile?: boolean;
  readonly about: unknown;
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** @throws Error for an operation without a name */
function methodName(id: string, verb: string, path: string): string {
  const name = methodNames[id];
  if (name !== undefined) return name;
  const isItem = path.endsWith('/{id}');
  const usual = { GET: isItem ? 'get' : 'list', POST: 'create', PUT: 'update', DELETE: 'delete' }[
    verb
  ];
  if (usual === undefined || path.replace(/^\/msgapp/, '').split('/').length > (isItem ? 3 : 2))
    throw new Error(`lint/python-types.ts: name the method of ${id}`);
  return usual;
}

// The document -----------------------------------------------------------------------------------

/** Generated modules of packages/python/pauta: file → text. */
export function pythonTypes(): Readonly<Record<string, string>> {
  const { paths, components } = openapi(registry) as { paths: Json; components: Json };
  const schemas = components.schemas as Record<string, Json>;
  const resolved = (part: unknown): unknown => {
    if (!isObject(part) || part.$ref === undefined) return part;
    const [kind = '', key = ''] = String(part.$ref).split('/').slice(-2);
    return (components[kind] as Json)[key];
  };
  const jsonIn = (part: unknown): unknown => {
    const content =
      isObject(part) && isObject(part.content) ? part.content['application/json'] : {};
    return isObject(content) ? content.schema : undefined;
  };
  const queries: string[] = [];

  function methodOf(path: string, verb: string, operation: Json): Method[] {
    const id = String(operation.operationId);
    const [success] = Object.values(operation.responses as Json);
    const envelope = resolved(jsonIn(resolved(success)));
    const inside = isObject(envelope) && isObject(envelope.properties) ? envelope.properties : {};
    const files = ((resolved(success) as Json).content ?? {}) as Json;
    const isFile = 'application/octet-stream' in files;
    // Any other operation without an envelope is a stream and gets no method.
    if (!('data' in inside) && !isFile) return [];
    const isList = 'pagination' in inside;
    const queryParameters = list(operation.parameters)
      .map(resolved)
      .filter((each): each is Json => isObject(each) && each.in === 'query');
    const query = `${pascal(id)}Query`;
    if (queryParameters.length > 0)
      queries.push(
        typedDict(
          query,
          queryParameters.map(({ name, schema, description }) => ({
            name: String(name),
            schema: isObject(schema) ? { ...schema, description } : schema,
            isRequired: false,
          })),
        ),
      );
    const body = operation.requestBody as Json | undefined;
    const data = inside.data as Json;
    const name = methodName(id, verb, path);
    const isOwn = ['me', 'phases', 'tags'].includes(name);
    const form = body && ((body.content as Json)['multipart/form-data'] as Json | undefined);
    const method: Method = {
      resource: isOwn
        ? ''
        : (path.replace(/^\/msgapp/, '').split('/')[1] ?? '').replaceAll('-', '_'),
      name,
      verb,
      path,
      answer: isFile ? '' : typeOf(isList ? data.items : data),
      isFile,
      isList,
      query: queryParameters.length > 0 ? query : undefined,
      body: body && {
        type: typeOf(jsonIn(body)),
        isRequired: verb === 'PUT' || body.required === true,
      },
      about: operation.summary === undefined ? {} : { description: `${operation.summary}.` },
    };
    return [
      method,
      ...(form
        ? [
            {
              ...method,
              name: `${name}_file`,
              body: { type: typeOf(form.schema), isRequired: true },
              about: { description: 'Send a file of this computer, with a caption.' },
            },
          ]
        : []),
    ];
  }

  const methods = Object.entries(paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, item]) =>
      Object.entries(item as Json)
        .filter(([key]) => key !== 'parameters')
        .flatMap(([verb, operation]) =>
          methodOf(path.slice(prefix.length), verb.toUpperCase(), operation as Json),
        ),
    );
  const isEnvelope = (schema: Json) =>
    isObject(schema.properties) && 'success' in schema.properties;
  const types = Object.entries(schemas)
    .filter(([, schema]) => !isEnvelope(schema))
    .map(([name, schema]) => schemaType(name, schema));
  return {
    'types.py': `${head}
"""Inputs and outputs of the API."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict, Union

${[...types, ...queries].join('\n\n')}`,
    '_resources.py': resources(methods),
  };
}

function resources(methods: readonly Method[]): string {
  const byResource = Map.groupBy(methods, ({ resource }) => resource);
  const classOf = (resource: string, isAsync: boolean) =>
    `${isAsync ? 'Async' : ''}${resource.split('_').map(pascal).join('')}`;
  const written = (isAsync: boolean) =>
    [...byResource]
      .filter(([resource]) => resource !== '')
      .map(
        ([resource, operations]) =>
          `class ${classOf(resource, isAsync)}(${isAsync ? 'AsyncResource' : 'Resource'}):\n${operations.map((each) => methodText(each, isAsync)).join('\n')}`,
      );
  const all = (isAsync: boolean) => {
    const base = isAsync ? 'AsyncResource' : 'Resource';
    const transport = isAsync ? 'AsyncTransport' : 'SyncTransport';
    const operations = byResource.get('') ?? [];
    const fields = [...byResource.keys()]
      .filter((resource) => resource !== '')
      .map((resource) => `        self.${resource} = ${classOf(resource, isAsync)}(transport)\n`);
    return `class ${isAsync ? 'Async' : ''}Resources(${base}):
    """What a team has."""

    def __init__(self, transport: ${transport}) -> None:
        super().__init__(transport)
${fields.join('')}
${operations.map((each) => methodText(each, isAsync)).join('\n')}`;
  };
  return `${head}
from __future__ import annotations

from typing import List, cast

from . import types as t
from ._pages import AsyncListing, Listing
from ._transport import (
    AsyncResource,
    AsyncTransport,
    CallOptions,
    Download,
    Resource,
    SyncTransport,
    path,
)

${[...written(false), all(false), ...written(true), all(true)].join('\n\n')}`;
}

function methodText(method: Method, isAsync: boolean): string {
  const { name, verb, path, answer, isList, isFile = false, query, body, about } = method;
  const ids = [...path.matchAll(/{(\w+)}/g)].map(([, id = '']) => id);
  const args = [
    'self',
    ...ids.map((id) => `${id}: str`),
    ...(query ? [`query: t.${query} | None = None`] : []),
    ...(body ? [`body: t.${body.type}${body.isRequired ? '' : ' | None = None'}`] : []),
    'options: CallOptions | None = None',
  ];
  const listing = isAsync ? 'AsyncListing' : 'Listing';
  // A method is called `list`.
  const outcome = answer?.startsWith('list[') ? `List[t.${answer.slice(5)}` : `t.${answer}`;
  const returns = isList ? `${listing}[t.${answer}]` : isFile ? 'Download' : outcome;
  const place = ids.length === 0 ? quoted(path) : `path(${quoted(path)}, ${ids.join(', ')})`;
  const wait = isAsync ? 'await ' : '';
  const call = isFile
    ? `return ${wait}self._download(${place}, ${query ? 'query' : 'None'}, options)`
    : isList
      ? `return ${listing}(self._transport, ${place}, ${query ? 'query' : 'None'}, options)`
      : `return cast(\n            ${outcome},\n            ${wait}self._call(${quoted(verb)}, ${place}, ${body ? 'body' : 'None'}, options${query ? ', query' : ''}),\n        )`;
  return `    ${isAsync && !isList ? 'async ' : ''}def ${name}(
${args.map((each) => `        ${each},\n`).join('')}    ) -> ${returns}:
${docstring(about, '        ')}        ${call}
`;
}

if (import.meta.main) {
  const directory = new URL('../packages/python/pauta/', import.meta.url);
  for (const [name, text] of Object.entries(pythonTypes()))
    writeFileSync(fileURLToPath(new URL(name, directory)), text);
}
