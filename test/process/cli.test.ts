import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings } from '#server/features/accounts/settings/settings.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { configSealContext } from '#server/features/inboxes/connection.ts';
import { isWellFormedKey } from '#server/platform/api-key.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { startCloud } from '#test/gateways/cloud.ts';
import { startEvolution } from '#test/gateways/evolution.ts';
import { newSecret } from '#test/gateways/gateway.ts';
import { startWaha } from '#test/gateways/waha.ts';
import { called } from '#test/support/calls.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { call, type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { freePort, request } from '#test/support/http.ts';
import { startSmtp } from '#test/support/people/smtp.ts';
import {
  cleanUp,
  connectTo,
  type Ended,
  type Env,
  hasRedis,
  helping,
  newDatabase,
  newDirectory,
  occupyPort,
  onDatabase,
  pauta,
  pautaGiven,
  postmaster,
  serve,
  startRedis,
} from '#test/support/processes.ts';
import { eventually, until } from '#test/support/wait.ts';

/*
 * The program as run by people and scripts. Most of it runs next to a service that answers on the same database; the calls of a test run at
 * the same time.
 */

const service = useService();
const secretKey = randomBytes(32);
const uuid = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let env: Env;
/** The team that the commands work on, and another one, which must not change. */
let ours: TestTeam;
let theirs: TestTeam;

beforeAll(async () => {
  env = onDatabase(service.connection, secretKey);
  ours = await service.team('Nossa');
  theirs = await service.team('Deles');
});

/** Running fake gateways. */
const gateways: { close(): Promise<void> }[] = [];

afterAll(async () => {
  await cleanUp();
  for (const gateway of gateways) await gateway.close();
});

const run = (...args: string[]): Promise<Ended> => called(args, env);

const projects = (key: string) => call(service.app, key, 'GET', '/projects');

describe('team', () => {
  test('create creates a team and its first key', async () => {
    const made = json(await run('team', 'create', ' Agência Ímpar ', '--json'));
    expect(made).toEqual({
      team: { id: uuid, name: 'Agência Ímpar', slug: 'agencia-impar' },
      api_key: expect.any(String),
    });
    expect(isWellFormedKey(String(made.api_key))).toBe(true);
    // A read-write key of that team, which has the board that its projects copy.
    const project = await call(service.app, String(made.api_key), 'POST', '/projects', {
      name: 'Primeiro',
    });
    expect(project.status).toBe(201);
    const task = { title: 'Peça', project_id: project.data.id };
    const first = await call(service.app, String(made.api_key), 'POST', '/tasks', task);
    expect(first.data.column).toBe('backlog');

    const [again, withSlug, taken] = await Promise.all([
      run('team', 'create', 'Agência Ímpar'),
      run('team', 'create', 'Outra', '--slug', 'outra-agencia', '--json'),
      run('team', 'create', 'Mais uma', '--slug', 'agencia-impar'),
    ]);
    const key = /pauta_[0-9A-Za-z]{38}/.exec(outputOf(again))?.[0] ?? '';
    expect(outputOf(again)).toContain('Agência Ímpar (agencia-impar-2)');
    expect((await projects(key)).body.data).toEqual([]);
    expect(json(withSlug).team).toEqual({ id: uuid, name: 'Outra', slug: 'outra-agencia' });
    expect(refused(taken)).toContain('agencia-impar');
    expect(await service.sql(`select 1 from teams where name = 'Mais uma'`)).toEqual([]);
  });

  test('list shows all teams and no key; --json is accepted in every position', async () => {
    const [first, middle, last, text] = await Promise.all([
      run('--json', 'team', 'list'),
      run('team', '--json', 'list'),
      run('team', 'list', '--json'),
      run('team', 'list'),
    ]);
    const { teams, ...rest } = json(last) as { teams: Json[] };
    expect(rest).toEqual({});
    expect(json(first)).toEqual(json(last));
    expect(json(middle)).toEqual(json(last));
    for (const team of [ours, theirs]) {
      expect(teams).toContainEqual(
        expect.objectContaining({ id: team.id, slug: team.slug, created_at: timestamp }),
      );
      expect(outputOf(text)).toContain(team.slug);
      expect(outputOf(text)).toContain(team.id);
    }
    expect(last.stdout + text.stdout).not.toContain('pauta_');
  });

  test('set --strict-tax-ids makes wrong check digits a 400 within a second', async () => {
    const create = async (cpf: string) =>
      (await ours.post('/clients', { type: 'PF', name: 'Maria', cpf })).status;
    let number = 10_000_000_000;
    const wrong = () => String(number++);
    expect(await create('52998224726')).toBe(201);

    // The team's key is in use when the setting changes.
    let stopped = false;
    const using = (async () => {
      while (!stopped) {
        await projects(ours.key);
        await sleep(2);
      }
    })();
    const set = await run('team', 'set', ours.slug, '--strict-tax-ids', 'true', '--json');
    // No cache entry lasts longer, however often the key is used.
    await sleep(1_000);
    expect(await create(wrong())).toBe(400);
    stopped = true;
    await using;
    expect(json(set).team).toMatchObject({ slug: ours.slug, strict_tax_ids: true });
    // Valid check digits: the reference's example.
    expect(await create('529.982.247-25')).toBe(201);
    expect(
      (await theirs.post('/clients', { type: 'PF', name: 'João', cpf: '52998224726' })).status,
    ).toBe(201);

    expect(outputOf(await run('team', 'set', ours.slug, '--strict-tax-ids', 'false'))).toContain(
      'false',
    );
    await until(async () => (await create(wrong())) === 201);
  });

  test('set --deal-phases sets the order of existing and future deals', async () => {
    const phasesOf = async (team: TestTeam) =>
      ((await team.get('/deals?sort=phase&limit=100')).body.data as Json[]).map(
        (deal) => deal.phase,
      );
    for (const team of [ours, theirs]) {
      for (const phase of ['ganho', 'lead', 'proposta', 'aaa', 'zzz'])
        await team.create('deals', { phase });
    }
    expect(await phasesOf(ours)).toEqual(['aaa', 'ganho', 'lead', 'proposta', 'zzz']);

    const listed = await run(
      'team',
      'set',
      ours.slug,
      '--deal-phases',
      'lead, proposta,ganho',
      '--json',
    );
    expect(json(listed).team).toMatchObject({ deal_phases: ['lead', 'proposta', 'ganho'] });
    expect(await phasesOf(ours)).toEqual(['lead', 'proposta', 'ganho', 'aaa', 'zzz']);
    await ours.create('deals', { phase: 'proposta' });
    const { id } = await ours.create('deals', { phase: 'bbb' });
    expect(await phasesOf(ours)).toEqual([
      'lead',
      'proposta',
      'proposta',
      'ganho',
      'aaa',
      'bbb',
      'zzz',
    ]);
    await ours.put(`/deals/${id}`, { phase: 'lead' });
    expect(await phasesOf(ours)).toEqual([
      'lead',
      'lead',
      'proposta',
      'proposta',
      'ganho',
      'aaa',
      'zzz',
    ]);
    expect(await phasesOf(theirs)).toEqual(['aaa', 'ganho', 'lead', 'proposta', 'zzz']);

    // Concurrent writes of deals are not refused, and none keeps a rank of the old list.
    let stopped = false;
    const statuses = new Set<number>();
    const writing = Promise.all(
      ['lead', 'ganho', 'zzz'].map(async (phase) => {
        const mine = await ours.create('deals', { phase });
        for (let i = 0; !stopped; i++) {
          const changed = { phase: i % 2 ? phase : 'proposta' };
          statuses.add((await ours.post('/deals', { title: 'Mais uma', phase })).status);
          statuses.add((await ours.put(`/deals/${mine.id}`, changed)).status);
        }
      }),
    );
    const set = (phases: readonly string[]) =>
      changeSettings((work) => service.database.team(ours.id).transaction(work), {
        deal_phases: phases,
      });
    const setting = async () => {
      for (let i = 0; i < 5; i++) await set(['lead', 'zzz', 'proposta'].slice(i % 3));
      return run('team', 'set', ours.slug, '--deal-phases', 'zzz,ganho');
    };
    const reset = await setting().finally(() => {
      stopped = true;
      return writing;
    });
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(outputOf(reset)).toContain('zzz, ganho');
    const wrong = await service.sql(
      `select phase, phase_rank from deals where team_id = $1
       and phase_rank <> coalesce(array_position(array['zzz', 'ganho'], phase), 2147483647)`,
      [ours.id],
    );
    expect(wrong).toEqual([]);

    json(await run('team', 'set', ours.slug, '--deal-phases', '', '--json'));
    const sorted = await phasesOf(ours);
    expect(sorted).toEqual([...sorted].sort());
  });
});

