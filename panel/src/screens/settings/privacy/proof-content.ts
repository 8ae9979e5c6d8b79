import { privacyHitDecisions } from '#panel/api/enumerations.ts';
import type { PrivacyHit } from '#panel/api/schema.ts';

/* Contents of a proof. They are the JSON that was signed, which a later version may have written in another shape. */

interface TableRows {
  readonly name: string;
  /** Null if the table was not counted. */
  readonly before: number | null;
  readonly after: number | null;
  /** Rows that the erasure deleted or emptied. */
  readonly changed: number;
}
interface DecisionCount {
  readonly decision: NonNullable<PrivacyHit['decision']>;
  readonly basis: string | null;
  readonly count: number;
}
interface Remaining {
  readonly column: string;
  readonly count: number;
  /** True if a text in this column was kept by a decision. */
  readonly isKept: boolean;
}

export interface ProofContent {
  readonly tables: readonly TableRows[];
  readonly decisions: readonly DecisionCount[];
  /** Number of searched columns. */
  readonly columns: number;
  /** Columns that still contain identifiers. */
  readonly rest: readonly Remaining[];
  /** Files whose contents were searched; undefined in proofs of versions that searched their names only. */
  readonly files: SearchedFiles | undefined;
}

interface SearchedFiles {
  readonly read: number;
  /** Files that still contain identifiers, and those of them that were kept by a decision. */
  readonly hits: number;
  readonly kept: number;
  readonly unread: number;
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const countOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Tables whose rows were counted or changed, in the order of their names. */
function tablesOf(rows: Json, removed: Json): readonly TableRows[] {
  return [...new Set([...Object.keys(rows), ...Object.keys(removed)])]
    .toSorted()
    .map((name) => {
      const { before, after } = objectOf(rows[name]);
      return {
        name,
        before: countOf(before),
        after: countOf(after),
        changed: numberOf(removed[name]),
      };
    })
    .filter(({ before, after, changed }) => changed > 0 || (before ?? 0) > 0 || (after ?? 0) > 0);
}

/** Decisions by their kind and basis, over all columns. */
function decisionsOf(content: readonly Json[]): readonly DecisionCount[] {
  const sums = new Map<string, DecisionCount>();
  for (const { decision, basis, places } of content) {
    const valid = privacyHitDecisions.find((each) => each === decision);
    if (!valid) continue;
    const key = JSON.stringify([valid, basis]);
    const count = (sums.get(key)?.count ?? 0) + numberOf(places);
    sums.set(key, { decision: valid, basis: textOf(basis), count });
  }
  return [...sums.values()];
}

function filesOf(content: unknown): SearchedFiles | undefined {
  if (!isObject(content)) return undefined;
  const unread = Object.values(objectOf(content.unread)).map(numberOf);
  return {
    ...{ read: numberOf(content.read), hits: numberOf(content.hits), kept: numberOf(content.kept) },
    unread: unread.reduce((total, n) => total + n, 0),
  };
}

export function readProof(content: Json): ProofContent {
  const scan = objectOf(content.scan);
  const decisions = listOf(content.decisions);
  const keptColumns = new Set(
    decisions
      .filter(({ decision }) => decision === 'keep')
      .map(({ place, field }) => `${textOf(place)}.${textOf(field)}`),
  );
  return {
    tables: tablesOf(objectOf(content.rows), objectOf(content.removed)),
    decisions: decisionsOf(decisions),
    columns: numberOf(scan.columns),
    rest: Object.entries(objectOf(scan.hits)).map(([column, count]) => ({
      ...{ column, count: numberOf(count), isKept: keptColumns.has(column) },
    })),
    files: filesOf(scan.files),
  };
}
