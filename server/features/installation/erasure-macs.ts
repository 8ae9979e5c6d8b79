import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { Ledger } from '../privacy/ledger.ts';
import { writingLedger } from '../privacy/privacy-queue.ts';
import { isGenuineProof, proofMac } from '../privacy/proof.ts';
import { firstId } from './key-rotation.ts';

/** Proofs read at a time. */
const batch = 50;

const proofs = platformStatement(`
  select team_id, id, proof, mac from privacy_erasures
  where proof is not null and (team_id, id) > ($team, $after) order by team_id, id limit ${batch}`);
const storeMac = platformStatement(
  'update privacy_erasures set mac = $mac where team_id = $team and id = $id and mac = $old',
);

/** Makes the MACs of the ledger and of the proofs with the first key. Altered proofs stay as they are. @throws LedgerError */
export async function renewMacs(
  platform: Platform,
  ledger: Ledger,
  secrets: Secrets,
): Promise<void> {
  await writingLedger(platform, () => ledger.renew(secrets));
  for (let [team, after] = [firstId, firstId]; ; ) {
    const rows = await platform.run(proofs, { team, after });
    for (const { team_id: of, ...row } of rows) {
      const [id, text, old] = [String(row.id), String(row.proof), String(row.mac)];
      const mac = proofMac(secrets, String(of), id, text);
      if (mac !== old && isGenuineProof(secrets, String(of), { id, text, mac: old }))
        await platform.run(storeMac, { team: String(of), id, mac, old });
    }
    const last = rows.at(-1);
    if (!last) return;
    [team, after] = [String(last.team_id), String(last.id)];
  }
}
