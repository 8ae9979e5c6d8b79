import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkBounceMailbox } from '#server/features/installation/checks/services.ts';
import { returnAddress } from '#server/features/notifications/bounce-address.ts';
import { readReport, startBounces } from '#server/features/notifications/bounce-queue.ts';
import { makeOutage } from '#server/features/notifications/mail-queue.ts';
import { startNotificationMail } from '#server/jobs/worker.ts';
import { openBounceMailbox } from '#server/outbound/bounce-mailbox.ts';
import { openMailDelivery } from '#server/outbound/mail-delivery.ts';
import { makeLog } from '#server/platform/log.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import {
  exchangeReport,
  eximReport,
  gmailReport,
  holidayReply,
  postfixReport,
} from '#test/support/people/delivery-reports.ts';
import { hasDovecot, startDovecot, type TestImap } from '#test/support/people/dovecot.ts';
import { notifiedTeam } from '#test/support/people/notified-team.ts';
import { startSmtp, type TestSmtp } from '#test/support/people/smtp.ts';
import type { TestPerson } from '#test/support/people.ts';
import { cleanUp } from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* Mails that the server accepted and returned later, read from a real IMAP server. */

const service = useService();
const bounceAddress = 'bounces@example.com';
const log = makeLog('silent');
let smtp: TestSmtp;
let team: TestTeam;
let ana: TestPerson;
let bia: TestPerson;
let task: string;

beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  smtp.received.length = 0;
  const { newTask, ...notified } = await notifiedTeam(service);
  ({ team, ana, bia } = notified);
  await ana.put('/notifications/mail', { mentioned: 'immediate' });
  task = await newTask('Site novo');
});

/** Mails a notification. @returns the address to which a report about it goes */
async function mail(user = ana.userId): Promise<string> {
  // The distance between two mails has passed.
  await service.sql(
    `update notification_mails set handed_at = handed_at - interval '2 hours' where team_id = $1`,
    [team.id],
  );
  await service.sql(
    `insert into notifications (team_id, id, user_id, kind, record_type, record_id, mail_due_at)
     values ($1, uuid7(clock_timestamp()), $2, 'mentioned', 'tasks', $3, now())`,
    [team.id, user, task],
  );
  const before = smtp.received.length;
  const worker = startNotificationMail(service.database, {
    delivery: openMailDelivery(smtp.url, 'Pauta <pauta@example.com>'),
    secrets: service.secrets,
    publicUrl: 'https://pauta.example.com',
    bounceAddress,
    log,
    outage: makeOutage(log),
  });
  await eventually(async () => {
    expect(smtp.received).toHaveLength(before + 1);
    const rows = await service.sql(
      `select from notification_mails where team_id = $1 and state = 'pending'`,
      [team.id],
    );
    expect(rows).toEqual([]);
  }, 20_000);
  await worker.stop();
  return smtp.received[before]?.returnPath ?? '';
}

const parts = () => ({ address: bounceAddress, secrets: service.secrets, log });
const read = (message: string) =>
  readReport(service.database, parts(), Buffer.from(message.replaceAll('\n', '\r\n')));
const state = async (by = ana) => {
  const { is_mailed, stop_reason } = (await by.get('/notifications/mail')).data;
  const [row] = await service.sql(
    'select bounces from notification_mail_settings where team_id = $1 and user_id = $2',
    [team.id, by.userId],
  );
  return { is_mailed, stop_reason, bounces: row?.bounces ?? 0 };
};
const mailed = (bounces: number) => ({ is_mailed: true, stop_reason: null, bounces });

describe('reports', () => {
  test('about three mails in succession stop mail, whichever server wrote them and when they arrive', async () => {
    const addresses = [await mail(), await mail(), await mail()] as const;
    expect(new Set(addresses).size).toBe(3);
    expect(await read(exchangeReport({ to: addresses[2].toUpperCase() }))).toBe(true);
    expect(await state()).toEqual(mailed(1));
    expect(await read(postfixReport({ to: addresses[0] }))).toBe(true);
    expect(await state()).toEqual(mailed(1));
    expect(await read(gmailReport({ to: addresses[1] }))).toBe(true);
    expect(await state()).toEqual({ is_mailed: false, stop_reason: 'bounced', bounces: 3 });
    expect((await ana.get('/notifications/unread')).data.is_mail_bounced).toBe(true);
    expect(await state(bia)).toEqual(mailed(0));
    // Resumed: what was returned before does not count any more.
    await ana.put('/notifications/mail', { is_mailed: true });
    expect(await read(eximReport({ to: await mail() }))).toBe(true);
    expect(await state()).toEqual(mailed(1));
  });

  test('count once, however often they are read, and together with refusals', async () => {
    const to = await mail();
    for (let n = 0; n < 4; n += 1) expect(await read(postfixReport({ to }))).toBe(true);
    expect(await state()).toEqual(mailed(1));
    await service.sql(
      `insert into notification_mails (team_id, id, user_id, state, bounced_at, created_at)
       values ($1, uuid7(clock_timestamp()), $2, 'failed', now(), clock_timestamp())`,
      [team.id, ana.userId],
    );
    await read(eximReport({ to: await mail() }));
    expect((await state()).stop_reason).toBe('bounced');
  });

  test('a mail that was delivered ends the succession', async () => {
    const [one, two, , four] = [await mail(), await mail(), await mail(), await mail()];
    for (const to of [one, two, four]) await read(postfixReport({ to }));
    expect(await state()).toEqual(mailed(2));
  });

  test('about mails to an earlier address do not count', async () => {
    const addresses = [await mail(), await mail(), await mail()];
    await service.sql(`update people set email_confirmed_at = clock_timestamp() where id = $1`, [
      ana.personId,
    ]);
    for (const to of addresses) await read(postfixReport({ to }));
    expect(await state()).toEqual(mailed(0));
  });

  test.each([
    ['temporary', (to: string) => postfixReport({ to }, '4.2.2', '452 4.2.2 full', 'failed')],
    ['of a delay', (to: string) => postfixReport({ to }, '4.4.1', '451 busy', 'delayed')],
    ['of a policy', (to: string) => exchangeReport({ to }, '5.7.1', '550 5.7.1 no')],
  ])('that are %s do not count', async (_, report) => {
    expect(await read(report(await mail()))).toBe(true);
    expect(await state()).toEqual(mailed(0));
  });

  test('that are forged do nothing', async () => {
    const genuine = await mail();
    const forged = [
      genuine.replace(/.(?=@)/, (digit) => (digit === '0' ? '1' : '0')),
      `bounces+${'0'.repeat(42)}@example.com`,
      'bounces@example.com',
      ana.email,
    ];
    for (const to of forged)
      expect(await read(postfixReport({ to, recipient: ana.email }))).toBe(false);
    // In the returned mail, an address proves nothing.
    const messageId = `<${genuine}>`;
    expect(await read(postfixReport({ to: 'bounces@example.com', messageId }))).toBe(false);
    expect(await read(holidayReply({ to: genuine }))).toBe(false);
    // A genuine address of a mail that does not exist any more.
    const to = returnAddress(service.secrets, bounceAddress, crypto.randomUUID());
    expect(await read(postfixReport({ to }))).toBe(true);
  });
});

