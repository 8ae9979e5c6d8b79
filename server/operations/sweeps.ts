import { removes } from '../db/removal.ts';

/** Stored answers whose day is over. */
export const removeIdempotencyKeys = removes(
  'idempotency_keys',
  'team_id, key',
  'created_at',
  '24 hours',
);
