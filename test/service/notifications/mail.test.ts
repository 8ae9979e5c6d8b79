import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOutage } from '#server/features/notifications/mail-queue.ts';
import { unsubscribeToken } from '#server/features/notifications/unsubscribe.ts';
import { startNotificationMail } from '#server/jobs/worker.ts';
import { openMailDelivery } from '#server/outbound/mail-delivery.ts';
import { makeLog } from '#server/platform/log.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { type NotifiedTeam, notifiedTeam } from '#test/support/people/notified-team.ts';
import { startSmtp, type TestSmtp } from '#test/support/people/smtp.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Notifications by mail, through a real SMTP server, by two workers at once. */

const service = useService();
const from = 'Pauta <pauta@example.com>';
const publicUrl = 'https://pauta.example.com';
let smtp: TestSmtp;
let workers: ReturnType<typeof startNotificationMail>[] = [];
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let newTask: NotifiedTeam['newTask'];
let mentionOn: NotifiedTeam['mention'];
let task: string;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  smtp.received.length = 0;
  smtp.refusals.length = 0;
  smtp.refusedRecipients.length = 0;
  ({ team, ana, bia, newTask, mention: mentionOn } = await notifiedTeam(service));
  task = await newTask('Site novo');
});
afterEach(() => stop());

const parts = () => ({
  delivery: openMailDelivery(smtp.url, from),
  secrets: service.secrets,
  publicUrl,
  log: makeLog('silent'),
  outage: makeOutage(makeLog('silent'), 50),
});
const work = (count = 2) => {
  workers = Array.from({ length: count }, () => startNotificationMail(service.database, parts()));
};
async function stop() {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
}

const mention = (on = task, text?: string) => mentionOn(on, text);

/** Lets time pass: what was due within these minutes is due now. */
const pass = (minutes: number) =>
  service.sql(
    `with n as (update notifications set mail_due_at = mail_due_at - $2 * interval '1 minute',
        created_at = created_at - $2 * interval '1 minute' where team_id = $1 and mail_due_at is not null),
      p as (update people set email_confirmed_at = email_confirmed_at - $2 * interval '1 minute'
        where id in (select person_id from users where team_id = $1)),
      s as (update notification_mail_settings set resumed_at = resumed_at - $2 * interval '1 minute' where team_id = $1)
     update notification_mails set next_attempt_at = next_attempt_at - $2 * interval '1 minute',
       created_at = created_at - $2 * interval '1 minute', handed_at = handed_at - $2 * interval '1 minute' where team_id = $1`,
    [team.id, minutes],
  );
const pending = async () =>
  Number(
    (
      await service.sql(
        `select (select count(*) from notifications where team_id = $1 and mail_due_at <= now() and read_at is null)
          + (select count(*) from notification_mails where team_id = $1 and state = 'pending' and next_attempt_at <= now()) as n`,
        [team.id],
      )
    )[0]?.n,
  );
/** Waits until nothing is due. */
const settled = () => eventually(async () => expect(await pending()).toBe(0), 20_000);
const states = async () =>
  (
    await service.sql('select state from notification_mails where team_id = $1 order by id', [
      team.id,
    ])
  ).map(({ state }) => state);
const choose = async (settings: object, by = ana) => {
  const answer = await by.put('/notifications/mail', settings);
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
};
const immediate = () => choose({ mentioned: 'immediate', assigned: 'immediate' });

