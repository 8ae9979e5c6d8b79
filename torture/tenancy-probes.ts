import { createHmac } from 'node:crypto';
import { approvals } from '#server/features/approvals/table.ts';
import { comments } from '#server/features/comments/table.ts';
import { messages } from '#server/features/conversations/messages-table.ts';
import { readables, registry, resources } from '#server/features/registry.ts';
import { deliveries } from '#server/features/webhooks/deliveries.ts';
import { receptions } from '#server/features/webhooks/receptions.ts';
import { openapi } from '#server/http/openapi/document.ts';
import type { Field } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import { goodValues } from '#test/support/samples.ts';
import { inputsOf, type Json, type TestTeam } from '#test/support/team.ts';
import { requestText, type WireRequest } from './pipelined-http.ts';

/*
 * Every way to ask for another team's data, generated from the declarations and the OpenAPI document: new paths, links, filters and
 * searches are covered automatically.
 */

/** Content of a probe: data of another team, or similar data that does not exist. */
export interface Source {
  /** The ID of a record of a table. */
  id(table: string): string;
  /** A text that occurs only in the other team's records. */
  text(): string;
  /** Digits, such as a phone's. */
  digits(): string;
  /** The team's slug. */
  team(): string;
  /** The slug of a webhook endpoint. */
  hook(): string;
  /** A key that is almost valid. */
  key(): string;
  /** The network's ID of a message. */
  networkId(): string;
}

/** One kind of probe: whatever the source, every response must be the same, byte for byte. */
export interface Kind {
  readonly name: string;
  ask(from: Source): WireRequest;
  /** True if its duration is measured. */
  readonly isTimed?: true;
}

/** The team that probes; its data does not change in between. */
export interface Prober {
  readonly team: TestTeam;
  readonly readKey: string;
  readonly revokedKey: string;
  /** IDs by table. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  /** An inbox whose gateway signs with this secret, and its session. */
  readonly gateway: { readonly inbox: string; readonly secret: string; readonly session: string };
  /** Minimal body of create, for each resource. */
  readonly least: ReadonlyMap<string, Json>;
}

const api = '/api/v1';
const within = [messages, deliveries, receptions];
const listed: readonly Table[] = [
  ...resources.map(({ table: resource }) => resource),
  ...readables.map(({ table: resource }) => resource),
  ...[approvals, comments],
];

const anyOf = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
};

/** All kinds of probes that leave the prober unchanged. */
export function kindsOf(prober: Prober): Kind[] {
  return [
    ...paths(prober),
    ...lists(prober),
    ...links(prober),
    ...keys(prober),
    ...withoutKey(prober),
  ];
}

// Paths ------------------------------------------------------------------------------------------------------------

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** A path of the document with IDs in it, and the table of each. */
interface PathWithIds {
  /** Such as /v1/webhooks/{id}/test. */
  readonly path: string;
  readonly tables: ReadonlyMap<string, string>;
  readonly declared: ReadonlySet<string>;
}

/** @throws if the document has a path with an ID of unknown kind */
function pathsWithIds(): PathWithIds[] {
  const tableAt = new Map([
    ...[...listed, ...within].map(
      ({ name, path }) => [`/v1${path.replace(':id', '{id}')}/`, name] as const,
    ),
    ['/v1/files/', 'files'],
  ]);
  const document = openapi(registry) as { paths: Record<string, Json> };
  return Object.entries(document.paths).flatMap(([path, operations]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)];
    if (parameters.length === 0 || !path.startsWith('/v1/')) return [];
    const tables = parameters.map(({ index, 1: name = '' }) => {
      const table = tableAt.get(path.slice(0, index));
      if (table === undefined) throw new Error(`no known table for the id {${name}} of ${path}`);
      return [name, table] as const;
    });
    const declared = new Set(Object.keys(operations).map((method) => method.toUpperCase()));
    return [{ path, tables: new Map(tables), declared }];
  });
}

/** Every combination in which at least one ID is not the prober's. */
function foreignParts(names: readonly string[]): (readonly string[])[] {
  return Array.from({ length: 2 ** names.length - 1 }, (_, i) =>
    names.filter((_, bit) => (i + 1) & (2 ** bit)),
  );
}

