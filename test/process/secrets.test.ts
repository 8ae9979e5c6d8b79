import { randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Platform } from '#server/db/database.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { beginTotp } from '#server/features/accounts/people/totp.ts';
import { sealEntries } from '#server/features/audit/seals.ts';
import { createInbox } from '#server/features/inboxes/operations.ts';
import {
  reseal,
  sealedColumns,
  staleRows,
  storedSecrets,
  sumOf,
} from '#server/features/installation/key-rotation.ts';
import { newVapidKeys } from '#server/features/installation/vapid-keys.ts';
import { erasureSealContext } from '#server/features/privacy/erasure.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { perform } from '#server/operations/operation.ts';
import { newKey } from '#server/platform/api-key.ts';
import { makeLog } from '#server/platform/log.ts';
import {
  markOf,
  type Secrets,
  secretKeysIn,
  secretsIn,
  secretsWith,
  writeSecretKeys,
} from '#server/platform/secrets.ts';
import { json, outputOf, refused } from '#test/support/commands.ts';
import { type Answer, call, startApp, type TestTeam, useService } from '#test/support/harness.ts';
import { request } from '#test/support/http.ts';
import { makePerson } from '#test/support/people.ts';
import { cleanUp, newDirectory, onDatabase, pauta, serve } from '#test/support/processes.ts';

const place = 'webhooks a b';
const newBytes = () => randomBytes(32);

describe('several keys', () => {
  const [oldBytes, bytes] = [newBytes(), newBytes()];
  const before = secretsWith(oldBytes);
  const both = secretsWith(bytes, oldBytes);
  const after = secretsWith(bytes);

  test('the first encrypts, all decrypt, and a ciphertext is marked with its key only if there are several', () => {
    const old = before.seal('segredo', place);
    expect([old[0], both.open(old, place)]).toEqual([1, 'segredo']);
    expect(() => after.open(old, place)).toThrow();

    const sealed = both.seal('segredo', place);
    expect(sealed.subarray(0, 5)).toEqual(markOf(after.keys()[0]));
    expect([both.open(sealed, place), after.open(sealed, place)]).toEqual(['segredo', 'segredo']);
    expect(() => before.open(sealed, place)).toThrow('a key that is not available here');
    // A previous version without marks decrypts values encrypted with the only key.
    expect(after.seal('segredo', place)[0]).toBe(1);
    expect(both.derive('x')).toBe(after.derive('x'));
  });

  test('a value decrypts only in its place, unaltered, and under its own mark', () => {
    const sealed = both.seal('segredo', place);
    expect(() => both.open(sealed, 'webhooks a c')).toThrow();
    for (let i = 0; i < sealed.length; i += 1) {
      const bent = Buffer.from(sealed);
      bent[i] = (bent[i] ?? 0) ^ 1;
      expect(() => both.open(bent, place)).toThrow();
    }
    expect(() => both.open(Buffer.alloc(0), place)).toThrow();
    const foreign = Buffer.concat([markOf(before.keys()[0]), sealed.subarray(5)]);
    expect(() => both.open(foreign, place)).toThrow();
  });
});

describe('the keys in DATA_DIR', () => {
  afterAll(cleanUp);

  test('a running process decrypts values of a new key at once, and encrypts with it within a second', async () => {
    const directory = newDirectory();
    const running = secretsIn(directory);
    const old = running.seal('antes', place);
    const [key] = secretKeysIn(directory);
    const next = newBytes();
    writeSecretKeys(directory, [next, key]);
    expect(fs.readdirSync(directory)).toEqual(['secret.key']);
    expect(fs.statSync(join(directory, 'secret.key')).mode & 0o777).toBe(0o600);

    const otherSecrets = secretsWith(next, key);
    expect(running.open(otherSecrets.seal('depois', place), place)).toBe('depois');
    expect(running.open(old, place)).toBe('antes');

    const last = newBytes();
    writeSecretKeys(directory, [last, next]);
    await sleep(1_050);
    expect(running.seal('x', place).subarray(0, 5)).toEqual(markOf(secretsWith(last).keys()[0]));
    expect(() => running.open(old, place)).toThrow();
  });

  test('an unreadable file does not affect a running process, and stops a starting one', async () => {
    const directory = newDirectory();
    const running = secretsIn(directory);
    const sealed = running.seal('x', place);
    for (const spoil of [
      () => fs.writeFileSync(join(directory, 'secret.key'), 'nothing\n'),
      () => fs.rmSync(join(directory, 'secret.key')),
    ]) {
      spoil();
      await sleep(1_050);
      expect(running.open(running.seal('y', place), place)).toBe('y');
      expect(running.open(sealed, place)).toBe('x');
    }
    fs.writeFileSync(join(directory, 'secret.key'), 'nothing\n');
    expect(() => secretsIn(directory)).toThrow(/secret\.key must hold base64 of 32 bytes/);
  });
});

