/** SQL text with its parameters by name; compiled once, sent as a prepared statement. */
export interface Statement {
  readonly text: string;
  /** Names of the parameters, in the order of $1, $2… */
  readonly parameters: readonly string[];
  /** The prepared statement's name; absent: parsed at every use. */
  readonly name?: string;
}

/** A statement that is bound to one team: only these run on a {@link TeamDb}. */
export interface TeamStatement extends Statement {
  readonly bound: 'team';
}

let made = 0;

function compile(sql: string, prepared: boolean): Statement {
  const parameters: string[] = [];
  const text = sql.replace(/\$([a-z_][a-z0-9_]*)/g, (_, name: string) => {
    const known = parameters.indexOf(name);
    return `$${known >= 0 ? known + 1 : parameters.push(name)}`;
  });
  return prepared ? { text, parameters, name: `s${++made}` } : { text, parameters };
}

/**
 * Compiles SQL in which parameters are written `$name`.
 * @param options.prepared false for texts of which there are too many to keep prepared on every connection, and for
 *   those of {@link plannedAnew}
 * @throws Error at once when the text does not hold `$team`: a query without a team cannot be written
 */
export function teamStatement(sql: string, options: { prepared?: boolean } = {}): TeamStatement {
  const statement = compile(sql, options.prepared ?? true);
  if (!statement.parameters.includes('team')) throw new Error(`a statement without $team: ${sql}`);
  return { ...statement, bound: 'team' };
}

/** A statement over all teams: for authentication, the command line and the worker's sweeps only (linted). */
export function platformStatement(sql: string, options: { prepared?: boolean } = {}): Statement {
  return compile(sql, options.prepared ?? true);
}

/**
 * For statements over tables that a burst fills within seconds: a prepared one would go on with the plan of an empty table
 * until the database has analysed it.
 */
export const plannedAnew = { prepared: false } as const;

/**
 * A condition that is true, and makes PostgreSQL keep the plan for any values of a prepared statement. It compares what it
 * expects of that plan with what plans for the given values have cost: plans of small teams look cheaper, and it would plan every
 * time. This counts to a number that it sees in those only, where it is never reached.
 * @param isTrue SQL of what always holds, and is not known while planning
 */
export const plannedOnce = (isTrue: string) =>
  `(${isTrue} or (select count(*) from generate_series(1, $steep::integer)) = 0)`;

/** What a statement that holds {@link plannedOnce} is given. */
export const steep = { steep: 1_000_000_000 } as const;

/**
 * SQL of a lateral subquery with the team's row of an id, for statements over many rows. Behind `offset 0` the row is looked up by its
 * key; as a plain join, PostgreSQL reads all rows of a team that its statistics do not know, for each id (ADR 79).
 */
export const rowById = (table: string, id: string) =>
  `lateral (select r.* from ${table} r where r.team_id = $team and r.id = ${id} offset 0)`;

/** The SQL that writes an instant as the interface does: ISO 8601, UTC, milliseconds. */
export const iso = (instant: string) =>
  `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
