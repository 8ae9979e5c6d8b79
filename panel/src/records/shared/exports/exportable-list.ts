import { useSyncExternalStore } from 'react';
import { exportResources } from '#panel/api/enumerations.ts';
import type { ExportResource } from '#panel/api/schema.ts';
import type { WorkKind } from '#panel/route/record-paths.ts';

/* The list on the screen, as its display menu exports it. */

export type ExportableKind = Exclude<ExportResource, 'team'>;

/** The kind of record as one of exports; undefined if the API exports none of it. */
export const exportableKind = (kind: WorkKind): ExportableKind | undefined =>
  exportResources.filter((resource) => resource !== 'team').find((resource) => resource === kind);

export interface ExportableList {
  readonly kind: ExportableKind;
  /** Filters and order, as the API accepts them. */
  readonly query: string;
  readonly total: number;
  /** Fields that the list shows; null for a board, which has no columns of fields. */
  readonly fields: readonly string[] | null;
  /** Opens the dialog. */
  readonly open: () => void;
}

let current: ExportableList | undefined;
const listeners = new Set<() => void>();

/** Announces the list on the screen; undefined when it leaves. */
export function announceList(list: ExportableList | undefined): void {
  current = list;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useExportableList = (): ExportableList | undefined =>
  useSyncExternalStore(subscribe, () => current);