describe('key', () => {
  test('create creates keys of both scopes, with an expiry, on behalf of a user', async () => {
    const [full, read, brief, line] = await Promise.all([
      run('key', 'create', '--team', ours.slug, '--json'),
      run(
        'key',
        'create',
        '--team',
        ours.slug,
        '--name',
        'Leitura',
        '--scope',
        'read',
        '--expires',
        '30d',
        '--json',
      ),
      run(
        'key',
        'create',
        '--team',
        ours.slug,
        '--expires',
        '2s',
        '--user',
        ours.users[0] ?? '',
        '--json',
      ),
      run('key', 'create', '--team', ours.slug, '--name', 'Para gente'),
    ]);
    for (const made of [full, read, brief]) {
      expect(json(made)).toEqual({
        id: uuid,
        api_key: expect.stringMatching(/^pauta_[0-9A-Za-z]{38}$/),
      });
    }
    const keyIn = (text: string) => /pauta_[0-9A-Za-z]{38}/.exec(text)?.[0] ?? '';
    const post = (key: string) =>
      call(service.app, key, 'POST', '/projects', { name: 'Da linha de comando' });
    expect((await post(keyIn(full.stdout))).status).toBe(201);
    expect((await post(keyIn(outputOf(line)))).status).toBe(201);
    expect((await post(keyIn(read.stdout))).status).toBe(403);
    expect((await projects(keyIn(read.stdout))).status).toBe(200);

    // The short-lived one: created by a user, and about to expire.
    const [{ created_at: madeAt, expires_at: until2s } = {}] = await service.sql(
      'select created_at, expires_at from api_keys where id = $1',
      [json(brief).id],
    );
    expect((until2s as Date).getTime() - (madeAt as Date).getTime()).toBeLessThan(3_000);
    // Counted from the start of the command, which may be long before on a busy machine.
    const [{ seconds } = {}] = await service.sql(
      'select extract(epoch from expires_at - created_at)::float8 as seconds from api_keys where id = $1',
      [json(read).id],
    );
    const month = 30 * 86_400;
    expect(seconds).toBeGreaterThan(month - 60);
    expect(seconds).toBeLessThan(month + 1);
    if (Date.now() < (until2s as Date).getTime() - 300) {
      expect((await post(keyIn(brief.stdout))).data.created_by).toBe(ours.users[0]);
    }
    await eventually(async () => expect((await projects(keyIn(brief.stdout))).status).toBe(401));
  });

  test('list shows everything but the keys; revoke ends one within a second', async () => {
    const { platform } = service.database;
    const options = {
      name: 'Velha',
      scope: 'read',
      userId: ours.users[1] ?? null,
      expiresAt: new Date('2999-01-01'),
    } as const;
    const bounds = [
      '--allow',
      '203.0.113.9/24,2001:db8::1/32,::ffff:127.0.0.0/104',
      '--rate',
      '600',
    ];
    const bounded = json(await run('key', 'create', '--team', ours.slug, ...bounds, '--json'));
    const rows = await service.sql('select allow_from, per_minute from api_keys where id = $1', [
      bounded.id,
    ]);
    // Ranges are stored by their first address; IPv4 in its own notation.
    expect(rows).toEqual([
      { allow_from: ['203.0.113.0/24', '2001:db8::/32', '127.0.0.0/8'], per_minute: 600 },
    ]);
    expect((await projects(String(bounded.api_key))).status).toBe(200);
    await service.sql('update api_keys set allow_from = $1 where id = $2', [
      ['203.0.113.0/24'],
      bounded.id,
    ]);
    await until(async () => (await projects(String(bounded.api_key))).status === 401);

    const old = await createKey(platform, ours.id, options);
    const foreign = await createKey(platform, theirs.id, { ...options, userId: null });
    expect((await projects(old.api_key)).status).toBe(200);
    await service.keys.recordUse();
    await service.sql('update api_keys set allow_from = $1, per_minute = 600 where id = $2', [
      ['203.0.113.0/24', '2001:db8::/32'],
      old.id,
    ]);

    const revoked = json(await run('key', 'revoke', old.id.toUpperCase(), '--json'));
    await sleep(1_000);
    expect((await projects(old.api_key)).status).toBe(401);
    expect(revoked).toEqual({ id: old.id, revoked_at: timestamp });

    const [listed, table, again, unknown] = await Promise.all([
      run('key', 'list', '--team', ours.slug, '--json'),
      run('key', 'list', '--team', ours.slug),
      run('key', 'revoke', old.id, '--json'),
      run('key', 'revoke', uuidv7()),
    ]);
    expect((json(listed).keys as Json[]).find((key) => key.id === old.id)).toEqual({
      id: old.id,
      name: 'Velha',
      scope: 'read',
      user_id: ours.users[1],
      allow: ['203.0.113.0/24', '2001:db8::/32'],
      rate: 600,
      created_at: timestamp,
      last_used_at: timestamp,
      expires_at: '2999-01-01T00:00:00.000Z',
      revoked_at: revoked.revoked_at,
    });
    expect(listed.stdout).not.toContain(foreign.id);
    expect(outputOf(table)).toMatch(
      new RegExp(`${old.id} .* 203\\.0\\.113\\.0/24,2001:db8::/32 +600 `),
    );
    for (const text of [listed.stdout, table.stdout])
      expect(text).not.toMatch(/pauta_|[0-9a-f]{64}/);
    // Revoking again keeps the time of the first revocation.
    expect(json(again)).toEqual(revoked);
    expect(refused(unknown)).toContain('no key');
    expect((await projects(foreign.api_key)).status).toBe(200);
  });
});

