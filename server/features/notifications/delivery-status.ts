/*
 * Reports of mail servers about a mail (RFC 3464), which arrive after the mail was accepted. Servers differ: Exim writes the status 5.0.0 for every
 * failure and the real one in the diagnostic code, and Postfix reports that it gave up after days with a temporary status.
 */

export type DeliveryReport =
  /** It will never be delivered, because of the recipient's address or mailbox. */
  | 'bounced'
  /** Delivered, delayed, or failed for a temporary reason or one of the sender. */
  | 'irrelevant';

type Group = ReadonlyMap<string, string>;

/** Groups of fields: about the mail, and about each recipient. */
function groupsIn(text: string): Group[] {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+(?=\S)/g, ' ')
    .split(/\n\s*\n/)
    .map(
      (group) =>
        new Map(
          group.split('\n').flatMap((line) => {
            const [, name, value] = /^([!-9;-~]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
            return name === undefined ? [] : [[name.toLowerCase(), (value ?? '').trim()] as const];
          }),
        ),
    )
    .filter(({ size }) => size > 0);
}

const enhanced = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/;

/** Enhanced status code (RFC 3463) of a recipient. */
function statusOf(group: Group): string | undefined {
  const status = enhanced.exec(group.get('status') ?? '')?.[1];
  const diagnosis = /^smtp\s*;\s*(.*)$/is.exec(group.get('diagnostic-code') ?? '')?.[1];
  if (diagnosis === undefined || (status !== undefined && !/\.0\.0$/.test(status))) return status;
  const reply = /(?<!\d)([245])\d\d(?!\d)/.exec(diagnosis)?.[1];
  const specific = enhanced.exec(diagnosis)?.[1];
  // The reply code decides about the class: some servers answer 450 with 5.x.x.
  if (reply === '4') return '4.0.0';
  return specific ?? status;
}

/** Statuses that are about the recipient: the address or mailbox (RFC 3463, 3.2 and 3.3), its domain, or undefined; but not the sender's address. */
const isOfRecipient = (status: string) =>
  /^5\.(?:[012]\.\d+|4\.4)$/.test(status) && !/^5\.1\.[78]$/.test(status);

/** @param text contents of a part of the type message/delivery-status */
export function readDeliveryStatus(text: string): DeliveryReport {
  const isBounced = groupsIn(text).some((group) => {
    const status = statusOf(group);
    return (
      group.get('action')?.toLowerCase() === 'failed' &&
      status !== undefined &&
      isOfRecipient(status)
    );
  });
  return isBounced ? 'bounced' : 'irrelevant';
}
