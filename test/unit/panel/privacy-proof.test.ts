import { expect, test } from 'vitest';
import { readProof } from '#panel/screens/settings/privacy/proof-content.ts';

/* Proofs of erasures, whose contents are JSON that was signed. */

test('a proof shows rows by table, decisions and the remaining matches with their reason', () => {
  expect(
    readProof({
      rows: {
        contacts: { before: 1, after: 0 },
        deals: { before: 2, after: 2 },
        projects: { before: 0, after: 0 },
      },
      removed: { contacts: 1, audit_entries: 7, exports: 0 },
      decisions: [
        { place: 'deals', field: 'description', decision: 'keep', basis: 'Art. 16, I', places: 2 },
        { place: 'tasks', field: 'title', decision: 'keep', basis: 'Art. 16, I', places: 1 },
        { place: 'tasks', field: 'title', decision: 'replace', basis: null, places: 4 },
      ],
      scan: {
        ...{ columns: 212, hits: { 'deals.description': 2, 'messages.content': 1 } },
        files: { read: 40, unread: { picture: 2, media: 1 }, hits: 3, kept: 2 },
      },
    }),
  ).toEqual({
    tables: [
      { name: 'audit_entries', before: null, after: null, changed: 7 },
      { name: 'contacts', before: 1, after: 0, changed: 1 },
      { name: 'deals', before: 2, after: 2, changed: 0 },
    ],
    decisions: [
      { decision: 'keep', basis: 'Art. 16, I', count: 3 },
      { decision: 'replace', basis: null, count: 4 },
    ],
    columns: 212,
    rest: [
      { column: 'deals.description', count: 2, isKept: true },
      { column: 'messages.content', count: 1, isKept: false },
    ],
    files: { read: 40, unread: 3, hits: 3, kept: 2 },
  });
});

test('a proof of a version that read only the names of files says so', () => {
  expect(
    readProof({ scan: { columns: 212, hits: {}, files: 'names only' } }).files,
  ).toBeUndefined();
});

test('a proof in another shape is empty', () => {
  const proof = { rows: [], decisions: [{ decision: 'lost' }, 7], scan: null };
  expect(readProof(proof)).toEqual({ tables: [], decisions: [], columns: 0, rest: [] });
});
