import type { Contact } from '#panel/api/types.ts';
import { batchesOf } from '#panel/data/batches.ts';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';

/** Display name of a contact. */
export const contactName = ({
  custom_name,
  push_name,
  phone,
}: Pick<Contact, 'custom_name' | 'push_name' | 'phone'>) =>
  custom_name ?? push_name ?? formatPhone(phone);

/** Maximum number of ids in one request. */
const maxIds = 100;

/** Client ids of contacts, in batches of one request each. A batch stays the same when further rows load. */
export function clientIdBatches(
  contacts: readonly Pick<Contact, 'client_id'>[],
): readonly (readonly string[])[] {
  const ids = [...new Set(contacts.flatMap(({ client_id }) => client_id ?? []))];
  return batchesOf(ids, maxIds);
}
