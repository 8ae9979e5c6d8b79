import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { storageOf, userIdOf } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { BlobMissing } from '#server/outbound/storage.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { detailsSchema } from '#server/records/coded-reason.ts';
import {
  about,
  boolean,
  date,
  kind,
  number,
  oneOf,
  prose,
  required,
  singleLine,
  texts,
  timestamp,
  uuid,
  uuids,
} from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';
import { unreadReasons } from './files/unread.ts';
import { cleanIdentifiers, identifierProblems, writtenPhone } from './identifiers.ts';
import { privacyProblemCodes } from './problem.ts';
import { proofOf } from './proof.ts';
import { matchPerson } from './search.ts';
import {
  chooseSubjects,
  closeRequest,
  decideHits,
  decisions,
  hitsInFiles,
  hitsPerPage,
  insertRequest,
  isMovingData,
  outcomes,
  packageHours,
  packageOf,
  requestKinds,
  requestStates,
  selectHits,
  selectProof,
  selectRequest,
  selectRequests,
  selectUnread,
  startErasure,
  startPackage,
  startSearch,
  subjectTypes,
  unreadPerPage,
  updateRequest,
} from './statements.ts';

/*
 * Requests of persons about their data (LGPD, Art. 18). The worker searches, packs and erases (docs/adr/0209-erasing-people.md); these
 * operations start each of it, and keep what a user decides.
 */

const count = (says: string) => about(says, Type.Integer({ minimum: 0 }));

const subjects = kind(
  Type.Array(
    Type.Object({
      type: about('The kind of the record.', Type.Enum([...subjectTypes])),
      id: about('The record.', Type.String({ format: 'uuid' })),
      name: about('Its name; null if it was deleted.', orNull(Type.String())),
      matched: about(
        'The reasons for the match: phone, email, tax_id, name, or a link from another record.',
        Type.Array(Type.String()),
      ),
      is_chosen: about('True if it is the person.', Type.Boolean()),
      conversations: count('The number of its conversations.'),
      deals: count('The number of its deals.'),
      contracts: count('The number of its contracts.'),
      projects: count('The number of its projects.'),
      activities: count('The number of its activities.'),
    }),
  ),
  'a list of records',
  'json',
);

const unreadFiles = kind(
  Type.Array(
    Type.Object({
      reason: about('The reason.', Type.Enum([...unreadReasons])),
      files: count('The number of files.'),
    }),
  ),
  'a list of reasons',
  'json',
);

const progress = kind(
  Type.Object({
    step: about('The step that the worker is at.', Type.String()),
    done: count('The number of steps that are done.'),
    total: count('The number of all steps.'),
  }),
  'an object',
  'json',
);

const person = {
  name: about(
    'The name of the person. A help only: another person may have it, too.',
    singleLine(),
  ),
  phones: about('Phone numbers, with or without country code.', texts(20, 40)),
  emails: about('E-mail addresses.', texts(20, 255)),
  tax_ids: about('CPF, with or without punctuation.', texts(5, 20)),
  notes: about('The request in the words of the team.', prose),
  identity_check: about(
    'The way in which the team verified the identity of the person.',
    singleLine(),
  ),
};

const requestKind = about(
  'The right that the person exercises (LGPD, Art. 18).',
  required(oneOf('text', requestKinds)),
);

const output = {
  kind: 'fields',
  name: 'PrivacyRequest',
  fields: {
    id: required(uuid),
    kind: requestKind,
    code: about('Names the person after an erasure.', required(singleLine(16, 1))),
    ...person,
    received_on: about('The day on which the team received it.', required(date)),
    due_on: about('The day by which the team must answer.', required(date)),
    days_left: about('Days until then; negative afterwards.', required(number(-100_000, 100_000))),
    is_late: about('True if it was not answered in time.', required(boolean)),
    state: about(
      'searching, packing and erasing: the worker is at it. searched: it waits for decisions. failed: the last step can be started again.',
      required(oneOf('text', requestStates)),
    ),
    job: about(
      'The work of the worker, running or failed.',
      oneOf('text', ['search', 'package', 'erasure']),
    ),
    progress: about('The progress of the worker.', progress),
    reason: about('The reason why it failed.', singleLine()),
    reason_details: about(
      'The code of `reason`.',
      kind(detailsSchema(privacyProblemCodes), 'the code of a reason', 'json'),
    ),
    subjects: about('The records that are, or may be, the person.', required(subjects)),
    hits: about('Places in free text that mention the person.', required(number(0, 1e9))),
    open_hits: about('Those that wait for a decision.', required(number(0, 1e9))),
    unread_files: about(
      'Stored files that the search could not read, or not to their end, by reason; without those of the person’s conversations and records.',
      required(unreadFiles),
    ),
    searched_at: about('When the search ended.', timestamp),
    packaged_at: about('When the package was made.', timestamp),
    package_until: about('Until when the package can be downloaded.', timestamp),
    erasure_id: about('The erasure, once it began.', uuid),
    erased_at: about('When the person was erased.', timestamp),
    outcome: about('The outcome of the request.', oneOf('text', outcomes)),
    outcome_note: about('The answer of the team.', prose),
    user_name: about('The member who started its latest step.', singleLine()),
    created_at: required(timestamp),
    closed_at: about('When it was closed.', timestamp),
  },
} as const;

