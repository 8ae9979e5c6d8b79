import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';
import { clients } from '../crm/clients/table.ts';
import { contracts, statuses } from '../crm/contracts/table.ts';
import { projects } from '../work/projects/table.ts';
import {
  agreedTermsOfClient,
  type ContractHours,
  type ContractTerms,
  currentPercent,
  hoursOf,
  maxContracts,
  type PeriodHours,
  renewalDays,
  termsOfClient,
  termsOfOne,
  termsOfOwner,
  termsOfProject,
  thresholds,
} from './burn.ts';
import { unitsPerMinute } from './carry-over.ts';

/** Max periods in a response. */
const maxShown = 24;

const uuid = Type.String({ format: 'uuid' });
const day = Type.String({ format: 'date' });
const minutes = Type.Number();
const period = Type.Object({
  starts_on: about('The first day of the period.', day),
  ends_on: about('The last day of the period; null without an end.', orNull(day)),
  included_minutes: about('The included time.', minutes),
  carried_minutes: about('Unused time of earlier periods.', minutes),
  used_minutes: about('The time of its projects; less than 0 if corrections prevail.', minutes),
  left_minutes: about('Included and carried time that is not used.', minutes),
  overage_minutes: about('Time beyond the included and the carried time.', minutes),
  percent: about(
    'Used percent of the included and carried time, rounded down; null without such time.',
    orNull(Type.Integer()),
  ),
});

const minutesOf = (units: number) => units / unitsPerMinute;
const viewOf = ({ starts_on, ends_on, percent, ...units }: PeriodHours) => ({
  starts_on,
  ends_on,
  included_minutes: minutesOf(units.included),
  carried_minutes: minutesOf(units.carried),
  used_minutes: minutesOf(units.used),
  left_minutes: minutesOf(units.left),
  overage_minutes: minutesOf(units.overage),
  percent,
});

const rules =
  'Time counts in the period in which it started, in the team’s time zone; running timers do not count. Carried time is used first, the oldest before the rest.';

export const getContractHours = operation({
  name: 'contracts.hours',
  id: 'getContractHours',
  summary: 'Get the hours of a contract by period',
  note: `At most ${maxShown} periods up to the current one, latest first; none before the contract starts. ${rules}`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${contracts.path}/:id/hours`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'ContractHours',
    fields: {
      periods: about(
        'The periods, latest first.',
        required(kind(Type.Array(period), 'the periods, latest first', 'json')),
      ),
    },
  },
  one: contracts.one,
  async run({ db }, { id }) {
    const rows = (await db.read(termsOfOne, { id })) as unknown as readonly ContractTerms[];
    const [hours] = await hoursOf(db, rows, maxShown);
    return hours && { periods: hours.periods.toReversed().map(viewOf) };
  },
});

const contract = Type.Object({
  id: uuid,
  title: Type.String(),
  status: about('The status of the contract.', Type.Enum([...statuses])),
  client: about('Its client.', orNull(Type.Object({ id: uuid, name: Type.String() }))),
  renews_on: about('The day on which it is to be renewed.', orNull(day)),
  is_renewal_near: about(
    `True if it is active or paused and renews_on is at most ${renewalDays} days from today, or has passed.`,
    Type.Boolean(),
  ),
  current: about(
    'The current period, after the end of the contract the last one; null before it starts.',
    orNull(period),
  ),
});

const output = {
  kind: 'fields',
  name: 'ContractsWithHours',
  fields: {
    contracts: about(
      'The contracts.',
      required(kind(Type.Array(contract), 'the contracts', 'json')),
    ),
  },
} as const;

const contractOf = ({ contract: terms, periods }: ContractHours) => {
  const current = periods.at(-1);
  return {
    ...{ id: terms.id, title: terms.title, status: terms.status, renews_on: terms.renews_on },
    client: terms.client_id === null ? null : { id: terms.client_id, name: terms.client },
    is_renewal_near: terms.is_renewal_near,
    current: current ? viewOf(current) : null,
  };
};

/** Hours of the current period of the contracts that a statement returns. */
const hoursIn = async (db: TeamDb, statement: TeamStatement, values: Record<string, unknown>) =>
  hoursOf(db, (await db.read(statement, values)) as unknown as readonly ContractTerms[], 1);

/** A contract and its latest periods, oldest first, in minutes. */
export interface ContractPeriods {
  readonly title: string;
  readonly periods: readonly ReturnType<typeof viewOf>[];
}

/** Hours of the contracts of a client, also of ended ones; not of drafts. */
export async function periodsOfClient(db: TeamDb, id: string): Promise<readonly ContractPeriods[]> {
  const rows = (await db.read(agreedTermsOfClient, { id })) as unknown as readonly ContractTerms[];
  return (await hoursOf(db, rows, maxShown)).map(({ contract: { title }, periods }) => ({
    title,
    periods: periods.map(viewOf),
  }));
}

const clientExists = teamStatement('select from clients where team_id = $team and id = $id');
const projectExists = teamStatement('select from projects where team_id = $team and id = $id');

/** Contracts of a record; undefined if it does not exist. */
async function contractsOf(db: TeamDb, terms: TeamStatement, exists: TeamStatement, id: unknown) {
  const hours = await hoursIn(db, terms, { id });
  if (hours.length === 0 && (await db.read(exists, { id })).length === 0) return undefined;
  return { contracts: hours.map(contractOf) };
}

const listed = `at most ${maxContracts}`;

export const contractsOfClient = operation({
  name: 'contracts.hours_of_client',
  id: 'listContractsOfClient',
  summary: 'List the contracts of a client with the hours of their current period',
  note: `Contracts that are not ended, ${listed}, latest first. ${rules}`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${clients.path}/:id/contracts`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: clients.one,
  run: ({ db }, { id }) => contractsOf(db, termsOfClient, clientExists, id),
});

export const contractsOfProject = operation({
  name: 'contracts.hours_of_project',
  id: 'listContractsOfProject',
  summary: 'List the contracts with a project and the hours of their current period',
  note: `Contracts that are not ended, ${listed}, latest first. ${rules}`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: `${projects.path}/:id/contracts`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: projects.one,
  run: ({ db }, { id }) => contractsOf(db, termsOfProject, projectExists, id),
});

const ofOwner: Operation = operation({
  name: 'contracts.due',
  id: 'listDueContracts',
  summary: 'List your contracts that need attention',
  note: `Contracts of which you are the owner: active ones that use at least ${thresholds[0]} % of the hours of their current period, and those to be renewed within ${renewalDays} days, earliest renewal first; at most ${maxContracts} contracts are examined. ${rules}`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/day/contracts', status: 200 },
  emits: [],
  input: {},
  output,
  one: 'team',
  async run({ db, actor }) {
    const all = await hoursIn(db, termsOfOwner, { me: userIdOf(actor) });
    const due = all.filter(
      (hours) =>
        hours.contract.is_renewal_near ||
        (hours.contract.status === 'active' && currentPercent(hours) >= thresholds[0]),
    );
    return { contracts: due.map(contractOf) };
  },
});

export const hourOperations: readonly Operation[] = [
  getContractHours,
  contractsOfClient,
  contractsOfProject,
  ofOwner,
];
