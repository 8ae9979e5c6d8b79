import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { about, money, required, singleLine, uuid } from '#server/records/fields.ts';

/*
 * Hourly rates: of a member, overridden by that of a client, overridden by that of a project. An entry copies the rate and the member's cost when
 * it is made (docs/adr/0221-hourly-rates.md).
 */

/** SQL: a column of a record of the team. */
const columnOf = (column: string, table: string, id: string) =>
  `(select x.${column} from ${table} x where ${isOfTeam('x')} and x.id = ${id})`;

/**
 * SQL: the rate of an hour of a user, for a client, on a project.
 * @param user SQL of its id, as are `client` and `project`
 */
export const rateOf = (user: string, client: string, project: string) => `coalesce(
    ${columnOf('hourly_rate', 'projects', project)},
    ${columnOf('hourly_rate', 'clients', client)},
    ${columnOf('hourly_rate', 'users', user)})`;

/** SQL: the rate of an hour of no particular user. @param client SQL of its id @param project SQL of the project's rate */
export const rateWithoutUser = (client: string, project: string) =>
  `coalesce(${project}, ${columnOf('hourly_rate', 'clients', client)})`;

/** SQL: the cost of an hour of a user. */
export const costOf = (user: string) => columnOf('hourly_cost', 'users', user);

const fields = {
  user_id: about('The member; null for the rate of a client or a project.', uuid),
  client_id: about('The client; null for the rate of a member or a project.', uuid),
  project_id: about('The project; null for the rate of a member or a client.', uuid),
  hourly_rate: about('In BRL; null if it is not set.', money),
  hourly_cost: about('The cost of an hour of the member, in BRL; null for others.', money),
};

const name = about('The name of the member, client or project.', required(singleLine(255)));

const output = { kind: 'fields', name: 'HourlyRate', fields: { ...fields, name } } as const;

/** Tables with rates, by the name of the id. */
const holders = { user_id: 'users', client_id: 'clients', project_id: 'projects' } as const;
type Holder = keyof typeof holders;
const holderNames = Object.keys(holders) as Holder[];

const columnsOf = (holder: Holder) =>
  `x.name, trim_scale(x.hourly_rate)::double precision as hourly_rate, ${
    holder === 'user_id' ? 'trim_scale(x.hourly_cost)' : 'null::numeric'
  }::double precision as hourly_cost`;

const rowsOf = (holder: Holder) => `
  select ${holderNames.map((name) => `${name === holder ? 'x.id' : 'null::uuid'} as ${name}`).join(', ')}, ${columnsOf(holder)}
  from ${holders[holder]} x where x.team_id = $team and (x.hourly_rate is not null${
    holder === 'user_id' ? ' or x.hourly_cost is not null' : ''
  })`;

const all = teamStatement(`
  select coalesce(json_agg(r order by r.user_id, r.client_id, r.project_id), '[]') as rates
  from (${holderNames.map(rowsOf).join(' union all ')}) r`);

const statementsOf = (holder: Holder) => ({
  lock: teamStatement(
    `select ${columnsOf(holder)} from ${holders[holder]} x where x.team_id = $team and x.id = $id::uuid for no key update`,
  ),
  store: teamStatement(
    `update ${holders[holder]} set hourly_rate = $hourly_rate::numeric${
      holder === 'user_id' ? ', hourly_cost = $hourly_cost::numeric' : ''
    } where team_id = $team and id = $id::uuid`,
  ),
});

const statements = {
  user_id: statementsOf('user_id'),
  client_id: statementsOf('client_id'),
  project_id: statementsOf('project_id'),
};

const listRates = operation({
  name: 'hourly_rates.list',
  id: 'listHourlyRates',
  summary: 'List hourly rates',
  note: 'The rates of members, clients and projects that have one. The rate of a project takes precedence over that of its client, and this over that of the member.',
  allow: { user: 'admin' },
  panel: { method: 'GET', path: '/hourly-rates', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'hourly rate',
  run: async ({ db }) => (await db.run(all))[0]?.rates as object | undefined,
});

const setRate = operation({
  name: 'hourly_rates.set',
  id: 'setHourlyRate',
  summary: 'Set an hourly rate',
  note: 'Sets the rate and cost of a member, or the rate of a client or a project: send exactly one id. Null removes it. Existing time entries keep theirs.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/hourly-rates', status: 200 },
  emits: [],
  input: { fields },
  output,
  mayFail: ['NOT_FOUND'],
  one: 'hourly rate',
  run: ({ db }, { values }) => {
    const [holder, ...rest] = holderNames.filter((name) => values[name] !== null);
    if (!holder || rest.length > 0)
      throw invalid(
        'Send exactly one of user_id, client_id and project_id.',
        rest.length > 0 ? rest : 'user_id',
        'not_allowed',
      );
    const { hourly_rate, hourly_cost } = values;
    if (holder !== 'user_id' && hourly_cost !== null)
      throw invalid('hourly_cost: only members have a cost.', 'hourly_cost', 'not_allowed');
    return db.transaction(async (tx) => {
      const { lock, store } = statements[holder];
      const id = values[holder];
      const [before] = await tx.run(lock, { id });
      if (!before) throw notFound('hourly rate');
      const next = { hourly_rate, hourly_cost };
      await tx.run(store, { id, ...next });
      if (before.hourly_rate !== hourly_rate || before.hourly_cost !== hourly_cost)
        await recordAudit(tx, {
          type: holders[holder],
          id: String(id),
          before: { hourly_rate: before.hourly_rate, hourly_cost: before.hourly_cost },
          after: next,
        });
      return { ...values, name: before.name };
    });
  },
});

export const rateOperations: readonly Operation[] = [listRates, setRate];
