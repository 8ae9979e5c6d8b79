import { type Json, type Operation, operationsOf } from './document.ts';
import { textsFor, valuesOf } from './values.ts';
import type { World } from './world.ts';

/* Requests for every operation of the document: valid ones, and nearly valid ones. */

export interface Case {
  readonly operation: Operation;
  /** Part of the request that is or may be invalid: `body.title`, `query.limit`, `header.X-Request-Id`, `body`, `nothing`. */
  readonly at: string;
  /** Description of its value. */
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The world's field with the id of the records below a path. */
const records: readonly (readonly [string, string])[] = [
  ['/v1/msgapp/contacts', 'contact_id'],
  ['/v1/msgapp/conversations', 'conversation_id'],
  ['/v1/activities', 'activity_id'],
  ['/v1/approvals', 'approval_id'],
  ['/v1/billing-lines', 'billing_line_id'],
  ['/v1/campaigns', 'campaign_id'],
  ['/v1/clients', 'client_id'],
  ['/v1/contracts', 'contract_id'],
  ['/v1/deals', 'deal_id'],
  ['/v1/events', 'event_id'],
  ['/v1/inboxes', 'inbox_id'],
  ['/v1/pipelines', 'pipeline_id'],
  ['/v1/project-templates', 'project_template_id'],
  ['/v1/projects', 'project_id'],
  ['/v1/squads', 'squad_id'],
  ['/v1/tasks', 'task_id'],
  ['/v1/time-entries', 'time_entry_id'],
  ['/v1/users', 'user_id'],
  ['/v1/webhooks', 'webhook_id'],
];

/** A path with values filled in. @param id instead of the world's record */
function pathOf({ path }: Operation, world: World, id?: string): string {
  const field = path.endsWith('/templates')
    ? 'official_inbox_id'
    : (records.find(([start]) => path.startsWith(`${start}/`))?.[1] ?? '');
  const values: Record<string, string | undefined> = {
    id: id ?? world.ids[field],
    delivery: world.ids.delivery,
    team: world.team,
    slug: world.hook.slug,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no example value for ${name} of ${path}`);
    return value;
  });
}

/** A body that the service accepts: the document's example, linked to the world's records. */
function bodyOf({ id, body }: Operation, world: World): Json {
  const required = (body?.schema.required ?? []) as string[];
  const links = required.filter((name) => world.ids[name] !== undefined);
  const { ids } = world;
  const bodies: Readonly<Record<string, Json>> = {
    // One that delivers nothing, whatever their number.
    createWebhookEndpoint: { is_active: false },
    updateWebhookEndpoint: { is_active: true, url: 'http://127.0.0.1:9/nobody', events: [] },
    createComment: {
      ...{ record_type: 'deals', record_id: ids.deal_id },
      ...{ author_id: ids.user_id, mentions: [] },
    },
    createApproval: {
      ...{ campaign_ids: [ids.unapproved_campaign_id], stage: 'internal' },
      ...{ pin: null, expires_in_days: null },
    },
    sendMessage: { inbox_id: ids.inbox_id, phone: '5511955550001' },
    sendTemplate: { inbox_id: ids.official_inbox_id, phone: '5511955550001' },
  };
  const linked = Object.fromEntries(links.map((name) => [name, ids[name]]));
  return JSON.parse(JSON.stringify({ ...body?.example, ...linked, ...bodies[id] })) as Json;
}

/** Values whose validity depends on each other. */
const together: Readonly<Record<string, readonly (readonly [what: string, body: Json])[]>> = {
  createClient: [
    [
      'a person with what persons have',
      { type: 'PF', cpf: '529.982.247-25', rg: '1', gender: 'F' },
    ],
    ['a person with an empty field of companies', { type: 'PF', trade_name: null }],
    ...['cnpj', 'legal_name', 'trade_name', 'state_registration'].map(
      (name) => [`a person with ${name}`, { type: 'PF', [name]: '11222333000181' }] as const,
    ),
    ...['cpf', 'rg', 'gender'].map(
      (name) => [`a company with ${name}`, { type: 'PJ', [name]: '11144477735' }] as const,
    ),
    ['a company with birth_date', { type: 'PJ', birth_date: '1990-01-01' }],
  ],
  updateClient: [
    ['a person with cnpj', { type: 'PF', cnpj: '11222333000181' }],
    ['a company with cpf', { type: 'PJ', cpf: '11144477735' }],
    ['the record’s type left out, with cpf', { cpf: '11144477735' }],
  ],
  createTask: [
    ['an assignee who is not among the assignees', { assignee_id: 'user_id', assignee_ids: [] }],
  ],
  createWebhookEndpoint: [
    ['a column without its pipeline', { target_column_id: 'target_column_id' }],
  ],
  sendMessage: [
    ['both ways', { conversation_id: 'conversation_id' }],
    [
      'the other way',
      { conversation_id: 'conversation_id', inbox_id: undefined, phone: undefined },
    ],
    [
      'the other way, with null',
      { conversation_id: 'conversation_id', inbox_id: null, phone: null },
    ],
    ['one way by half', { phone: undefined }],
    ['neither way', { phone: undefined, inbox_id: undefined }],
  ],
};

const json = { 'content-type': 'application/json' };

/** Operations that answer without end, or with the bytes of a file. */
const notJson: readonly string[] = ['streamEvents', 'downloadFile'];

/** All cases, in an order in which deletions come last. */
export function casesOf(file: string, world: World): Case[] {
  const { document, operations } = operationsOf(file);
  const finite = operations.filter(({ id }) => !notJson.includes(id));
  return [...finite.filter(({ method }) => method !== 'DELETE').flatMap((one) => about(one))];

  function about(operation: Operation): Case[] {
    const path = pathOf(operation, world);
    const secret = operation.path.startsWith('/hooks/') ? world.hook.secret : world.key;
    const headers = { authorization: `Bearer ${secret}` };
    const base = operation.body ? bodyOf(operation, world) : undefined;
    const cases: Case[] = [];
    const add = (
      at: string,
      what: string,
      more: {
        query?: string;
        headers?: Record<string, string>;
        body?: string | undefined;
      } = {},
    ) => {
      const body = 'body' in more ? more.body : base && JSON.stringify(base);
      cases.push({
        operation,
        at,
        what,
        path: more.query === undefined ? path : `${path}?${more.query}`,
        headers: { ...headers, ...(body === undefined ? {} : json), ...more.headers },
        ...(body === undefined ? {} : { body }),
      });
    };

    add('nothing', 'as described');
    add('query', 'an unknown name', { query: 'no_such_name=1' });
    for (const { name, schema } of operation.query) {
      for (const [what, text] of textsFor(document, name, schema))
        add(`query.${name}`, what, { query: `${name}=${encodeURIComponent(text.toWellFormed())}` });
      add(`query.${name}`, 'twice', { query: `${name}=1&${name}=2` });
    }
    add('header.Authorization', 'left out', { headers: { authorization: '' } });
    add('header.Authorization', 'another', { headers: { authorization: 'Bearer pauta_no' } });
    for (const { name } of operation.headers) {
      add(`header.${name}`, 'an id', { headers: { [name]: `id-${crypto.randomUUID()}` } });
      add(`header.${name}`, 'too long', { headers: { [name]: 'x'.repeat(256) } });
      add(`header.${name}`, 'signs', { headers: { [name]: 'é{}' } });
    }
    if (!operation.body || !base) {
      if (operation.method === 'POST') add('body', 'one that is not taken', { body: '{"a":1}' });
      return cases;
    }

    const { schema } = operation.body;
    const bodies: readonly [string, string | undefined][] = [
      ['none', undefined],
      ['an empty object', '{}'],
      ['a list', '[]'],
      ['a text', '"a"'],
      // Invalid JSON is left out: Prism never answers it.
    ];
    for (const [what, body] of bodies) add('body', what, { body });
    add('body', 'of another type', { headers: { 'content-type': 'text/plain' } });
    const change = (at: string, what: string, values: Json) =>
      add(at, what, { body: JSON.stringify({ ...base, ...values }) });
    change('body', 'an unknown name', { no_such_name: 1 });
    for (const name of ['id', 'created_at', 'client', 'jid'])
      change(`body.${name}`, 'of a record', { [name]: 'a' });
    for (const name of (schema.required ?? []) as string[])
      change(`body.${name}`, 'left out', { [name]: undefined });
    for (const [name, property] of Object.entries((schema.properties ?? {}) as Json)) {
      for (const [what, value] of valuesOf(document, name, property as Json))
        change(`body.${name}`, what, { [name]: value });
      const id = world.ids[name];
      if (id !== undefined) change(`body.${name}`, 'a record', { [name]: id });
    }
    for (const [what, values] of together[operation.id] ?? [])
      change(
        'body',
        what,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            typeof value === 'string' ? (world.ids[value] ?? value) : value,
          ]),
        ),
      );
    return cases;
  }
}

/** Deletions of records created for them. */
export async function deletionsOf(file: string, world: World): Promise<Case[]> {
  const { operations } = operationsOf(file);
  const bodies: Readonly<Record<string, Json>> = {
    '/msgapp/contacts': { phone: '5511955550009' },
    '/projects': { name: 'Fim' },
    '/clients': { type: 'PF', name: 'Fim' },
    '/tasks': { title: 'Fim', project_id: world.ids.project_id },
    '/deals': { title: 'Fim' },
    '/campaigns': { name: 'Fim', project_id: world.ids.project_id },
    '/activities': { title: 'Fim' },
    '/contracts': { title: 'Fim' },
    '/time-entries': { minutes: 5, project_id: world.ids.project_id },
    '/webhooks': { name: 'Fim' },
  };
  const deletions = operations.filter(({ method }) => method === 'DELETE');
  return Promise.all(
    deletions.map(async (operation): Promise<Case> => {
      const list = operation.path.replace('/v1', '').replace('/{id}', '');
      const body = bodies[list];
      if (!body) throw new Error(`no record is created at ${list} to be deleted`);
      const { id } = await world.make(list, body);
      return {
        operation,
        at: 'nothing',
        what: 'as described',
        path: pathOf(operation, world, String(id)),
        headers: { authorization: `Bearer ${world.key}` },
      };
    }),
  );
}
