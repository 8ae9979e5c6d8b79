import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { recordAudit, withoutActor } from '#server/events/audit.ts';
import type { Actor, Context } from '#server/operations/context.ts';
import { type ExternalWork, runExternalWork } from '#server/operations/idempotency.ts';
import { refuseHidden, seesAll } from '#server/operations/masking.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { type Answer, envelope, recordOf } from '#server/operations/response-envelope.ts';
import { errorReasons } from '#server/platform/error-reasons.ts';
import { ApiError, conflict, invalid, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { mustText, type Page, textOf, type Values } from '#server/records/crud-queries.ts';
import { fieldProblem } from '#server/records/field-problem.ts';
import {
  about,
  distinct,
  freeObject,
  kind,
  links,
  number,
  oneOf,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { bareTerm, isScannedFor, type ListQuery } from '#server/records/input.ts';
import { InvalidInput } from '#server/records/invalid-values.ts';
import { idsOf } from '#server/records/statements.ts';
import { type BulkKind, bulkFields, bulkKinds, listsOf } from '../bulk-kinds.ts';
import { runJob } from './run.ts';
import {
  createJob,
  createJobForList,
  jobStatement,
  outcomes,
  recent,
  undo,
  undoHours,
} from './statements.ts';

/*
 * Bulk changes: of records given by id, and of all records that a list query matches.
 */

/** Max records named in one call. */
const maxNamedPhases = 500;
/** Max records changed by one job. */
const maxFound = 50_000;
/** Number of affected records that a preview shows. */
const previewedRecords = 5;

const ids = required(
  kind(
    Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: maxNamedPhases }),
    `a list of 1 to ${maxNamedPhases} UUIDs`,
    'uuid[]',
    { clean: distinct((id) => (typeof id === 'string' ? id.toLowerCase() : id)) },
  ),
);
const what = {
  kind: about('The type of records.', required(oneOf('text', Object.keys(bulkKinds)))),
  action: about(
    'The action to apply to the records.',
    withDefault(oneOf('text', ['change', 'delete']), 'change'),
  ),
  change: about('Field → its new value.', freeObject({ priority: 'high' })),
};
const asQuery = withDefault(singleLine(4_000), '');

const count = required(number(0, 1_000_000_000));
const listed = <const T extends Parameters<typeof Type.Object>[0]>(properties: T) =>
  kind(Type.Array(Type.Object(properties)), 'a list', 'json');
const text = Type.Union([Type.String(), Type.Null()]);
const ref = (name: string) => Type.Unknown({ $ref: `#/components/schemas/${name}` });

