/** SQL text with named parameters; compiled once, sent as a prepared statement. */
export interface Statement {
  readonly text: string;
  /** Names of the parameters, in the order of $1, $2… */
  readonly parameters: readonly string[];
  /** Name of the prepared statement; if absent, the text is parsed on every use. */
  readonly name?: string;
  /**
   * True if it joins most of a team's records with each other. Nested loops, which PostgreSQL prefers on tables that it has not analysed yet, would
   * take minutes instead of milliseconds. Only for `TeamDb.aggregate`.
   */
  readonly joinsMost?: boolean;
  /** True if it may write to a table from which background work is claimed; not if its row has a false `has_queued`. */
  readonly mayQueueWork?: boolean;
  /** Does the same for many rows at once. */
  readonly batch?: Batch;
}

/** A statement that does the work of several executions of another one (ADR 145). */
export interface Batch {
  /**
   * Its parameter `batch` is a JSON array with an object of {@link rowParameters} for each execution; the others have the same values in all of
   * them. It returns the `id` of that object with each row.
   */
  readonly statement: Statement;
  /** Names of the parameters that may differ. */
  readonly rowParameters: readonly string[];
}

/** Tables from which background work is claimed (jobs/worker.ts). */
export const workTables = [
  'deliveries',
  'workflow_runs',
  'gateway_reads',
  'automatic_replies',
  'scheduled_messages',
  'blobs',
  'bulk_jobs',
  'inbox_histories',
  'message_media',
  'imports',
  'privacy_requests',
  'exports',
  'lookups',
] as const;
const queuesWork = new RegExp(`\\b(?:insert into|update) (?:${workTables.join('|')})\\b`);

/** A statement restricted to one team: only these run on a {@link TeamDb}. */
export interface TeamStatement extends Statement {
  readonly bound: 'team';
}

/** Lock of a statement that may share its transaction with others of the team (ADR 129). */
export interface Lock {
  /** Unique for the row or the value that the statement waits for: those of a transaction run in the order of these names. */
  readonly name: string;
  /** True if it changes one existing record, which others may have locked for long. */
  readonly isChange?: boolean;
}

let made = 0;

function compile(sql: string, prepared: boolean): Statement {
  const parameters: string[] = [];
  const text = sql.replace(/\$([a-z_][a-z0-9_]*)/g, (_, name: string) => {
    const index = parameters.indexOf(name);
    return `$${index >= 0 ? index + 1 : parameters.push(name)}`;
  });
  const mayQueueWork = queuesWork.test(text);
  return { text, parameters, mayQueueWork, ...(prepared ? { name: `s${++made}` } : {}) };
}

/**
 * Compiles SQL with parameters written as `$name`.
 * @param options.prepared false for texts with too many variants to keep prepared on every connection, and for
 *   those of {@link unprepared}
 * @param options.joinsMost see {@link Statement}
 * @throws Error if the text does not contain `$team`: queries without a team are impossible
 */
export function teamStatement(
  sql: string,
  { prepared = true, joinsMost = false }: { prepared?: boolean; joinsMost?: boolean } = {},
): TeamStatement {
  const statement = compile(sql, prepared);
  if (!statement.parameters.includes('team')) throw new Error(`a statement without $team: ${sql}`);
  return { ...statement, bound: 'team', ...(joinsMost && { joinsMost }) };
}

/** Compiles a statement over all teams: only for authentication, the command line and the worker's sweeps (linted). */
export function platformStatement(sql: string, options: { prepared?: boolean } = {}): Statement {
  return compile(sql, options.prepared ?? true);
}

/**
 * For statements on tables that a burst fills within seconds: a prepared statement would keep the plan of an empty table until
 * the database analyses it.
 */
export const unprepared = { prepared: false } as const;

/**
 * A condition that is always true and makes PostgreSQL keep a prepared statement's generic plan. PostgreSQL compares that plan's
 * estimated cost with the costs of plans for specific values: plans of small teams look cheaper, so it would plan every time.
 * This condition adds a count whose limit is visible only to specific plans and which is never executed.
 * @param isTrue SQL that is always true, but not known to be true while planning
 */
export const forceGenericPlan = (isTrue: string) =>
  `(${isTrue} or (select count(*) from generate_series(1, $steep::integer)) = 0)`;

/** Parameters of a statement that contains {@link forceGenericPlan}. */
export const genericPlanParameters = { steep: 1_000_000_000 } as const;

/**
 * SQL of a lateral subquery that returns the team's row with an id, for statements over many rows. `offset 0` forces a primary
 * key look-up; with a plain join, PostgreSQL reads all rows of a team without statistics, for each id (ADR 79).
 */
export const rowById = (table: string, id: string) =>
  `lateral (select r.* from ${table} r where r.team_id = $team and r.id = ${id} offset 0)`;

/** SQL: a row is of the team, written so that only an index that is unique with the other conditions is read, whatever the statistics (ADR 115). */
export const isOfTeam = (row: string) => `${row}.team_id = any (array[$team, $team]::uuid[])`;

/** SQL that formats an instant as the API does: ISO 8601, UTC, milliseconds. */
export const iso = (instant: string) =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