const written = (row: Row): Row => ({ ...row, phones: (row.phones as string[]).map(writtenPhone) });

const requestOf = async (db: TeamDb, id: string) =>
  (await db.run(selectRequest, { id })).map(written)[0];

const common = {
  allow: { user: 'admin', operator: true },
  emits: [],
  one: 'privacy request',
} as const;

const listRequests = operation({
  ...common,
  name: 'privacy_requests.list',
  id: 'listPrivacyRequests',
  summary: 'List requests of persons about their data',
  note: 'Open ones first, the most urgent first; at most 200. Without their records.',
  panel: { method: 'GET', path: '/privacy-requests', status: 200 },
  input: {},
  output: { ...output, isList: true },
  run: async ({ db }) => (await db.run(selectRequests)).map(written),
});

export const getRequest = operation({
  ...common,
  name: 'privacy_requests.get',
  id: 'getPrivacyRequest',
  summary: 'Get a request of a person about their data',
  note: 'With the records that are, or may be, the person.',
  panel: { method: 'GET', path: '/privacy-requests/:id', status: 200 },
  input: { path: ['id'] },
  output,
  run: ({ db }, { id }) => requestOf(db, id),
});

interface PersonValues {
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly tax_ids: readonly string[];
}

/** @throws ApiError VALIDATION_ERROR for identifiers that cannot be searched for */
function cleaned<V extends PersonValues>(values: V): V {
  const [problem] = identifierProblems(values);
  if (problem)
    throw invalid(`${problem.field} ${problem.problem}.`, problem.field, 'invalid_format', {
      format: problem.format,
    });
  return { ...values, ...cleanIdentifiers(values) };
}

export const createRequest = operation({
  ...common,
  name: 'privacy_requests.create',
  id: 'createPrivacyRequest',
  summary: 'Record a request of a person about their data',
  note: 'The worker then searches for the person by every spelling of each phone number, by CPF and by e-mail address; by name only as a help. The answer is due 15 days after `received_on`, or as many as the team has set.',
  panel: { method: 'POST', path: '/privacy-requests', status: 201 },
  input: {
    fields: {
      kind: requestKind,
      ...person,
      received_on: about('The day on which the team received it; by default today.', date),
    },
  },
  output,
  async run({ db, actor }, { values }) {
    const id = uuidv7();
    const code = randomBytes(2).toString('hex').toUpperCase();
    await db.run(insertRequest, { ...cleaned(values), id, code, user: userIdOf(actor) });
    return requestOf(db, id);
  },
});

/** Finds records without recording a request. */
export const findPerson = operation({
  name: 'privacy_requests.find',
  id: 'findPerson',
  summary: 'Find the records of a person',
  note: 'By every spelling of a phone number, by e-mail address and by CPF. Nothing is recorded.',
  allow: { operator: true },
  cli: 'privacy find',
  emits: [],
  one: 'privacy request',
  input: { fields: { phones: person.phones, emails: person.emails, tax_ids: person.tax_ids } },
  output: { kind: 'object', keys: ['subjects'] },
  async run({ db }, { values }) {
    const { subjects: all } = await matchPerson(db, { ...cleaned(values), name: null });
    const chosen = all.filter(({ chosen: isPerson, type }) => isPerson || type === 'users');
    return { subjects: chosen.map(({ type, id }) => ({ type, id })) };
  },
});

const refuseState = (state: unknown) =>
  conflict(`The request cannot do this in the state ${String(state)}.`, 'changed_since');