/** Every path with an ID, every method, foreign IDs in every combination with its own. */
function paths({ team, readKey, ids }: Prober): Kind[] {
  return pathsWithIds().flatMap(({ path, tables, declared }) =>
    foreignParts([...tables.keys()]).flatMap((foreign) => {
      const at = (from: Source) =>
        path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const table = tables.get(name) ?? '';
          return foreign.includes(name) ? from.id(table) : anyOf(ids.get(table) ?? []);
        });
      const displayedPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        foreign.includes(name) ? `{${name}}` : '{own}',
      );
      const kind = (key: string, method: string, more: string, body?: unknown): Kind => ({
        name: `${method} ${displayedPath}${more}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`,
        ask: (from) =>
          requestText(method, `/api${at(from)}${more}`, {
            key,
            ...(body === undefined ? {} : { body }),
          }),
      });
      const resource = listed.find((each) => path === `/v1${each.path}/{id}`);
      const part = within.find((each) => path === `/v1${each.path.replace(':id', '{id}')}`);
      const timed = (one: Kind, method: string): Kind =>
        declared.has(method) ? { ...one, isTimed: true } : one;
      return [
        ...methods.map((method) =>
          timed(
            kind(team.key, method, '', /GET|HEAD|DELETE/.test(method) ? undefined : {}),
            method,
          ),
        ),
        kind(team.key, 'GET', '?page=2'),
        { ...kind(readKey, 'GET', ''), name: `GET ${displayedPath} with a key that may only read` },
        ...changes(resource).map((body) => kind(team.key, 'PUT', '', body)),
        ...(part ? plainQueries(part).map((query) => kind(team.key, 'GET', query)) : []),
      ];
    }),
  );
}

/** Bodies for update: one for each field that is not a link. */
function changes(resource: Table | undefined): Json[] {
  const body = resources.find(({ table }) => table === resource)?.update.input.body;
  return (body?.accepts ?? []).flatMap((name) => {
    const field = resource?.fields[name];
    return field && !resource?.links.has(name) ? [{ [name]: goodValues(name, field)[0] }] : [];
  });
}

// Lists ------------------------------------------------------------------------------------------------------------

/** Values for filters with few or predictable values. */
function valuesOf(field: Field): string[] {
  const { enum: values, type } = field.schema as { enum?: string[]; type?: string };
  const all = values ?? [
    ...(type === 'boolean' ? ['true', 'false'] : []),
    ...['2000-01-01', '2026-02-28', '2027-12-31', '0', '12.5'],
  ];
  return all.filter((text) => field.check(field.fromQuery?.(text) ?? text));
}

const isText = ({ sql, schema }: Field) =>
  sql === 'text' && (schema as { enum?: unknown; format?: unknown }).enum === undefined;

/** Queries without any team's data: pages, sorts, filters with few values. */
function plainQueries({ sorts, filters }: Table): string[] {
  return [
    '',
    '?limit=100',
    '?limit=1',
    '?page=2',
    '?page=1000000',
    ...Object.keys(sorts).flatMap((sort) => [
      `?sort=${sort}&limit=100`,
      `?sort=-${sort}&limit=100`,
      `?sort=-${sort}&limit=1&page=2`,
    ]),
    ...Object.entries(filters).flatMap(([name, { field }]) =>
      isText(field) || field.sql === 'uuid'
        ? []
        : valuesOf(field).map((value) => `?${name}=${value}&limit=100`),
    ),
  ];
}

/** Tables of filters by ids that no field of a request has. */
const onlyFiltered: ReadonlyMap<string, string> = new Map([
  ['campaign_id', 'campaigns'],
  ['deal_id', 'deals'],
  ['project_id', 'projects'],
  ['record_id', 'deals'],
]);

