import contractRoutes from '../features/crm/contracts/operations.ts';
import { monthsAfter } from '../features/retainers/periods.ts';
import { timeEntryOperations } from '../features/work/time-entries/operations.ts';
import { timeEntries } from '../features/work/time-entries/table.ts';
import type { Contract } from './agency.ts';
import { cyclicElement } from './random.ts';
import { act, type DemoRun, list, put, times } from './run.ts';
import type { Project } from './work.ts';

/** Status of each contract, and used parts of the hours of its last three periods, latest first. */
const courses = [
  { status: 'active', used: [0.9, 0.6, 0.75] },
  { status: 'active', used: [0.45, 0.85, 1.2] },
  { status: 'paused', used: [0, 0.3, 0.95] },
  { status: 'active', used: [1.1, 0.9, 0.8] },
  { status: 'ended', used: [0, 0, 0.5] },
  { status: 'draft', used: [] },
] as const;

/** Days of each period on which time was spent, counted from today. The current period began 20 days ago. */
const days = [
  [-2, -9, -16],
  [-24, -31, -38],
  [-55, -62, -69],
] as const;

/**
 * Links contracts to projects of their clients, with time entries. Last of the steps that draw numbers: earlier ones draw the same without it.
 * @returns ids of these projects
 */
export async function addContractHours(
  demo: DemoRun,
  contracts: readonly Contract[],
  projects: readonly Project[],
): Promise<ReadonlySet<string>> {
  const { calendar, users } = demo;
  const linked = new Set<string>();
  await times(contracts.length, async (i) => {
    const contract = contracts[i];
    const project = projects.find(({ client }) => client?.id === contract?.client.id);
    if (!contract || !project) return;
    linked.add(project.id);
    const { status, used } = cyclicElement(courses, i);
    await put(demo, contractRoutes, contract.id, {
      status,
      starts_on: monthsAfter(calendar.day(-20), -2),
      project_ids: [project.id],
      ...(i % 3 === 1 && { renews_on: calendar.day(40) }),
    });
    // The hours of tasks were entered today; they precede the contract.
    for (const { id } of await list(demo, timeEntries, { project_id: project.id }))
      await put(demo, timeEntryOperations, String(id), { started_at: calendar.moment(-100) });
    for (const [n, part] of used.entries())
      for (const day of part === 0 ? [] : (days[n] ?? []))
        await act(demo, timeEntryOperations.create, {
          user_id: cyclicElement(users, i + n),
          project_id: project.id,
          started_at: calendar.moment(day),
          minutes: Math.round(contract.hours * part * 20),
        });
  });
  return linked;
}
