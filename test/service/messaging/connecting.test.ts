import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { startSandbox } from '#server/features/gateways/sandbox/index.ts';
import {
  emptyWorld,
  type SandboxWorld,
  type Session,
  sessionStateOf,
} from '#server/features/gateways/sandbox/session.ts';
import {
  connectInbox,
  deleteInbox,
  disconnectInbox,
  loginInbox,
  reconnectInbox,
  restartInbox,
} from '#server/features/inboxes/connect-operations.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { checkConnections } from '#server/features/inboxes/connection-checks.ts';
import { applyStates } from '#server/features/inboxes/connection-state.ts';
import { recordCallback, recordSend } from '#server/features/inboxes/health-evidence.ts';
import { checkCallback, inboxHealth } from '#server/features/inboxes/health-operations.ts';
import type { Context } from '#server/operations/context.ts';
import { type CallInput, type Operation, perform } from '#server/operations/operation.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';

/*
 * Connecting inboxes, on the sandbox: its QR codes last 400 ms here and are scanned after 100 ms, and its sessions drop 400 ms after that
 * if requested.
 */

const service = useService({ workers: 0, sandboxDelayMs: 20 });
const publicUrl = 'https://pauta.example.com';
const lines: string[] = [];
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);

function contextOf(team: Pick<TestTeam, 'id' | 'slug'>): Context {
  const { settings, ...context } = operatorOf(service, team);
  const services = { messaging: service.messaging.service, log };
  return { ...context, settings: { ...settings, publicUrl, services } };
}

const codes = new Set<string>();

/** An inbox and the operations on it. */
async function inboxOf(team: TestTeam) {
  const id = team.inbox;
  const on = <T extends CallInput, O>(operation: Operation<T, O>, body: Json = {}) =>
    perform(operation, contextOf(team), { path: { id }, body });
  const login = async (body: Json = {}) => {
    const step = await on(loginInbox, body);
    for (const code of [step?.qr, step?.code]) if (code) codes.add(code);
    return step;
  };
  return {
    id,
    on,
    login,
    /** Runs the login until nothing is pending. */
    async through(body: Json = {}) {
      const steps: {
        state: string;
        qr: string | null;
        code: string | null;
        reason: string | null;
      }[] = [];
      for (;;) {
        const step = await login(body);
        if (!step) throw new Error('the inbox is gone');
        steps.push(step);
        if (['connected', 'failed', 'disconnected'].includes(step.state)) return steps;
        await sleep(40);
      }
    },
    shown: async () => (await team.get(`/inboxes/${id}`)).data,
    told: async () =>
      (
        await service.sql(
          `select payload from events where record_id = $1 and type = 'inbox.connection' order by id`,
          [id],
        )
      ).map(({ payload }) => (JSON.parse(String(payload)) as { data: Json }).data.state),
    /** Runs the worker's check of the inbox as if it were due. */
    async check() {
      await service.sql(
        `update inbox_health set check_at = now() - interval '1 second' where inbox_id = $1`,
        [id],
      );
      await checkConnections(service.database, service.messaging, log);
    },
    /** Backdates the state by the given time. */
    age: (by: string) =>
      service.sql(
        `with h as (update inbox_health set restarted_at = restarted_at - $2::interval, unanswered_since = unanswered_since - $2::interval,
           failing_since = failing_since - $2::interval, unreachable_since = unreachable_since - $2::interval where inbox_id = $1)
         update inboxes set state_changed_at = state_changed_at - $2::interval, up_since = up_since - $2::interval where id = $1`,
        [id, by],
      ),
    session: (set: string) =>
      service.sql(`update sandbox_sessions set ${set} where inbox_id = $1`, [id]),
  };
}

const connected = async (team: TestTeam, setup: Json = {}) => {
  const inbox = await inboxOf(team);
  await inbox.on(connectInbox, { setup });
  expect((await inbox.through()).at(-1)?.state).toBe('connected');
  await expect.poll(async () => (await inbox.shown()).state).toBe('connected');
  return inbox;
};

