import pg from 'pg';
import type { WalSnapshot } from './primary.ts';
import type { Position } from './wal-positions.ts';

/* Queries a replica: its identity, and how much of the primary's log it has replayed. */

/** Host and port of a replica's URL, without credentials. */
export function replicaName(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return `${host}:${port}`;
}

/** Identifies the server since its last start; makes the session read-only, in case the replica is ever promoted. */
const who = `select pg_postmaster_start_time()::text as started, (select system_identifier::text from pg_control_system()) as system,
  set_config('default_transaction_read_only', 'on', false)`;
const progress = {
  name: 'progress',
  text: `select pg_is_in_recovery() as follows, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as replayed,
    greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery())) as timeline`,
};

export async function identifyServer(
  client: pg.ClientBase,
): Promise<{ started: string; system: string }> {
  const { rows } = await client.query<{ started: string; system: string }>(who);
  return rows[0] ?? { started: '', system: '' };
}

/** Position that a replica has replayed. @throws Error with a message for users if it does not follow this primary */
export async function progressOf(
  client: pg.ClientBase,
  primary: WalSnapshot | undefined,
): Promise<Position> {
  if (!primary) throw new Error('the primary database does not answer');
  const { rows } = await client.query<{
    follows: boolean;
    replayed: Position | null;
    timeline: number;
  }>(progress);
  const [row] = rows;
  if (!row?.follows) throw new Error('it is not a replica: it accepts writes');
  if (row.timeline !== primary.timeline)
    throw new Error(
      'it does not follow this primary, or has not reported so yet (another timeline)',
    );
  return row.replayed ?? 0;
}

/** @throws Error with a message for users if the server belongs to another database */
export function refuseOtherSystem(system: string, primary: WalSnapshot | undefined): void {
  if (!primary) throw new Error('the primary database does not answer');
  if (system !== primary.system) throw new Error('it is a replica of another database');
}
