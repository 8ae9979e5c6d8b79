import type { Database } from '../db/database.ts';
import { getTeam, setTeam } from '../features/accounts/operations.ts';
import { users } from '../features/accounts/users/table.ts';
import { clients } from '../features/crm/clients/table.ts';
import { bareTaxId } from '../features/crm/clients/tax-ids.ts';
import { contacts } from '../features/crm/contacts/table.ts';
import { billContract } from '../features/retainers/billing.ts';
import { begin } from '../features/transfer/operations.ts';
import type { Context, FillDemo, PhaseSettings, Settings } from '../operations/context.ts';
import { reads } from '../operations/crud.ts';
import { manage } from '../operations/installation-operation.ts';
import { perform } from '../operations/operation.ts';
import type { Values } from '../records/crud-queries.ts';
import {
  addClients,
  addContacts,
  addContracts,
  addInboxes,
  addSquads,
  addUsers,
} from './agency.ts';
import { addApprovals } from './approvals.ts';
import { addComments } from './comments.ts';
import { addContractHours } from './contract-hours.ts';
import { addConversations } from './conversations.ts';
import * as words from './demo-data.ts';
import { numbersFrom } from './numbers.ts';
import { addProjectTemplate } from './project-template.ts';
import { randomFrom } from './random.ts';
import { backdate, type Counts, calendarOf, type DemoRun, list } from './run.ts';
import { addActivities, addDeals } from './sales.ts';
import { addTimesheets } from './timesheets.ts';
import { addCampaigns, addProjects, addTasks, addWebhooks, linkTasks } from './work.ts';

/** `large` is twenty times `small` for paginated lists. */
export const sizes = {
  small: {
    users: 6,
    squads: 3,
    inboxes: 3,
    clients: 12,
    contacts: 15,
    conversations: 10,
    messages: 45,
    contracts: 3,
    projects: 10,
    tasks: 60,
    campaigns: 8,
    deals: 25,
    activities: 40,
    webhooks: 2,
  },
  large: {
    users: 30,
    squads: 12,
    inboxes: 4,
    clients: 240,
    contacts: 300,
    conversations: 200,
    messages: 900,
    contracts: 60,
    projects: 200,
    tasks: 2_000,
    campaigns: 160,
    deals: 500,
    activities: 800,
    webhooks: 40,
  },
} as const satisfies Record<string, Counts>;

/** The team's deal phases; defines some if it has none. */
async function phasesOf(
  listed: unknown,
  setPhases: (settings: PhaseSettings) => Promise<unknown>,
): Promise<readonly string[]> {
  const phases = listed as readonly string[];
  if (phases.length > 0) return phases;
  await setPhases({ deal_phases: words.phases, ...words.phaseMeanings });
  return words.phases;
}

/** Values that must be unique within the team: addresses, phone numbers, CPF and CNPJ. */
async function usedValues(demo: DemoRun, records: readonly Values[]): Promise<string[]> {
  const people = [...(await list(demo, users)), ...(await list(demo, contacts)), ...records];
  return people.flatMap(({ email, phone, cpf, cnpj }) => [
    ...[email].filter(isText).map((text) => text.toLowerCase()),
    ...[phone].filter(isText),
    ...[cpf, cnpj].filter(isText).map(bareTaxId),
  ]);
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Result of a run. */
interface Filled {
  /** Number of records created. */
  readonly created: Counts;
  /** Address of the owner if a run created one; null if the team has another. */
  readonly owner: string | null;
}

/**
 * Fills a team with realistic data, through the operations that all entry points call. A failed run leaves only the phases; each
 * further run adds other records.
 * @param team its id
 */
export async function fill(
  { platform }: Database,
  settings: Settings,
  team: string,
  size: keyof typeof sizes,
): Promise<Filled> {
  const actor = { kind: 'demo', userId: null } as const;
  const installation = { actor, platform, settings };
  const { team: teamRecord } = await manage(getTeam, installation, { id: team });
  // In a separate transaction: it blocks all other writers of deals.
  const phases = await phasesOf(teamRecord.deal_phases, (phase) =>
    manage(setTeam, installation, { id: team, ...phase }),
  );
  const facts = {
    slug: teamRecord.slug as string,
    strictTaxIds: teamRecord.strict_tax_ids as boolean,
  };
  return platform.transaction((_, teamDb) =>
    fillIn({ db: teamDb(team), team: facts, settings }, phases, size),
  );
}

/** Fills an empty team in an open transaction, and sets its phases. */
export const fillEmpty: FillDemo = async (on, setPhases, asker) => {
  const { created } = await fillIn(on, await phasesOf([], setPhases), 'small', asker);
  return created;
};

async function fillIn(
  on: Pick<Context, 'db' | 'team' | 'settings'>,
  phases: readonly string[],
  size: keyof typeof sizes,
  asker?: string,
): Promise<Filled> {
  const ctx = { ...on, actor: { kind: 'demo', userId: null } } as const;
  const taken = new Set<string>();
  // Serialises runs on one team: they would draw the same numbers.
  await perform(begin, ctx, {});
  const { total: offset } = await perform(reads(clients).list, ctx, { query: { limit: '1' } });
  // Every new team gets the same data, every further run different data.
  const random = randomFrom(offset);
  const demo: DemoRun = {
    ...on,
    counts: sizes[size],
    random,
    numbers: numbersFrom(random, taken),
    calendar: calendarOf(new Date(), random),
    offset,
    users: [],
    made: new Map(),
  };
  for (const value of await usedValues(demo, await list(demo, clients))) taken.add(value);
  const owner = await addAll(demo, phases, asker);
  await backdate(demo);
  return { created: demo.counts, owner };
}

/** @param asker a user of the team who also gets assigned work */
async function addAll(
  demo: DemoRun,
  phases: readonly string[],
  asker: string | undefined,
): Promise<string | null> {
  const owner = await addUsers(demo);
  if (asker !== undefined) demo.users.unshift(asker);
  const squads = await addSquads(demo);
  const inboxes = await addInboxes(demo);
  const clients = await addClients(demo);
  const contacts = await addContacts(demo, clients);
  const contracts = await addContracts(demo, clients);
  const projects = await addProjects(demo, clients, squads);
  const tasks = await addTasks(demo, projects);
  await addApprovals(demo, await addCampaigns(demo, projects));
  await addWebhooks(demo, projects);
  const deals = await addDeals(demo, clients, phases);
  await addActivities(demo, clients, deals, contracts);
  await addConversations(demo, contacts, inboxes);
  await addComments(demo);
  const billed = await addContractHours(demo, contracts, projects);
  await addProjectTemplate(demo);
  await addTimesheets(demo, projects, billed);
  await linkTasks(demo, tasks);
  for (const { id } of contracts) await billContract(demo.db, id, demo.calendar.day(-45));
  return owner;
}