const updatePrivacyRequest = operation({
  ...common,
  name: 'privacy_requests.update',
  id: 'updatePrivacyRequest',
  summary: 'Change a request of a person about their data',
  note: 'Search again afterwards if identifiers changed.',
  panel: { method: 'PUT', path: '/privacy-requests/:id', status: 200 },
  input: { path: ['id'], fields: { kind: requestKind, ...person } },
  output,
  mayFail: ['CONFLICT'],
  async run({ db }, { id, values }) {
    const [row] = await db.run(updateRequest, { ...cleaned(values), id });
    if (!row) return undefined;
    if (row.now === null) throw refuseState(row.state);
    return requestOf(db, id);
  },
});

/** Starts a step. @returns the request; undefined if there is none @throws ApiError CONFLICT if its state does not allow it */
async function start(db: TeamDb, statement: TeamStatement, values: Row & { readonly id: string }) {
  const [row] = await db.run(statement, values);
  if (!row) return undefined;
  if (row.now === null) throw refuseState(row.state);
  return requestOf(db, values.id);
}

const step = { ...common, input: { path: ['id'] }, output, mayFail: ['CONFLICT'] } as const;

export const searchPerson = operation({
  ...step,
  name: 'privacy_requests.search',
  id: 'searchPrivacyRequest',
  summary: 'Search for the person again',
  note: 'Decisions that still apply stay.',
  panel: { method: 'POST', path: '/privacy-requests/:id/search', status: 200 },
  run: ({ db, actor }, { id }) => start(db, startSearch, { id, user: userIdOf(actor) }),
});

export const chooseRecords = operation({
  ...step,
  name: 'privacy_requests.choose',
  id: 'choosePrivacySubjects',
  summary: 'Decide which records are the person',
  note: 'All others are not. Then the worker searches again, also by the identifiers of the chosen records.',
  panel: { method: 'PUT', path: '/privacy-requests/:id/subjects', status: 200 },
  input: {
    path: ['id'],
    fields: { record_ids: about('The records that are the person.', required(uuids(200))) },
  },
  async run({ db, actor }, { id, values }) {
    return db.transaction(async (tx) => {
      const [row] = await tx.run(chooseSubjects, { id, ids: values.record_ids });
      if (!row) return undefined;
      if (row.open === null) throw refuseState(row.state);
      return start(tx, startSearch, { id, user: userIdOf(actor) });
    });
  },
});

const hit = {
  kind: 'fields',
  name: 'PrivacyHit',
  isList: true,
  fields: {
    id: required(uuid),
    place: about('The kind of the record, such as `deals`.', required(singleLine())),
    field: about('Its field; `contents` for the text in a file.', required(singleLine())),
    record_id: about('The record, or the one that it belongs to.', uuid),
    file_name: about('The name of the file; null for other places.', singleLine()),
    matched: about(
      'The kinds of identifiers: phone, email, tax_id, lid or name.',
      required(texts()),
    ),
    excerpt: about('The text around it; null after an erasure.', prose),
    decision: about(
      'keep: the text stays, for a reason given in `basis`. replace: the identifiers are replaced; not possible in the contents of files. delete: the text of the field is removed, or the file.',
      oneOf('text', decisions),
    ),
    basis: about('The legal basis on which it is kept.', singleLine()),
    decided_by: about('The member who decided.', singleLine()),
  },
} as const;

const hitQuery = table({
  name: 'privacy_hits',
  one: 'hit',
  path: '/privacy-requests/:id/hits',
  isWhole: true,
  fields: { id: required(uuid) },
  filters: {
    after: { field: uuid, sql: 'true', about: 'The last hit of the previous page.' },
    is_open: {
      field: boolean,
      sql: 'true',
      about: 'True: only hits without a decision. False: only those with one.',
    },
  },
  sorts: { found: { by: ['t.id', 't.id'], nullable: false, isText: false } },
});

export const listHits = operation({
  ...common,
  name: 'privacy_requests.hits',
  id: 'listPrivacyHits',
  summary: 'List the places in free text that mention the person',
  note: `At most ${hitsPerPage}; pass the id of the last one as \`after\` for the next ones.`,
  panel: { method: 'GET', path: hitQuery.path, status: 200 },
  input: { path: ['id'], query: hitQuery },
  output: hit,
  async run({ db }, { id, query: { filters } }) {
    if (!(await requestOf(db, id))) return undefined;
    return db.run(selectHits, {
      ...{ id, after: filters.after ?? null, is_open: filters.is_open ?? null },
    });
  },
});

