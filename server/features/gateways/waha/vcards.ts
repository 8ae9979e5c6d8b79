import { text } from '#server/features/gateways/requests.ts';

/** Contact on a card, as stored in {@link Content}. */
export interface Contact {
  readonly name: string;
  readonly phones: readonly string[];
}

/** Returns the name and numbers of a vCard (RFC 6350, and 3.0 as phones write it); undefined for anything else. */
export function contactOf(card: unknown): Contact | undefined {
  const lines = text(card)
    ?.replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);
  if (!lines) return undefined;
  const values = (property: string) =>
    lines.flatMap((line) => {
      const [head = '', ...rest] = line.split(':');
      const name = head.split(';')[0]?.split('.').at(-1);
      return name?.toUpperCase() === property ? [{ head, value: rest.join(':').trim() }] : [];
    });
  const plain = (value = '') =>
    value.replace(/\\([\\,;nN])/g, (_, one: string) => (/n/i.test(one) ? ' ' : one));
  const structured = values('N')[0]?.value.split(';').filter(Boolean).reverse().join(' ');
  return {
    name: plain(values('FN')[0]?.value || structured),
    phones: values('TEL').map(({ head, value }) => /waid=(\d+)/i.exec(head)?.[1] ?? value),
  };
}