/** Ends the session as this play does, once it is connected: by the clock it might end before a busy machine has seen it connected. */
async function ends(
  inbox: Awaited<ReturnType<typeof inboxOf>>,
  play: 'drops' | 'dies' | 'leaves',
): Promise<void> {
  await inbox.session(`play = '${play}', since = now() - interval '1 hour'`);
  const state = play === 'leaves' ? 'disconnected' : 'failed';
  await expect.poll(async () => (await inbox.shown()).state).toBe(state);
}

describe('connecting', () => {
  // The sandbox scans the code after a moment, in which a busy machine may not read it.
  test('a QR code is shown, scanned, and the inbox sends', { retry: 5 }, async () => {
    const team = await service.team();
    const inbox = await inboxOf(team);
    expect(await inbox.on(connectInbox)).toMatchObject({
      id: inbox.id,
      gateway: 'sandbox',
      callback: `${publicUrl}/api/gateways/${team.slug}/${inbox.id}`,
    });
    const first = await inbox.login();
    expect(first).toMatchObject({ state: 'scan', code: null, reason: null });
    expect(first?.qr).toMatch(/^2@/);
    expect(Date.parse(String(first?.expires_at))).toBeGreaterThan(Date.now());
    const message = { inbox_id: inbox.id, phone: '5511999998888', content: 'Olá' };
    await inbox.through();
    await expect.poll(async () => (await inbox.shown()).state).toBe('connected');
    expect((await team.post('/msgapp/messages', message)).status).toBe(201);
    expect(await inbox.told()).toEqual(['scan', 'connected']);
  });

  test('a slow listener receives the states one after another, in their order', async () => {
    const team = uuidv7();
    const connection = sandboxConnection(service.secrets, team, uuidv7());
    let session: Session | undefined = { play: 'scans', phase: 'out', since: 0 };
    const world: SandboxWorld = {
      ...emptyWorld,
      session: async () => session,
      // Not scanned before the listener is notified of the code, however slow the machine is.
      storeSession: async (_, storedSession) => {
        session = { ...storedSession, since: Date.now() + 3_600_000 };
      },
    };
    const received: string[] = [];
    const scanReceived = Promise.withResolvers<void>();
    const sandbox = startSandbox(
      20,
      async (_, { body }) => {
        const text = body.toString();
        const [state = ''] = /(?<="state":")\w+/.exec(text) ?? [];
        // Receiving the first state lasts until the next one would have arrived.
        if (state === 'scan' && received.length === 0) {
          if (session) session = { ...session, since: 0 };
          await scanReceived.promise;
        }
        received.push(state);
        return true;
      },
      world,
    );
    await sandbox.gateway.connecting?.login(connection, {}, 1_000);
    // Scanned, while `scan` is still being delivered.
    await expect.poll(async () => sessionStateOf(session, 20, Date.now()).state).toBe('connected');
    const looksLater = 5 * 20;
    await sleep(looksLater);
    scanReceived.resolve();
    await expect.poll(() => received.at(-1)).toBe('connected');
    sandbox.stop();
    expect(received).toEqual(['scan', 'connected']);
  });

  // Each code is shown for a moment, and so is the end, in which a busy machine may not read them.
  test('a QR code that is not scanned is replaced and finally given up, and does not restart without a request', {
    retry: 5,
  }, async () => {
    const inbox = await inboxOf(await service.team());
    await inbox.on(connectInbox, { setup: { play: 'expires' } });
    const steps = await inbox.through();
    expect(new Set(steps.map(({ qr }) => qr).filter(Boolean)).size).toBeGreaterThanOrEqual(4);
    expect(steps.at(-1)).toMatchObject({ state: 'failed', qr: null, reason: expect.any(String) });
    expect(await inbox.told()).toEqual(['scan', 'failed']);
    await inbox.check();
    await inbox.age('3 minutes');
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({ state: 'failed' });
    expect(await inbox.told()).toEqual(['scan', 'failed']);
    // Someone opens the login.
    await expect.poll(async () => (await inbox.login())?.state).toBe('scan');
  });

  test('a state reported while a code is requested is newer than the code', async () => {
    const team = await service.team();
    const inbox = await inboxOf(team);
    await inbox.on(connectInbox, { setup: { play: 'expires' } });
    const state = { state: 'connected', phone: '5511987654321' } as const;
    const { service: sandbox } = service.messaging;
    const overtaken = {
      ...contextOf(team),
      settings: {
        ...contextOf(team).settings,
        services: {
          log,
          messaging: {
            __proto__: sandbox,
            async login(...args: Parameters<typeof sandbox.login>) {
              const step = await sandbox.login(...args);
              // The gateway's own report of the code must not arrive later.
              await expect.poll(async () => (await inbox.shown()).state).toBe('scan');
              await applyStates(service.database.team(team.id), inbox.id, [state]);
              return step;
            },
          } as unknown as typeof sandbox,
        },
      },
    };
    const step = await perform(loginInbox, overtaken, { path: { id: inbox.id }, body: {} });
    expect(step).toMatchObject({ state: 'scan' });
    expect(await inbox.shown()).toMatchObject(state);
  });

  test('a pairing code for a number, after a QR code too', async () => {
    const inbox = await inboxOf(await service.team());
    await inbox.on(connectInbox);
    await inbox.login();
    // Not scanned by then, however slow the machine is.
    await inbox.session(`since = now() + interval '1 hour'`);
    const phone = '5511987654321';
    const step = await inbox.login({ phone });
    expect(step).toMatchObject({ state: 'code', qr: null });
    expect(step?.code).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    await inbox.through({ phone });
    await inbox.on(inboxHealth);
    expect(await inbox.shown()).toMatchObject({ state: 'connected', phone });
  });

  test('invalid setups and configurations are refused by field', async () => {
    const inbox = await inboxOf(await service.team());
    await expect(inbox.on(connectInbox, { setup: { play: 'chess' } })).rejects.toThrow(
      /play must be one of/,
    );
    await expect(inbox.on(connectInbox, { setup: { x: '1' } })).rejects.toThrow(/x is unknown/);
    await expect(inbox.on(connectInbox, { config: { token: 'x' } })).rejects.toThrow(
      /token is unknown/,
    );
    await expect(inbox.on(loginInbox, { phone: '12' })).rejects.toThrow(/phone/);
    expect(await inbox.told()).toEqual([]);
  });

  test('a disconnected inbox sends nothing; reconnected, it is the same inbox with the same conversations', async () => {
    const team = await service.team();
    const inbox = await connected(team);
    const message = { inbox_id: inbox.id, phone: '5511999998888', content: 'Olá' };
    const { conversation_id } = (await team.post('/msgapp/messages', message)).data;
    await inbox.on(disconnectInbox);
    expect((await team.post('/msgapp/messages', message)).status).toBe(502);
    expect(await inbox.shown()).toMatchObject({ state: 'disconnected', connected: false });
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({ state: 'disconnected' });
    await inbox.on(reconnectInbox);
    await inbox.through();
    expect((await team.post('/msgapp/messages', message)).data.conversation_id).toBe(
      conversation_id,
    );
    // Unsolicited reports of the gateway may arrive late, and the next check corrects the state.
    expect((await inbox.told()).join(' ')).toMatch(
      /^(scan connected )+disconnected( scan connected)+$/,
    );
  });
});

describe('monitoring', () => {
  test('a dropped session is restarted once, which fixes it', async () => {
    const inbox = await connected(await service.team());
    await ends(inbox, 'drops');
    await inbox.check();
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({ state: 'connected', connected: true });
    expect((await inbox.told()).filter((state) => state === 'failed')).toHaveLength(1);
    expect(await inbox.told()).toEqual(['scan', 'connected', 'failed', 'connected']);
  });

  test('a session that a restart does not fix is restarted once, and reported', async () => {
    const team = await service.team();
    const inbox = await connected(team);
    await ends(inbox, 'dies');
    for (let round = 0; round < 4; round += 1) {
      await inbox.check();
      await inbox.age('2 minutes');
    }
    expect(await inbox.shown()).toMatchObject({
      state: 'failed',
      connected: false,
      state_reason: expect.stringContaining('a restart did not help'),
      state_reason_details: { code: 'restart_failed' },
    });
    const restarts = lines.filter(
      (line) => line.includes(inbox.id) && line.includes('restarted once'),
    );
    expect(restarts).toHaveLength(1);
    const eventCount = (await inbox.told()).length;
    // The gateway repeats an earlier report late.
    await applyStates(service.database.team(team.id), inbox.id, [
      { state: 'failed', reason: finding('session_dropped', 'the session dropped') },
    ]);
    await inbox.check();
    expect((await inbox.told()).length).toBe(eventCount);
    expect((await inbox.shown()).state_reason).toContain('a restart did not help');
  });

  test('a session that was logged out on the phone is reported and left alone', async () => {
    const inbox = await connected(await service.team());
    await ends(inbox, 'leaves');
    await inbox.check();
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({ state: 'disconnected' });
    expect(await inbox.told()).toEqual(['scan', 'connected', 'disconnected']);
    expect(lines.some((line) => line.includes(inbox.id) && line.includes('restarted once'))).toBe(
      false,
    );
  });

  test('a callback that the gateway lost is registered again', async () => {
    const team = await service.team();
    const inbox = await connected(team);
    const url = `${publicUrl}/api/gateways/${team.slug}/${inbox.id}`;
    const has = async () =>
      (
        await service.sql('select callback_url from sandbox_sessions where inbox_id = $1', [
          inbox.id,
        ])
      )[0]?.callback_url;
    await inbox.session('callback_url = null');
    await inbox.check();
    expect(await has()).toBe(url);
    await inbox.session(`callback_url = 'https://elsewhere.example.com'`);
    expect(await inbox.on(checkCallback)).toMatchObject({
      callback: url,
      had: 'https://elsewhere.example.com',
      set: true,
    });
    expect(await has()).toBe(url);
  });

  test('an open but dead session is restarted once, then reported', async () => {
    const team = await service.team();
    const inbox = await connected(team, { play: 'deaf' });
    const db = service.database.team(team.id);
    // Repeated: reports that the gateway sent while connected may arrive late, and answer what was sent until then.
    const unanswered = async () => {
      recordSend(db, inbox.id, { outcome: 'accepted', networkId: uuidv7() });
      return (await inbox.on(inboxHealth))?.unanswered_sends;
    };
    await expect.poll(unanswered, { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(3);
    expect(await inbox.on(inboxHealth)).toMatchObject({ ok: true, dead: null });
    await inbox.age('16 minutes');
    expect(await inbox.on(inboxHealth)).toMatchObject({
      ok: false,
      found: 'the session is connected',
      dead: expect.stringMatching(/\d+ messages/),
    });
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({ state: 'connected' });
    // The same evidence again after the restart.
    await service.sql(
      `update inbox_health set unanswered_sends = 4, unanswered_since = now() - interval '16 minutes' where inbox_id = $1`,
      [inbox.id],
    );
    await inbox.age('1 minute');
    await inbox.check();
    expect(await inbox.shown()).toMatchObject({
      state: 'failed',
      connected: false,
      state_reason: expect.stringContaining('a restart did not help'),
    });
    expect(await inbox.told()).toEqual(['scan', 'connected', 'failed']);
    // Reported once, however often it is checked.
    await inbox.check();
    await inbox.on(inboxHealth);
    expect(await inbox.told()).toHaveLength(3);
  });

  test('an inbox that was set up by hand is left to its operator', async () => {
    const team = await service.team();
    const inbox = await inboxOf(team);
    await service.sql('update inboxes set is_connected = false where id = $1', [inbox.id]);
    await inbox.check();
    expect(await inbox.on(inboxHealth)).toMatchObject({ state: null, callback_url: null });
    expect(await inbox.shown()).toMatchObject({ state: null, connected: false });
    expect(await inbox.told()).toEqual([]);
  });

  test('the health of an inbox is written rarely, and no change is lost between writes', async () => {
    const [team, otherTeam] = await Promise.all([service.team(), service.team()]);
    let writes = 0;
    const countedOn = (id: string) => {
      const db = service.database.team(id);
      const run: typeof db.run = (...args) => {
        writes += 1;
        return db.run(...args);
      };
      return { ...db, run };
    };
    const row = async (of: TestTeam) =>
      (await service.sql('select * from inbox_health where inbox_id = $1', [of.inbox]))[0];
    const [failing, well] = [countedOn(team.id), countedOn(otherTeam.id)];
    const fail = (db = failing, inbox = team.inbox) => {
      recordSend(db, inbox, {
        outcome: 'refused',
        cause: 'network',
        reason: finding('unreached', 'gone'),
      });
      recordSend(db, inbox, {
        outcome: 'refused',
        cause: 'number',
        reason: finding('no_account', 'no account'),
      });
    };
    fail();
    fail(well, otherTeam.inbox);
    await expect.poll(async () => (await row(otherTeam))?.failed_sends).toBe(1);
    for (let i = 0; i < 500; i += 1) fail();
    recordCallback(well, otherTeam.inbox, { isConfirmation: true, isIncoming: false });
    recordSend(well, otherTeam.inbox, { outcome: 'accepted', networkId: 'x' });
    await sleep(300);
    expect(writes).toBe(2);
    await expect.poll(async () => (await row(team))?.failed_sends, { timeout: 40_000 }).toBe(501);
    expect(await row(team)).toMatchObject({ last_failure: 'network: gone', unanswered_sends: 0 });
    await expect.poll(async () => (await row(otherTeam))?.failed_sends).toBe(0);
    expect(await row(otherTeam)).toMatchObject({ unanswered_sends: 1, failing_since: null });
    expect((await row(otherTeam))?.last_confirmed_at).not.toBeNull();
    expect(writes).toBe(4);
  });
});

describe('deleting', () => {
  test('conversations stay readable; for everything else the inbox no longer exists', async () => {
    const team = await service.team();
    const inbox = await connected(team);
    const message = { inbox_id: inbox.id, phone: '5511999998888', content: 'Olá' };
    const { conversation_id } = (await team.post('/msgapp/messages', message)).data;
    expect(await inbox.on(deleteInbox)).toEqual({ id: inbox.id, deleted: true, removed: true });
    expect((await team.get(`/inboxes/${inbox.id}`)).status).toBe(404);
    expect((await team.get(`/msgapp/conversations/${conversation_id}`)).data.inbox).toMatchObject({
      id: inbox.id,
    });
    expect((await team.get(`/msgapp/conversations/${conversation_id}/messages`)).status).toBe(200);
    expect((await team.post('/msgapp/messages', message)).status).toBe(400);
    await expect(inbox.on(deleteInbox)).rejects.toThrow('No inbox has this id');
    expect((await inbox.told()).at(-1)).toBe('disconnected');
    const left = await service.sql('select from inbox_health where inbox_id = $1', [inbox.id]);
    expect(left).toEqual([]);
  });
});

test('no operation touches an inbox of another team', async () => {
  const [team, otherTeam] = await Promise.all([service.team(), service.team()]);
  const theirs = await connected(team);
  const before = await theirs.shown();
  const operations = [
    ...[connectInbox, loginInbox, restartInbox, reconnectInbox],
    ...[disconnectInbox, deleteInbox, inboxHealth, checkCallback],
  ];
  for (const operation of operations)
    for (const id of [theirs.id, uuidv7()])
      await expect(
        perform(operation as Operation<CallInput, unknown>, contextOf(otherTeam), {
          path: { id },
          body: {},
        }),
      ).rejects.toThrow('No inbox has this id');
  expect(await theirs.shown()).toEqual(before);
});

test('codes appear only in the answer', async () => {
  expect(codes.size).toBeGreaterThan(5);
  const tables = ['events', 'inboxes', 'inbox_health', 'sandbox_sessions', 'deliveries'];
  const stored = await Promise.all(tables.map((table) => service.sql(`select * from ${table}`)));
  const everything = JSON.stringify(stored) + lines.join('');
  for (const code of codes) expect(everything).not.toContain(code);
});
