import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newVapidKeys, vapidKeysIn } from '#server/features/installation/vapid-keys.ts';
import { startNotificationPush } from '#server/jobs/worker.ts';
import { openPushSender } from '#server/outbound/web-push.ts';
import { makeLog } from '#server/platform/log.ts';
import { loopback, type TestTeam, useService, vapidSubject } from '#test/support/harness.ts';
import { type NotifiedTeam, notifiedTeam } from '#test/support/people/notified-team.ts';
import {
  startPushService,
  type TestBrowser,
  type TestPushService,
} from '#test/support/people/push-service.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Notifications by web push, through a push service that checks signatures and decrypts, by two workers at once. */

const service = useService();
let pushService: TestPushService;
let workers: ReturnType<typeof startNotificationPush>[] = [];
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let newTask: NotifiedTeam['newTask'];
let mentionOn: NotifiedTeam['mention'];
let task: string;
let browser: TestBrowser;

beforeAll(async () => {
  pushService = await startPushService();
});
afterAll(() => pushService.stop());
beforeEach(async () => {
  pushService.behaviours.length = 0;
  ({ team, ana, bia, newTask, mention: mentionOn } = await notifiedTeam(service));
  task = await newTask('Site novo');
  browser = await subscribed();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  pushService.onRequest = undefined;
  expect(pushService.problems.splice(0)).toEqual([]);
});

const keys = () => vapidKeysIn(service.database.platform, service.secrets, vapidSubject);
const work = (count = 2, parts: { readonly keys?: ReturnType<typeof keys> } = {}) => {
  workers = Array.from({ length: count }, () =>
    startNotificationPush(service.database, {
      sender: openPushSender({ allow: [loopback], timeoutMs: 1_000 }),
      keys: keys(),
      secrets: service.secrets,
      log: makeLog('silent'),
      ...parts,
    }),
  );
};

/** A browser of a member that is subscribed. */
async function subscribed(by = ana): Promise<TestBrowser> {
  const settings = await by.get('/notifications/push');
  const made = pushService.subscribe(settings.data.public_key as string);
  const answer = await by.post('/notifications/push/browsers', made.subscription);
  expect(answer.status, answer.text).toBe(201);
  return made;
}
const mention = (on = task, text?: string) => mentionOn(on, text);
const choose = async (settings: object, path = '/notifications/push') => {
  const answer = await ana.put(path, settings);
  expect(answer.status, answer.text).toBe(200);
};
/** Lets time pass: what was due within these minutes is due now. */
const pass = (minutes: number) =>
  service.sql(
    `update push_subscriptions set next_at = next_at - $2 * interval '1 minute' where team_id = $1`,
    [team.id, minutes],
  );
const states = async () =>
  (
    await service.sql(
      'select state from notification_pushes where team_id = $1 order by notification_id',
      [team.id],
    )
  ).map(({ state }) => state);
const becomes = (...expected: string[]) =>
  eventually(async () => expect(await states()).toEqual(expected), 20_000);
const attempts = async () =>
  (
    await service.sql(
      `select attempts, extract(epoch from next_at - now())::float8 as wait from push_subscriptions where team_id = $1`,
      [team.id],
    )
  )[0];
const browsersOf = async (by = ana) =>
  (await by.get('/notifications/push/browsers')).data as unknown as readonly {
    readonly id: string;
    readonly pushed_at: string | null;
  }[];

