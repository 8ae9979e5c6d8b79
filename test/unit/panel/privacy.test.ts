import { describe, expect, test } from 'vitest';
import type { PrivacyHit, PrivacyRequest } from '#panel/api/schema.ts';
import { identifierPattern, splitAt } from '#panel/screens/settings/privacy/marks.ts';
import {
  choicesOf,
  decisionOf,
  dueTone,
  effectsOf,
  groupsOf,
  isChosen,
  linesOf,
} from '#panel/screens/settings/privacy/model.ts';

/* Requests of persons about their data, as the panel shows them. */

const hit = (id: string, fields: Partial<PrivacyHit> = {}): PrivacyHit => ({
  id,
  place: 'deals',
  field: 'description',
  record_id: id,
  file_name: null,
  matched: ['email'],
  excerpt: 'Falar com ana@example.com',
  decision: null,
  basis: null,
  decided_by: null,
  ...fields,
});

const words = {
  decisions: { keep: 'Keep', replace: 'Replace', delete: 'Delete' },
  ...{ isPerson: 'Person', isOther: 'Someone else' },
  basis: {
    aboutPerson: 'It is about the person',
    options: { otherPerson: 'It is about someone else' },
  },
};

describe('passages', () => {
  test('with the same text in the same field are one group', () => {
    const hits = [hit('1'), hit('2'), hit('3', { field: 'title' }), hit('4', { place: 'tasks' })];
    expect(groupsOf(hits, true).map(({ hits }) => hits.map(({ id }) => id))).toEqual([
      ['1', '2'],
      ['3'],
      ['4'],
    ]);
    expect(groupsOf(hits, false)).toHaveLength(4);
  });

  test('without an excerpt are never merged', () => {
    const hits = [hit('1', { excerpt: null }), hit('2', { excerpt: null })];
    expect(groupsOf(hits, true)).toHaveLength(2);
  });

  test('of a group have a decision only if all have the same', () => {
    const of = (...decisions: PrivacyHit['decision'][]) => {
      const [group] = groupsOf(
        decisions.map((decision, at) => hit(String(at), { decision })),
        true,
      );
      return group && decisionOf(group);
    };
    expect(of('keep', 'keep')).toBe('keep');
    expect(of('keep', 'delete')).toBeUndefined();
    expect(of(null, null)).toBeNull();
  });

  test('of an erasure are kept, replaced or deleted; a file is kept or deleted as a whole', () => {
    const inFile = hit('2', { place: 'files', field: 'contents' });
    const keysOf = (hits: readonly PrivacyHit[]) =>
      choicesOf(groupsOf(hits, true), true, words).map(({ key }) => key);
    expect(keysOf([hit('1')])).toEqual(['keep', 'replace', 'delete']);
    expect(keysOf([hit('1'), inFile])).toEqual(['keep', 'delete']);
    expect(keysOf([hit('1', { place: 'files', field: 'name' })])).toContain('replace');
  });

  test('of another request are about the person or about someone else', () => {
    const [aboutPerson, aboutOther] = choicesOf([], false, words);
    const basis = 'It is about someone else';
    const [group] = groupsOf([hit('1', { decision: 'keep', basis })], true);
    expect(group && aboutPerson && isChosen(group, aboutPerson)).toBe(false);
    expect(group && aboutOther && isChosen(group, aboutOther)).toBe(true);
  });

  const person = {
    name: 'Ana Souza',
    phones: ['5511987654321'],
    emails: ['ana.souza@example.com'],
    tax_ids: ['52998224725'],
  };
  test.each([
    ['ligar para (11) 98765-4321 hoje', '(11) 98765-4321'],
    ['ligar para 11 8765 4321 hoje', '11 8765 4321'],
    ['CPF 529.982.247-25.', '529.982.247-25'],
    ['Para ANA.SOUZA@example.com, com cópia', 'ANA.SOUZA@example.com'],
    ['a Ana  Souza pediu', 'Ana  Souza'],
  ])('mark the identifier in “%s”', (text, identifier) => {
    expect(splitAt(text, identifierPattern(person))[1]).toBe(identifier);
  });

  test('are unmarked without identifiers', () => {
    const nobody = { name: null, phones: [], emails: [], tax_ids: [] };
    expect(splitAt('a (b', identifierPattern(nobody))).toEqual(['a (b']);
    const odd = identifierPattern({ ...nobody, name: 'Ana (loja' });
    expect(splitAt('a Ana (loja pediu', odd)[1]).toBe('Ana (loja');
  });
});

test('lines are trimmed, and each counts once', () => {
  expect(linesOf(' a@b.c \n\n d@e.f; a@b.c ')).toEqual(['a@b.c', 'd@e.f']);
});

test.each([
  [-1, 'danger'],
  [0, 'warn'],
  [5, 'warn'],
  [6, undefined],
])('%d days before the deadline the tone is %s', (days_left, tone) => {
  expect(dueTone({ days_left })).toBe(tone);
});

test('an erasure deletes clients without deals and contracts, and renames the others', () => {
  const subject = (
    fields: Partial<PrivacyRequest['subjects'][number]>,
  ): PrivacyRequest['subjects'][number] => ({
    ...{ type: 'clients', id: '1', name: 'Ana', matched: ['phone'], is_chosen: true },
    ...{ conversations: 0, deals: 0, contracts: 0, projects: 0, activities: 0 },
    ...fields,
  });
  const subjects = [
    subject({ type: 'contacts', conversations: 2 }),
    subject({ deals: 3 }),
    subject({ contracts: 1, projects: 4 }),
    subject({}),
    subject({ deals: 9, is_chosen: false }),
    subject({ type: 'users' }),
  ];
  expect(effectsOf({ subjects })).toEqual({
    ...{ contacts: 1, conversations: 2, clients: 1, renamed: 2, users: 1 },
    ...{ deals: 3, contracts: 1, projects: 4, activities: 0 },
  });
});