describe('records that only the command line creates', () => {
  test('user, squad, contract: they can be linked at once', async () => {
    const client = await ours.create('clients');
    const [user, squad, contract, text] = await Promise.all([
      run(
        'user',
        'create',
        '--team',
        ours.slug,
        '--name',
        'Dora',
        '--email',
        'dora@example.com',
        '--role',
        'owner',
        '--json',
      ),
      run('squad', 'create', '--team', ours.slug, '--name', 'Mídia', '--json'),
      run(
        'contract',
        'create',
        '--team',
        ours.slug,
        '--title',
        'Anual',
        '--client',
        String(client.id),
        '--json',
      ),
      run('user', 'create', '--team', theirs.slug, '--name', 'Dora', '--email', 'dora@example.com'),
    ]);
    for (const made of [user, squad, contract]) expect(json(made)).toEqual({ id: uuid });
    expect(outputOf(text)).toContain('Dora');
    const [roles] = await service.sql('select role from users where id = $1', [json(user).id]);
    expect(roles).toEqual({ role: 'owner' });
    const project = await ours.create('projects', { squad_id: json(squad).id });
    expect(project.squad).toEqual({ id: json(squad).id, name: 'Mídia' });
    const task = await ours.create('tasks', { assignee_id: json(user).id });
    expect(task.assignee_ids).toEqual([json(user).id]);
    const activity = await ours.create('activities', { contract_id: json(contract).id });
    expect(activity.contract_id).toBe(json(contract).id);

    const twice = await run(
      'user',
      'create',
      '--team',
      ours.slug,
      '--name',
      'D.',
      '--email',
      'DORA@example.com',
    );
    expect(refused(twice)).toContain('DORA@example.com');
  });

  test('pipeline: its columns in order, for one project or the whole team', async () => {
    const project = await ours.create('projects');
    const columns = [
      '--column',
      'novo:Novo pedido',
      '--column',
      'em_curso:Em curso: já',
      '--column',
      'feito:Feito',
    ];
    const [team, projectPipeline, text] = await Promise.all([
      run('pipeline', 'create', '--team', ours.slug, '--name', 'Pedidos', ...columns, '--json'),
      run(
        'pipeline',
        'create',
        '--team',
        ours.slug,
        '--name',
        'Só deste',
        ...columns,
        '--project',
        String(project.id),
        '--json',
      ),
      run('pipeline', 'create', '--team', ours.slug, '--name', 'Vista', '--column', 'so:Só'),
    ]);
    for (const made of [team, projectPipeline]) {
      expect(json(made)).toEqual({
        id: uuid,
        columns: ['novo', 'em_curso', 'feito'].map((slug) => ({ id: uuid, slug })),
      });
    }
    expect(outputOf(text)).toContain('Vista');
    const labels = await service.sql(
      'select name from columns where pipeline_id = $1 order by position',
      [json(team).id],
    );
    expect(labels.map(({ name }) => name)).toEqual(['Novo pedido', 'Em curso: já', 'Feito']);
    // A task starts in the first column, and is finished in the last.
    const task = await ours.create('tasks', {
      project_id: project.id,
      pipeline_id: json(projectPipeline).id,
    });
    expect([task.column, task.completed_at]).toEqual(['novo', null]);
    expect(
      (await ours.put(`/tasks/${task.id}`, { column: 'em_curso' })).data.completed_at,
    ).toBeNull();
    expect(
      (await ours.put(`/tasks/${task.id}`, { column: 'feito' })).data.completed_at,
    ).not.toBeNull();
  });

  test('task restore takes a task out of the trash, once', async () => {
    const [task, otherTask] = [await ours.create('tasks'), await ours.create('tasks')];
    for (const { id } of [task, otherTask]) await ours.delete(`/tasks/${id}`);
    expect((await ours.get(`/tasks/${task.id}`)).status).toBe(404);

    const restored = json(
      await run('task', 'restore', String(task.id), '--team', ours.slug, '--json'),
    );
    expect(restored).toMatchObject({ id: task.id });
    const back = await ours.get(`/tasks/${task.id}`);
    expect(back.status).toBe(200);
    expect(back.data).toEqual({ ...task, updated_at: timestamp, deleted_at: null });

    const [again, foreign, text] = await Promise.all([
      run('task', 'restore', String(task.id), '--team', ours.slug),
      run('task', 'restore', String(otherTask.id), '--team', theirs.slug),
      run('task', 'restore', uuidv7(), '--team', ours.slug),
    ]);
    expect(refused(again)).toContain(String(task.id));
    expect(refused(foreign)).toContain(String(otherTask.id));
    refused(text);
    expect((await ours.get(`/tasks/${otherTask.id}`)).status).toBe(404);
    expect(
      outputOf(await run('task', 'restore', String(otherTask.id), '--team', ours.slug)),
    ).toContain(String(otherTask.title));
  });
});

