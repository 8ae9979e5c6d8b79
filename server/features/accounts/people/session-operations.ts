import { iso, platformStatement } from '#server/db/statement.ts';
import {
  type AccountContext,
  type AccountOperation,
  accountOperation,
  callerOf,
} from '#server/operations/account-operation.ts';
import { notFound } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  boolean,
  number,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { recordAccountAudit } from '../audit.ts';
import { endSessions } from '../sessions.ts';

/*
 * Active sessions of a person.
 */

const list = platformStatement(`
  select coalesce(json_agg(json_build_object('id', id, 'address', host(address), 'user_agent', user_agent, 'methods', methods,
    'created_at', ${iso('created_at')}, 'seen_at', ${iso('seen_at')}, 'is_current', id = $current)
    order by id = $current desc, seen_at desc, id), '[]') as sessions
  from sessions
  where person_id = $person and ended_at is null and expires_at > now() and seen_at > now() - interval '30 days'`);

const listOwnSessions = accountOperation({
  name: 'account.sessions',
  id: 'listOwnSessions',
  summary: 'List your sessions',
  note: 'With the browser and the IP address of the last use.',
  allow: 'person',
  panel: { method: 'GET', path: '/account/sessions', status: 200 },
  input: {},
  output: {
    name: 'OwnSession',
    isList: true,
    fields: {
      id: required(uuid),
      address: about('The IP address of the last use.', singleLine()),
      user_agent: about('The browser’s User-Agent.', singleLine(512)),
      methods: about('The authentication methods used.', texts(10, 32)),
      created_at: required(timestamp),
      seen_at: about('When it was last used.', required(timestamp)),
      is_current: about('True for the session of this request.', required(boolean)),
    },
  },
  async run(ctx) {
    const { personId, sessionId } = callerOf(ctx);
    const [row] = await ctx.platform.run(list, { person: personId, current: sessionId });
    return { data: row?.sessions };
  },
});

/** Ends sessions of the caller. @returns the number of sessions ended */
const endOwn = (
  ctx: AccountContext,
  operation: string,
  which: Parameters<typeof endSessions>[2],
): Promise<number> =>
  ctx.platform.transaction(async (tx) => {
    const { personId } = callerOf(ctx);
    const count = await endSessions(tx, personId, which, 'ended by its person');
    if (count > 0)
      await recordAccountAudit(tx, ctx, {
        personId,
        operation,
        after: { sessions_ended: count, ...(which.only !== undefined && { session: which.only }) },
      });
    return count;
  });

const ended = {
  name: 'SessionsEnded',
  fields: { ended: about('The number of sessions ended.', required(number(0, 1_000))) },
};

const endOwnSession = accountOperation({
  name: 'account.end_session',
  id: 'endOwnSession',
  summary: 'End one of your sessions',
  note: 'It ends within a second, on every node.',
  allow: 'person',
  panel: { method: 'DELETE', path: '/account/sessions/:id', status: 200 },
  input: {},
  output: ended,
  async run(ctx, _, id) {
    const { sessionId } = callerOf(ctx);
    if (!isUuid(id)) throw notFound('session');
    const count = await endOwn(ctx, 'account.end_session', { only: id });
    if (count === 0) throw notFound('session');
    return { data: { ended: count }, ...(id === sessionId && { session: null }) };
  },
});

const endOtherSessions = accountOperation({
  name: 'account.end_other_sessions',
  id: 'endOtherSessions',
  summary: 'End all your sessions except the current one',
  note: 'They end within a second, on every node.',
  allow: 'person',
  panel: { method: 'DELETE', path: '/account/sessions', status: 200 },
  input: {},
  output: ended,
  async run(ctx) {
    const { sessionId } = callerOf(ctx);
    const count = await endOwn(ctx, 'account.end_other_sessions', { but: sessionId });
    return { data: { ended: count } };
  },
});

export const deviceOperations: readonly AccountOperation[] = [
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
];