/** Every list with every sort, page, filter and search: the prober's records and totals, and nothing else. */
function lists({ team: { key }, ids }: Prober): Kind[] {
  const list = (path: string, name: string, query: (from: Source) => string): Kind => ({
    name: `GET ${path}?${name}`,
    ask: (from) => requestText('GET', `${api}${path}?${query(from)}`, { key }),
  });
  const childLists = within.map((resource) => {
    const [id = ''] = ids.get(resource === messages ? 'conversations' : 'webhooks') ?? [];
    return { ...resource, path: resource.path.replace(':id', id) };
  });
  return [...listed, ...childLists].flatMap((resource) => {
    const { path, filters, search, links } = resource;
    const plain = plainQueries(resource).map(
      (query): Kind => ({
        name: `GET ${path}${query}`,
        ask: () => requestText('GET', `${api}${path}${query}`, { key }),
      }),
    );
    const filtered = Object.entries(filters).flatMap(([name, { field }]) => {
      if (isText(field)) return [list(path, `${name}=text`, (from) => `${name}=${from.text()}`)];
      if (field.sql !== 'uuid') return [];
      const table = links.get(name) ?? onlyFiltered.get(name);
      if (table === undefined) throw new Error(`no known table for the filter ${name} of ${path}`);
      const by = (more: string): Kind =>
        list(path, `${name}=id${more}`, (from) => `${name}=${from.id(table)}${more}`);
      return [{ ...by(''), isTimed: true as const }, by('&sort=created_at&limit=100')];
    });
    if (!search) return [...plain, ...filtered];
    return [
      ...plain,
      ...filtered,
      list(path, 'search=text', (from) => `search=${from.text()}`),
      list(path, 'search=part', (from) => `search=${from.text().slice(1, -1).toUpperCase()}`),
      list(path, 'search=digits', (from) => `search=${from.digits()}`),
      list(path, 'search=id', (from) => `search=${from.id(resource.name)}`),
    ];
  });
}

// Links ------------------------------------------------------------------------------------------------------------

/** Every field that names another record, on create and update, alone and all together; and the targets of a message and of a comment. */
function links({ team, ids, least }: Prober): Kind[] {
  const { key } = team;
  const phone = '5511987650000';
  const sends = (name: string, body: (from: Source) => Json): Kind => ({
    name: `POST /msgapp/messages ${name}`,
    ask: (from) => requestText('POST', `${api}/msgapp/messages`, { key, body: body(from) }),
    isTimed: true,
  });
  const comments = (name: string, body: (from: Source) => Json): Kind => ({
    name: `POST /comments ${name}`,
    ask: (from) => {
      const least = { record_type: 'deals', content: 'x', author_id: team.users[0] };
      const record_id = ids.get('deals')?.[0];
      return requestText('POST', `${api}/comments`, {
        key,
        body: { ...least, record_id, ...body(from) },
      });
    },
    isTimed: true,
  });
  const linked = resources.flatMap(({ table: resource }) => {
    const { name, path, fields, links: targets } = resource;
    const inputs = inputsOf(resource);
    const { accepts, immutable = [] } = inputs.update;
    const value = (field: string, from: Source) => {
      const id = from.id(targets.get(field) ?? '');
      return fields[field]?.sql === 'uuid[]' ? [team.users[0], id] : id;
    };
    const create = (names: readonly string[]): Kind => ({
      name: `POST ${path} with ${names.join(', ')}`,
      ask: (from) => {
        const body = { ...least.get(name) };
        for (const field of names) body[field] = value(field, from);
        return requestText('POST', `${api}${path}`, { key, body });
      },
    });
    const update = (names: readonly string[]): Kind => ({
      name: `PUT ${path}/{own} with ${names.join(', ')}`,
      ask: (from) =>
        requestText('PUT', `${api}${path}/${ids.get(name)?.[0]}`, {
          key,
          body: Object.fromEntries(names.map((field) => [field, value(field, from)])),
        }),
    });
    const created = inputs.create.accepts.filter((field) => targets.has(field));
    const updated = [...accepts, ...immutable].filter((field) => targets.has(field));
    return [
      ...created.map((field) => ({ ...create([field]), isTimed: true as const })),
      ...updated.map((field) => update([field])),
      // A main assignee must be among the assignees, so the two are not given together.
      ...(created.length > 1 ? [create(created.filter((field) => field !== 'assignee_ids'))] : []),
      ...(updated.length > 1 ? [update(updated.filter((field) => field !== 'assignee_ids'))] : []),
    ];
  });
  return [
    ...linked,
    sends('with inbox_id', (from) => ({ inbox_id: from.id('inboxes'), phone, content: 'x' })),
    sends('with conversation_id', (from) => ({
      conversation_id: from.id('conversations'),
      content: 'x',
    })),
    comments('with record_id', (from) => ({ record_id: from.id('deals') })),
    comments('with author_id', (from) => ({ author_id: from.id('users') })),
    comments('with mentions', (from) => ({ mentions: [team.users[0], from.id('users')] })),
    {
      name: 'POST /msgapp/conversations/{id}/labels',
      ask: (from) =>
        requestText('POST', `${api}/msgapp/conversations/${from.id('conversations')}/labels`, {
          key,
          body: {},
        }),
    },
  ];
}

