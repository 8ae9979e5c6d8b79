import { platformStatement } from '../../../db/statement.ts';
import { brokenSeals } from '../../audit/seals.ts';
import type { Check, Examined } from './check.ts';

const teams = platformStatement('select id, slug from teams order by slug');

/** Most teams whose trouble is named. */
const mostNamed = 5;

/** Whether entries of who did what were removed or altered: what their seals say. */
export async function checkAudit({ platform, secrets }: Examined): Promise<Check[]> {
  const wrong: string[] = [];
  for (const { id, slug } of await platform.run(teams)) {
    const broken = await platform.transaction(async (_, team) =>
      brokenSeals(team(id as string), secrets),
    );
    for (const each of broken) wrong.push(`${slug}: entry ${each.id}: ${each.problem}`);
  }
  if (wrong.length === 0) return [{ name: 'audit', ok: true, found: 'every seal holds' }];
  const more = wrong.length > mostNamed ? `; and ${wrong.length - mostNamed} more` : '';
  return [
    {
      name: 'audit',
      ok: false,
      found: `${wrong.slice(0, mostNamed).join('; ')}${more}`,
      advice:
        'Somebody with access to the database removed or altered entries. Compare with a backup from before (docs/audit.md).',
    },
  ];
}