const unreadFile = {
  kind: 'fields',
  name: 'PrivacyUnreadFile',
  isList: true,
  fields: {
    id: required(uuid),
    name: required(singleLine()),
    media_type: about('Its media type.', required(singleLine())),
    bytes: about('Its size.', required(number(0, Number.MAX_SAFE_INTEGER))),
    reason: about(
      'picture: an image. media: sound or video. no_text: a document without text, such as a scanned paper. too_large: it takes too much space, memory or time. format: no format that is read. partly: it contains files that were not read. missing: its bytes are missing. infected: the scanner found malware.',
      required(oneOf('text', unreadReasons)),
    ),
    record_type: about('The kind of the record that it is attached to.', singleLine()),
    record_id: about('The ID of this record.', uuid),
  },
} as const;

const unreadQuery = table({
  name: 'privacy_unread_files',
  one: 'file',
  path: '/privacy-requests/:id/unread-files',
  isWhole: true,
  fields: { id: required(uuid) },
  filters: { after: { field: uuid, sql: 'true', about: 'The last file of the previous page.' } },
  sorts: { found: { by: ['t.id', 't.id'], nullable: false, isText: false } },
});

export const listUnreadFiles = operation({
  ...common,
  name: 'privacy_requests.unread_files',
  id: 'listPrivacyUnreadFiles',
  summary: 'List the stored files that the search could not read',
  note: `At most ${unreadPerPage}; pass the id of the last one as \`after\` for the next ones.`,
  panel: { method: 'GET', path: unreadQuery.path, status: 200 },
  input: { path: ['id'], query: unreadQuery },
  output: unreadFile,
  async run({ db }, { id, query: { filters } }) {
    if (!(await requestOf(db, id))) return undefined;
    return db.run(selectUnread, { id, after: filters.after ?? null });
  },
});

export const decideOnHits = operation({
  ...step,
  name: 'privacy_requests.decide',
  id: 'decidePrivacyHits',
  summary: 'Decide on places in free text that mention the person',
  note: 'Possible until the erasure begins.',
  panel: { method: 'PUT', path: '/privacy-requests/:id/hits', status: 200 },
  input: {
    path: ['id'],
    fields: {
      hit_ids: about('The hits.', required(uuids(200))),
      decision: about('The decision on each of them.', required(oneOf('text', decisions))),
      basis: about(
        'The legal basis on which they are kept, such as “Art. 16, I”. Required for `keep`, and only allowed for it.',
        singleLine(255, 1),
      ),
    },
  },
  async run({ db, actor }, { id, values }) {
    const { hit_ids: ids, decision, basis } = values;
    if (decision === 'keep' && basis === null)
      throw invalid('basis is required for keep.', 'basis', 'required');
    if (decision !== 'keep' && basis !== null)
      throw invalid('basis is only allowed for keep.', 'basis', 'conflicting');
    if (decision === 'replace' && (await db.run(hitsInFiles, { id, ids })).length > 0)
      throw invalid(
        'decision must be keep or delete for the contents of files.',
        'decision',
        'not_allowed',
      );
    const [row] = await db.run(decideHits, { id, ids, decision, basis, user: userIdOf(actor) });
    if (!row) return undefined;
    if (row.open === null) throw refuseState(row.state);
    return requestOf(db, id);
  },
});

export const packPerson = operation({
  ...step,
  name: 'privacy_requests.package',
  id: 'packPrivacyRequest',
  summary: 'Make a package of the person’s data',
  note: `A ZIP of JSON, CSV, a page to read, and files; data of others is masked. It can be downloaded for ${packageHours} hours.`,
  fresh: true,
  exports: true,
  panel: { method: 'POST', path: '/privacy-requests/:id/package', status: 200 },
  cli: 'privacy access',
  run: ({ db, actor }, { id }) => start(db, startPackage, { id, user: userIdOf(actor) }),
});