// Keys -------------------------------------------------------------------------------------------------------------

/** Keys that are almost the other team's, revoked, or read-only. */
function keys({ readKey, revokedKey }: Prober): Kind[] {
  return resources.flatMap(({ table: { name, path } }) =>
    ['GET', 'PUT', 'DELETE'].flatMap((method): Kind[] => {
      const body = method === 'PUT' ? {} : undefined;
      const ask = (key: string, id: string) =>
        requestText(method, `${api}${path}/${id}`, { key, ...(body ? { body } : {}) });
      const at = `${method} ${path}/{id} with`;
      return [
        {
          name: `${at} a key that resembles the other team's`,
          ask: (from) => ask(from.key(), from.id(name)),
        },
        { name: `${at} a revoked key`, ask: (from) => ask(revokedKey, from.id(name)) },
        ...(method === 'GET'
          ? []
          : [
              {
                name: `${at} a key that may only read`,
                ask: (from: Source) => ask(readKey, from.id(name)),
              },
            ]),
      ];
    }),
  );
}

// Without a key --------------------------------------------------------------------------------------------------

/** Requests without a key: hook addresses and gateway callbacks. */
function withoutKey({ team, gateway }: Prober): Kind[] {
  const callback = (
    at: (from: Source) => string,
    name: string,
    body: (from: Source) => Json,
  ): Kind => ({
    name: `POST ${name}`,
    ask: (from) => {
      const text = JSON.stringify(body(from));
      const signature = createHmac('sha512', gateway.secret).update(text).digest('hex');
      return requestText('POST', `/api/gateways/${at(from)}`, {
        headers: { 'x-webhook-hmac': signature, 'x-webhook-hmac-algorithm': 'sha512' },
        body: text,
      });
    },
  });
  const ack = (from: Source) => ({
    event: 'message.ack',
    session: gateway.session,
    payload: {
      id: `true_5511999990000@c.us_${from.networkId()}`,
      fromMe: true,
      ack: 3,
      ackName: 'READ',
    },
  });
  return [
    callback((from) => `${team.slug}/${from.id('inboxes')}`, 'gateways/{own}/{inbox}', ack),
    callback((from) => `${from.team()}/${from.id('inboxes')}`, 'gateways/{team}/{inbox}', ack),
    callback((from) => `${from.team()}/${gateway.inbox}`, 'gateways/{team}/{own}', ack),
    callback(() => `${team.slug}/${gateway.inbox}`, 'gateways/{own}/{own} of a message', ack),
    {
      name: 'POST hooks/{own}/{hook}',
      ask: (from) => requestText('POST', `/api/hooks/${team.slug}/${from.hook()}`, { body: {} }),
    },
    {
      name: 'POST hooks/{team}/{own}',
      ask: (from) =>
        requestText('POST', `/api/hooks/${from.team()}/${team.slug}`, { key: team.key, body: {} }),
    },
    {
      name: 'GET hooks/{team}/{hook}',
      ask: (from) => requestText('GET', `/api/hooks/${from.team()}/${from.hook()}`),
    },
  ];
}