describe('immediate mail', () => {
  test('waits for five minutes, and contains what the bell shows', async () => {
    await immediate();
    await mention();
    await pass(4);
    work();
    await settled();
    expect(await states()).toEqual([]);
    await pass(1);
    await eventually(() => expect(smtp.received).toHaveLength(1));
    await settled();
    const [mail] = smtp.received;
    expect(mail?.to).toEqual([ana.email]);
    expect(mail?.subject).toBe('[Aurora] Site novo');
    expect(mail?.text).toContain('Bia mencionou você em Site novo\n  “Veja isto”');
    expect(mail?.text).toContain(`${publicUrl}/t/${team.slug}/tasks/${task}`);
    expect(mail?.headers).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      references: `<tasks.${task}@pauta.example.com>`,
    });
    const token = unsubscribeToken(service.secrets, { team: team.id, user: ana.userId });
    expect(mail?.headers['list-unsubscribe']).toBe(`<${publicUrl}/unsubscribe/${token}>`);
    expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@pauta\.example\.com>$/);
  });

  test('is dropped if it is read meanwhile', async () => {
    await immediate();
    await mention();
    await ana.post('/notifications/read');
    await pass(5);
    work();
    await settled();
    expect(smtp.received).toEqual([]);
  });

  test('is one mail for several, in the language of the member', async () => {
    await service.sql(`update people set locale = 'en' where id = $1`, [ana.personId]);
    await immediate();
    await mention();
    await mention(await newTask('Logo'), 'E isto');
    await pass(5);
    work();
    await settled();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.subject).toBe('2 notifications from Aurora');
    expect(smtp.received[0]?.text).toContain('Bia mentioned you in Logo');
    expect(smtp.received[0]?.headers.references).toBeUndefined();
  });

  test('comes at most twice for a thousand notifications in an hour', async () => {
    await immediate();
    work();
    for (let minute = 0; minute < 60; minute += 6) {
      await service.sql(
        `insert into notifications (team_id, id, user_id, kind, record_type, record_id, mail_due_at)
         select $1, uuid7(clock_timestamp()), $2, 'mentioned', 'tasks', $3, now() from generate_series(1, 100)`,
        [team.id, ana.userId, task],
      );
      await settled();
      await pass(6);
    }
    await pass(70);
    await settled();
    expect(smtp.received).toHaveLength(2);
    expect(smtp.received[1]?.text).toContain('E mais 850 avisos.');
    const [row] = await service.sql(
      'select count(mail_id)::int as n from notifications where team_id = $1',
      [team.id],
    );
    expect(row?.n).toBe(1_000);
  }, 60_000);

  test('waits for the end of quiet hours', async () => {
    // The whole day except for the last minute.
    await choose({ mentioned: 'immediate', quiet_from: '00:00', quiet_until: '23:59' });
    await mention();
    await pass(5);
    work();
    await settled();
    expect(await states()).toEqual([]);
    // The new settings apply to it.
    await choose({ quiet_from: null, quiet_until: null });
    await settled();
    await eventually(() => expect(smtp.received).toHaveLength(1));
  });
});

describe('the digest', () => {
  /** Makes the notifications of the digest due, as of 8:00 yesterday. */
  const morning = () =>
    service.sql(
      `update notifications n set mail_due_at = ((now() at time zone 'America/Sao_Paulo')::date - 1 + time '08:00') at time zone 'America/Sao_Paulo'
       where n.team_id = $1 and n.mail_due_at is not null`,
      [team.id],
    );
  beforeEach(async () => {
    const weekly = Array.from({ length: 7 }, (_, weekday) => ({
      weekday,
      from: '09:00',
      to: '18:00',
    }));
    await service.sql('update teams set business_hours = $2 where id = $1', [
      team.id,
      JSON.stringify({ weekly, national_holidays: false, holidays: [] }),
    ]);
  });

  test('is the default, contains only what is unread, and comes once', async () => {
    await mention();
    await mention(await newTask('Logo'));
    await mention(await newTask('Vídeo'));
    const list = (await ana.get('/notifications')).body.data as {
      id: string;
      record_name: string;
    }[];
    const read = list.find(({ record_name }) => record_name === 'Logo');
    await ana.post(`/notifications/${read?.id}/read`);
    await pass(5);
    work();
    await settled();
    expect(smtp.received).toEqual([]);
    await morning();
    await settled();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.text).toContain('Site novo');
    expect(smtp.received[0]?.text).toContain('Vídeo');
    expect(smtp.received[0]?.text).not.toContain('Logo');
    await morning();
    await settled();
    expect(smtp.received).toHaveLength(1);
  });

  test('is not sent if everything is read, or the kind is off', async () => {
    await mention();
    await choose({ mentioned: 'off' });
    await morning();
    work();
    await settled();
    expect(smtp.received).toEqual([]);
  });

  test('waits while the member is absent', async () => {
    await service.sql(
      `insert into absences (team_id, id, user_id, starts_on, ends_on, reason)
       values ($1, uuid7(now()), $2, current_date - 5, current_date + 5, 'holiday')`,
      [team.id, ana.userId],
    );
    await mention();
    await morning();
    work();
    await settled();
    expect(smtp.received).toEqual([]);
    const [row] = await service.sql(
      'select mail_due_at > now() + interval $$4 days$$ as waits from notifications where team_id = $1',
      [team.id],
    );
    expect(row?.waits).toBe(true);
  });
});