describe('a message', () => {
  test('is sent once by two workers, without text', async () => {
    await mention();
    work();
    await becomes('sent');
    expect(browser.messages).toEqual([
      {
        title: 'Nova notificação em Aurora',
        body: '',
        path: `/t/${team.slug}/tasks/${task}`,
        tag: `/t/${team.slug}/tasks/${task}`,
        lang: 'pt-BR',
      },
    ]);
    expect((await browsersOf())[0]?.pushed_at).not.toBeNull();
  });

  test('contains text if the member wants it, in their language', async () => {
    await service.sql(`update people set locale = 'en' where id = $1`, [ana.personId]);
    await choose({ shows_text: true });
    await mention(task, 'Olhe\nisto');
    work();
    await becomes('sent');
    expect(browser.messages[0]).toMatchObject({
      title: 'Bia mentioned you in Site novo',
      body: 'Aurora: “Olhe isto”',
    });
  });

  test('fits, however long the texts are', async () => {
    await choose({ shows_text: true });
    const long = await newTask('💜'.repeat(200));
    await mention(long, '💜'.repeat(2_000));
    work();
    await becomes('sent');
    expect(browser.messages).toHaveLength(1);
  });

  test('goes to every browser of the member', async () => {
    const session = await makePerson(service, team, 'member', { name: 'Caio' });
    const caios = await subscribed(session);
    await service.sql(
      'update push_subscriptions set user_id = $2, person_id = $3, session_id = $4 where user_id = $1',
      [session.userId, ana.userId, ana.personId, ana.sessionId],
    );
    await mention();
    work();
    await becomes('sent', 'sent');
    expect([browser.messages.length, caios.messages.length]).toEqual([1, 1]);
  });

  test('is one for all that arrives within a minute', async () => {
    await mention();
    work();
    await becomes('sent');
    await mention(await newTask('Logo'));
    await mention(await newTask('Vídeo'));
    await pass(1);
    await becomes('sent', 'sent', 'sent');
    expect(browser.messages.map(({ title }) => title)).toEqual([
      'Nova notificação em Aurora',
      '2 novas notificações em Aurora',
    ]);
  });

  test('is not sent for a notification that was read', async () => {
    await mention();
    await ana.post('/notifications/read');
    work();
    await becomes('dropped');
    expect(browser.messages).toEqual([]);
  });

  test('is not sent for kinds that the member does not want', async () => {
    await choose({ mentioned: false });
    expect((await ana.get('/notifications/push')).data).toMatchObject({
      mentioned: false,
      assigned: true,
      shows_text: false,
      is_available: true,
    });
    await mention();
    work();
    await becomes('dropped');
    expect(browser.messages).toEqual([]);
  });

  test('waits for the end of quiet hours', async () => {
    // The whole day except for the last minute.
    await choose({ quiet_from: '00:00', quiet_until: '23:59' }, '/notifications/mail');
    await mention();
    work();
    await eventually(async () => expect((await attempts())?.wait).toBeGreaterThan(0));
    expect(await states()).toEqual(['pending']);
    await choose({ quiet_from: null, quiet_until: null }, '/notifications/mail');
    await becomes('sent');
    expect(browser.messages).toHaveLength(1);
  });

  test('is not sent a day late', async () => {
    await mention();
    await service.sql(
      `update notifications set created_at = now() - interval '25 hours' where team_id = $1`,
      [team.id],
    );
    work();
    await becomes('dropped');
    expect(browser.messages).toEqual([]);
  });
});

