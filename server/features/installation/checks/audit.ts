import { platformStatement } from '#server/db/statement.ts';
import { brokenSeals } from '#server/features/audit/seals.ts';
import type { Check, Examined } from './check.ts';

const teams = platformStatement('select id, slug from teams order by slug');

/** Max problems listed. */
const maxNamedPhases = 5;

/** Verifies the seals of the audit log: detects removed or altered entries. */
export async function checkAudit({ platform, secrets }: Examined): Promise<Check[]> {
  const wrong: string[] = [];
  for (const { id, slug } of await platform.run(teams)) {
    const broken = await platform.transaction(async (_, team) =>
      brokenSeals(team(id as string), secrets),
    );
    for (const each of broken) wrong.push(`${slug}: entry ${each.id}: ${each.problem}`);
  }
  if (wrong.length === 0) return [{ name: 'audit', ok: true, found: 'every seal holds' }];
  const more = wrong.length > maxNamedPhases ? `; and ${wrong.length - maxNamedPhases} more` : '';
  return [
    {
      name: 'audit',
      ok: false,
      found: `${wrong.slice(0, maxNamedPhases).join('; ')}${more}`,
      advice:
        'Somebody with access to the database removed or altered entries. Compare with a backup from before (docs/audit.md).',
    },
  ];
}