describe('each mail is sent once', () => {
  test('although the server is down for a day', async () => {
    await immediate();
    await mention();
    await pass(5);
    const { port } = smtp.url;
    await smtp.stop();
    work();
    try {
      for (let hour = 0; hour < 24; hour += 1) {
        await eventually(async () => {
          const [row] = await service.sql(
            `select max(attempts)::int as n from notification_mails where team_id = $1`,
            [team.id],
          );
          expect(row?.n).toBeGreaterThan(hour);
        }, 20_000);
        // More arrives meanwhile.
        if (hour === 10) await mention(await newTask('Logo'));
        await pass(60);
      }
    } finally {
      smtp = await startSmtp(port);
    }
    await eventually(async () => expect(await states()).toEqual(['sent']), 20_000);
    await settled();
    expect(smtp.received).toHaveLength(1);
    expect(smtp.received[0]?.text).toContain('Logo');
    expect(smtp.received[0]?.text).toContain('Site novo');
  }, 90_000);

  test('although many workers look for it', async () => {
    await immediate();
    const people = await Promise.all(
      Array.from({ length: 10 }, () => makePerson(service, team, 'member')),
    );
    for (const person of people) await choose({ mentioned: 'immediate' }, person);
    await bia.post('/comments', {
      record_type: 'tasks',
      record_id: task,
      content: 'Olá',
      mentions: people.map(({ userId }) => userId),
    });
    await pass(5);
    work(4);
    await settled();
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
      people.map(({ email }) => email).sort(),
    );
  });

  test('although its worker ended while the server was accepting it', async () => {
    await immediate();
    await mention();
    await pass(5);
    work(1);
    await settled();
    // As left behind by a process that was killed before it stored the outcome.
    await service.sql(
      `update notification_mails set state = 'pending', claim = id, claimed_until = now() - interval '1 second', next_attempt_at = now()
       where team_id = $1`,
      [team.id],
    );
    await eventually(async () => expect(await states()).toEqual(['unknown']));
    expect(smtp.received).toHaveLength(1);
  });

  test('and a busy server is tried again', async () => {
    await immediate();
    await mention();
    await pass(5);
    smtp.refusals.push(451);
    work();
    await eventually(async () => {
      const [row] = await service.sql(
        'select attempts, smtp_status, handed_at from notification_mails where team_id = $1',
        [team.id],
      );
      expect(row).toEqual({ attempts: 1, smtp_status: 451, handed_at: null });
    });
    await pass(1);
    await eventually(() => expect(smtp.received).toHaveLength(1));
  });
});

describe('rights at the time of sending', () => {
  test.each([
    ['is suspended', 'update users set suspended_at = now() where team_id = $1 and id = $2'],
    ['left the team', 'update users set person_id = null where team_id = $1 and id = $2'],
    [
      'did not confirm the address',
      'update people set email_confirmed_at = null where id = (select person_id from users where team_id = $1 and id = $2)',
    ],
  ])('a member who %s receives nothing', async (_, change) => {
    await immediate();
    await mention();
    await service.sql(change, [team.id, ana.userId]);
    await pass(5);
    work();
    await settled();
    expect(smtp.received).toEqual([]);
  });

  test('a conversation of a hidden inbox is not mentioned, also if it is hidden after the mail was planned', async () => {
    await immediate();
    const inbox = await bia.post('/inboxes', { name: 'Vip', type: 'session', gateway: 'sandbox' });
    const arrived = await bia.post(`/inboxes/${inbox.data.id}/sandbox-messages`, {
      from: '5511987651234',
      text: 'Oi',
    });
    const note = await bia.post(`/msgapp/conversations/${arrived.data.conversation_id}/notes`, {
      content: 'segredo',
      mentions: [ana.userId],
    });
    expect(note.status, note.text).toBe(201);
    await pass(5);
    smtp.refusals.push(451);
    work();
    await eventually(async () => expect(await states()).toEqual(['pending']));
    await eventually(async () => {
      const [row] = await service.sql(
        'select attempts from notification_mails where team_id = $1',
        [team.id],
      );
      expect(row?.attempts).toBe(1);
    });
    await service.sql('update inboxes set is_restricted = true where team_id = $1', [team.id]);
    await pass(1);
    await eventually(async () => expect(await states()).toEqual(['dropped']));
    expect(smtp.received).toEqual([]);
  });
});