describe('rights are those of the moment', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['signed out', () => ana.own('DELETE', `/account/sessions/${ana.sessionId}`)],
    ['removed', () => bia.delete(`/members/${ana.userId}`)],
  ])('a member who is %s has no browsers', async (_, end) => {
    await mention();
    await end();
    const rows = await service.sql('select id from push_subscriptions where team_id = $1', [
      team.id,
    ]);
    expect(rows).toEqual([]);
    work();
    await new Promise((done) => setTimeout(done, 500));
    expect(browser.messages).toEqual([]);
  });

  test.each<[string, string]>([
    ['expired', `update sessions set expires_at = now() where id = $1`],
    ['ended', `update sessions set ended_at = now() where id = $1`],
    ['was not used', `update sessions set seen_at = now() - interval '31 days' where id = $1`],
  ])('a browser whose session %s is removed', async (_, end) => {
    await mention();
    await service.sql(end, [ana.sessionId]);
    work();
    await becomes();
    expect(
      await service.sql('select from push_subscriptions where team_id = $1', [team.id]),
    ).toEqual([]);
    expect(browser.messages).toEqual([]);
  });

  test('a browser without the second factor that the team requires is removed', async () => {
    await mention();
    await service.sql('update teams set requires_second_factor = true where id = $1', [team.id]);
    work();
    await becomes();
    expect(browser.messages).toEqual([]);
  });

  test('a suspended member receives nothing', async () => {
    await mention();
    const answer = await bia.post(`/members/${ana.userId}/suspend`);
    expect(answer.status, answer.text).toBe(200);
    work();
    await eventually(async () => expect(await states()).not.toContain('pending'));
    expect(browser.messages).toEqual([]);
  });

  test('nothing is sent about a conversation that the member may not see any more', async () => {
    await service.sql(
      `insert into notifications (team_id, id, user_id, kind, record_type, record_id)
       values ($1, uuid7(clock_timestamp()), $2, 'assigned', 'conversations', gen_random_uuid())`,
      [team.id, ana.userId],
    );
    await service.sql(
      `insert into notification_pushes (team_id, subscription_id, notification_id)
       select b.team_id, b.id, n.id from push_subscriptions b join notifications n on n.team_id = b.team_id and n.user_id = b.user_id
       where b.team_id = $1`,
      [team.id],
    );
    work();
    await becomes('dropped');
    expect(browser.messages).toEqual([]);
  });

  test('members see and remove only their own browsers', async () => {
    await subscribed(bia);
    const [anas] = await browsersOf();
    expect(await browsersOf()).toHaveLength(1);
    expect(anas).toMatchObject({ is_current: true });
    const boreal = await service.team('Boreal');
    const eva = await makePerson(service, boreal, 'owner', { name: 'Eva' });
    for (const person of [bia, eva])
      expect((await person.delete(`/notifications/push/browsers/${anas?.id}`)).status).toBe(404);
    expect((await ana.delete(`/notifications/push/browsers/${anas?.id}`)).data).toEqual({
      id: anas?.id,
      deleted: true,
    });
    expect(await browsersOf()).toEqual([]);
    expect(await browsersOf(bia)).toHaveLength(1);
    await mention();
    work();
    await new Promise((done) => setTimeout(done, 300));
    expect(browser.messages).toEqual([]);
  });

  test('a browser that another member signs in to is theirs', async () => {
    const answer = await bia.post('/notifications/push/browsers', browser.subscription);
    expect(answer.status).toBe(201);
    expect(await browsersOf()).toEqual([]);
    await mention();
    work();
    await new Promise((done) => setTimeout(done, 300));
    expect(browser.messages).toEqual([]);
  });

  test('its address and keys are stored encrypted', async () => {
    const rows = await service.sql(
      `select encode(secret, 'escape') as text from push_subscriptions where team_id = $1`,
      [team.id],
    );
    const { endpoint, p256dh, auth } = browser.subscription;
    for (const secret of [new URL(endpoint).pathname, p256dh, auth])
      expect(rows[0]?.text).not.toContain(secret);
  });
});

