import type { Decision } from './statements.ts';

/** A place in free text on which a user decided. */
export interface DecidedPlace {
  readonly place: string;
  readonly field: string;
  readonly row_key: string;
  readonly decision: Decision;
}

/** Ids of what an erasure removes, and decisions on free text. Contains no personal data. */
export interface ErasurePlan {
  readonly contacts: readonly string[];
  readonly clients: readonly string[];
  readonly users: readonly string[];
  readonly conversations: readonly string[];
  readonly decisions: readonly DecidedPlace[];
}
