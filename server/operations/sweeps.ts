import { removes } from '../db/removal.ts';

/** Deletes expired stored responses. */
export const removeIdempotencyKeys = removes(
  'idempotency_keys',
  'team_id, key',
  'created_at',
  '24 hours',
);