describe('inbox', () => {
  async function evolution() {
    const fake = await startEvolution({ instance: 'agencia' });
    gateways.push(fake);
    const { url, instance, apiKey, webhookSecret } = fake;
    return {
      fake,
      config: { url, instance, api_key: apiKey, webhook_secret: webhookSecret },
      secrets: [apiKey, webhookSecret],
    };
  }

  async function waha() {
    const fake = await startWaha();
    gateways.push(fake);
    const { url, apiKey, hmacKey } = fake;
    // The session is omitted: `default`.
    return {
      fake,
      config: { url, api_key: apiKey, webhook_secret: hmacKey },
      secrets: [apiKey, hmacKey],
    };
  }

  async function cloud() {
    const fake = await startCloud();
    gateways.push(fake);
    const { url, phoneNumberId, accessToken, appSecret } = fake;
    const verifyToken = newSecret();
    return {
      fake,
      config: {
        url,
        phone_number_id: phoneNumberId,
        access_token: accessToken,
        app_secret: appSecret,
        verify_token: verifyToken,
      },
      secrets: [accessToken, appSecret, verifyToken],
    };
  }

  const typeOf: Record<string, string> = { cloud: 'cloud' };
  const creating = (gateway: string, ...rest: string[]) => [
    ...['inbox', 'create', '--team', ours.slug, '--name', `Caixa ${gateway}`],
    ...['--type', typeOf[gateway] ?? 'session', '--gateway', gateway, ...rest],
  ];
  const create = (gateway: string, ...rest: string[]) => run(...creating(gateway, ...rest));
  const created = async (gateway: string, config: object) =>
    json(await create(gateway, '--config', JSON.stringify(config), '--json')).id as string;
  const row = async (id: unknown) =>
    (await service.sql('select * from inboxes where id = $1', [id]))[0] ?? {};
  const configOf = async (id: unknown) =>
    JSON.parse(
      secretsWith(secretKey).open(
        (await row(id)).config as Buffer,
        configSealContext(ours.id, String(id)),
      ),
    ) as Json;
  const wordsOf = (...endings: Ended[]) =>
    endings.map(({ stdout, stderr }) => stdout + stderr).join('');
  const count = async () => (await service.sql('select count(*)::int as n from inboxes'))[0]?.n;

  test('create stores the configuration encrypted and prints the callback address', async () => {
    const [e, w, c] = await Promise.all([evolution(), waha(), cloud()]);
    const cases = [
      {
        gateway: 'evolution',
        config: e.config,
        stored: e.config,
        says: /X-Webhook-Secret.* byEvents false, base64 false, events .*MESSAGES_UPDATE.* STATUS_INSTANCE/,
      },
      {
        gateway: 'waha',
        config: { ...w.config, url: `${w.config.url}/` },
        stored: { ...w.config, session: 'default' },
        says: /hmac.* message\.any, message\.ack, .* session\.status/,
      },
      {
        gateway: 'cloud',
        config: c.config,
        stored: { ...c.config, version: 'v23.0' },
        says: /callback URL .* verify token/,
      },
    ];
    const words = await Promise.all(
      cases.map(async ({ gateway, config, stored, says }) => {
        const options = ['--config', JSON.stringify(config)];
        const [made, text] = await Promise.all([
          create(gateway, ...options, '--json'),
          create(gateway, ...options),
        ]);
        const { id, ...rest } = json(made);
        expect({ id, ...rest }).toEqual({
          id: uuid,
          callback: `/api/gateways/${ours.slug}/${id}`,
        });
        expect(await row(id)).toMatchObject({ gateway, is_active: true, is_connected: true });
        expect(await configOf(id)).toEqual(stored);
        const [, otherId] = /^Created .* \((\S+)\)\n/.exec(outputOf(text)) ?? [];
        expect(text.stdout).toContain(`/api/gateways/${ours.slug}/${otherId}`);
        expect(text.stdout).toMatch(says);
        return wordsOf(made, text);
      }),
    );
    const stored = await service.sql('select config from inboxes where config is not null');
    expect(stored.length).toBeGreaterThanOrEqual(6);
    for (const secret of [...e.secrets, ...w.secrets, ...c.secrets]) {
      expect(words.join('')).not.toContain(secret);
      for (const { config } of stored) expect((config as Buffer).includes(secret)).toBe(false);
    }

    // The sandbox accepts a missing one too.
    const [session, official] = await Promise.all([
      create('sandbox', '--json'),
      run(...creating('sandbox', '--type', 'cloud', '--config', '{}')),
    ]);
    expect(json(session)).toEqual({
      id: uuid,
      callback: `/api/gateways/${ours.slug}/${json(session).id}`,
    });
    expect((await row(json(session).id)).config).toBeNull();
    expect(outputOf(official)).toContain('nothing to configure');
  });

  test('reads a configuration from standard input, out of sight', async () => {
    const { config } = await evolution();
    const args = (command: string[]) => ['inbox', ...command, '--config', '-', '--json'];
    const create = args(['create', '--team', ours.slug, '--name', 'Entrada', '--type', 'session']);
    const input = JSON.stringify(config);
    const { id } = json(await pautaGiven(input, [...create, '--gateway', 'evolution'], env));
    const sealed = (await row(id)).config;
    expect(sealed).not.toBeNull();
    json(await pautaGiven(input, args(['set', String(id)]), env));
    expect((await row(id)).config).not.toEqual(sealed);
    const wrong = await pautaGiven('{"url":', args(['set', String(id)]), env);
    expect(misused(wrong)).toContain('--config must be JSON');
    const nothing = await pautaGiven('', args(['set', String(id)]), env);
    expect(misused(nothing)).toContain('--config must be JSON');
  });

  test('gateways authenticate at the callback address that create prints', async () => {
    const running = await serve({ ...env, ROLE: 'web' });
    const [e, w, c] = await Promise.all([evolution(), waha(), cloud()]);
    const made = async (gateway: string, config: object) => {
      const answer = json(await create(gateway, '--config', JSON.stringify(config), '--json'));
      return { id: answer.id, address: `${running.origin}${answer.callback}` };
    };
    const [ofE, ofW, ofC] = await Promise.all([
      made('evolution', e.config),
      made('waha', w.config),
      made('cloud', c.config),
    ]);
    expect(await c.fake.handshake(ofC.address, c.config.verify_token, '1158201444')).toEqual({
      status: 200,
      text: '1158201444',
    });
    expect((await c.fake.handshake(ofC.address, 'another token', '1')).status).toBe(401);
    const message = { from: '5511976540001', name: 'Rita', text: 'Bom dia' };
    for (const { status } of [
      await e.fake.receive(ofE.address, message),
      await w.fake.receive(ofW.address, message),
      await c.fake.receive(ofC.address, message),
    ])
      expect(status).toBe(200);
    const received = await service.sql(
      'select inbox_id, content from messages where inbox_id = any($1::uuid[])',
      [[ofE.id, ofW.id, ofC.id]],
    );
    expect(received.map(({ inbox_id }) => inbox_id).sort()).toEqual(
      [ofE.id, ofW.id, ofC.id].sort(),
    );
    expect((await running.stop()).status).toBe(0);
  });

  test('a wrong configuration is a usage error that names each key and shows no value', async () => {
    const good = {
      url: 'https://gateway.example.com',
      instance: 'agencia',
      api_key: 'chave-que-ninguem-ve',
      webhook_secret: 'segredo-que-ninguem-ve',
    };
    const id = await created('evolution', good);
    const [before, stored] = [await count(), await row(id)];
    const { instance: _, ...incomplete } = good;
    const cases: [config: object, ...says: RegExp[]][] = [
      [{ ...good, token: 'x' }, /token is unknown/],
      [incomplete, /instance is missing \(name of the instance\)/],
      [{ tokem: 'x' }, /tokem is unknown/, /url is missing/, /api_key is missing/],
      [{ ...good, url: 'gateway.example.com' }, /url must/],
      [{ ...good, url: 'https://' }, /url must/],
      [{ ...good, webhook_secret: 'curto-demais' }, /webhook_secret must/],
      [{ ...good, api_key: 12_345_678 }, /api_key must/],
    ];
    await Promise.all(
      cases.map(async ([config, ...says]) => {
        const options = ['--config', JSON.stringify(config)];
        for (const ended of await Promise.all([
          create('evolution', ...options),
          run('inbox', 'set', id, ...options, '--active', 'false'),
        ])) {
          for (const words of says) expect(misused(ended)).toMatch(words);
          expect(misused(ended)).toContain('evolution');
          expect(wordsOf(ended)).not.toMatch(/ninguem-ve|curto-demais|12345678/);
        }
      }),
    );
    const [inSandbox, later] = await Promise.all([
      create('sandbox', '--config', '{"token":"segredo"}'),
      run('inbox', 'set', ours.inbox, '--config', '{"token":"segredo"}'),
    ]);
    for (const ended of [inSandbox, later]) expect(misused(ended)).toContain('token is unknown');
    expect(wordsOf(inSandbox, later)).not.toContain('segredo');
    expect([await count(), await row(id)]).toEqual([before, stored]);
  });

  test('without a configuration it is created, prints what it needs, and is configured later', async () => {
    const { config } = await evolution();
    const [none, official] = await Promise.all([create('evolution'), create('cloud')]);
    for (const key of Object.keys(config)) expect(outputOf(none)).toContain(`${key} (`);
    expect(outputOf(official)).toMatch(/phone_number_id.*access_token.*app_secret.*verify_token/);
    expect(outputOf(official)).toContain('default https://graph.facebook.com');
    const id = /^Created .* \(([0-9a-f-]{36})\)/.exec(outputOf(none))?.[1] ?? '';
    expect((await row(id))?.config).toBeNull();
    expect(refused(await run('inbox', 'test', id))).toContain('has no configuration');
    json(await run('inbox', 'set', id, '--config', JSON.stringify(config), '--json'));
    expect(json(await run('inbox', 'test', id, '--json')).connected).toBe(true);
  });

  test('set switches it on or off, and replaces its configuration', async () => {
    const { config } = await evolution();
    const [id, otherId] = await Promise.all([
      created('evolution', config),
      created('evolution', config),
    ]);
    const first = await row(id);
    const off = json(await run('inbox', 'set', id, '--active', 'false', '--json'));
    expect(off).toEqual({
      id,
      name: 'Caixa evolution',
      type: 'session',
      gateway: 'evolution',
      active: false,
      connected: true,
    });
    expect(await row(id)).toEqual({ ...first, is_active: false });
    const both = await run('inbox', 'set', id, '--active', 'true', '--connected', 'false');
    expect(outputOf(both)).toContain('Caixa evolution');
    expect(await row(id)).toEqual({ ...first, is_connected: false });

    const changed = { ...config, api_key: newSecret() };
    const set = await run('inbox', 'set', id.toUpperCase(), '--config', JSON.stringify(changed));
    expect(outputOf(set)).toContain('active true, connected false');
    expect(wordsOf(set)).not.toContain(changed.api_key);
    expect(await configOf(id)).toEqual(changed);
    const { config: sealed, ...rest } = await row(id);
    expect((sealed as Buffer).includes(changed.api_key)).toBe(false);
    expect({ ...first, is_connected: false }).toMatchObject(rest);
    expect(await configOf(otherId)).toEqual(config);
  });

  test('test queries the gateway and prints the result', async () => {
    const [e, w, c] = await Promise.all([evolution(), waha(), cloud()]);
    const wrongKey = { ...c.config, access_token: `EAA${newSecret()}` };
    const nobody = { ...e.config, url: `http://127.0.0.1:${await freePort()}` };
    const [ofE, ofW, ofC, wrong, stranger, gone, bare] = await Promise.all([
      created('evolution', e.config),
      created('waha', w.config),
      created('cloud', c.config),
      created('cloud', wrongKey),
      created('evolution', { ...e.config, instance: 'outra' }),
      created('evolution', nobody),
      created('waha', w.config),
    ]);
    await service.sql('update inboxes set config = null where id = $1', [bare]);
    const ask = (id: string) =>
      Promise.all([run('inbox', 'test', id, '--json'), run('inbox', 'test', id)]);
    const words: string[] = [];
    const well = async (id: string, gateway: string, finding: RegExp) => {
      const [answer, text] = await ask(id);
      words.push(wordsOf(answer, text));
      expect(json(answer)).toEqual({
        id,
        gateway,
        connected: true,
        found: expect.stringMatching(finding),
        heard: null,
      });
      expect(outputOf(text)).toMatch(finding);
    };
    const ill = async (id: string, gateway: string, finding: RegExp) => {
      const [answer, text] = await ask(id);
      words.push(wordsOf(answer, text));
      expect(refused(text)).toMatch(finding);
      expect(answer).toMatchObject({ status: 1, stderr: text.stderr });
      expect(JSON.parse(answer.stdout)).toEqual({
        id,
        gateway,
        connected: false,
        found: expect.stringMatching(finding),
        heard: null,
      });
    };
    await well(ofE, 'evolution', /the session is open/);
    await well(ofW, 'waha', /the session is WORKING/);
    await well(ofC, 'cloud', /the number \(Agência\) is CONNECTED/);
    await well(ours.inbox, 'sandbox', /always available/);
    await ill(wrong, 'cloud', /refuses the inbox's credentials \(401\)/);
    await ill(stranger, 'evolution', /answers 404/);
    await ill(gone, 'evolution', /cannot be reached \(ECONNREFUSED\)/);
    await ill(bare, 'waha', /has no configuration/);

    // Prints the inbox's own switches, and queries the gateway anyway.
    json(await run('inbox', 'set', ofE, '--active', 'false', '--json'));
    json(await run('inbox', 'set', ofW, '--connected', 'false', '--json'));
    const before = [e.fake.requests, w.fake.requests];
    await well(ofE, 'evolution', /the session is open; the inbox is not active/);
    await well(ofW, 'waha', /the session is WORKING; .*the inbox is set to disconnected/);
    e.fake.connected = false;
    w.fake.connected = false;
    await ill(ofE, 'evolution', /the session is close; the inbox is not active/);
    await ill(ofW, 'waha', /the session is SCAN_QR_CODE/);
    expect([e.fake.requests, w.fake.requests]).toEqual(before.map((n) => n + 4));
    expect([e.fake.sends, w.fake.sends, c.fake.sends]).toEqual([[], [], []]);

    const unsealed = await called(['inbox', 'test', ofC], {
      ...env,
      SECRET_KEY: randomBytes(32).toString('base64'),
    });
    expect(refused(unsealed)).toContain('SECRET_KEY');
    for (const secret of [...e.secrets, ...w.secrets, ...c.secrets, wrongKey.access_token])
      expect(words.join('') + wordsOf(unsealed)).not.toContain(secret);
  });

  test('a missing inbox', async () => {
    const id = uuidv7();
    const endings = await Promise.all([
      run('inbox', 'set', id, '--active', 'false'),
      run('inbox', 'set', id, '--config', '{}', '--json'),
      run('inbox', 'test', id, '--json'),
      run('sandbox', 'receive', '--inbox', id, '--from', '5511999990000', '--text', 'Oi'),
    ]);
    for (const ended of endings) expect(refused(ended)).toBe(`pauta: There is no inbox ${id}.\n`);
  });

  test('sandbox receive: a message arrives through the callback endpoint, in any spelling of its number', async () => {
    const receive = (from: string, ...rest: string[]) =>
      run('sandbox', 'receive', '--inbox', ours.inbox, '--from', from, ...rest);
    const long = json(
      await receive('5511987650001', '--text', 'Olá! 😀', '--name', 'Júlia Ramos', '--json'),
    );
    expect(long).toEqual({ conversation_id: uuid, message_id: uuid });
    const short = json(await receive('551187650001', '--text', 'De novo', '--json'));
    expect(short).toEqual({ conversation_id: long.conversation_id, message_id: uuid });
    const text = outputOf(await receive('5511987650001', '--text', 'Por fim'));
    expect(text).toContain(String(long.conversation_id));
    const otherMessage = json(await receive('5511987650002', '--text', 'Outra', '--json'));
    expect(otherMessage.conversation_id).not.toBe(long.conversation_id);

    const { body } = await ours.get(`/msgapp/conversations/${long.conversation_id}/messages`);
    const messages = body.data as Json[];
    expect(messages.map(({ content }) => content).sort()).toEqual([
      'De novo',
      'Olá! 😀',
      'Por fim',
    ]);
    expect(messages.find(({ id }) => id === long.message_id)).toMatchObject({
      inbox_id: ours.inbox,
      remote_jid: '5511987650001@s.msgapp.net',
      direction: 'incoming',
      message_type: 'text',
      content: 'Olá! 😀',
      status: 'received',
    });
    expect(messages.some(({ id }) => id === short.message_id)).toBe(true);
    expect(new Set(messages.map(({ msgapp_message_id }) => msgapp_message_id)).size).toBe(3);
    const contacts = await service.sql(
      `select phone, push_name from contacts where team_id = $1 and phone like '%87650001'`,
      [ours.id],
    );
    expect(contacts).toEqual([{ phone: '5511987650001', push_name: 'Júlia Ramos' }]);
    const events = await service.sql(
      `select 1 from events where record_id = any($1::uuid[]) and type = 'msgapp.message.received'`,
      [[long.message_id, short.message_id]],
    );
    expect(events).toHaveLength(2);
  });

  test('sandbox receive refuses invalid numbers, and inboxes of other gateways', async () => {
    const { config } = await evolution();
    const real = await created('evolution', config);
    const messages = async () =>
      (await service.sql('select count(*)::int as n from messages'))[0]?.n;
    const before = await messages();
    const receive = (inbox: string, from: string, text = 'Oi') =>
      run('sandbox', 'receive', '--inbox', inbox, '--from', from, '--text', text);
    const [short, long, plus, nothing, nobody, foreign] = await Promise.all([
      receive(ours.inbox, '551198765'),
      receive(ours.inbox, '5511987654321234'),
      receive(ours.inbox, '+5511987654321'),
      receive(ours.inbox, '5511987654321', ' '),
      receive('first', '5511987654321'),
      receive(real, '5511987654321'),
    ]);
    for (const ended of [short, long, plus]) expect(misused(ended)).toMatch(/--from.*10 to 15/);
    expect(misused(nothing)).toContain('--text');
    expect(misused(nobody)).toContain('--inbox must be a UUID');
    expect(refused(foreign)).toContain('evolution');
    expect(await messages()).toBe(before);
  });

  test('doctor queries the gateways of active inboxes in parallel, and gives advice', async () => {
    // A separate database: doctor checks every inbox.
    const environment = onDatabase(await newDatabase('migrated'));
    const { team } = json(await called(['team', 'create', 'Clínica', '--json'], environment));
    const [e, w, c, idle, slow, slower] = await Promise.all([
      evolution(),
      waha(),
      cloud(),
      evolution(),
      evolution(),
      waha(),
    ]);
    w.fake.connected = false;
    slow.fake.mode = 'hang';
    slower.fake.mode = 'drip';
    const inboxes: Record<
      string,
      { gateway: string; config?: object; finding: RegExp; advice?: RegExp }
    > = {
      Boa: { gateway: 'evolution', config: e.config, finding: /the session is open$/ },
      Treino: { gateway: 'sandbox', finding: /always available$/ },
      Desligada: { gateway: 'evolution', config: idle.config, finding: /, not active$/ },
      Caída: {
        gateway: 'waha',
        config: w.config,
        finding: /SCAN_QR_CODE; WAHA 2025/,
        advice: /^Check the gateway/,
      },
      Chave: {
        gateway: 'cloud',
        config: { ...c.config, access_token: newSecret() },
        finding: /credentials \(401\)$/,
        advice: /pauta inbox set ID --config - < FILE$/,
      },
      Nome: {
        gateway: 'evolution',
        config: { ...e.config, instance: 'outra' },
        finding: /answers 404$/,
        advice: /pauta inbox set ID --config - < FILE$/,
      },
      Ninguém: {
        gateway: 'waha',
        config: { ...w.config, url: `http://127.0.0.1:${await freePort()}` },
        finding: /cannot be reached \(ECONNREFUSED\)$/,
        advice: /^Check the gateway/,
      },
      Muda: {
        gateway: 'evolution',
        config: slow.config,
        finding: /does not answer$/,
        advice: /^Check the gateway/,
      },
      Lenta: {
        gateway: 'waha',
        config: slower.config,
        finding: /the gateway's answer cannot be read$/,
        advice: /^Check the gateway/,
      },
      Parada: {
        gateway: 'cloud',
        config: c.config,
        finding: /is CONNECTED, quality GREEN; the inbox is set to disconnected$/,
        advice: /pauta inbox set ID --connected true$/,
      },
    };
    const ids: Record<string, string> = {};
    const names = Object.entries(inboxes);
    const make = async () => {
      for (let next = names.shift(); next; next = names.shift()) {
        const [name, { gateway, config }] = next;
        const command = ['inbox', 'create', '--team', String((team as Json).slug), '--name', name];
        const type = ['--type', typeOf[gateway] ?? 'session', '--gateway', gateway, '--json'];
        const options = config ? ['--config', JSON.stringify(config)] : [];
        ids[name] = String(json(await called([...command, ...type, ...options], environment)).id);
      }
    };
    await Promise.all([make(), make(), make(), make()]);
    json(
      await called(
        ['inbox', 'set', ids.Desligada ?? '', '--active', 'false', '--json'],
        environment,
      ),
    );
    json(
      await called(
        ['inbox', 'set', ids.Parada ?? '', '--connected', 'false', '--json'],
        environment,
      ),
    );

    const telling = pauta(['doctor', '--json'], environment);
    // Two gateways do not answer, and are queried at the same time.
    await until(() => slow.fake.open === 1 && slower.fake.open === 1, 60_000);
    const report = await telling;
    expect(report.status).toBe(1);
    const { ok, checks } = JSON.parse(report.stdout) as { ok: boolean; checks: Json[] };
    expect(ok).toBe(false);
    for (const [name, { gateway, finding, advice }] of Object.entries(inboxes)) {
      const check = checks.find((one) => one.name === `inbox clinica/${name}`);
      const advicePattern = advice && new RegExp(advice.source.replace('ID', ids[name] ?? ''));
      expect(check).toEqual({
        name: `inbox clinica/${name}`,
        ok: advice === undefined,
        found: expect.stringMatching(new RegExp(`^${gateway}.*${finding.source}`)),
        ...(advicePattern ? { advice: expect.stringMatching(advicePattern) } : {}),
      });
    }
    expect(idle.fake.requests).toBe(0);
    expect([e, slow, slower].map(({ fake }) => fake.requests)).toEqual([2, 1, 1]);
    for (const { secrets } of [e, w, c, idle, slow, slower])
      for (const secret of secrets) expect(wordsOf(report)).not.toContain(secret);
  });
});

describe('mcp', () => {
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };

  /** An agent's side of the command. */
  function agent(args: readonly string[], settings: Env) {
    const program = fileURLToPath(new URL('../../bin/pauta.js', import.meta.url));
    const child = spawn(process.execPath, [program, 'mcp', ...args], {
      env: { PATH: process.env.PATH, ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    helping(child);
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    let requests = 0;
    return {
      child,
      async ask(method: string, params: object): Promise<Json> {
        requests += 1;
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: requests, method, params })}\n`);
        const answer = JSON.parse((await lines.next()).value as string) as Json;
        expect(answer.id).toBe(requests);
        return answer;
      },
    };
  }

  test('serves an agent the tools of its key, until the key is revoked or the input ends', async () => {
    const wanted = { name: 'Agente', scope: 'full', userId: null, expiresAt: null } as const;
    const made = await createKey(service.database.platform, ours.id, wanted);
    const { child, ask } = agent(['--tools', 'whoami,create_deal'], {
      ...env,
      PAUTA_API_KEY: made.api_key,
    });
    expect(await ask('initialize', initialize)).toMatchObject({
      result: { serverInfo: { name: 'pauta' } },
    });
    expect(await ask('tools/list', {})).toMatchObject({
      result: { tools: [{ name: 'whoami' }, { name: 'create_deal' }] },
    });
    const deal = { name: 'create_deal', arguments: { title: 'Do agente' } };
    expect(await ask('tools/call', deal)).toMatchObject({
      result: { content: [{ text: expect.stringContaining('Do agente') }] },
    });
    const { body } = await ours.get('/deals?search=Do%20agente');
    expect(body.data).toMatchObject([{ title: 'Do agente' }]);
    await service.sql('update api_keys set revoked_at = now() where id = $1', [made.id]);
    await until(async () => (await ask('tools/call', deal)).error !== undefined);
    const ended = once(child, 'close');
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  test('does not start without a valid key, or with an unknown tool', async () => {
    const key = { PAUTA_API_KEY: ours.key };
    const cases: [status: number, says: RegExp, env: Env, ...args: string[]][] = [
      [2, /PAUTA_API_KEY/, {}],
      [1, /No team has this API key/, {}, '--key', 'pauta_nothing'],
      [1, /there is no "whoam"; allowed: whoami/, key, '--tools', 'whoam'],
    ];
    for (const [status, says, further, ...args] of cases) {
      const ended = await called(['mcp', ...args], { ...env, ...further });
      expect([ended.status, ended.stdout]).toEqual([status, '']);
      expect(ended.stderr).toMatch(says);
    }
  });
});

describe('refusals', () => {
  /** Number of rows in every table. */
  async function counts(): Promise<Json> {
    const tables = [
      'teams',
      'users',
      'api_keys',
      'squads',
      'pipelines',
      'columns',
      'contracts',
      'inboxes',
    ];
    const rows = await service.sql(
      tables
        .map((name) => `select '${name}' as name, count(*)::int as count from ${name}`)
        .join(' union all '),
    );
    return Object.fromEntries(rows.map(({ name, count }) => [String(name), count]));
  }

  test('of an unknown team', async () => {
    const before = await counts();
    const commands = [
      ['key', 'create'],
      ['key', 'list'],
      ['user', 'create', '--name', 'N', '--email', 'n@example.com'],
      ['squad', 'create', '--name', 'N'],
      ['pipeline', 'create', '--name', 'N', '--column', 'a:A'],
      ['contract', 'create', '--title', 'T'],
      ['inbox', 'create', '--name', 'N', '--type', 'session', '--gateway', 'sandbox'],
      ['task', 'restore', uuidv7()],
    ].map((command) => [...command, '--team', 'ninguem', '--json']);
    const endings = await Promise.all(
      [...commands, ['team', 'set', 'ninguem', '--strict-tax-ids', 'true']].map((command) =>
        run(...command),
      ),
    );
    for (const ended of endings) expect(refused(ended)).toContain('ninguem');
    expect(await counts()).toEqual(before);
  });

  test("of another team's records, as if they did not exist", async () => {
    const [project, client] = [await theirs.create('projects'), await theirs.create('clients')];
    const before = await counts();
    const create = (...command: string[]) => run(...command, '--team', ours.slug, '--json');
    const cases = [
      {
        id: project.id,
        with: (id: string) =>
          create('pipeline', 'create', '--name', 'N', '--column', 'a:A', '--project', id),
      },
      {
        id: client.id,
        says: 'no client has this id',
        with: (id: string) => create('contract', 'create', '--title', 'T', '--client', id),
      },
      { id: theirs.users[0], with: (id: string) => create('key', 'create', '--user', id) },
    ];
    await Promise.all(
      cases.map(async ({ id, says = String(id), with: command }) => {
        const missing = uuidv7();
        const [foreign, unknown] = await Promise.all([command(String(id)), command(missing)]);
        expect(refused(foreign)).toContain(says);
        expect(refused(unknown).replace(missing, String(id))).toBe(foreign.stderr);
      }),
    );
    expect(await counts()).toEqual(before);
  });

  test('wrong arguments are usage errors, and change nothing', async () => {
    const before = await counts();
    const team = ['--team', ours.slug];
    const inbox = ['inbox', 'create', ...team, '--name', 'N'];
    const marks = `e${'\u0301'.repeat(31)}`;
    const tooMany = 'must not contain more than 30 combining marks in a row';
    const cases: [says: RegExp, ...args: string[]][] = [
      [new RegExp(`NAME ${tooMany}`), 'team', 'create', marks],
      [new RegExp(`--name ${tooMany}`), 'squad', 'create', ...team, '--name', marks],
      [new RegExp(`--deal-phases ${tooMany}`), 'team', 'set', ours.slug, '--deal-phases', marks],
      [
        new RegExp(`--email ${tooMany}`),
        ...['user', 'create', ...team, '--name', 'N', '--email', `${marks}@example.com`],
      ],
      [
        new RegExp(`label of --column ${tooMany}`),
        ...['pipeline', 'create', ...team, '--name', 'N', '--column', `a:${marks}`],
      ],
      [
        new RegExp(`--text ${tooMany}`),
        ...[
          'sandbox',
          'receive',
          '--inbox',
          ours.inbox,
          '--from',
          '5511987654321',
          '--text',
          marks,
        ],
      ],
      [/unknown command/, 'teams'],
      [/unknown command|Usage/, 'team', 'delete', ours.slug],
      [/Usage/],
      [/unknown option/, 'team', 'list', '--yaml'],
      [/too many arguments/, 'team', 'list', 'all'],
      [/NAME/, 'team', 'create', '  '],
      [/--slug/, 'team', 'create', 'N', '--slug', 'Não Pode'],
      [/Nothing to set/, 'team', 'set', ours.slug],
      [/true or false/, 'team', 'set', ours.slug, '--strict-tax-ids', 'yes'],
      [/--deal-phases/, 'team', 'set', ours.slug, '--deal-phases', 'lead,lead'],
      [/--team/, 'key', 'create'],
      [/30d/, 'key', 'create', ...team, '--expires', '0d'],
      [/--allow .*203\.0\.113\.0\/24/, 'key', 'create', ...team, '--allow', '203.0.113.7'],
      [/--allow/, 'key', 'create', ...team, '--allow', '203.0.113.0/24,'],
      [/--allow/, 'key', 'create', ...team, '--allow', '203.0.113.0/33'],
      [/--rate .*from 1 to/, 'key', 'create', ...team, '--rate', '0'],
      [/--rate/, 'key', 'create', ...team, '--rate', '1.5'],
      [/UUID/, 'key', 'revoke', 'all'],
      [/e-mail/, 'user', 'create', ...team, '--name', 'N', '--email', 'n at example.com'],
      [
        /owner, admin, member/,
        'user',
        'create',
        ...team,
        '--name',
        'N',
        '--email',
        'n@example.com',
        '--role',
        'root',
      ],
      [/slug:Label/, 'pipeline', 'create', ...team, '--name', 'N', '--column', 'No Colon'],
      [/twice/, 'pipeline', 'create', ...team, '--name', 'N', '--column', 'a:A', '--column', 'a:B'],
      [/--column/, 'pipeline', 'create', ...team, '--name', 'N'],
      [/UUID/, 'pipeline', 'create', ...team, '--name', 'N', '--column', 'a:A', '--project', '1'],
      [/session, cloud/, ...inbox, '--type', 'smoke', '--gateway', 'sandbox'],
      [/--type cloud/, ...inbox, '--type', 'session', '--gateway', 'cloud'],
      [/JSON/, ...inbox, '--type', 'session', '--gateway', 'waha', '--config', '{'],
      [/JSON object/, ...inbox, '--type', 'session', '--gateway', 'waha', '--config', '["a"]'],
      [/UUID/, 'inbox', 'set', 'first', '--active', 'true'],
      [/Nothing to set/, 'inbox', 'set', ours.inbox],
      [/UUID/, 'inbox', 'test', 'first'],
    ];
    // Four at a time.
    const rest = [...cases];
    const worker = async () => {
      for (let next = rest.shift(); next; next = rest.shift()) {
        const [says, ...args] = next;
        const ended = await run(...args);
        expect({ args, status: ended.status }).toEqual({ args, status: 2 });
        expect(misused(ended)).toMatch(says);
      }
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(await counts()).toEqual(before);
    expect(await service.sql('select is_active from inboxes where id = $1', [ours.inbox])).toEqual([
      { is_active: true },
    ]);
  });

  test('help and version succeed', async () => {
    const [help, sub, version] = await Promise.all([
      run('--help'),
      run('key', 'create', '--help'),
      run('--version'),
    ]);
    for (const ended of [help, sub, version])
      expect({ ...ended, stdout: '' }).toMatchObject({ status: 0, stderr: '' });
    for (const command of [
      'serve',
      'migrate',
      'team',
      'key',
      'user',
      'squad',
      'pipeline',
      'contract',
      'inbox',
      'sandbox',
      'task',
      'doctor',
    ]) {
      expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
    expect(sub.stdout).toContain('--expires');
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('an unreachable database is reported in one line, without its password', async () => {
    const addresses = [
      `postgres://user:hidden@localhost:${await freePort()}/pauta`,
      `postgres://user:hidden@127.0.0.1:${await occupyPort('abrupt')}/pauta`,
      `postgres://user:hidden@localhost/pauta?host=${newDirectory()}`,
      'postgres://user:hidden@no-such-host.invalid/pauta',
    ];
    const endings = await Promise.all(
      addresses.map((url) => pauta(['team', 'list'], { ...env, DATABASE_URL: url })),
    );
    for (const ended of endings) expect(refused(ended)).not.toContain('hidden');
    const wrong = await pauta(['team', 'list'], { ...env, PORT: 'http' });
    expect(refused(wrong)).toMatch(/^pauta: PORT is "http"; allowed: .*65535/);
  });
});

