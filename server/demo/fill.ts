import { setDealPhases } from '../cli/team.ts';
import type { Database, Platform } from '../db/database.ts';
import { platformStatement, teamStatement } from '../db/statement.ts';
import type { Settings } from '../operations/context.ts';
import {
  addClients,
  addContacts,
  addContracts,
  addInboxes,
  addSquads,
  addUsers,
} from './agency.ts';
import { addConversations } from './conversations.ts';
import { numbersFrom } from './numbers.ts';
import { randomFrom } from './random.ts';
import { addActivities, addDeals } from './sales.ts';
import { backdate, type Counts, calendarOf, type Stage } from './stage.ts';
import * as words from './words.ts';
import { addCampaigns, addProjects, addTasks, addWebhooks } from './work.ts';

/** `large` is twenty times `small` where the interface has lists to page through. */
export const sizes = {
  small: {
    users: 6,
    squads: 3,
    inboxes: 2,
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

const findTeam = platformStatement(
  'select slug, strict_tax_ids, deal_phases from teams where id = $team',
);

/** A run waits for another one as long as that takes. */
const waitPatiently = platformStatement(`select set_config('statement_timeout', '0', true)`);

/** Two runs on one team take turns: they would draw the same numbers. */
const holdTeam = teamStatement('select pg_advisory_xact_lock(hashtextextended($team::text, 9))');

const countClients = teamStatement(
  'select count(*)::int as clients from clients where team_id = $team',
);

const taken = teamStatement(`
  select bare_id(cpf) as value from clients where team_id = $team and cpf is not null
  union all select bare_id(cnpj) from clients where team_id = $team and cnpj is not null
  union all select lower(email) from clients where team_id = $team and email is not null
  union all select lower(email) from users where team_id = $team
  union all select phone from contacts where team_id = $team`);

/** The team's phases of deals; a team that lists none gets some. */
async function phasesOf(platform: Platform, team: string): Promise<readonly string[]> {
  return platform.transaction(async (tx) => {
    const [found] = await tx.run(findTeam, { team });
    const phases = (found?.deal_phases as string[] | undefined) ?? [];
    if (phases.length > 0) return phases;
    await setDealPhases(tx, team, words.phases);
    return words.phases;
  });
}

/**
 * Fills a team with believable data, through the verbs that the API calls. A run that fails leaves
 * nothing but the phases; each further run adds other records.
 * @param team its id
 * @returns how many records there are more
 */
export async function fill(
  { platform }: Database,
  settings: Settings,
  team: string,
  size: keyof typeof sizes,
): Promise<Counts> {
  // In a transaction of its own: it keeps all other writers of deals waiting.
  const phases = await phasesOf(platform, team);
  return platform.transaction(async (tx, teamDb) => {
    const db = teamDb(team);
    await tx.run(waitPatiently);
    await db.run(holdTeam);
    const [found] = await tx.run(findTeam, { team });
    const [counted] = await db.run(countClients);
    const offset = counted?.clients as number;
    const known = (await db.run(taken)).map(({ value }) => value as string);
    // The same data in every fresh team, other data in every further run.
    const random = randomFrom(offset);
    const stage: Stage = {
      platform: tx,
      db,
      team: {
        id: team,
        slug: found?.slug as string,
        strictTaxIds: found?.strict_tax_ids as boolean,
      },
      settings,
      counts: sizes[size],
      random,
      numbers: numbersFrom(random, new Set(known)),
      calendar: calendarOf(new Date(), random),
      offset,
      users: [],
      made: new Map(),
    };
    await addAll(stage, phases);
    await backdate(stage);
    return stage.counts;
  });
}

async function addAll(stage: Stage, phases: readonly string[]): Promise<void> {
  await addUsers(stage);
  const squads = await addSquads(stage);
  const inboxes = await addInboxes(stage);
  const clients = await addClients(stage);
  const contacts = await addContacts(stage, clients);
  const contracts = await addContracts(stage, clients);
  const projects = await addProjects(stage, clients, squads);
  await addTasks(stage, projects);
  await addCampaigns(stage, projects);
  await addWebhooks(stage, projects);
  const deals = await addDeals(stage, clients, phases);
  await addActivities(stage, clients, deals, contracts);
  await addConversations(stage, contacts, inboxes);
}
