import { platformStatement } from '#server/db/statement.ts';
import {
  type AccountOperation,
  accountOperation,
  callerOf,
  enforcesTwoFactors,
  type SignedIn,
  twoFactors,
} from '#server/operations/account-operation.ts';
import { roles } from '#server/operations/roles.ts';
import {
  about,
  boolean,
  date,
  oneOf,
  required,
  singleLine,
  slug,
  texts,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { recordAccountAudit } from './audit.ts';
import { endSessions } from './sessions.ts';

const teamsOf = platformStatement(`
  select coalesce(json_agg(json_build_object('slug', t.slug, 'name', t.name, 'user_id', u.id, 'role', u.role,
    'sees_values', u.sees_values or u.role <> 'member',
    'needs_second_factor', ${enforcesTwoFactors('t')} and not (s.methods && $two::text[]),
    'second_factor_from', case when t.requires_second_factor and not ${enforcesTwoFactors('t')} and not (s.methods && $two::text[])
      then t.second_factor_from end, 'may_export', u.may_export or u.role = 'owner', 'is_available', not u.is_away, 'time_zone', t.time_zone,
      'allows_agents', t.allows_agents) order by t.name, t.slug), '[]') as teams
  from users u join teams t on t.id = u.team_id join sessions s on s.person_id = u.person_id and s.id = $session
  where u.person_id = $person and u.suspended_at is null`);

/** Response with a session. */
export const sessionAnswer = {
  name: 'Session',
  fields: {
    id: required(uuid),
    person_id: about('The person, identical in all teams.', required(uuid)),
    name: required(singleLine()),
    email: required(singleLine()),
    locale: required(singleLine()),
    time_zone: required(singleLine()),
    is_operator: about('True if the person is an operator of the service.', required(boolean)),
    methods: about('The authentication methods used.', texts(10, 32)),
    authenticated_at: about('When the person last authenticated.', required(timestamp)),
  },
};

/** Session as shown to its person. */
export const sessionView = ({ sessionId, personId, name, email, ...caller }: SignedIn) => ({
  id: sessionId,
  person_id: personId,
  name,
  email,
  locale: caller.locale,
  time_zone: caller.timeZone,
  is_operator: caller.isOperator,
  methods: caller.methods,
  authenticated_at: new Date(caller.authenticatedAt).toISOString(),
});

/** Read from the database, as the cached session may be older than a change that the person has just made. */
const profile = platformStatement(
  'select name, email, locale, time_zone, is_operator from people where id = $person',
);

const whoAmI = accountOperation({
  name: 'session.get',
  id: 'getSession',
  summary: 'Get the current session',
  note: '`data` is null if the caller is not signed in.',
  allow: 'anyone',
  panel: { method: 'GET', path: '/session', status: 200 },
  input: {},
  output: { ...sessionAnswer, isNullable: true },
  async run(ctx) {
    const { caller } = ctx;
    if (!caller) return { data: null };
    const [now] = await ctx.platform.run(profile, { person: caller.personId });
    return { data: { ...sessionView(caller), ...now } };
  },
});

const listOwnTeams = accountOperation({
  name: 'account.teams',
  id: 'listOwnTeams',
  summary: 'List your teams',
  note: 'With your role and your permissions in each.',
  allow: 'person',
  panel: { method: 'GET', path: '/account/teams', status: 200 },
  input: {},
  output: {
    name: 'OwnTeam',
    isList: true,
    fields: {
      slug: required(slug),
      name: required(singleLine()),
      user_id: required(uuid),
      role: required(oneOf('user_role', roles)),
      sees_values: required(boolean),
      may_export: required(boolean),
      is_available: about(
        'False while the member is away: no conversation is distributed to them.',
        required(boolean),
      ),
      /** True if the team requires a second factor that this session lacks. */
      needs_second_factor: about('True if the team requires a second factor.', required(boolean)),
      /** Day from which the team requires a second factor of this session; null if it does not, already does, or the session has one. */
      second_factor_from: about(
        'The day, in the team’s time zone, from which a required second factor is enforced; null for immediately.',
        date,
      ),
      /** Time zone of that day. */
      time_zone: required(singleLine()),
      allows_agents: about('False if members may not connect agents.', required(boolean)),
    },
  },
  async run(ctx) {
    const { personId: person, sessionId: session } = callerOf(ctx);
    const [row] = await ctx.platform.run(teamsOf, { person, session, two: twoFactors });
    return { data: row?.teams };
  },
});

const signOut = accountOperation({
  name: 'session.end',
  id: 'signOut',
  summary: 'Sign out',
  note: 'Invalidates the session cookie.',
  allow: 'person',
  panel: { method: 'DELETE', path: '/session', status: 200 },
  input: {},
  output: {
    name: 'SignedOut',
    fields: { ended: about('True if there was a session.', required(boolean)) },
  },
  async run(ctx) {
    const { personId, sessionId } = callerOf(ctx);
    await ctx.platform.transaction(async (tx) => {
      const ended = await endSessions(tx, personId, { only: sessionId }, 'signed out');
      if (ended > 0) await recordAccountAudit(tx, ctx, { personId, operation: 'session.end' });
    });
    return { data: { ended: true }, session: null };
  },
});

export const sessionOperations: readonly AccountOperation[] = [whoAmI, listOwnTeams, signOut];
