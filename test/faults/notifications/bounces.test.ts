import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { returnAddress } from '#server/features/notifications/bounce-address.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { useService } from '#test/support/harness.ts';
import { eximReport, postfixReport } from '#test/support/people/delivery-reports.ts';
import { hasDovecot, startDovecot } from '#test/support/people/dovecot.ts';
import { makePerson } from '#test/support/people.ts';
import { cleanUp, onDatabase, serve } from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* Two processes that read the mailbox of returned mail, as an operator sets it. */

const service = useService();
afterAll(cleanUp);

describe.skipIf(!hasDovecot && !process.env.CI)('with a mailbox', () => {
  test('three returned mails stop the mail of their member only', async () => {
    const imap = await startDovecot();
    const secret = randomBytes(32);
    const address = 'bounces@example.com';
    const team = await service.team('Aurora');
    const ana = await makePerson(service, team, 'member', { name: 'Ana' });
    const bia = await makePerson(service, team, 'admin', { name: 'Bia' });
    const sent = await service.sql(
      `insert into notification_mails (team_id, id, user_id, state, handed_at, created_at)
       select $1, uuid7(clock_timestamp()), $2, 'sent', now(), clock_timestamp() + n * interval '1 second'
       from generate_series(1, 3) n returning id`,
      [team.id, ana.userId],
    );
    const [one, two, three] = sent.map(({ id }) =>
      returnAddress(secretsWith(secret), address, id as string),
    );
    await imap.deliver(postfixReport({ to: one ?? '' }));
    await imap.deliver(postfixReport({ to: one ?? '' }));
    await imap.deliver(eximReport({ to: two ?? '' }));
    await imap.deliver(eximReport({ to: three ?? '' }));
    const env = {
      ...onDatabase(service.connection, secret),
      PANEL: 'off',
      PUBLIC_URL: 'https://pauta.example.com',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'pauta@example.com',
      BOUNCE_ADDRESS: address,
      BOUNCE_IMAP_URL: imap.address,
    };
    const nodes = await Promise.all([serve(env), serve(env)]);
    await eventually(async () => expect(await imap.messages()).toEqual([]), 60_000);
    await Promise.all(nodes.map((node) => node.stop()));
    const rows = await service.sql(
      'select user_id, bounces, stop_reason from notification_mail_settings where team_id = $1',
      [team.id],
    );
    expect(rows).toEqual([{ user_id: ana.userId, bounces: 3, stop_reason: 'bounced' }]);
    expect((await bia.get('/notifications/mail')).data.is_mailed).toBe(true);
  });
});
