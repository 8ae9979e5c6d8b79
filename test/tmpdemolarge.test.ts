import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '../server/app.ts';
import { fill, sizes } from '../server/demo/fill.ts';
import { bareTaxId, hasCnpjDigits, hasCpfDigits } from '../server/resources/tax-ids.ts';
import type { Resource } from '../server/rest/resource.ts';
import { type Json, type TestTeam, useService } from './harness.ts';

const service = useService();
/** A team that was filled once, and not changed since. */
let team: TestTeam;

const filling = (id: string) =>
  fill(service.database, { secrets: service.secrets, jidSuffix: 's.msgapp.net' }, id, 'large');

/** The records of all pages of a list. */
async function all(of: TestTeam, path: string): Promise<Json[]> {
  const found: Json[] = [];
  for (let page = 1; ; page++) {
    const { body } = await of.get(`${path}?limit=100&page=${page}`);
    found.push(...(body.data as Json[]));
    if (page >= (body.pagination as { pages: number }).pages) return found;
  }
}

async function total(path: string, query: Record<string, string>): Promise<number> {
  const { body, status } = await team.get(`${path}?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return (body.pagination as { total: number }).total;
}

beforeAll(async () => {
  team = await service.team('Agência Modelo');
  expect(await filling(team.id)).toEqual(sizes.large);
});

describe('what is there', () => {
  test('as many records as were promised, a task of them in the trash', async () => {
    for (const [table, count] of Object.entries(sizes.large)) {
      const [row] = await service.sql(
        `select count(*)::int as count from ${table} where team_id = $1`,
        [team.id],
      );
      // The team came with three users, a squad, a contract and an inbox.
      const before = { users: 3, squads: 1, contracts: 1, inboxes: 1 }[table] ?? 0;
      expect(row?.count, table).toBe(count + before);
    }
    expect(await total('/tasks', {})).toBe(1967);
  });

  test.each(resources.map(({ resource }) => [resource.name, resource] as const))(
    'every filter of %s finds something, by every value it allows',
    async (_, resource) => {
      const records = await all(team, resource.path);
      for (const name of Object.keys(resource.filters)) {
        for (const value of valuesOf(resource, name, records)) {
          const found = await total(resource.path, { [name]: value });
          expect(found, `${name}=${value}`).toBeGreaterThan(0);
          if (name !== 'from' && name !== 'min_value') {
            expect(found, `${name}=${value}`).toBeLessThan(records.length);
          }
        }
      }
    },
  );

  test.each(resources.map(({ resource }) => [resource.name, resource] as const))(
    'every field of %s is set somewhere',
    async (name, resource) => {
      const records = await all(team, resource.path);
      const unset = Object.keys(resource.fields).filter((field) =>
        records.every((record) => {
          const value = record[field];
          return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
        }),
      );
      const never: Record<string, string[]> = {
        contacts: ['profile_picture_url'],
        deals: ['ai_summary', 'ai_win_probability'],
        tasks: ['deleted_at'],
      };
      expect(unset).toEqual(never[name] ?? []);
    },
  );

  test('both values of what has two, and every priority', async () => {
    const values = async (path: string, field: string) =>
      [...new Set((await all(team, path)).map((record) => record[field]))].sort();
    expect(await values('/deals', 'is_starred')).toEqual([false, true]);
    expect(await values('/deals', 'priority')).toEqual(['alta', 'baixa', 'media']);
    expect(await values('/activities', 'is_completed')).toEqual([false, true]);
    expect(await values('/activities', 'priority')).toEqual(['high', 'low', 'medium', null]);
    const inboxes = await service.sql(
      'select distinct is_active from inboxes where team_id = $1 order by 1',
      [team.id],
    );
    expect(inboxes).toEqual([{ is_active: false }, { is_active: true }]);
  });

  test.each([
    ['/clients', 'joao'],
    ['/clients', 'clinica'],
    ['/clients', 'são joão'],
    ['/deals', 'joao'],
    ['/projects', 'clinica'],
    ['/tasks', 'CLÍNICA'],
    ['/tasks', 'joao'],
    ['/campaigns', 'clinica'],
    ['/activities', 'clinica'],
    ['/msgapp/contacts', 'joao'],
    ['/msgapp/contacts', '55 11 90'],
  ])('%s?search=%s finds something', async (path, search) => {
    expect(await total(path, { search })).toBeGreaterThan(0);
  });

  test('CPF and CNPJ are right: bare and with punctuation, with letters and without', async () => {
    const clients = await all(team, '/clients');
    const cpfs = clients.flatMap(({ cpf }) => (typeof cpf === 'string' ? [cpf] : []));
    const cnpjs = clients.flatMap(({ cnpj }) => (typeof cnpj === 'string' ? [cnpj] : []));
    expect(cpfs.length + cnpjs.length).toBe(clients.length);
    for (const cpf of cpfs) expect(hasCpfDigits(bareTaxId(cpf)), cpf).toBe(true);
    for (const cnpj of cnpjs) expect(hasCnpjDigits(bareTaxId(cnpj)), cnpj).toBe(true);
    for (const ids of [cpfs, cnpjs]) {
      const bare = ids.filter((id) => id === bareTaxId(id)).length;
      expect(bare).toBeGreaterThan(0);
      expect(bare).toBeLessThan(ids.length);
    }
    const lettered = cnpjs.filter((cnpj) => /[A-Z]/.test(cnpj)).length;
    expect(lettered).toBeGreaterThan(1);
    expect(lettered).toBeLessThan(cnpjs.length);
  });

  test('records are spread over the past, and none is older than what it belongs to', async () => {
    const dated: Record<string, Json[]> = {};
    for (const { resource } of resources) {
      const records = await all(team, resource.path);
      dated[resource.name] = records;
      for (const { created_at, updated_at } of records) {
        expect(String(created_at) < new Date().toISOString(), resource.name).toBe(true);
        expect(String(updated_at) >= String(created_at), resource.name).toBe(true);
      }
    }
    const months = new Set(dated.deals?.map((deal) => String(deal.created_at).slice(0, 7)));
    expect(months.size).toBeGreaterThan(2);
    const born = new Map(
      Object.values(dated).flatMap((records) =>
        records.map(({ id, created_at }) => [id, created_at]),
      ),
    );
    for (const record of Object.values(dated).flat()) {
      for (const link of ['client_id', 'project_id', 'deal_id']) {
        const parent = born.get(record[link]);
        if (parent) expect(String(record.created_at) > String(parent), link).toBe(true);
      }
    }
  });

  test('what was over is dated as well', async () => {
    const [row] = await service.sql(
      `select
        (select count(*)::int from clients where team_id = $1 and deactivated_at <> updated_at) +
        (select count(*)::int from projects where team_id = $1
          and coalesce(completed_at, archived_at) <> updated_at) +
        (select count(*)::int from tasks where team_id = $1
          and coalesce(deleted_at, completed_at) <> updated_at) +
        (select count(*)::int from deals where team_id = $1 and archived_at <> updated_at) +
        (select count(*)::int from activities where team_id = $1 and completed_at <> updated_at)
          as elsewhere`,
      [team.id],
    );
    expect(row?.elsewhere).toBe(0);
    for (const task of await all(team, '/tasks')) {
      expect(task.completed_at !== null).toBe(task.column === 'done');
    }
  });

  test('the board of deals has its phases in order', async () => {
    const [row] = await service.sql('select deal_phases from teams where id = $1', [team.id]);
    const phases = ['lead', 'contato', 'proposta', 'negociacao', 'ganho', 'perdido'];
    expect(row?.deal_phases).toEqual(phases);
    const { body } = await team.get('/deals?limit=100&sort=phase');
    const seen = new Set((body.data as Json[]).map(({ phase }) => phase));
    expect([...seen]).toEqual(phases);
    for (const deal of body.data as Json[]) {
      expect(deal.loss_reason !== null).toBe(deal.phase === 'perdido');
    }
  });

  test('nothing is sent anywhere: an endpoint that would deliver is not active', async () => {
    const endpoints = await all(team, '/webhooks');
    const [receiving, delivering] = [
      endpoints.filter((e) => e.is_active),
      endpoints.filter((e) => e.url),
    ];
    expect(receiving).toMatchObject([{ target_column_id: expect.any(String), url: null }]);
    expect(delivering).toMatchObject([{ is_active: false, events: expect.any(Array) }]);
  });
});

describe('other teams', () => {
  test('a fresh team gets the same words as any other', async () => {
    const other = await service.team('Outra agência');
    await filling(other.id);
    for (const path of ['/clients', '/tasks', '/deals']) {
      const label = ({ name, title, cpf, cnpj }: Json) => [name ?? title, cpf, cnpj].join();
      const words = async (of: TestTeam) => (await all(of, path)).map(label).sort();
      expect(await words(other)).toEqual(await words(team));
    }
  });

  test('filled again, and twice at once, a strict team has more', async () => {
    const strict = await service.team('Agência rigorosa');
    await service.sql('update teams set strict_tax_ids = true where id = $1', [strict.id]);
    await filling(strict.id);
    await Promise.all([filling(strict.id), filling(strict.id)]);
    const clients = await all(strict, '/clients');
    expect(clients).toHaveLength(3 * sizes.large.clients);
    expect(new Set(clients.map(({ display_name }) => display_name)).size).toBeGreaterThan(30);
  });

  test("a team's own phases are kept, and used", async () => {
    const own = await service.team();
    const phases = ['novo', 'em conversa', 'fechado'];
    await service.sql('update teams set deal_phases = $2 where id = $1', [own.id, phases]);
    await filling(own.id);
    const deals = await all(own, '/deals');
    expect(new Set(deals.map(({ phase }) => phase))).toEqual(new Set(phases));
    expect(new Set(deals.map(({ status }) => status))).toEqual(new Set(['ativo', 'arquivado']));
    const [row] = await service.sql('select deal_phases from teams where id = $1', [own.id]);
    expect(row?.deal_phases).toEqual(phases);
  });
});

describe('the command', () => {
  test('answers one JSON object', async () => {
    const { slug } = await service.team('Pela linha de comando');
    const { status, output } = await pauta('demo', '--team', slug, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(output)).toEqual({ team: slug, created: sizes.large });
  });

  test('of an unknown team it says so', async () => {
    const { status, errors } = await pauta('demo', '--team', 'nobody');
    expect(status).toBe(1);
    expect(errors).toMatch(/^pauta: There is no team with the slug nobody;.*\n$/);
  });
});

/** What to filter by: all that a filter allows, or what the records hold. */
function valuesOf(resource: Resource, name: string, records: readonly Json[]): string[] {
  const schema = resource.filters[name]?.field.schema as { enum?: string[]; type?: string };
  const { enum: values, type } = schema;
  if (values) return values;
  if (type === 'boolean') return ['true', 'false'];
  switch (name) {
    case 'min_value':
    case 'max_value':
      return ['10000'];
    case 'from':
    case 'to':
      return [new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)];
    case 'tag':
      return held('tags');
    case 'assignee_id':
      return held('assignee_ids');
    default:
      return held(name);
  }
  function held(field: string): string[] {
    const values = records.flatMap((record) => record[field] as string | string[] | null);
    return [...new Set(values)].filter((value) => value !== null);
  }
}

/** Runs the program on the test's database. */
async function pauta(
  ...words: string[]
): Promise<{ status: number; output: string; errors: string }> {
  const { connectionString, host, port, user, database } = service.connection;
  const query = new URLSearchParams({ host: String(host), port: String(port) });
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../bin/pauta.js', import.meta.url)), ...words],
    {
      env: {
        DATABASE_URL: connectionString ?? `postgres://${user}@localhost/${database}?${query}`,
        SECRET_KEY: randomBytes(32).toString('base64'),
      },
    },
  );
  const exit = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? -1)));
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exit,
  ]);
  return { status, output, errors };
}