describe('migrate', () => {
  test('brings a database up to date, once', async () => {
    const empty = onDatabase(await newDatabase('empty'));
    const first = json(await pauta(['migrate', '--json'], empty));
    expect(Object.keys(first)).toEqual(['applied']);
    expect(first.applied).toContain('0001_service.sql');
    const [again, text] = await Promise.all([
      pauta(['migrate', '--json'], empty),
      pauta(['migrate'], empty),
    ]);
    expect(json(again)).toEqual({ applied: [] });
    expect(outputOf(text)).toContain('up to date');
  });

  test('a database of a newer Pauta is left alone', async () => {
    const connection = await newDatabase('migrated');
    const client = new pg.Client(connection);
    await client.connect();
    await client.query(`insert into migrations (name) values ('9999_future.sql')`);
    await client.end();
    const [migrate, list] = await Promise.all([
      pauta(['migrate'], onDatabase(connection)),
      pauta(['team', 'list'], onDatabase(connection)),
    ]);
    for (const ended of [migrate, list]) expect(refused(ended)).toContain('9999_future.sql');
  });
});

describe('doctor', () => {
  test.skipIf(!hasRedis && !process.env.CI)(
    'reports passed checks, problems and advice',
    async () => {
      const redis = await startRedis();
      const connection = await newDatabase('migrated');
      const smtp = await startSmtp();
      const mailAs = (password: string) => ({
        SMTP_URL: `smtp://pauta:${password}@127.0.0.1:${smtp.url.port}`,
        MAIL_FROM: 'Pauta <pauta@example.com>',
        PUBLIC_URL: 'https://pauta.example.com',
      });
      const good = { ...onDatabase(connection), REDIS_URL: redis.url, ...mailAs('postage') };
      const team = (
        (json(await called(['team', 'create', 'Clínica', '--json'], good)).team ?? {}) as Json
      ).slug as string;
      const inbox = [
        'inbox',
        'create',
        '--team',
        team,
        '--name',
        'Caixa',
        '--type',
        'cloud',
        '--gateway',
        'cloud',
      ];
      const gateway = await startCloud({ accessToken: 'segredo-de-acesso' });
      gateways.push(gateway);
      const config = {
        url: gateway.url,
        phone_number_id: gateway.phoneNumberId,
        access_token: gateway.accessToken,
        app_secret: 'segredo-do-aplicativo',
        verify_token: 'segredo-combinado',
      };
      const { id } = json(
        await called([...inbox, '--config', JSON.stringify(config), '--json'], good),
      );

      const [well, text] = await Promise.all([
        pauta(['doctor', '--json'], good),
        pauta(['doctor'], good),
      ]);
      const { ok, checks } = json(well) as { ok: boolean; checks: Json[] };
      expect(ok).toBe(true);
      for (const check of checks)
        expect(check).toEqual({ name: expect.any(String), ok: true, found: expect.any(String) });
      for (const name of ['database', 'secrets', 'clock', 'work', 'totals', 'mail', 'redis']) {
        expect(checks.map((check) => check.name)).toContain(name);
        expect(outputOf(text)).toMatch(new RegExp(`^ok +${name}:`, 'm'));
      }
      expect(
        checks.some(
          (check) => String(check.name).startsWith('inbox') && String(check.name).includes('Caixa'),
        ),
      ).toBe(true);

      // Redis is down, another secret key and a wrong password for mail are configured, an inbox has lost its connection, and a delivery has no worker.
      const client = await connectTo(connection);
      await client.query(`
      insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, claimed_until, created_at)
      select id, uuid7(), uuid7(), 'deal.created', uuid7(), now() - interval '10 minutes', now() - interval '9 minutes', now() from teams`);
      await client.query(
        `insert into clients (team_id, id, type, name) select id, uuid7(), 'PJ', 'À mão' from teams`,
      );
      await redis.kill();
      await called(['inbox', 'set', String(id), '--connected', 'false'], good);
      const SECRET_KEY = randomBytes(32).toString('base64');
      const bad = { ...good, SECRET_KEY, ...mailAs('segredo-postal') };
      const [ill, badText] = await Promise.all([
        pauta(['doctor', '--json'], bad),
        pauta(['doctor'], bad),
      ]);
      expect([ill.status, badText.status]).toEqual([1, 1]);
      expect(ill.stderr).toMatch(/^pauta: [^\n]+\n$/);
      const report = JSON.parse(ill.stdout) as { ok: boolean; checks: Json[] };
      expect(report.ok).toBe(false);
      const wrong = report.checks.filter((check) => !check.ok);
      expect(wrong.map((check) => String(check.name).split(' ')[0]).sort()).toEqual([
        'inbox',
        'mail',
        'redis',
        'secrets',
        'totals',
        'work',
      ]);
      expect(smtp.received).toEqual([]);
      await smtp.stop();
      for (const { name, advice } of wrong) {
        expect(String(advice)).toMatch(/^[A-Z]\w+/);
        expect(badText.stdout).toContain(`WRONG  ${name}:`);
        expect(badText.stdout).toContain(String(advice));
      }
      expect(ill.stdout + text.stdout + well.stdout).not.toContain('segredo');

      const totals = async (...options: string[]) => {
        const { stdout } = await pauta(['doctor', '--json', ...options], bad);
        return (JSON.parse(stdout) as { checks: Json[] }).checks.find(
          ({ name }) => name === 'totals',
        );
      };
      expect(await totals('--mend')).toEqual({
        name: 'totals',
        ok: true,
        found: 'corrected: clients (teams: 1)',
      });
      expect(await totals()).toMatchObject({ ok: true, found: 'match the records' });
    },
  );

  test('an unreachable database is one of the checks', async () => {
    const url = `postgres://user:hidden@127.0.0.1:${await freePort()}/pauta`;
    const [ended, text] = await Promise.all([
      pauta(['doctor', '--json'], { ...env, DATABASE_URL: url }),
      pauta(['doctor'], { DATA_DIR: import.meta.filename }),
    ]);
    expect([ended.status, text.status]).toEqual([1, 1]);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      ok: false,
      checks: [{ name: 'database', ok: false, found: expect.stringContaining('DATABASE_URL') }],
    });
    expect(ended.stdout + ended.stderr).not.toContain('hidden');
    expect(text.stdout).toMatch(/^WRONG {2}database: .+\n +[A-Z]/);
  });
});

