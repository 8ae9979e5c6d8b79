import { privacyHitDecisions } from '#panel/api/enumerations.ts';
import type { PrivacyHit } from '#panel/api/schema.ts';

/* Contents of a proof. They are the JSON that was signed, which a later version may have written in another shape. */

interface TableRows {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}
interface DecisionCount {
  readonly decision: NonNullable<PrivacyHit['decision']>;
  readonly basis: string | null;
  readonly count: number;
}
interface Remaining {
  readonly column: string;
  readonly count: number;
}

export interface ProofContent {
  readonly tables: readonly TableRows[];
  readonly decisions: readonly DecisionCount[];
  /** Number of searched columns. */
  readonly columns: number;
  /** Columns that still contain identifiers. */
  readonly rest: readonly Remaining[];
}

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export function readProof(content: Json): ProofContent {
  const scan = objectOf(content.scan);
  return {
    tables: Object.entries(objectOf(content.tables)).map(([name, rows]) => {
      const { before, after } = objectOf(rows);
      return { name, before: numberOf(before), after: numberOf(after) };
    }),
    decisions: listOf(content.decisions).flatMap(({ decision, basis, count }) => {
      const valid = privacyHitDecisions.find((each) => each === decision);
      return valid ? [{ decision: valid, basis: textOf(basis), count: numberOf(count) }] : [];
    }),
    columns: numberOf(scan.columns),
    rest: listOf(scan.rest).map(({ column, count }) => ({
      column: textOf(column) ?? '',
      count: numberOf(count),
    })),
  };
}
