import { expect, test } from 'vitest';
import { readProof } from '#panel/screens/settings/privacy/proof-content.ts';

/* Proofs of erasures, whose contents are JSON that was signed. */

test('a proof shows rows by table, decisions and the remaining matches', () => {
  expect(
    readProof({
      tables: { contacts: { before: 1, after: 0 } },
      decisions: [{ decision: 'keep', basis: 'Art. 16, I', count: 2 }],
      scan: { columns: 212, rest: [{ column: 'deals.description', count: 2 }] },
    }),
  ).toEqual({
    tables: [{ name: 'contacts', before: 1, after: 0 }],
    decisions: [{ decision: 'keep', basis: 'Art. 16, I', count: 2 }],
    columns: 212,
    rest: [{ column: 'deals.description', count: 2 }],
  });
});

test('a proof in another shape is empty', () => {
  const proof = { tables: [], decisions: [{ decision: 'lost' }, 7], scan: null };
  expect(readProof(proof)).toEqual({ tables: [], decisions: [], columns: 0, rest: [] });
});
