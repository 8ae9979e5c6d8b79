import pg from 'pg';

/** The name of the constraint that refused a statement, without the suffix that Citus gives it on a shard. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_\d{6,}$/, '');
}
