import type { Draft } from './mapping.ts';
import type { Table } from './types.ts';

/* The draft of a mapping survives a reload of its tab. Its check stores it on the service. */

const nameOf = (id: string) => `pauta.import.${id}`;

/** Identity of a reading: a draft of another one is dropped. */
const signOf = ({ guess, columns }: Table) => JSON.stringify([guess, columns.length]);

export function storedDraft(id: string, table: Table): Draft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(nameOf(id)) ?? 'null') as {
      readonly sign: string;
      readonly draft: Draft;
    } | null;
    return stored?.sign === signOf(table) ? stored.draft : undefined;
  } catch {
    return undefined;
  }
}

export function storeDraft(id: string, table: Table, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(id), JSON.stringify({ sign: signOf(table), draft }));
  } catch {
    // Without storage, a reload begins with the guess.
  }
}

export const forgetDraft = (id: string) => sessionStorage.removeItem(nameOf(id));
