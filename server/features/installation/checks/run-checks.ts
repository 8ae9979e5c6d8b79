import type { Storage } from '#server/outbound/storage.ts';
import { checkAudit } from './audit.ts';
import type { Check, Examined } from './check.ts';
import { checkClock, checkDatabase } from './database.ts';
import { checkFiles } from './files.ts';
import { checkGateways } from './gateways.ts';
import { checkOwners } from './owners.ts';
import { checkKeys, checkSecrets } from './secrets.ts';
import { checkTotals, checkWork } from './work.ts';

/**
 * Runs all checks of an installation, in the order in which they are shown.
 * @param replicas addresses of the read replicas
 * @param mend true to correct wrong totals
 * @param storage file storage
 */
export async function runChecks(
  examined: Examined,
  replicas: readonly string[],
  mend: boolean,
  storage: Storage,
): Promise<Check[]> {
  return [
    ...(await checkDatabase(examined)),
    ...(await checkClock(examined)),
    ...(await checkSecrets(examined)),
    ...(await checkKeys(examined)),
    ...(await checkWork(examined)),
    ...(await checkTotals(examined, mend)),
    ...(await checkAudit(examined)),
    ...(await checkFiles(examined.platform, storage)),
    ...(await checkOwners(examined)),
    ...(await checkGateways(examined)),
    ...(await checkReplicas(replicas, examined)),
  ];
}

/** Loads the replica check only if there are replicas. */
async function checkReplicas(urls: readonly string[], examined: Examined): Promise<Check[]> {
  if (urls.length === 0) return [];
  const { checkReplica } = await import('./replicas.ts');
  return Promise.all(urls.map((url) => checkReplica(url, examined)));
}
