/* Time for deliveries and workflows: hours of waiting in the database pass at once. */

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Default of WEBHOOK_RETRY_SCHEDULE. */
export const schedule = [
  5 * second,
  5 * minute,
  30 * minute,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
];

/** SQL: a time the given milliseconds earlier, using immutable functions only, since Citus refuses others in an UPDATE. */
export const earlier = (moment: string, ms: string) =>
  `to_timestamp(extract(epoch from ${moment} - to_timestamp(0))::float8 - ${ms}::float8 / 1000)`;

/** Time columns, by table. */
type Moments = Readonly<Record<string, readonly string[]>>;

/** The columns that matter here. */
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
 * Advances time by moving all stored times back, in one transaction. Requires that nothing is in flight.
 * @param others additional time columns of a test
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
