import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { maxConfirmations } from '#server/features/accounts/mail-limits.ts';
import { openMailer } from '#server/outbound/mail.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { useService } from '#test/support/harness.ts';
import { newBrowser, password, personWithPassword } from '#test/support/people/browser.ts';
import { startSmtp } from '#test/support/people/smtp.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Mailed links lead to PUBLIC_URL, and the number of mails per member, team and account is limited. */
const perMember = 3;
const perTeam = 5;

const smtp = await startSmtp();
const mailer = openMailer(smtp.url, 'pauta@example.com', makeLog('silent'), [1]);
const service = useService({
  mailer,
  bounds: {
    ...readConfig({}),
    MEMBER_MAILS_PER_HOUR: perMember,
    TEAM_MAILS_PER_HOUR: perTeam,
  },
});
afterAll(async () => {
  await mailer.close();
  await smtp.stop();
});
beforeEach(async () => {
  await mailer.idle();
  smtp.received.length = 0;
});

let made = 0;
const newAddress = () => `convidada${++made}@example.com`;
const forged = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' };

const invite = (by: TestPerson, body: object = { email: newAddress() }) =>
  by.post('/invitations', body);
const invitationsOf = async (by: TestPerson) =>
  ((await by.get('/invitations')).body.data as unknown[]).length;
const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

describe('a mailed link', () => {
  const mailOf = async (link: RegExp) => {
    await mailer.idle();
    return smtp.received.find(({ text }) => link.test(text))?.text;
  };

  test('leads to PUBLIC_URL, regardless of the requested host', async () => {
    const team = await service.team();
    const owner = await makePerson(service, team, 'owner');
    expect((await owner.post('/invitations', { email: newAddress() }, forged)).status).toBe(201);
    const ana = await personWithPassword(service);
    const browser = newBrowser(service.app);
    await browser.call('POST', '/session', { email: ana.email, password });
    await browser.call('PUT', '/account/email', { email: newAddress() }, forged);
    await browser.call('POST', '/password-reset', { email: ana.email }, forged);
    await expect.poll(() => smtp.received.length).toBe(4);
    for (const page of ['invite', 'confirm', 'reset'])
      expect(await mailOf(new RegExp(`/${page}#`)), page).toContain(
        `https://pauta.example.com/${page}#`,
      );
    expect(smtp.received.filter(({ text }) => text.includes('evil'))).toEqual([]);
  });
});

describe('mailed invitations', () => {
  test('are limited per member, also under concurrency; refused ones are not created', async () => {
    const team = await service.team();
    const owner = await makePerson(service, team, 'owner');
    const answers = await Promise.all(Array.from({ length: perMember + 4 }, () => invite(owner)));
    expect(statusesOf(answers)).toEqual([...Array(perMember).fill(201), ...Array(4).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.error.code).toBe('RATE_LIMITED');
    expect(refused?.error.message).toMatch(/3 mails in an hour.*MEMBER_MAILS_PER_HOUR/);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(await invitationsOf(owner)).toBe(perMember);
    await mailer.idle();
    expect(smtp.received).toHaveLength(perMember);
    // The count covers all nodes: it is stored in the database.
    const counted = await service.sql(
      `select what, n::int from team_usage where team_id = $1 order by what`,
      [team.id],
    );
    expect(counted).toEqual([
      { what: 'mails', n: perMember },
      { what: `mails ${owner.userId}`, n: perMember },
    ]);
    // Copied links are not limited.
    expect((await invite(owner, {})).status).toBe(201);
  });

  test('are limited per team, without affecting another team', async () => {
    const team = await service.team();
    const [ana, bia] = [
      await makePerson(service, team, 'admin'),
      await makePerson(service, team, 'admin'),
    ];
    const answers = [];
    for (const by of [ana, ana, ana, bia, bia, bia]) answers.push(await invite(by));
    expect(statusesOf(answers)).toEqual([...Array(perTeam).fill(201), 429]);
    expect(answers.at(-1)?.error.message).toContain('TEAM_MAILS_PER_HOUR');
    const otherPerson = await makePerson(service, await service.team(), 'owner');
    expect((await invite(otherPerson)).status).toBe(201);
  });

  test('of the previous hour do not count', async () => {
    const team = await service.team();
    const owner = await makePerson(service, team, 'owner');
    for (let n = 0; n < perMember; n += 1) await invite(owner);
    expect((await invite(owner)).status).toBe(429);
    await service.sql(`update team_usage set since = since - interval '1 hour'`);
    expect((await invite(owner)).status).toBe(201);
  });
});

test('confirmation mails are limited per account, regardless of changes in between', async () => {
  const ana = await personWithPassword(service);
  const change = () => ana.own('PUT', '/account/email', { email: newAddress() });
  for (let n = 0; n < maxConfirmations; n += 1) expect((await change()).status).toBe(200);
  const passphrase = { password: 'girafas correm no telhado' };
  expect((await ana.own('PUT', '/account/password', passphrase)).status).toBe(200);
  const refused = await change();
  expect([refused.status, refused.error.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await service.sql(
    `update person_tokens set created_at = created_at - interval '1 hour' where person_id = $1`,
    [ana.personId],
  );
  expect((await change()).status).toBe(200);
});
