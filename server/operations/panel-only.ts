import type { Reads } from './crud.ts';
import type { Operation, Takes } from './operation.ts';
import type { Role } from './roles.ts';

/*
 * Operations of tables that the panel serves and v1 does not, and the other way round.
 */

/** The same operation at the panel only. @param least the least role of members who may call it */
export function panelOnly<T extends Takes, O>(
  { v1, ...operation }: Operation<T, O>,
  least: Role,
): Operation<T, O> {
  return { ...operation, allow: { user: least, operator: true }, ...(v1 && { panel: v1 }) };
}

/** The same operation, open to keys that may read, too: agents look at records as people do (docs/adr/0075-mcp.md). */
export const alsoForKeys = <T extends Takes, O>({
  allow,
  ...operation
}: Operation<T, O>): Operation<T, O> => ({ ...operation, allow: { ...allow, key: 'read' } });

/** The same operation without the panel. */
export function outsidePanel<T extends Takes, O>({
  panel: _,
  allow: { user: __, ...allow },
  ...operation
}: Operation<T, O>): Operation<T, O> {
  return { ...operation, allow };
}

/** The list and get of records that the panel shows with more than v1 does. */
export const readsOutsidePanel = ({ list, get, ...rest }: Reads): Reads => ({
  ...rest,
  list: outsidePanel(list),
  get: outsidePanel(get),
});

/**
 * List and get of the records as the panel shows them.
 * @param named their names and ids: those of v1 are another pair
 */
export const panelReads = (
  { list, get }: Reads,
  named: { readonly list: readonly [string, string]; readonly get: readonly [string, string] },
  least: Role = 'member',
): readonly [list: Operation, get: Operation] => [
  { ...panelOnly(list, least), name: named.list[0], id: named.list[1] },
  { ...panelOnly(get, least), name: named.get[0], id: named.get[1] },
];
