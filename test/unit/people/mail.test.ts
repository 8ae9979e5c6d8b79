import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Mailer, openMailer } from '#server/outbound/mail.ts';
import { startSmtp, type TestSmtp } from '#test/support/people/smtp.ts';

/* Mail reaches a real SMTP server; failures are logged without content or recipient. */

let smtp: TestSmtp;
let lines: string[];
let mailer: Mailer;

const from = 'Pauta <pauta@example.com>';
const link = 'https://pauta.example.com/invite#agency.secret';
const mail = { to: 'ana@example.com', subject: 'Convite à equipe', text: `Olá, João:\n${link}\n` };

beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.received.length = 0;
  lines = [];
  mailer = open(smtp.url);
});

const open = (url: TestSmtp['url']) =>
  openMailer(url, from, pino({}, { write: (line) => lines.push(line) }), [1, 1]);

test('a mail arrives unchanged', async () => {
  mailer.send(mail, 'invitation');
  await mailer.close();
  expect(smtp.received).toMatchObject([
    { to: ['ana@example.com'], from: 'pauta@example.com', subject: mail.subject, text: mail.text },
  ]);
  expect(lines).toEqual([]);
});

test('a recipient is a single address', async () => {
  mailer.send({ ...mail, to: 'a@example.com,b@example.com' }, 'invitation');
  mailer.send({ ...mail, to: 'a@example.com\r\nBcc: b@example.com' }, 'invitation');
  await mailer.close();
  for (const { to } of smtp.received) expect(to).not.toContain('b@example.com');
});

test('a busy server is retried', async () => {
  const before = smtp.attempts;
  smtp.refusals.push(451, 421);
  mailer.send(mail, 'invitation');
  await expect.poll(() => smtp.received.length).toBe(1);
  await mailer.close();
  expect(smtp.attempts - before).toBe(3);
  expect(lines).toEqual([]);
});

test.each([
  ['that refuses', [550], 1],
  ['that stays busy', [451, 451, 451], 3],
])('a server %s is given up, and the log does not contain the mail', async (_, refusals, times) => {
  const before = smtp.attempts;
  smtp.refusals.push(...refusals);
  mailer.send(mail, 'invitation');
  await expect.poll(() => lines.length).toBe(1);
  await mailer.close();
  expect(smtp.attempts - before).toBe(times);
  expect(smtp.received).toEqual([]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    about: 'invitation',
    msg: expect.stringContaining('not sent'),
  });
  expect(lines[0]).not.toMatch(/secret|ana@|postage|João/);
});

test.each([
  ['nothing listens at', (url: TestSmtp['url']) => ({ ...url, port: 1 })],
  [
    'does not know our password',
    (url: TestSmtp['url']) => ({ ...url, credentials: { user: 'pauta', password: 'wrong' } }),
  ],
  ['lacks the required TLS', (url: TestSmtp['url']) => ({ ...url, needsTls: true })],
])('a server that %s fails no request', async (_, change) => {
  const mailer = open(change(smtp.url));
  mailer.send(mail, 'password');
  await expect.poll(() => lines.length).toBe(1);
  await mailer.close();
  expect(smtp.received).toEqual([]);
  expect(lines[0]).not.toMatch(/secret|ana@|postage|wrong/);
});
