import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { mailsIn, returnAddress } from '#server/features/notifications/bounce-address.ts';
import { secretsWith } from '#server/platform/secrets.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const secrets = secretsWith(first);
const address = 'bounces@example.com';

test('an address names its mail, whatever its case and its place in a header', () => {
  for (let n = 0; n < 200; n += 1) {
    const mail = n === 0 ? '00000000-0000-0000-0000-000000000000' : randomUUID();
    const to = returnAddress(secrets, address, mail);
    expect(to).toMatch(/^bounces\+[0-9a-v]{42}@example\.com$/);
    // RFC 5321, 4.5.3.1.1, also with the longest name that is allowed.
    expect(to.indexOf('@') + 'b'.repeat(21 - 7).length).toBeLessThanOrEqual(64);
    for (const text of [to, `<${to}>`, `Pauta <${to.toUpperCase()}>, x@y.example`, `rfc822;${to}`])
      expect(mailsIn(secrets, address, text)).toEqual([mail]);
  }
});

test('each wrong digit, address and key is refused', () => {
  const to = returnAddress(secrets, address, randomUUID());
  const start = 'bounces+'.length;
  for (let at = start; at < start + 42; at += 1)
    for (const digit of '0123456789abcdefghijklmnopqrstuv')
      if (digit !== to[at])
        expect([
          at,
          digit,
          mailsIn(secrets, address, `${to.slice(0, at)}${digit}${to.slice(at + 1)}`),
        ]).toEqual([at, digit, []]);
  expect(mailsIn(secrets, 'bounces@other.example', to)).toEqual([]);
  expect(mailsIn(secrets, address, `x${to}`)).toEqual([]);
  expect(mailsIn(secrets, address, to.replace('.com', 'xcom'))).toEqual([]);
  expect(mailsIn(secretsWith(second), address, to)).toEqual([]);
  expect(mailsIn(secrets, address, `bounces+${'v'.repeat(42)}@example.com`)).toEqual([]);
  expect(mailsIn(secrets, address, `bounces+${'a'.repeat(100_000)}`)).toEqual([]);
});

test('addresses of an earlier key are accepted as long as it is known', () => {
  const mail = randomUUID();
  const to = returnAddress(secretsWith(second), address, mail);
  expect(mailsIn(secretsWith(first, second), address, to)).toEqual([mail]);
});