/** Opens the package; the caller's `range` chooses a part of it. */
export const downloadPackage = operation({
  ...common,
  name: 'privacy_requests.download',
  id: 'downloadPrivacyPackage',
  summary: 'Download the package of the person’s data',
  note: 'Supports `Range` and `If-Range` with the `ETag`. Each request is an entry of the audit log.',
  exports: true,
  bytes: { method: 'GET', path: '/privacy-requests/:id/package.zip', status: 200 },
  input: { path: ['id'] },
  output: { kind: 'object', keys: ['stream'] },
  async run({ db, settings, range }, { id }) {
    const [row] = await db.run(packageOf, { id });
    if (!row) throw notFound('package');
    const bytes = row.bytes as number;
    const { package_id: packageId, place, code, sha256 } = row;
    const part = range?.(bytes, String(packageId)) ?? { first: 0, last: bytes - 1 };
    await recordAudit(db, {
      type: 'privacy_requests',
      id,
      after: { package: packageId, first: part.first, last: part.last },
    });
    const { blobs } = storageOf(settings);
    const stream = await blobs.read(String(place), part).catch((error: unknown) => {
      // A restored backup contains no packages.
      throw error instanceof BlobMissing ? notFound('package') : error;
    });
    return {
      id: String(packageId),
      stream,
      range: part,
      bytes,
      sha256: String(sha256),
      mediaType: 'application/zip',
      name: `titular-${String(code)}.zip`,
    };
  },
});

export const erasePerson = operation({
  ...step,
  name: 'privacy_requests.erase',
  id: 'erasePrivacyRequest',
  summary: 'Erase the person',
  note: 'Cannot be undone. Every place in free text must be decided before, and no import or export of the team may run. The worker erases in steps; once it began it can only be completed.',
  fresh: true,
  panel: { method: 'POST', path: '/privacy-requests/:id/erase', status: 200 },
  cli: 'privacy erase',
  input: {
    path: ['id'],
    fields: { code: about('The code of the request, as a confirmation.', required(singleLine())) },
  },
  async run({ db, actor }, { id, values }) {
    const request = await requestOf(db, id);
    if (!request) return undefined;
    if (request.code !== values.code)
      throw invalid('code must be the code of the request.', 'code', 'not_allowed');
    if (request.open_hits !== 0)
      throw conflict('Decide on every place in free text first.', 'changed_since');
    const [data] = request.erasure_id === null ? await db.run(isMovingData) : [];
    if (data?.is_moving === true)
      throw conflict(
        'An import, an export or a package of the team is running: wait until it has ended, or stop it.',
        'data_moving',
      );
    return start(db, startErasure, { id, user: userIdOf(actor) });
  },
});

const proof = {
  kind: 'fields',
  name: 'PrivacyProof',
  fields: {
    id: required(uuid),
    code: about('Names the person.', required(singleLine())),
    started_at: about('When the erasure began.', required(timestamp)),
    finished_at: about('When the erasure ended.', timestamp),
    content: about(
      'The proof: rows by table before and after, decisions, and the scan of every text column.',
      required(kind(Type.Record(Type.String(), Type.Unknown()), 'an object', 'json')),
    ),
    sha256: about('The SHA-256 of the proof as text.', required(singleLine(64, 64))),
    mac: about('Made with the key of the installation.', required(singleLine())),
    is_genuine: about('True if the proof was made here and not altered.', required(boolean)),
  },
} as const;

export const getProof = operation({
  ...common,
  name: 'privacy_requests.proof',
  id: 'getPrivacyProof',
  summary: 'Get the proof of an erasure',
  note: 'Contains no personal data.',
  panel: { method: 'GET', path: '/privacy-requests/:id/proof', status: 200 },
  input: { path: ['id'] },
  output: proof,
  async run({ db, settings }, { id }) {
    const [row] = await db.run(selectProof, { id });
    return row && proofOf(db.id, row, settings.secrets);
  },
});

export const closePrivacyRequest = operation({
  ...step,
  name: 'privacy_requests.close',
  id: 'closePrivacyRequest',
  summary: 'Close a request of a person about their data',
  note: 'With its outcome. An erasure closes its request.',
  panel: { method: 'POST', path: '/privacy-requests/:id/close', status: 200 },
  input: {
    path: ['id'],
    fields: {
      outcome: about('The outcome of the request.', required(oneOf('text', outcomes))),
      outcome_note: about('The answer of the team.', prose),
    },
  },
  run: ({ db, actor }, { id, values }) =>
    start(db, closeRequest, { id, ...values, user: userIdOf(actor) }),
});

export const operations = [
  listRequests,
  getRequest,
  createRequest,
  findPerson,
  updatePrivacyRequest,
  searchPerson,
  chooseRecords,
  listHits,
  listUnreadFiles,
  decideOnHits,
  packPerson,
  downloadPackage,
  erasePerson,
  getProof,
  closePrivacyRequest,
] as const;
