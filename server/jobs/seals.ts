import type { Clock } from '../db/clock.ts';
import type { Database } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { removeEntriesOf, sealEntries } from '../features/audit/seals.ts';
import { isPassing } from '../platform/errors.ts';
import type { Logger } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';

const sealEvery = 3_600_000;

/** Teams with entries or seals, one step of an index each. */
const teams = platformStatement('select id from teams order by id');

/**
 * Seals what was done in all teams since their last seal, and removes what was kept for long enough.
 * @param isSteady whether the clock of a transaction can be believed; while it cannot, nothing is removed
 */
export async function sealAll(
  database: Database,
  secrets: Secrets,
  isSteady: Clock['isSteady'],
  isStopping = () => false,
): Promise<{ readonly seals: number; readonly audit_entries: number }> {
  let [seals, removed] = [0, 0];
  for (const { id } of await database.platform.run(teams)) {
    if (isStopping()) break;
    const db = database.team(id as string);
    seals += await sealEntries(db, secrets);
    if (await database.platform.transaction((tx) => isSteady(tx)))
      removed += await removeEntriesOf(db, isStopping);
  }
  return { seals, audit_entries: removed };
}

/** Does so every hour. A round that fails is logged and comes again. */
export function startSeals(
  database: Database,
  secrets: Secrets,
  log: Logger,
  { isSteady }: Pick<Clock, 'isSteady'>,
): { stop(): Promise<void> } {
  let isStopping = false;
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running
      .then(() => sealAll(database, secrets, isSteady, () => isStopping))
      .then((done) => {
        if (done.seals > 0 || done.audit_entries > 0) log.info(done, 'sealed the audit log');
      })
      .catch((err: Error) =>
        log.warn(
          isPassing(err) ? { reason: err.message } : { err },
          'sealing the audit log failed; it will run again',
        ),
      );
  };
  const timer = setInterval(round, sealEvery);
  round();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
