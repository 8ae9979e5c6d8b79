import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import { resources } from '#server/features/registry.ts';
import { createPipeline } from '#server/features/work/pipelines/operations.ts';
import type { Crud } from '#server/operations/crud.ts';
import type { Inputs } from '#server/records/input.ts';
import type { Table } from '#server/records/table.ts';

/* A team for tests, independent of the transport of its requests. */

export type Json = Record<string, unknown>;

/** An answer with a parsed body. */
export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
  readonly body: Json;
  readonly data: Json;
  readonly error: { code: string; message: string; gateway?: Readonly<Record<string, unknown>> };
}

/** A team with a key and the records that only the command line creates. */
export interface TestTeam {
  readonly id: string;
  readonly slug: string;
  readonly key: string;
  readonly users: readonly string[];
  readonly squad: string;
  readonly contract: string;
  readonly inbox: string;
  /** A pipeline of the team, with the columns `first` and `last`. */
  readonly pipeline: {
    readonly id: string;
    readonly columns: readonly { id: string; slug: string }[];
  };
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Creates a valid record, with optional fields. */
  create(resource: string, fields?: Json): Promise<Json>;
}

/** Calls the service: a path below /api/v1. Anything but text or bytes is sent as JSON. */
export type Call = (
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** An answer with a parsed body; data and error are empty if it has none. */
export function answerFrom(status: number, headers: Answer['headers'], text: string): Answer {
  const body = (text === '' ? {} : JSON.parse(text)) as Json;
  return {
    status,
    headers,
    text,
    body,
    data: (body.data ?? {}) as Json,
    error: (body.error ?? { code: '', message: '' }) as Answer['error'],
  };
}

function crudNamed(name: string): Crud {
  const match = resources.find(({ table }) => table.name === name);
  if (!match) throw new Error(`no resource ${name}`);
  return match;
}

export const resourceNamed = (name: string): Table => crudNamed(name).table;

/** Fields that create and update of a table accept. */
export function inputsOf({ name }: Pick<Table, 'name'>): Inputs {
  const { create, update } = crudNamed(name);
  return { create: create.input.body, update: update.input.body };
}

const insert = {
  user: platformStatement(
    `insert into users (team_id, id, name, email) values ($team, $id, $name, $email)`,
  ),
  squad: platformStatement(`insert into squads (team_id, id, name) values ($team, $id, $name)`),
  contract: platformStatement(
    `with t as (insert into contracts (team_id, id, title) values ($team, $id, $name))
    insert into totals (team_id, resource, part, slot, n) values ($team, 'contracts', '', $id, 1)`,
  ),
  inbox: platformStatement(
    `insert into inboxes (team_id, id, name, type, gateway) values ($team, $id, $name, 'session', 'sandbox')`,
  ),
};

/** Creates a team with its key, users and other records in the database; requests to the service use `call`. */
export async function makeTeam(
  database: Database,
  call: Call,
  name = 'Agência',
): Promise<TestTeam> {
  const { platform } = database;
  const { team, key, pipeline } = await platform.transaction(async (tx) => {
    const created = await createTeam(tx, name);
    const { api_key } = await createKey(tx, created.id, {
      name: 'Test',
      scope: 'full',
      userId: null,
      expiresAt: null,
    });
    const made = await createPipeline(tx, created.id, {
      name: 'Quadro da equipe',
      projectId: null,
      isTemplate: false,
      columns: [
        { slug: 'first', name: 'First' },
        { slug: 'last', name: 'Last' },
      ],
    });
    return { team: created, key: api_key, pipeline: made };
  });
  const row = async (kind: keyof typeof insert, label: string) => {
    const id = uuidv7();
    await platform.run(insert[kind], {
      team: team.id,
      id,
      name: label,
      email: `${id}@example.com`,
    });
    return id;
  };
  const users = [await row('user', 'Ana'), await row('user', 'Bruno'), await row('user', 'Célia')];
  const request: TestTeam['call'] = (method, path, body, headers) =>
    call(key, method, path, body, headers);
  const self: TestTeam = {
    id: team.id,
    slug: team.slug,
    key,
    users,
    squad: await row('squad', 'Criação'),
    contract: await row('contract', 'Contrato'),
    inbox: await row('inbox', 'Caixa'),
    pipeline,
    call: request,
    get: (path) => request('GET', path),
    post: (path, body = {}, headers) => request('POST', path, body, headers),
    put: (path, body = {}) => request('PUT', path, body),
    delete: (path) => request('DELETE', path),
    async create(resource, fields = {}) {
      const answer = await request('POST', resourceNamed(resource).path, {
        ...(await minimal(self, resource)),
        ...fields,
      });
      if (answer.status !== 201) throw new Error(`create of ${resource} answered ${answer.text}`);
      return answer.data;
    },
  };
  return self;
}

let phones = 0;

/** Resources whose valid records do not follow from the kinds of their fields. */
const particular: Record<string, () => Json> = {
  contacts: () => ({ phone: `5511${String(900_000_000 + phones++)}` }),
  clients: () => ({ type: 'PF', name: 'Maria Conceição' }),
  // Without a duration, it would be the timer of a user.
  time_entries: () => ({ minutes: 30 }),
};

/** The smallest body that create accepts for a resource: its required fields. */
export async function minimal(team: TestTeam, resource: string): Promise<Json> {
  const table = resourceNamed(resource);
  const { fields, links } = table;
  const body: Json = {};
  for (const name of inputsOf(table).create.accepts) {
    const target = links.get(name);
    if (!fields[name]?.required) continue;
    body[name] = target ? (await team.create(target)).id : 'Coisa nova';
  }
  return { ...body, ...particular[resource]?.() };
}