describe('addresses', () => {
  test.each([
    ['http://push.example.com/x', 'without TLS'],
    ['https://10.0.0.1/x', 'private'],
    ['https://localhost.localhost/x', 'private'],
    ['http://169.254.169.254/latest', 'private'],
    ['https://user:pass@push.example.com/x', 'with a password'],
    ['ftp://push.example.com/x', 'of another protocol'],
    ['push', 'no address'],
  ])('%s is refused: %s', async (endpoint) => {
    const answer = await ana.post('/notifications/push/browsers', {
      ...browser.subscription,
      endpoint,
    });
    // Loopback is allowed in tests.
    expect(answer.status, answer.text).toBe(endpoint.includes('localhost') ? 201 : 400);
  });

  test('a key that is no point of the curve is refused', async () => {
    const point = Buffer.from(browser.subscription.p256dh, 'base64url');
    point[40] = Number(point[40]) ^ 1;
    const answer = await ana.post('/notifications/push/browsers', {
      ...browser.subscription,
      p256dh: point.toString('base64url'),
    });
    expect(answer.status, answer.text).toBe(400);
    expect(answer.text).toContain('p256dh');
  });
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i has no such browser: it is removed', async (status) => {
    pushService.behaviours.push(status);
    await mention();
    work();
    await becomes();
    expect(await browsersOf()).toEqual([]);
  });

  test('that is busy is tried again when it says so', async () => {
    pushService.behaviours.push({ status: 429, headers: { 'retry-after': '600' } });
    await mention();
    work();
    await eventually(async () => expect((await attempts())?.attempts).toBe(1));
    expect((await attempts())?.wait).toBeGreaterThan(540);
    expect(await states()).toEqual(['pending']);
    await pass(10);
    await becomes('sent');
    expect(browser.messages).toHaveLength(1);
    expect((await attempts())?.attempts).toBe(0);
  });

  test('that is unavailable is tried after 1 and 5 minutes', async () => {
    pushService.behaviours.push(503, 503);
    await mention();
    work();
    await eventually(async () => expect((await attempts())?.attempts).toBe(1));
    expect((await attempts())?.wait).toBeLessThan(61);
    await pass(1);
    await eventually(async () => expect((await attempts())?.attempts).toBe(2));
    expect((await attempts())?.wait).toBeGreaterThan(240);
    await pass(5);
    await becomes('sent');
    expect(browser.messages).toHaveLength(1);
  });

  test.each([400, 413, 500, { status: 307, headers: { location: 'http://127.0.0.1:1/' } }])(
    'that refuses with %j is not asked again',
    async (behaviour) => {
      pushService.behaviours.push(behaviour);
      const before = pushService.requests;
      await mention();
      work();
      await becomes('failed');
      await pass(60);
      await new Promise((done) => setTimeout(done, 300));
      expect(pushService.requests - before).toBe(1);
      // The next notification is sent.
      await mention(await newTask('Logo'));
      await pass(60);
      await becomes('failed', 'sent');
    },
  );

  test('that does not answer may have accepted it: it is not repeated', async () => {
    pushService.behaviours.push('silence');
    const before = pushService.requests;
    await mention();
    work();
    await becomes('unknown');
    await pass(60);
    await new Promise((done) => setTimeout(done, 300));
    expect(pushService.requests - before).toBe(1);
  });

  test('that cannot be reached is tried again', async () => {
    await service.sql('delete from push_subscriptions where team_id = $1', [team.id]);
    const answer = await ana.post('/notifications/push/browsers', {
      ...browser.subscription,
      endpoint: 'http://127.0.0.1:1/x',
    });
    expect(answer.status, answer.text).toBe(201);
    await mention();
    work();
    await eventually(async () => expect((await attempts())?.attempts).toBe(1));
    expect(await states()).toEqual(['pending']);
  });
});

test('a message that a killed worker handed over is not repeated', async () => {
  await mention();
  await service.sql(
    `with b as (update push_subscriptions set claim = id, claimed_until = now() - interval '1 second' where team_id = $1)
     update notification_pushes set state = 'handed', handed_at = now() where team_id = $1`,
    [team.id],
  );
  const before = pushService.requests;
  work();
  await becomes('unknown');
  await pass(60);
  await mention(await newTask('Logo'));
  await becomes('unknown', 'sent');
  expect(pushService.requests - before).toBe(1);
});

test('a worker that lost its claim while it prepared the message sends nothing', async () => {
  await mention();
  const steal = keys();
  work(1, {
    keys: async () => {
      await service.sql(
        `update push_subscriptions set claim = id, claimed_until = now() + interval '1 hour' where team_id = $1`,
        [team.id],
      );
      return steal();
    },
  });
  await eventually(async () =>
    expect(
      (
        await service.sql(
          'select claim = id as stolen from push_subscriptions where team_id = $1',
          [team.id],
        )
      )[0]?.stolen,
    ).toBe(true),
  );
  await new Promise((done) => setTimeout(done, 500));
  expect(await states()).toEqual(['pending']);
  expect(browser.messages).toEqual([]);
});

const path = '/account/push-subscription';
/** Replaces the subscription of a session, as its service worker does. */
const renew = async (to: TestBrowser, by = ana) => {
  const answer = await by.own('PUT', path, to.subscription);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};

