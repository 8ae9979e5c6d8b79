import type { Database } from '../../server/db/database.ts';
import type { Target } from '../../server/db/target.ts';
import { wrongTotals } from '../../server/features/installation/totals.ts';
import { makeOffice } from '../../test/browser/office.ts';
import { fillCrowds } from '../crowd.ts';
import { ask } from '../fixture.ts';
import type { Cookie } from './house.ts';

/*
 * A team of as many records as the bars speak of.
 */

export interface Large {
  readonly slug: string;
  /** A new session of its owner. */
  session(): Promise<Cookie>;
}

/** Cards of a board, of tasks and of deals alike. */
export const cards = 1_000;
/** Rows of a table. */
export const rows = 5_000;

export async function fillLarge(
  database: Database,
  { connection, secrets }: Target,
  enter: (personId: string) => Promise<Cookie>,
): Promise<Large> {
  const office = await makeOffice(database, secrets, 'Agência Jequitibá');
  const owner = await office.add('Otto Prado', 'owner');
  const { slug } = office;
  const [team] = await ask(connection, `select id from teams where slug = '${slug}'`);
  const id = String(team?.id);
  const crowd = { team: id, activities: cards, contacts: rows, campaigns: 100 };
  const more = { tasks: cards, deals: cards, clients: rows, projects: 40, users: 12 };
  await fillCrowds(connection, [{ ...crowd, ...more }], () => {});
  // On a board is neither what was finished long ago nor what is in the trash or archived.
  for (const sql of [
    `update tasks set deleted_at = null, completed_at = case when completed_at is not null then now() end where team_id = '${id}'`,
    `update deals set status = 'ativo', archived_at = null where team_id = '${id}'`,
    `update teams set deal_phases = array['lead', 'contato', 'proposta', 'ganho', 'perdido'] where id = '${id}'`,
  ])
    await ask(connection, sql);
  await wrongTotals(database.platform, true);
  return { slug, session: () => enter(owner.personId) };
}
