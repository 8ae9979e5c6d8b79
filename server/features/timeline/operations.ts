import type { TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, required, timestamp, uuid } from '#server/records/fields.ts';
import type { ListQuery } from '#server/records/input.ts';
import { table } from '#server/records/table.ts';
import { decisions } from '../approvals/table.ts';
import { getClientOverview, getContactOverview } from './relations.ts';
import { kinds, timelineOfClient, timelineOfContact } from './statement.ts';

/*
 * Timeline of everything related to a client or a contact, paginated by cursor.
 */

const kindList = kind(
  Type.String({ maxLength: 200, examples: ['deals,conversations'] }),
  `one or more of ${kinds.join(', ')}, separated by commas`,
  'text',
  {
    check: (value) =>
      String(value)
        .split(',')
        .every((each) => kinds.some((kind) => kind === each)),
  },
);

/** Query parameters. Uses only limit, cursor and kinds of a list query. */
const queryParameters = table({
  name: 'timeline',
  one: 'entry',
  path: '/timeline',
  fields: { id: required(uuid) },
  filters: { kinds: { field: kindList, sql: 'true', about: 'Only entries of these kinds.' } },
  sorts: { at: { by: ['t.at'], nullable: false, isText: false } },
  latestBy: 'at',
});

const text = kind(Type.String(), 'a string', 'text');

const entry = Type.Object({
  /** Unique key of the entry, for lists. */
  key: about('The unique key of the entry.', Type.String()),
  at: about('The time of the entry.', Type.String({ format: 'date-time' })),
  kind: about('The type of entry.', Type.Enum([...kinds])),
  what: Type.String({
    description:
      'created, completed, planned; won, lost, phase, status, approval_status: from `was` to `became`; comment: `name` is the beginning of its text; day: a day of a conversation, with its first and last text and the `number` of messages.',
  }),
  record_kind: about('The type of record.', Type.String()),
  record_id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  user_id: about(
    'The user who did it.',
    Type.Union([Type.String({ format: 'uuid' }), Type.Null()]),
  ),
  was: about('The previous value.', Type.Union([Type.String(), Type.Null()])),
  became: about('The new value.', Type.Union([Type.String(), Type.Null()])),
  number: about('The number of messages on that day.', Type.Union([Type.Integer(), Type.Null()])),
  /** For approval_status, if it follows a decision on a request: decision, name and comment. */
  decision: Type.Union([Type.Enum([...decisions]), Type.Null()]),
  approver: about(
    'The name of the person who decided on an approval request.',
    Type.Union([Type.String(), Type.Null()]),
  ),
  comment: Type.Union([Type.String(), Type.Null()]),
});

const output = {
  kind: 'fields',
  name: 'Timeline',
  fields: {
    entries: about(
      'The entries, latest first.',
      required(kind(Type.Array(entry), 'a list of entries', 'json')),
    ),
    /** Cursor of the next page; null on the last page. */
    after: about('The cursor of the next page; null on the last page.', text),
  },
} as const;

const cursorOf = (at: unknown, key: unknown) =>
  Buffer.from(JSON.stringify([at, key])).toString('base64url');

/** @throws ApiError VALIDATION_ERROR for an invalid timeline cursor */
function positionOf(after: string | undefined): { at: string | null; key: string | null } {
  if (after === undefined) return { at: null, key: null };
  try {
    const [at, key] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[];
    const isMoment = typeof at === 'string' && timestamp.check(at);
    if (isMoment && typeof key === 'string' && /^[\w -]{1,120}$/.test(key)) return { at, key };
  } catch {
    // Reported below.
  }
  throw invalid(
    'after must be the cursor from the previous page of the timeline.',
    'after',
    'invalid_format',
  );
}

async function read(
  db: TeamDb,
  statement: TeamStatement,
  id: string,
  { limit, after, filters }: ListQuery,
) {
  const rows = await db.run(statement, {
    id,
    most: limit + 1,
    kinds: typeof filters.kinds === 'string' ? filters.kinds.split(',') : null,
    ...positionOf(after),
  });
  if (rows.length === 0) return undefined;
  const all = rows.filter(({ key }) => key !== null).map(({ found: _, ...each }) => each);
  const entries = all.slice(0, limit);
  const last = all.length > limit ? entries.at(-1) : undefined;
  return { entries, after: last ? cursorOf(last.at, last.key) : null };
}

const timeline = (
  of: { readonly name: string; readonly one: string; readonly path: string; readonly id: string },
  statement: TeamStatement,
) =>
  operation({
    name: `${of.name}.timeline`,
    id: of.id,
    summary: `List the timeline of a ${of.one}, latest first`,
    note: `Kinds of entries: ${kinds.join(', ')}. Each day of a conversation is one entry. Deal values are not included.`,
    allow: { key: 'read', user: 'member' },
    panel: { method: 'GET', path: `${of.path}/:id/timeline`, status: 200 },
    emits: [],
    input: { path: ['id'], query: queryParameters },
    output,
    one: of.one,
    run: ({ db }, { id, query }) => read(db, statement, id, query),
  });

export const operations = [
  timeline(
    { name: 'clients', one: 'client', path: '/clients', id: 'getClientTimeline' },
    timelineOfClient,
  ),
  timeline(
    { name: 'contacts', one: 'contact', path: '/msgapp/contacts', id: 'getContactTimeline' },
    timelineOfContact,
  ),
  getClientOverview,
  getContactOverview,
] as const;