test('a browser that subscribed with keys that were replaced gets nothing until it subscribes again', async () => {
  await mention();
  const next = newVapidKeys();
  work(2, { keys: async () => ({ ...next, subject: vapidSubject }) });
  await becomes('dropped');
  expect(await browsersOf()).toHaveLength(1);
  expect(browser.messages).toEqual([]);
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  // The panel was opened: same keys as the ones of the service.
  const renewed = pushService.subscribe((await ana.own('GET', path)).data.public_key as string);
  expect(await renew(renewed)).toMatchObject({ is_subscribed: true });
  await pass(60);
  await mention(await newTask('Logo'));
  work();
  await becomes('dropped', 'sent');
  expect(renewed.messages).toHaveLength(1);
});

describe('a subscription that the browser replaces', () => {
  test('continues in all teams of the session, at once and without another row', async () => {
    const second = await service.team('Boreal');
    await service.sql(
      `insert into users (team_id, id, person_id, name, email) values ($1, uuid7(now()), $2, 'Ana', $3)`,
      [second.id, ana.personId, ana.email],
    );
    const joined = await ana.own(
      'POST',
      `/teams/${second.slug}/notifications/push/browsers`,
      browser.subscription,
    );
    expect(joined.status, joined.text).toBe(201);
    const before = await service.sql(
      'select team_id, id from push_subscriptions where person_id = $1 order by team_id',
      [ana.personId],
    );
    expect(before).toHaveLength(2);
    const state = (await ana.own('GET', path)).data;
    expect(state).toMatchObject({ is_subscribed: true });
    const renewed = pushService.subscribe(state.public_key as string);
    // The push service ends the previous one.
    await service.sql(
      `update push_subscriptions set attempts = 3, next_at = now() + interval '1 hour' where person_id = $1`,
      [ana.personId],
    );
    await renew(renewed);
    expect(
      await service.sql(
        'select team_id, id from push_subscriptions where person_id = $1 order by team_id',
        [ana.personId],
      ),
    ).toEqual(before);
    expect(await attempts()).toMatchObject({ attempts: 0 });
    await mention();
    work();
    await becomes('sent');
    expect(renewed.messages).toHaveLength(1);
    expect(browser.messages).toEqual([]);
    // Repeating it has no effect: a pause of the new address stays.
    await service.sql('update push_subscriptions set attempts = 3 where person_id = $1', [
      ana.personId,
    ]);
    await renew(renewed);
    expect(await attempts()).toMatchObject({ attempts: 3 });
  });

  test('is that of its session only, and adds none', async () => {
    const before = await service.sql(
      `select encode(endpoint_hash, 'hex') as hash from push_subscriptions where team_id = $1`,
      [team.id],
    );
    const state = (await bia.own('GET', path)).data;
    expect(state).toMatchObject({ is_subscribed: false });
    const theirs = pushService.subscribe(state.public_key as string);
    expect(await renew(theirs, bia)).toMatchObject({ is_subscribed: false });
    expect(
      await service.sql(
        `select encode(endpoint_hash, 'hex') as hash from push_subscriptions where team_id = $1`,
        [team.id],
      ),
    ).toEqual(before);
    const signedOut = await service.app.inject({ url: `/api/panel${path}` });
    expect(signedOut.statusCode).toBe(401);
  });

  test('replaces that of another session at the same address', async () => {
    const shared = await subscribed(bia);
    await renew(shared);
    expect(await browsersOf()).toHaveLength(1);
    expect(await browsersOf(bia)).toEqual([]);
  });

  test.each([
    ['endpoint', { endpoint: 'http://example.com/x' }],
    ['endpoint', { endpoint: 'https://169.254.169.254/x' }],
    ['p256dh', { p256dh: `B${'A'.repeat(86)}` }],
    ['auth', { auth: 'x' }],
  ])('is refused with a wrong %s', async (field, wrong) => {
    const answer = await ana.own('PUT', path, { ...browser.subscription, ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(field);
  });
});

test('nodes that need keys at the same time create one pair', async () => {
  await service.sql('delete from vapid_keys');
  const pairs = await Promise.all(Array.from({ length: 8 }, () => keys()()));
  expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(1);
});
