import activityRoutes from '../features/crm/activities/operations.ts';
import dealRoutes from '../features/crm/deals/operations.ts';
import type { Client, Contract } from './agency.ts';
import * as words from './demo-data.ts';
import { cyclicElement } from './random.ts';
import { type DemoRun, post, put, times } from './run.ts';

/** The fields of a deal that activities need. */
interface Deal {
  readonly id: string;
  readonly title: string;
  readonly age: number;
  readonly client: Client | undefined;
  /** Neither won nor lost. */
  readonly isOpen: boolean;
}

/** @param phases the team's phases, in order */
export function addDeals(
  demo: DemoRun,
  clients: readonly Client[],
  phases: readonly string[],
): Promise<Deal[]> {
  const { calendar, counts, random, users } = demo;
  const spread = random.spread(phases, counts.deals);
  const priorities = random.spread(words.dealPriorities, counts.deals);
  const open = phases.filter((phase) => !/perd|ganh/i.test(phase));
  /** Number of deals won and lost so far: the first of each ended just now. */
  const ended = { won: 0, lost: 0 };
  return times(counts.deals, async (i) => {
    // Some leads are not clients yet.
    const client = i % 6 === 5 ? undefined : cyclicElement(clients, i);
    // Each pass over the clients offers them something different.
    const idea = cyclicElement(words.deals, i + 5 * Math.floor(i / clients.length));
    const phase = cyclicElement(spread, i);
    const isWon = /ganh/i.test(phase);
    // A team's custom phases may include none for lost deals.
    const isLost = /perd/i.test(phase) || (open.length === phases.length && i % 8 === 7);
    const isOpen = !isWon && !isLost;
    const friend = random.pick(words.firstNames).name;
    const title = `${idea.title} – ${client?.name ?? `indicação de ${friend}`}`;
    const age = random.int(2, Math.min(180, client ? client.age - 1 : 90));
    const [least, most] = idea.value;
    const cents = random.chance(0.2) ? 0.9 : 0;
    const isPriced = phase !== open[0] || random.chance(0.6);
    const close = isOpen ? random.int(3, 90) : -random.int(1, age);
    const nth = isWon ? ended.won++ : isLost ? ended.lost++ : -1;
    const isNow = nth === 0 && open.includes(phases[0] ?? '') && phases.includes(phase);
    const body = {
      title,
      description: random.chance(0.85) ? idea.description : undefined,
      value: isPriced ? random.int(least / 50, most / 50) * 50 + cents : undefined,
      phase: isNow ? open.at(-1) : phase,
      priority: priorities[i],
      // Some use the default probability of their phase.
      probability: isWon ? 100 : isLost ? 0 : i % 3 === 1 ? undefined : chances(phase),
      expected_close_date: calendar.day(close),
      source: client ? cyclicElement(words.sources, i) : 'indicação',
      tags: random.sample(words.dealTags, random.int(0, 2)),
      is_starred: i % 4 === 0,
      client_id: client?.id,
      responsible_id: i % 8 === 6 ? undefined : random.pick(users),
    };
    const closed = isOpen ? undefined : calendar.moment(close);
    const { id } = await post(demo, dealRoutes, age, body, closed);
    if (isNow) await put(demo, dealRoutes, id, { phase });
    if (isLost) {
      await put(demo, dealRoutes, id, {
        loss_reason: cyclicElement(words.lossReasons, i),
        // Deals lost long ago are archived.
        ...(nth % 2 === 1 && { status: 'arquivado' }),
      });
    }
    return { id, title, age, client, isOpen };
  });

  /** The probability of winning rises with the phase. */
  function chances(phase: string): number {
    return Math.round(((open.indexOf(phase) + 1) / (open.length + 1)) * 20) * 5;
  }
}

export async function addActivities(
  demo: DemoRun,
  clients: readonly Client[],
  deals: readonly Deal[],
  contracts: readonly Contract[],
): Promise<void> {
  const { calendar, counts, random, users } = demo;
  const completed = random.spread([true, false, true], counts.activities);
  const priorities = random.spread(words.activityPriorities, counts.activities);
  /** Most pending activities are the next step of a deal; some deals have none. */
  const open = deals.filter(({ isOpen }) => isOpen);
  let steps = 0;
  await times(counts.activities, async (i) => {
    const { type, titles } = cyclicElement(words.activities, i);
    const contract = type === 'contract_event' ? random.pick(contracts) : undefined;
    const isStep = !cyclicElement(completed, i) && type !== 'note' && !contract && i % 4 !== 3;
    const deal =
      isStep && open.length > 0
        ? cyclicElement(open, steps++)
        : !contract && i % 3 === 0
          ? random.pick(deals)
          : undefined;
    const client = contract?.client ?? (deal ? deal.client : random.pick(clients));
    const isCompleted = cyclicElement(completed, i);
    const parents = [contract, deal, client].filter((parent) => parent !== undefined);
    const age = random.int(1, Math.min(120, ...parents.map((parent) => parent.age - 1)));
    const isPast = isCompleted || type === 'note';
    const drawn = isPast ? -random.int(1, age) : random.int(1, 30);
    // Some pending activities are due today or overdue.
    const day = isPast ? drawn : cyclicElement([drawn, 0, drawn, -Math.min(2, age), drawn, 0], i);
    const isDue = !isPast && day <= 0;
    const moment = calendar.moment(day);
    const isLong = type === 'call' || type === 'meeting' || type === 'hearing';
    const body = {
      title: `${random.pick(titles)} – ${client?.name ?? deal?.title}`,
      type,
      description: random.chance(0.6) ? random.pick(words.activityDescriptions) : undefined,
      occurred_at: moment,
      duration_minutes: isLong ? random.pick([15, 30, 45, 60, 90]) : undefined,
      is_completed: isCompleted,
      due_date: random.chance(0.7) || isDue ? calendar.day(day) : undefined,
      priority: priorities[i],
      tags: random.sample(words.activityTags, random.int(0, 2)),
      client_id: client?.id,
      deal_id: deal?.id,
      contract_id: contract?.id,
      assigned_to: isDue
        ? cyclicElement(users, i % 4)
        : random.chance(0.85)
          ? random.pick(users)
          : undefined,
    };
    await post(demo, activityRoutes, age, body, isCompleted ? moment : undefined);
  });
}
