import pg from 'pg';

/** Name of the violated constraint, without the suffix that Citus adds on a shard. */
export function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name?.replace(/_\d{6,}$/, '');
}