describe('refused mail', () => {
  test('stops after three in succession, until the member resumes it', async () => {
    await immediate();
    work();
    for (let n = 1; n <= 3; n += 1) {
      smtp.refusedRecipients.push([550, '5.1.1 no such user']);
      await mention(await newTask(`Tarefa ${n}`));
      await pass(70);
      await eventually(async () => expect(await states()).toHaveLength(n));
      await settled();
    }
    expect(await states()).toEqual(['failed', 'failed', 'failed']);
    expect((await ana.get('/notifications/mail')).data).toMatchObject({
      is_mailed: false,
      stop_reason: 'bounced',
    });
    const isInBell = async () => (await ana.get('/notifications/unread')).data.is_mail_bounced;
    expect(await isInBell()).toBe(true);
    expect((await bia.get('/notifications/unread')).data.is_mail_bounced).toBe(false);
    await mention(await newTask('Quarta'));
    await pass(70);
    await settled();
    expect(smtp.received).toEqual([]);
    // A change of a kind leaves the notice.
    await choose({ commented: 'off' });
    expect(await isInBell()).toBe(true);
    expect(await choose({ is_mailed: false })).toMatchObject({ stop_reason: 'unsubscribed' });
    expect(await isInBell()).toBe(false);
    expect(await choose({ is_mailed: true })).toMatchObject({ is_mailed: true, stop_reason: null });
    await mention(await newTask('Quinta'));
    await pass(70);
    await eventually(() => expect(smtp.received).toHaveLength(1));
  });

  test('for another reason than the recipient does not count', async () => {
    await immediate();
    work();
    smtp.refusedRecipients.push([550, '5.7.1 relaying denied']);
    await mention();
    await pass(5);
    await eventually(async () => expect(await states()).toEqual(['failed']));
    const [row] = await service.sql(
      'select bounces from notification_mail_settings where team_id = $1',
      [team.id],
    );
    expect(row?.bounces).toBe(0);
  });
});

describe('one-click unsubscription', () => {
  const link = () =>
    `/unsubscribe/${unsubscribeToken(service.secrets, { team: team.id, user: ana.userId })}`;
  const isMailed = async () => (await ana.get('/notifications/mail')).data.is_mailed;

  test('opening the link shows a page, and POST stops the mail', async () => {
    const page = await service.app.inject({ url: link(), headers: { 'accept-language': 'en' } });
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('Stop e-mail notifications?');
    expect(page.payload).toContain('Aurora');
    expect(await isMailed()).toBe(true);
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const posted = await service.app.inject({
        method: 'POST',
        url: link(),
        headers: { 'content-type': type },
        payload: 'List-Unsubscribe=One-Click',
      });
      expect(posted.statusCode, posted.payload).toBe(200);
    }
    expect((await ana.get('/notifications/mail')).data).toMatchObject({
      is_mailed: false,
      stop_reason: 'unsubscribed',
    });
    expect((await bia.get('/notifications/mail')).data.is_mailed).toBe(true);
  });

  test('a changed link does nothing', async () => {
    const token = link().slice(-64);
    const changed = Buffer.from(token, 'base64url');
    changed[20] = (changed[20] ?? 0) ^ 1;
    for (const wrong of [changed.toString('base64url'), `${token}A`, token.slice(1), '..%2f..']) {
      const posted = await service.app.inject({ method: 'POST', url: `/unsubscribe/${wrong}` });
      expect(posted.statusCode).toBe(410);
    }
    expect(await isMailed()).toBe(true);
  });
});

test('quiet hours are given together', async () => {
  const answer = await ana.put('/notifications/mail', { quiet_from: '22:00' });
  expect(answer.status).toBe(400);
});