describe('on the embedded database', () => {
  test('commands work with and without a running service', async () => {
    const DATA_DIR = newDirectory();
    // No service is running: the command starts the database, uses it, and leaves no process behind.
    const { team, api_key } = json(
      await pauta(['team', 'create', 'Só Nós', '--json'], { DATA_DIR }),
    ) as {
      team: Json;
      api_key: string;
    };
    expect(postmaster(DATA_DIR)).toBeUndefined();
    expect(json(await pauta(['team', 'list', '--json'], { DATA_DIR })).teams).toMatchObject([
      { id: team.id },
    ]);
    expect(postmaster(DATA_DIR)).toBeUndefined();

    // A service starts on it: not a first start, so it creates no team and no key.
    const running = await serve({ DATA_DIR });
    const list = (key: string) => request(`${running.address}/v1/projects`, { key });
    expect((await list(api_key)).status).toBe(200);
    const server = postmaster(DATA_DIR);
    const commands = [
      ['key', 'create', '--team', 'so-nos'],
      ['squad', 'create', '--team', 'so-nos', '--name', 'Um'],
      ['team', 'create', 'Outra'],
    ].map((command) => pauta([...command, '--json'], { DATA_DIR }));
    const [key, squad, otherKey] = (await Promise.all(commands)).map(json);
    expect(squad).toEqual({ id: uuid });
    expect((await list(String(key?.api_key))).status).toBe(200);
    expect((await list(String(otherKey?.api_key))).status).toBe(200);
    json(await pauta(['key', 'revoke', String(key?.id), '--json'], { DATA_DIR }));
    await until(async () => (await list(String(key?.api_key))).status === 401);
    // The service and its database ran throughout.
    expect(postmaster(DATA_DIR)).toBe(server);
    expect((await list(api_key)).status).toBe(200);
    const ended = await running.stop();
    expect(ended.status).toBe(0);
    expect(ended.stdout).not.toContain('pauta_');
    expect(postmaster(DATA_DIR)).toBeUndefined();
  });
});
