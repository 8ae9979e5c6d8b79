import { countDisabled } from '#server/features/webhooks/backlog.ts';
import { backlogsIn } from '../backlogs.ts';
import { wrongTotals } from '../totals-repair.ts';
import type { Check, Examined } from './check.ts';

/** Claims of a killed worker expire within a minute. */
const maxOverdueSeconds = 120;

/** Checks the backlog of the workers and counts the endpoints that the service disabled. */
export async function checkWork({ platform }: Examined): Promise<Check[]> {
  const backlogs = await backlogsIn({ platform });
  const late = Math.round(Math.max(...Object.values(backlogs).map((each) => each.overdue_seconds)));
  const waiting = Object.entries(backlogs).map(
    ([queue, each]) => `${each.waiting} ${queue.replace('_', ' ')}`,
  );
  const off = `webhook endpoints disabled by the service: ${await countDisabled(platform)}`;
  const ok = late <= maxOverdueSeconds;
  return [
    {
      name: 'work',
      ok,
      found: ok
        ? `waiting: ${waiting.join(', ')}; ${off}`
        : `waiting: ${waiting.join(', ')}, the oldest overdue by ${late} s; ${off}`,
      ...(ok
        ? {}
        : {
            advice:
              'Is the service running? Processes with ROLE=all or ROLE=worker do this work. If one is running, check its log or start more of them.',
          }),
    },
  ];
}

/** Checks that the totals of lists match the records. */
export async function checkTotals({ platform }: Examined, mend: boolean): Promise<Check[]> {
  const wrong = await wrongTotals(platform, mend);
  const where = wrong.map(({ resource, teams }) => `${resource} (teams: ${teams})`).join(', ');
  const ok = mend || wrong.length === 0;
  return [
    {
      name: 'totals',
      ok,
      found: wrong.length === 0 ? 'match the records' : `${mend ? 'corrected' : 'wrong'}: ${where}`,
      ...(ok ? {} : { advice: 'Correct them, even while the service runs: pauta doctor --mend' }),
    },
  ];
}