describe.skipIf(!hasDovecot && !process.env.CI)('the mailbox', () => {
  let imap: TestImap;
  let readers: ReturnType<typeof startBounces>[] = [];
  beforeEach(async () => {
    imap = await startDovecot();
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()));
    await cleanUp();
  });
  const open = () => openBounceMailbox(imap.url, bounceAddress);
  const start = (count: number) => {
    readers = Array.from({ length: count }, () =>
      startBounces(service.database, { ...parts(), mailbox: open() }, 100),
    );
  };

  test('is read by two nodes: each report counts once and is deleted, and other messages stay', async () => {
    const addresses = [await mail(), await mail(), await mail()] as const;
    const [one, two, three] = addresses;
    await imap.deliver(postfixReport({ to: one }));
    await imap.deliver(postfixReport({ to: one }));
    await imap.deliver(holidayReply({ to: two }));
    await imap.deliver(holidayReply({ to: 'ops@example.com' }));
    start(2);
    await eventually(async () => {
      expect(await imap.messages()).toMatchObject([
        { isSeen: true, text: expect.stringContaining(two) },
        { isSeen: false, text: expect.stringContaining('ops@example.com') },
      ]);
    }, 20_000);
    expect(await state()).toEqual(mailed(1));
    await imap.deliver(eximReport({ to: two }));
    await imap.deliver(exchangeReport({ to: three }));
    await eventually(async () => expect((await state()).stop_reason).toBe('bounced'), 20_000);
    await eventually(async () => expect(await imap.messages()).toHaveLength(2), 20_000);
  });

  test('is read again if the process ended before it deleted the message, or the server was away', async () => {
    const to = await mail();
    await imap.deliver(postfixReport({ to }));
    const mailbox = open();
    const killed = mailbox.read(async (message) => {
      await readReport(service.database, parts(), message);
      // As if the process ended here.
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await state()).toEqual(mailed(1));
    expect(await imap.messages()).toMatchObject([{ isSeen: false }]);
    await imap.stop();
    await expect(open().read(async () => true)).rejects.toThrow();
    start(1);
    await imap.start();
    await eventually(async () => expect(await imap.messages()).toEqual([]), 20_000);
    expect(await state()).toEqual(mailed(1));
  });

  test('is not read with a wrong password, and a large message is read in part', async () => {
    const { credentials } = imap.url;
    const wrong = { ...imap.url, credentials: { ...credentials, password: 'wrong' } };
    await expect(openBounceMailbox(wrong, bounceAddress).read(async () => true)).rejects.toThrow();
    const to = await mail();
    await imap.deliver(
      postfixReport({ to }).replace(
        '--4F1BC20A3D.1764493200/mx.example.com--',
        `${'x'.repeat(76)}\n`.repeat(20_000),
      ),
    );
    const sizes: number[] = [];
    await open().read(async (message) => {
      sizes.push(message.length);
      return readReport(service.database, parts(), message);
    });
    expect(sizes).toEqual([262_144]);
    expect(await state()).toEqual(mailed(1));
  });

  test('is checked by pauta doctor: its messages stay unread', async () => {
    const check = (change: Partial<typeof imap.url> = {}) =>
      checkBounceMailbox({ ...imap.url, ...change }, bounceAddress);
    await imap.deliver(postfixReport({ to: await mail() }));
    expect(await check()).toEqual({
      name: 'returned_mail',
      ok: true,
      found: 'the mailbox can be opened',
    });
    expect(await imap.messages()).toMatchObject([{ isSeen: false }]);
    const { user } = imap.url.credentials;
    const refused = await Promise.all([
      check({ credentials: { user, password: 'wrong' } }),
      check({ mailbox: 'Elsewhere' }),
    ]);
    await imap.stop();
    refused.push(await check());
    expect(refused).toMatchObject([
      { ok: false, found: expect.stringMatching(/: .*Authentication failed/) },
      { ok: false, found: expect.stringMatching(/: .*Elsewhere|: .*Mailbox doesn't exist/) },
      { ok: false, found: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(JSON.stringify(refused)).not.toContain('wrong');
  });
});
