import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { readDeliveryStatus } from '#server/features/notifications/delivery-status.ts';
import {
  exchangeReport,
  eximReport,
  gmailReport,
  postfixReport,
} from '#test/support/people/delivery-reports.ts';

/* Reports as mail servers write them. */

const to = 'bounces@example.com';

async function read(message: string) {
  const { attachments } = await PostalMime.parse(message);
  const part = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return readDeliveryStatus(new TextDecoder().decode(part?.content as ArrayBuffer));
}

test.each([
  ['Postfix', postfixReport({ to })],
  ['Postfix, full mailbox', postfixReport({ to }, '5.2.2', '552 5.2.2 mailbox full')],
  ['Postfix, no such domain', postfixReport({ to }, '5.4.4', 'X')],
  ['Exim', eximReport({ to })],
  ['Exim, with an enhanced code', eximReport({ to }, '550-5.1.1 unknown\n 550 5.1.1 user')],
  ['Exchange', exchangeReport({ to })],
  ['Gmail', gmailReport({ to })],
])('%s: a permanent failure of the recipient counts', async (_, message) => {
  expect(await read(message)).toBe('bounced');
});

test.each([
  ['delayed', postfixReport({ to }, '4.4.1', '451 4.4.1 busy', 'delayed')],
  ['Postfix gave up after days', postfixReport({ to }, '4.4.1', 'connect to mx: timed out')],
  ['Exim gave up after days', eximReport({ to }, '451 Temporary local problem')],
  ['Exim, greylisted', eximReport({ to }, '450 5.1.1 try later')],
  ['delivered', postfixReport({ to }, '2.0.0', '250 2.0.0 Ok', 'delivered')],
  ['relayed', postfixReport({ to }, '2.0.0', '250 2.0.0 Ok', 'relayed')],
  ['Exchange, policy', exchangeReport({ to }, '5.7.1', '550 5.7.1 not authorized')],
  ['Exim, spam', eximReport({ to }, '554 5.7.1 Message rejected as spam')],
  ['Gmail, policy', gmailReport({ to }, '5.7.26', '550 5.7.26 unauthenticated email')],
  ['a loop of the sender’s servers', postfixReport({ to }, '5.4.6', 'mail loop')],
  ['the sender’s address', postfixReport({ to }, '5.1.8', '550 5.1.8 sender domain not found')],
  ['text too large', postfixReport({ to }, '5.3.4', '552 5.3.4 too big')],
  ['no status', postfixReport({ to }, 'failed', 'X')],
])('%s does not count', async (_, message) => {
  expect(await read(message)).toBe('irrelevant');
});

test.each(['', '\n\n\n', 'Action', ': x', 'Action: failed', 'Status: 5.1.1', '\0'.repeat(5_000)])(
  'an incomplete report does not count: %j',
  (text) => {
    expect(readDeliveryStatus(text)).toBe('irrelevant');
  },
);

test('a report about several recipients counts if one failed', () => {
  const of = (action: string, status: string) => `Action: ${action}\r\nStatus: ${status}\r\n`;
  expect(readDeliveryStatus(`${of('delivered', '2.0.0')}\r\n${of('failed', '5.1.1')}`)).toBe(
    'bounced',
  );
  expect(readDeliveryStatus(`${of('failed', '4.1.1')}\r\n${of('relayed', '5.1.1')}`)).toBe(
    'irrelevant',
  );
});