const outcomeFields = {
  code: about('The error code; null if it succeeded.', text),
  message: about('The error message.', text),
};
const answerFields = {
  id: required(uuid),
  done: about('The number of completed ones.', count),
  refused: about('The number of rejected ones.', count),
  outcomes: about(
    'The outcome for each record, in the order of the IDs.',
    required(
      listed({
        id: Type.String({ format: 'uuid' }),
        ok: about('True if the request succeeded.', Type.Boolean()),
        ...outcomeFields,
      }),
    ),
  ),
};
const jobFields = {
  id: required(uuid),
  ...what,
  state: about(
    'The state of the job.',
    required(oneOf('text', ['running', 'done', 'stopped', 'undoing', 'undone'])),
  ),
  reason: about('The reason why it stopped.', oneOf('text', ['suspended'])),
  total: about('The number of matching records.', count),
  done: about('The number of completed ones.', count),
  refused: about('The number of rejected ones.', count),
  undone: about('The number of undone ones.', count),
  kept: about('The number of records that could not be undone because they had changed.', count),
  created_at: required(timestamp),
  finished_at: about('When it ended.', timestamp),
  undo_until: about('The time until which it can be undone.', required(timestamp)),
  failures: about(
    'The failures, with their reasons.',
    required(
      listed({
        id: Type.String({ format: 'uuid' }),
        name: text,
        outcome: about('The outcome.', Type.Enum(['refused', 'kept'])),
        ...outcomeFields,
        refusal: about(
          'The fields and the reason of the refusal; null for those before they were stored.',
          Type.Union([
            Type.Object({
              fields: about('The invalid fields.', Type.Optional(Type.Array(ref('ErrorField')))),
              reason: Type.Optional(Type.Enum([...errorReasons])),
            }),
            Type.Null(),
          ]),
        ),
      }),
    ),
  ),
};
const previewFields = {
  total: about('The total number.', count),
  most: about('Maximum number of records per job.', count),
  first: about(
    'The first records, with their current values.',
    required(
      listed({
        id: Type.String({ format: 'uuid' }),
        name: text,
        before: about('Field → its current value.', Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
  ),
};

interface RequestedChange {
  readonly kind: string;
  readonly action: string;
  readonly change: Values;
}

const listKinds = { tags: texts(), assignee_ids: links('users') };

/** @throws ApiError VALIDATION_ERROR if the action or the change does not apply to this kind of record */
function kindFor({ kind, action, change }: RequestedChange): BulkKind {
  const of = bulkKinds[kind];
  if (!of)
    throw invalid(
      `kind must be one of ${Object.keys(bulkKinds).join(', ')}.`,
      'kind',
      'not_allowed',
    );
  const names = Object.keys(change);
  if (action === 'delete') {
    if (of.archivedBy === undefined)
      throw invalid(
        `action: ${kind} cannot be deleted in bulk, because deletion is permanent.`,
        'action',
        'not_allowed',
        { reason: 'no_bulk_delete' },
      );
    if (names.length > 0)
      throw invalid('change must be empty if action is delete.', 'change', 'conflicting');
    return of;
  }
  const lists = listsOf(of);
  const allowed = [...bulkFields(of), ...lists.flatMap(({ add, remove }) => [add, remove])];
  const wrong = names.filter((name) => !allowed.includes(name));
  if (wrong.length > 0 || names.length === 0)
    throw invalid(
      `change must contain at least one of ${allowed.join(', ')}, and nothing else.`,
      'change',
      wrong.length > 0 ? 'not_allowed' : 'required',
    );
  const fields = { ...change };
  for (const { name, add, remove } of lists)
    for (const listName of [add, remove]) {
      const { check } = listKinds[name];
      if (change[listName] !== undefined && !check(change[listName]))
        throw new InvalidInput([fieldProblem(listName, listKinds[name], change[listName])]);
      delete fields[listName];
    }
  of.crud.update.read({ path: { id: uuidv7() }, body: fields });
  return of;
}

/** @throws Error if the actor is not a member */
function memberIn(actor: Actor): Actor & { readonly kind: 'user' } {
  if (actor.kind !== 'user') throw new Error('bulk changes are for members');
  return actor;
}

/** Parameters of a new job. */
function jobValues(actor: Actor, { kind, action, change }: RequestedChange, claim: string | null) {
  const { userId, personId, sessionId } = memberIn(actor);
  const values = { kind, action, change: JSON.stringify(change), claim };
  return { id: uuidv7(), ...values, user: userId, person: personId, session: sessionId };
}

async function answerOf(db: TeamDb, id: string): Promise<Answer> {
  const rows = await db.run(outcomes, { id });
  const outcomeRows = rows.map(({ id, outcome, code, message }) => ({
    id,
    ok: outcome === 'done',
    // Possibly still in progress, if a process died and the caller retried.
    code: outcome === null ? 'UNAVAILABLE' : code,
    message: outcome === null ? 'Not done yet.' : message,
  }));
  const done = outcomeRows.filter(({ ok }) => ok).length;
  const data = { id, done, refused: outcomeRows.length - done, outcomes: outcomeRows };
  return { status: 200, body: envelope(JSON.stringify(data)) };
}

interface StartedJob {
  readonly id: string;
  readonly claim: string;
}

/** Changes the given records, once per idempotency key. */
const named = (ctx: Context, read: () => RequestedChange & { readonly ids: readonly string[] }) => {
  const { actor, settings, team, requestId, address, keyed } = ctx;
  // Each record's operation records its own actor.
  const db = withoutActor(ctx.db);
  const outward: ExternalWork<StartedJob> = {
    async intend(on) {
      const { ids, ...wanted } = read();
      kindFor(wanted);
      const claim = uuidv7();
      const job = jobValues(actor, wanted, claim);
      // Sorted, so that concurrent calls on the same records cannot deadlock.
      await on.run(createJob, { ...job, ids: [...ids].sort() });
      return { id: job.id, claim };
    },
    async perform({ id, claim }) {
      const running = { team, settings, requestId, address, log: settings.services?.log };
      await runJob(db, id, claim, running, new AbortController().signal);
      return (on) => answerOf(on, id);
    },
    recall: (on, id) => answerOf(on, id),
    unstored: () => {
      throw new ApiError('UNAVAILABLE', 'The outcome is not stored yet; try again.');
    },
    onLost: () => {},
  };
  return runExternalWork(ctx.db, settings.secrets, keyed, outward);
};

const change = operation({
  name: 'bulk.change',
  id: 'changeMany',
  summary: 'Update or delete many records',
  note: `Up to ${maxNamedPhases} records of one type; each is changed as by a single update, with its events and its audit log entry, and the failure of one does not affect the others. change contains the fields to set; add_tags and remove_tags add and remove tags, add_assignee_ids and remove_assignee_ids users. For ${undoHours} hours, the job with this id can be undone.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/bulk', status: 200 },
  emits: [],
  input: { fields: { ...what, ids: about('The IDs of the records.', ids) } },
  output: { kind: 'fields', name: 'BulkAnswer', fields: answerFields },
  one: 'record',
  keepsKey: (ctx, read) => named(ctx, () => read().values),
  run: async (ctx, { values }) => JSON.parse(recordOf(await named(ctx, () => values))) as object,
});

/** Parses the query string of a list. @throws ApiError VALIDATION_ERROR */
const queryIn = (of: BulkKind, text: string): ListQuery => {
  const parameters = Object.fromEntries(new URLSearchParams(text));
  const read = of.list.read({ query: { ...parameters, limit: String(previewedRecords) } });
  return (read as { readonly query: ListQuery }).query;
};

const searched = (search: string | undefined) => ({
  search,
  search_ids: search === undefined ? undefined : bareTerm(search),
});

const preview = operation({
  name: 'bulk.preview',
  id: 'previewBulkJob',
  summary: 'Preview a bulk change',
  note: `Returns the number of matching records, and the first ${previewedRecords} with their current values. query is the query string of the panel’s list: status=ativo&search=site.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/bulk/preview', status: 200 },
  emits: [],
  input: { fields: { ...what, query: asQuery } },
  output: { kind: 'fields', name: 'BulkPreview', fields: previewFields },
  one: 'record',
  async run(ctx, { values }) {
    const of = kindFor(values);
    const page = (await of.list.run(ctx, { query: queryIn(of, values.query) })) as Page;
    const records = JSON.parse(`[${page.data}]`) as Values[];
    const lists = listsOf(of);
    const names = Object.keys(values.change).map(
      (name) => lists.find(({ add, remove }) => name === add || name === remove)?.name ?? name,
    );
    const first = records.map((record) => ({
      id: record.id,
      name: record.title ?? record.name ?? record.custom_name ?? record.push_name ?? record.phone,
      before: Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    }));
    return { total: page.total, most: maxFound, first };
  },
});

const job = jobStatement(bulkKinds, 'j.id = $id');
const jobs = jobStatement(bulkKinds, recent);

const jobOf = async (db: TeamDb, actor: Actor, id: string): Promise<object | undefined> => {
  const [row] = await db.run(job, { id, user: memberIn(actor).userId });
  const text = textOf(row);
  return text === undefined ? undefined : (JSON.parse(text) as object);
};

const output = { kind: 'fields', name: 'BulkJob', fields: jobFields } as const;

const start = operation({
  name: 'bulk.start',
  id: 'startBulkJob',
  summary: 'Update or delete all records that match a query',
  note: `Applies to the records that match now, at most ${maxFound}, one by one in the background, with the permissions the member has at that moment: the job stops if the member is suspended. Live streams report progress as bulk_jobs.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/bulk/jobs', status: 201 },
  emits: [],
  input: { fields: { ...what, query: asQuery } },
  output,
  mayFail: ['CONFLICT'],
  one: 'record',
  async run({ db, actor }, { values }) {
    const { query: text, ...wanted } = values;
    const of = kindFor(wanted);
    const table = of.list.input.query ?? of.crud.table;
    const input = { query: queryIn(of, text) };
    const { query } = seesAll(actor) ? input : refuseHidden({ query: table }, input);
    const { order, filters, search } = query;
    const listing = {
      order,
      filters: Object.keys(filters),
      search: search !== undefined,
      isScanned: search !== undefined && isScannedFor(table, search),
    };
    const createJob = createJobForList(idsOf(table, listing));
    const parameters = { ...jobValues(actor, wanted, null), ...filters, ...searched(search) };
    return db.transaction(async (tx) => {
      const [row] = await tx.run(createJob, { ...parameters, most: maxFound });
      const total = row?.total as number;
      if (total === 0) throw conflict('query: no record matches.', 'finds_nothing', 'query');
      if (total > maxFound)
        throw conflict(
          `query: more than ${maxFound} records match; narrow it down.`,
          'finds_too_many',
          'query',
        );
      const after = { kind: wanted.kind, action: wanted.action, change: wanted.change, total };
      await recordAudit(tx, { type: 'bulk_jobs', id: parameters.id, after });
      return jobOf(tx, actor, parameters.id);
    });
  },
});

const list = operation({
  name: 'bulk.list',
  id: 'listBulkJobs',
  summary: 'List your bulk changes',
  note: `Bulk changes of the last ${undoHours} hours, which can be undone; at most 20, latest first.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/bulk/jobs', status: 200 },
  emits: [],
  input: {},
  output: { ...output, isList: true },
  one: 'bulk change',
  async run({ db, actor }) {
    const rows = await db.run(jobs, { user: memberIn(actor).userId });
    return rows.map((row) => JSON.parse(mustText(row)) as object);
  },
});

const get = operation({
  name: 'bulk.get',
  id: 'getBulkJob',
  summary: 'Get a bulk change',
  note: 'Returns its progress and failures to the member who started it. After an undo, lists the records that were left alone because another user had changed them.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/bulk/jobs/:id', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one: 'bulk change',
  run: ({ db, actor }, { id }) => jobOf(db, actor, id),
});

const undoJob = operation({
  name: 'bulk.undo',
  id: 'undoBulkJob',
  summary: 'Undo a bulk change',
  note: `Within ${undoHours} hours, even while it is running: restores each field that still has the value that was set; the other records are listed in failures.`,
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/bulk/jobs/:id/undo', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  mayFail: ['CONFLICT'],
  one: 'bulk change',
  async run({ db, actor }, { id }) {
    const before = await jobOf(db, actor, id);
    if (!before) throw notFound('bulk change');
    return db.transaction(async (tx) => {
      if ((await tx.run(undo, { id, user: memberIn(actor).userId })).length === 0)
        throw conflict('The job is already being undone, or can no longer be undone.', 'too_late');
      await recordAudit(tx, { type: 'bulk_jobs', id, after: { state: 'undoing' } });
      return jobOf(tx, actor, id);
    });
  },
});

export const operations: readonly Operation[] = [change, preview, start, list, get, undoJob];
