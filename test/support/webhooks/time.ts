/*
 * Time for deliveries and workflows: what waits for hours in the database, and how it passes at once.
 */

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** WEBHOOK_RETRY_SCHEDULE where nobody sets it. */
export const schedule = [
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];

/** SQL: a moment so many milliseconds earlier, made of immutable functions: others Citus does not take in an UPDATE. */
export const earlier = (moment: string, ms: string) =>
  `to_timestamp(extract(epoch from ${moment} - to_timestamp(0))::float8 - ${ms}::float8 / 1000)`;

/** Columns that hold moments, by their table. */
export type Moments = Readonly<Record<string, readonly string[]>>;

/** Those that matter here. */
const moments: Moments = {
  deliveries: ['next_attempt_at', 'claimed_until', 'created_at', 'completed_at'],
  delivery_attempts: ['started_at'],
  events: ['created_at'],
  webhooks: ['failing_since', 'previous_secret_until', 'created_at', 'updated_at'],
  receptions: ['created_at'],
  workflow_runs: ['next_step_at', 'claimed_until', 'created_at', 'completed_at'],
  workflow_steps: ['started_at', 'completed_at'],
  idempotency_keys: ['created_at'],
};

/**
 * Time passes: everything that was or will be comes so much earlier, all at once. To be used when all is quiet.
 * @param others moments of a test's own
 */
export async function travel(
  sql: (text: string, values: unknown[]) => Promise<unknown>,
  ms: number,
  others: Moments = {},
): Promise<void> {
  const updates = Object.entries({ ...moments, ...others }).map(([table, columns]) => {
    const set = columns.map((each) => `${each} = ${earlier(each, '$1')}`);
    return `moved_${table} as (update ${table} set ${set.join(', ')})`;
  });
  await sql(`with ${updates.join(', ')} select`, [ms]);
}
