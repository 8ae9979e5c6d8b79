import type { Reads } from './crud.ts';
import type { CallInput, Operation } from './operation.ts';
import type { Role } from './roles.ts';

/* Operations of tables that only one of the panel API and v1 serves. */

/** Restricts an operation to the panel API. @param least minimum role of members who may call it */
export function panelOnly<T extends CallInput, O>(
  { v1, ...operation }: Operation<T, O>,
  least: Role,
): Operation<T, O> {
  return { ...operation, allow: { user: least, operator: true }, ...(v1 && { panel: v1 }) };
}

/** Opens an operation to read-only keys: agents read records as members do (docs/adr/0075-mcp.md). */
export const alsoForKeys = <T extends CallInput, O>({
  allow,
  ...operation
}: Operation<T, O>): Operation<T, O> => ({ ...operation, allow: { ...allow, key: 'read' } });

/** Removes an operation from the panel API. */
export function outsidePanel<T extends CallInput, O>({
  panel: _,
  allow: { user: __, ...allow },
  ...operation
}: Operation<T, O>): Operation<T, O> {
  return { ...operation, allow };
}

/** List and get of records for which the panel API has extended versions. */
export const readsOutsidePanel = ({ list, get, ...rest }: Reads): Reads => ({
  ...rest,
  list: outsidePanel(list),
  get: outsidePanel(get),
});

/**
 * List and get in the panel API's version.
 * @param named their names and ids, which must differ from those in v1
 */
export const panelReads = (
  { list, get }: Reads,
  named: { readonly list: readonly [string, string]; readonly get: readonly [string, string] },
  least: Role = 'member',
): readonly [list: Operation, get: Operation] => [
  { ...panelOnly(list, least), name: named.list[0], id: named.list[1] },
  { ...panelOnly(get, least), name: named.get[0], id: named.get[1] },
];
