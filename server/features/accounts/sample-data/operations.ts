import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import type { PhaseSettings } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError, conflict } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, number, required } from '#server/records/fields.ts';
import { changeSettings } from '../settings/settings.ts';

/*
 * Sample data for a team, and accounts for its invented people, who cannot sign in until someone creates a link for them.
 */

const users = kind(Type.Array(Type.String({ format: 'uuid' })), 'ids of users of the team', 'json');

// Skips users whose address already has an account.
const addPeople = teamStatement(`
  insert into people (id, email, name)
  select n.person, u.email, u.name from users u join unnest($users::uuid[], $people::uuid[]) n (id, person) on n.id = u.id
  where u.team_id = $team and u.person_id is null
    and not exists (select from people p where lower(p.email) = lower(u.email))
  on conflict do nothing`);
const bindPeople = teamStatement(`
  update users u set person_id = p.id from unnest($users::uuid[], $people::uuid[]) n (id, person) join people p on p.id = n.person
  where u.team_id = $team and u.id = n.id`);
// Demotes invented owners if the team has a real one.
const demote = teamStatement(`
  update users u set role = 'admin' where u.team_id = $team and u.id = any($users::uuid[]) and u.role = 'owner'
    and exists (select from users o where o.team_id = $team and o.role = 'owner' and o.person_id is not null
      and not (o.id = any($users::uuid[])))`);
const ownerAmong = teamStatement(`
  select email from users where team_id = $team and id = any($users::uuid[]) and role = 'owner' and person_id is not null
  order by id limit 1`);

export const makePeople = operation({
  name: 'demo.people',
  id: 'makeDemoPeople',
  summary: 'Create accounts for the users of the demo',
  allow: { demo: true },
  emits: [],
  input: { fields: { users: required(users) } },
  output: { kind: 'object', keys: ['owner'] },
  one: 'user',
  async run({ db }, { values }) {
    const input = { users: values.users as readonly string[] };
    const people = input.users.map(() => uuidv7());
    await db.run(demote, input);
    await db.run(addPeople, { ...input, people });
    await db.run(bindPeople, { ...input, people });
    const [row] = await db.run(ownerAmong, input);
    return { owner: (row?.email ?? null) as string | null };
  },
});

/** Serializes concurrent fills; also with imports into the team. */
const lockImports = teamStatement('select pg_advisory_xact_lock(hashtextextended($team::text, 9))');
const work = [
  'clients',
  'contacts',
  'conversations',
  'projects',
  'tasks',
  'deals',
  'activities',
  'campaigns',
] as const;
const anyWork = teamStatement(
  `select ${work.map((table) => `exists (select from ${table} where team_id = $team)`).join(' or ')} as found`,
);

const madeCount = required(number(0, 1_000_000));

export const fillWithDemo = operation({
  name: 'demo.fill',
  id: 'fillWithDemo',
  summary: 'Fill an empty team with sample data',
  note: 'Adds clients, contacts, conversations, projects, tasks, deals, campaigns, activities and members of a fictional agency, all or nothing. Returns 409 if the team already has any of these records.',
  allow: { user: 'owner' },
  panel: { method: 'POST', path: '/demo', status: 201 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'DemoFilled',
    fields: {
      clients: about('The number of clients created.', madeCount),
      contacts: about('The number of contacts created.', madeCount),
      conversations: about('The number of conversations created.', madeCount),
      projects: about('The number of projects created.', madeCount),
      tasks: about('The number of tasks created.', madeCount),
    },
  },
  mayFail: ['CONFLICT'],
  one: 'team',
  async run({ actor, db, team, settings }) {
    const { demo } = settings;
    if (!demo) throw new ApiError('UNAVAILABLE', 'This installation has no sample data.');
    return db.transaction(async (tx) => {
      await tx.run(lockImports);
      const [row] = await tx.run(anyWork);
      if (row?.found === true) throw conflict('This team is not empty.', 'not_empty');
      const set = (phases: PhaseSettings) => changeSettings((work) => tx.transaction(work), phases);
      const { clients, contacts, conversations, projects, tasks } = await demo(
        { db: tx, team, settings },
        set,
        actor.kind === 'user' ? actor.userId : undefined,
      );
      const filled = { clients, contacts, conversations, projects, tasks };
      await recordAudit(tx, { type: 'teams', id: tx.id, after: filled });
      return filled;
    });
  },
});

export const demoOperations: readonly Operation[] = [makePeople, fillWithDemo];