const service = useService();
const config = {
  url: 'http://127.0.0.1:1',
  instance: 'a',
  api_key: 'gateway-secret',
  webhook_secret: 'the-gateway-proves-itself',
};

/** The service on the same database, with other keys. */
const withKeys = (secrets: Secrets): Promise<FastifyInstance> =>
  startApp(
    service.database,
    keysIn(service.database.platform),
    rateLimit(0, undefined, makeLog('silent')),
    secrets,
  );

const bytesOf = async (): Promise<Buffer[]> =>
  (
    await Promise.all(
      sealedColumns.map(({ table, column }) =>
        service.sql(`select ${column} as value from ${table} where ${column} is not null`),
      ),
    )
  ).flatMap((rows) => rows.map(({ value }) => value as Buffer));

const next = newBytes();

describe('everything is re-encrypted', () => {
  let team: TestTeam;
  let both: Secrets;
  let after: Secrets;
  let answers: Answer[];
  const post = (app: FastifyInstance, path: string, body: object, key: string) =>
    call(app, team.key, 'POST', path, body, { 'idempotency-key': key });
  const made = (app: FastifyInstance) =>
    Promise.all([
      post(app, '/webhooks', { name: 'Aviso', url: 'https://example.com/a' }, 'a'),
      post(app, '/deals', { title: 'Negócio' }, 'an answer of its own'),
      post(app, '/deals', { title: '' }, 'a refusal'),
    ]);

  beforeAll(async () => {
    team = await service.team();
    both = secretsWith(next, service.secret);
    after = secretsWith(next);
    answers = await made(service.app);
    const rotated = await team.post(`/webhooks/${answers[0]?.data.id}/rotate-secret`, {});
    expect(rotated.status).toBe(200);
    // Entries are sealed once they are ten minutes old.
    await service.sql(`update audit_entries set id = uuid7(now() - interval '1 hour')`);
    expect(await sealEntries(service.database.team(team.id), service.secrets)).toBeGreaterThan(0);
    const ctx = {
      actor: { kind: 'operator' } as const,
      team: { slug: team.slug, strictTaxIds: false },
      db: service.database.team(team.id),
      settings: { secrets: service.secrets, jidSuffix: 's.msgapp.net' },
    };
    const body = { name: 'Caixa', type: 'session', gateway: 'evolution', config };
    await perform(createInbox, ctx, { body });
    const person = await makePerson(service, team, 'member');
    const { personId, email } = person;
    await beginTotp(service.database.platform, service.secrets, { personId, email });
    const { publicKey: p256dh } = newVapidKeys();
    const subscribed = await person.post('/notifications/push/browsers', {
      ...{ endpoint: 'https://push.example.com/x', p256dh, auth: 'A'.repeat(22) },
    });
    expect(subscribed.status, subscribed.text).toBe(201);
    // An erasure in progress.
    const erasure = randomUUID();
    const identifiers = service.secrets.seal('{}', erasureSealContext(team.id, erasure));
    await service.sql(
      `insert into privacy_erasures (team_id, id, request_id, code, plan, identifiers)
      values ($1, $2, $3, '7F3A', '{}', $4)`,
      [team.id, erasure, randomUUID(), identifiers],
    );
  });

  test('every column that holds bytes is listed', async () => {
    const columns = await service.sql(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`);
    const open = [
      'agent_codes.hash',
      'agent_tokens.hash',
      'api_keys.hash',
      'approval_decisions.sha256',
      'approval_requests.hash',
      'approval_requests.pin_hash',
      'approval_rounds.sha256',
      'audit_entries.digest',
      'audit_seals.digest',
      'audit_seals.previous',
      'blobs.preview_image',
      'blobs.sha256',
      'calendar_feeds.secret_hash',
      'client_report_links.hash',
      'client_report_links.pin_hash',
      'credentials.external_id',
      'erased_identifiers.mark',
      'exports.sha256',
      'files.sha256',
      'idempotency_keys.fingerprint',
      'invites.hash',
      'people.picture',
      'people.picture_hash',
      'privacy_requests.package_sha256',
      'person_tokens.data',
      'person_tokens.hash',
      'push_subscriptions.endpoint_hash',
      'sessions.hash',
      'spent_challenges.hash',
      'team_brands.logo',
      'team_brands.logo_hash',
    ];
    expect(columns.map(({ name }) => name).sort()).toEqual(
      [...open, ...sealedColumns.map(({ table, column }) => `${table}.${column}`)].sort(),
    );
    // Each of them has rows here.
    const counts = await Promise.all(
      sealedColumns.map(({ table, column }) =>
        service.sql(`select count(${column})::int as n from ${table}`),
      ),
    );
    for (const [row] of counts) expect(row?.n).toBeGreaterThan(0);
  });

  test('lists continue from links of the old key; without that key they do not', async () => {
    const [list] = [await team.get('/deals?limit=1&sort=title')];
    await team.post('/deals', { title: 'Outro' });
    for (const sort of ['title', '-created_at']) {
      const { headers } = await team.get(`/deals?limit=1&sort=${sort}`);
      const query = /\?[^>]+/.exec(String(headers.link))?.[0];
      for (const [secrets, status] of [
        [both, 200],
        [after, 400],
      ] as const) {
        const app = await withKeys(secrets);
        expect((await call(app, team.key, 'GET', `/deals${query}`)).status).toBe(status);
        await app.close();
      }
    }
    expect(list?.status).toBe(200);
  });

  test('after a kill and a restart, next to a service that writes; counted', async () => {
    const { platform } = service.database;
    const before = await staleRows(platform, both);
    expect(await staleRows(platform, after)).toEqual({
      webhooks: 0,
      inboxes: 0,
      audit_seals: 0,
      idempotency_keys: 0,
      credentials: 0,
      privacy_erasures: 0,
      push_subscriptions: 0,
      vapid_keys: 0,
    });
    expect(sumOf(before)).toBe((await bytesOf()).length);

    // Many rows, so that it takes several batches.
    await Promise.all(
      Array.from({ length: 120 }, (_, i) => post(service.app, '/deals', {}, `many ${i}`)),
    );
    const all = sumOf(before) + 120;
    let steps = 0;
    const dying: Platform = {
      ...platform,
      run: (statement, parameters) => {
        steps += 1;
        if (steps > 8) throw new Error('killed');
        return platform.run(statement, parameters);
      },
    };
    await expect(reseal(dying, both)).rejects.toThrow('killed');
    const left = sumOf(await staleRows(platform, both));
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(all);

    // In between, the service with the new keys changes a row that was read.
    const app = await withKeys(both);
    let changed: Answer | undefined;
    const racing: Platform = {
      ...platform,
      run: async (statement, parameters) => {
        if (!changed && statement.text.includes('update webhooks'))
          changed = await call(
            app,
            team.key,
            'POST',
            `/webhooks/${answers[0]?.data.id}/rotate-secret`,
            {},
          );
        return platform.run(statement, parameters);
      },
    };
    await service.sql('update webhooks set secret_token = secret_token');
    const webhook = (await service.sql('select team_id, id, secret_token from webhooks'))[0];
    const at = `webhooks ${webhook?.team_id} ${webhook?.id}`;
    const plain = service.secrets.seal(both.open(webhook?.secret_token as Buffer, at), at);
    await service.sql('update webhooks set secret_token = $1', [plain]);
    const { closed } = await reseal(racing, both);
    expect(changed?.status).toBe(200);
    expect(sumOf(closed)).toBe(0);
    await reseal(platform, both);
    expect(await reseal(platform, both)).toMatchObject({
      done: { webhooks: 0, inboxes: 0, idempotency_keys: 0, credentials: 0 },
    });
    expect(sumOf(await staleRows(platform, both))).toBe(0);
    await app.close();

    // With the new key alone everything decrypts, answers are replayed as given, and the newest secret counts.
    for (const value of await bytesOf()) {
      expect(value.subarray(0, 5)).toEqual(markOf(after.keys()[0]));
    }
    expect(await storedSecrets(platform, after)).toEqual({ count: 3, closed: 0 });
    const later = await withKeys(after);
    const again = await made(later);
    expect(again.map(({ text }) => text)).toEqual(answers.map(({ text }) => text));
    expect(again.map(({ headers }) => headers['idempotency-replayed'])).toEqual(
      answers.map(() => 'true'),
    );
    const [row] = await service.sql('select secret_token, previous_secret from webhooks');
    expect(after.open(row?.secret_token as Buffer, at)).toBe(changed?.data.secret_token);
    expect(after.open(row?.previous_secret as Buffer, at)).toMatch(/^whsec_/);
    await later.close();
  });

  test('a value that none of the keys decrypts is counted and left alone', async () => {
    const stranger = secretsWith(newBytes());
    const [inbox] = await service.sql(
      'select team_id, id, config from inboxes where config is not null',
    );
    const at = `inboxes ${inbox?.team_id} ${inbox?.id}`;
    const foreign = stranger.seal('{}', at);
    await service.sql('update inboxes set config = $1 where id = $2', [foreign, inbox?.id]);
    const { done, closed } = await reseal(service.database.platform, both);
    expect([sumOf(done), closed.inboxes]).toEqual([0, 1]);
    expect(
      (await service.sql('select config from inboxes where id = $1', [inbox?.id]))[0]?.config,
    ).toEqual(foreign);
    await service.sql('update inboxes set config = $1 where id = $2', [inbox?.config, inbox?.id]);
  });
});

describe('pauta secrets', () => {
  afterAll(cleanUp);

  test('SECRET_KEY with two keys: re-encrypts next to the service, counts, and reports when the old key is no longer needed', async () => {
    const team = await service.team();
    const env = onDatabase(service.connection, service.secret);
    const { data } = await team.post('/webhooks', { name: 'Aviso', url: 'https://example.com/b' });
    expect(refused(await pauta(['secrets', 'rotate'], env))).toContain('SECRET_KEY=NEW,OLD');
    expect(outputOf(await pauta(['secrets', 'forget'], env))).toContain('only one key');

    const both = {
      ...env,
      SECRET_KEY: [next, service.secret].map((key) => key.toString('base64')).join(),
    };
    const keys = async () => {
      const { checks } = JSON.parse((await pauta(['doctor', '--json'], both)).stdout);
      return (checks as { name: string; found: string }[]).find(
        ({ name }) => name === 'secret keys',
      )?.found;
    };
    expect(await keys()).toMatch(/2 keys, not yet encrypted with the first: .*webhooks/);
    // A backup taken now needs both.
    const backup = join(newDirectory(), 'backup');
    json(await pauta(['backup', backup, '--json'], both));
    const elsewhere = { DATA_DIR: newDirectory(), SECRET_KEY: next.toString('base64') };
    expect(refused(await pauta(['restore', backup], elsewhere))).toContain('a different key');
    json(await pauta(['restore', backup, '--json'], { ...elsewhere, SECRET_KEY: both.SECRET_KEY }));
    const answer = json(await pauta(['secrets', 'rotate', '--json'], both));
    const { resealed } = answer as { resealed: Record<string, number> };
    expect(answer).toMatchObject({ new_key: false, old_keys_needed: false });
    expect(resealed.webhooks).toBeGreaterThan(0);
    expect(await keys()).toContain('everything is encrypted with the first');
    expect(outputOf(await pauta(['secrets', 'forget'], both))).toContain('remove them');
    const after = secretsWith(next);
    const [row] = await service.sql('select secret_token from webhooks where id = $1', [data.id]);
    expect(after.open(row?.secret_token as Buffer, `webhooks ${team.id} ${data.id}`)).toBe(
      data.secret_token,
    );
  });

  test('on the embedded database a new key is created, which the running service adopts', async () => {
    const DATA_DIR = newDirectory();
    const key = newKey();
    const running = await serve({ DATA_DIR, BOOTSTRAP_API_KEY: key, RATE_LIMIT_PER_MINUTE: '0' });
    const post = (path: string, body: object, idempotency: string) =>
      request(`${running.address}/v1${path}`, {
        method: 'POST',
        key,
        body,
        headers: { 'idempotency-key': idempotency },
      });
    const first = await post('/webhooks', { name: 'a', url: 'https://example.com/a' }, 'a');
    expect(first.status).toBe(201);
    const [oldKey] = secretKeysIn(DATA_DIR);

    // The service writes throughout.
    let writing = true;
    const writes: number[] = [];
    const writer = (async () => {
      for (let i = 0; writing; i += 1) {
        writes.push((await post('/deals', { title: 'x' }, `w ${i}`)).status);
        await sleep(20);
      }
    })();
    const rotated = json(await pauta(['secrets', 'rotate', '--json'], { DATA_DIR }));
    writing = false;
    await writer;
    expect(new Set(writes)).toEqual(new Set([201]));
    expect(rotated).toMatchObject({ new_key: true, old_keys_needed: false });
    const [fresh, ...others] = secretKeysIn(DATA_DIR);
    expect([others, fresh.equals(oldKey)]).toEqual([[oldKey], false]);

    // A second run continues with it, and creates none.
    expect(json(await pauta(['secrets', 'rotate', '--json'], { DATA_DIR }))).toMatchObject({
      new_key: false,
    });
    const backup = join(newDirectory(), 'backup');
    json(await pauta(['backup', backup, '--json'], { DATA_DIR }));
    expect(json(await pauta(['secrets', 'forget', '--json'], { DATA_DIR }))).toEqual({
      forgotten: 1,
    });
    expect(secretKeysIn(DATA_DIR)).toEqual([fresh]);
    await sleep(1_100);
    const again = await post('/webhooks', { name: 'a', url: 'https://example.com/a' }, 'a');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await running.stop()).status).toBe(0);

    // The backup needs only the new key.
    const copy = newDirectory();
    fs.copyFileSync(join(DATA_DIR, 'secret.key'), join(copy, 'secret.key'));
    expect(
      json(await pauta(['restore', backup, '--json'], { DATA_DIR: copy })).rows,
    ).toBeGreaterThan(0);
  });
});
