import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Built, Field, Operation, Property, Values } from './host.ts';

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { $ref?: string; name: string; in: string; schema: Schema }[];
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Parameters that the node sets itself: to read lists, and to make a POST repeatable. */
const ownParameters = ['page', 'limit', 'after', 'sort', 'id', 'delivery', 'Idempotency-Key'];
/** Fields that an update accepts only unchanged, and fields with a single value. */
const pointless: Record<string, readonly string[]> = {
  'PUT /v1/msgapp/contacts/{id}': ['phone'],
  'PUT /v1/tasks/{id}': ['project_id'],
  'PUT /v1/campaigns/{id}': ['project_id'],
  'PUT /v1/time-entries/{id}': ['user_id'],
};
/** A workflow cannot use a stream: the trigger uses webhooks. */
const leftOut = ['GET /v1/events/stream'];
/** Parameters of downloads: previews are for screens. */
const ofScreens: Record<string, readonly string[]> = { 'GET /v1/files/{id}': ['preview'] };

/** Differences between the node and the document, in both directions. */
export function differences(file: string, { resources }: Built): string[] {
  const document = JSON.parse(readFileSync(file, 'utf8')) as {
    paths: Record<string, Record<string, Described>>;
  };
  const resolve = <T extends { $ref?: string }>(what: T): T => {
    if (what.$ref === undefined) return what;
    let node: unknown = document;
    for (const part of what.$ref.slice(2).split('/'))
      node = (node as Record<string, unknown>)[part];
    return resolve(node as T);
  };
  const values = (schema: Schema): string[] => {
    const { enum: listed, const: single, items, anyOf, oneOf, allOf } = resolve(schema);
    return [
      ...(listed ?? []),
      ...(single === undefined ? [] : [single]),
      ...[items, ...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap((each) =>
        each === undefined ? [] : values(each),
      ),
    ].filter((value): value is string => typeof value === 'string');
  };
  const ours = new Map<string, Operation>();
  for (const { operations } of resources)
    for (const operation of operations)
      ours.set(
        `${operation.method} ${operation.url}${operation.file === 'sent' ? ' (form)' : ''}`,
        operation,
      );

  const wrong: string[] = [];
  const compare = (where: string, theirs: Record<string, Schema>, fields: readonly Field[]) => {
    for (const [name, schema] of Object.entries(theirs)) {
      const field = fields.find((one) => one.name === name);
      if (field === undefined) {
        wrong.push(`${where}: the node has no ${name}`);
        continue;
      }
      const offered = field.property.options?.map(({ value }) => String(value)) ?? [];
      const allowed = values(schema);
      if (
        field.property.type !== 'fixedCollection' &&
        offered.toSorted().join() !== [...new Set(allowed)].toSorted().join()
      )
        wrong.push(`${where}: ${name} allows ${allowed.join()}, the node offers ${offered.join()}`);
    }
    for (const { name } of fields)
      if (!(name in theirs)) wrong.push(`${where}: the document has no ${name}`);
  };
  for (const [path, methods] of Object.entries(document.paths)) {
    if (!path.startsWith('/v1/')) continue;
    for (const [method, described] of Object.entries(methods)) {
      const where = `${method.toUpperCase()} ${path}`;
      if (!['get', 'post', 'put', 'delete'].includes(method) || leftOut.includes(where)) continue;
      const operation = ours.get(where);
      if (operation === undefined) {
        wrong.push(`${where}: the node has no such operation`);
        continue;
      }
      ours.delete(where);
      const fields = [...operation.shown, ...operation.added].filter(({ local }) => !local);
      const parameters = (described.parameters ?? []).map(resolve);
      const query = Object.fromEntries(
        parameters
          .filter(
            (one) =>
              one.in === 'query' &&
              (!ownParameters.includes(one.name) || fields.some(({ name }) => name === one.name)) &&
              !ofScreens[where]?.includes(one.name),
          )
          .map((one) => [one.name, one.schema]),
      );
      const body = resolve(described.requestBody?.content['application/json']?.schema ?? {});
      const form = described.requestBody?.content['multipart/form-data'];
      const sending = ours.get(`${where} (form)`);
      if (form && sending) {
        ours.delete(`${where} (form)`);
        const { file: _, ...texts } = resolve(form.schema).properties ?? {};
        const sent = [...sending.shown, ...sending.added].filter(({ local }) => !local);
        compare(`${where} (form)`, texts, sent);
      }
      const ignored = pointless[where] ?? [];
      const properties = Object.fromEntries(
        Object.entries(body.properties ?? {}).filter(([name]) => !ignored.includes(name)),
      );
      compare(where, method === 'get' ? query : properties, fields);
      for (const name of body.required ?? [])
        if (!operation.shown.some((field) => field.name === name && field.property.required))
          wrong.push(`${where}: the node does not require ${name}`);
      const sort = parameters.find((one) => one.name === 'sort');
      const sorts = (operation.sorts ?? []).flatMap((name) => [name, `-${name}`]);
      if (
        sorts.toSorted().join() !==
        values(sort?.schema ?? {})
          .toSorted()
          .join()
      )
        wrong.push(
          `${where}: sorts by ${values(sort?.schema ?? {}).join()}, the node by ${sorts.join()}`,
        );
    }
  }
  for (const where of ours.keys()) wrong.push(`${where}: the document has no such operation`);
  return wrong;
}

interface Example {
  readonly nodes: readonly {
    readonly name: string;
    readonly type: string;
    readonly parameters: Values;
  }[];
}

/** Names in the example workflows of docs/n8n/ that the nodes do not have. */
export function strange(directory: string, { resources, pauta, trigger }: Built): string[] {
  const wrong: string[] = [];
  for (const file of readdirSync(directory)) {
    const { nodes } = JSON.parse(readFileSync(join(directory, file), 'utf8')) as Example;
    for (const { name, type, parameters } of nodes) {
      const where = `${file}: ${name}`;
      if (type === 'n8n-nodes-pauta.pautaTrigger') {
        const offered = trigger.description.properties[0]?.options?.map(({ value }) => value) ?? [];
        const events = parameters.events as unknown[];
        if (!events.every((event) => offered.includes(event))) wrong.push(`${where}: ${events}`);
      } else if (type === 'n8n-nodes-pauta.pauta') {
        const operation = resources
          .find(({ value }) => value === parameters.resource)
          ?.operations.find(({ value }) => value === parameters.operation);
        const isShown = ({ displayOptions }: Property) =>
          Object.entries(displayOptions?.show ?? {}).every(([by, values]) =>
            values.includes(parameters[by] ?? false),
          );
        for (const [parameter, value] of Object.entries(parameters)) {
          const property = pauta.description.properties.find(
            (one) => one.name === parameter && isShown(one),
          );
          if (operation === undefined || property === undefined)
            wrong.push(`${where}: ${parameter}`);
          if (property?.type !== 'collection') continue;
          for (const added of Object.keys(value as Values))
            if (!property.options?.some((one) => one.name === added))
              wrong.push(`${where}: ${parameter}.${added}`);
        }
      }
    }
  }
  return wrong;
}
