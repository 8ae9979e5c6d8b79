import type { Contact } from '../../api/types.ts';
import { shownPhone } from '../../parts/brazil.ts';

/** What people know a contact by. */
export const nameOf = ({
  custom_name,
  push_name,
  phone,
}: Pick<Contact, 'custom_name' | 'push_name' | 'phone'>) =>
  custom_name ?? push_name ?? shownPhone(phone);

/** How many ids one request names. */
const most = 100;

/** The clients of contacts, in lots that one request names each. A lot stays the same while further rows come. */
export function clientLots(contacts: readonly Pick<Contact, 'client_id'>[]): readonly string[][] {
  const ids = [...new Set(contacts.flatMap(({ client_id }) => client_id ?? []))];
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, n) =>
    ids.slice(n * most, (n + 1) * most),
  );
}
