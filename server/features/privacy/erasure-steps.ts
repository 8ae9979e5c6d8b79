import type { Row, TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { conversations } from '#server/features/conversations/table.ts';
import { clients } from '#server/features/crm/clients/table.ts';
import { contacts } from '#server/features/crm/contacts/table.ts';
import { countsRows } from '#server/records/totals.ts';
import { applyDecisions } from './decided-places.ts';
import { contentsPlace } from './files/file-search.ts';
import {
  certainKinds,
  expressionOf,
  type Identifiers,
  matchesNothing as nothing,
  patternOf,
} from './identifiers.ts';
import type { ErasurePlan } from './plan.ts';
import { conversationsOf, phoneSpellings } from './search.ts';
import { importStates, withoutPackage } from './statements.ts';

/*
 * Steps of an erasure (docs/adr/0209-erasing-people.md). Each runs in batches, every batch in its own transaction, and does nothing if it is
 * repeated: an erasure that was interrupted continues with the step that it was at. `pauta restore` runs the same steps.
 */

/** Removed rows by table. */
export type RowCounts = Record<string, number>;

/** Runs a batch in a transaction. */
export type RunBatch = (work: (tx: TeamDb) => Promise<Row | undefined>) => Promise<Row | undefined>;

export interface Erasing {
  readonly id: string;
  readonly code: string;
  readonly plan: ErasurePlan;
  readonly identifiers: Identifiers;
  readonly batch: RunBatch;
  readonly counts: RowCounts;
  /** Answers kept under an Idempotency-Key, which are sealed. */
  readonly answers: {
    open(team: string, key: string, sealed: Buffer): string | undefined;
    /** The answer that replaces one, sealed, as base64. */
    erased(team: string, key: string): string;
  };
}

const parametersOf = ({ id, code, plan, identifiers }: Erasing) => ({
  ...{ id, code },
  contacts: plan.contacts,
  clients: plan.clients,
  users: plan.users,
  conversations: plan.conversations,
  records: [...plan.contacts, ...plan.clients, ...plan.conversations],
  pattern: patternOf(identifiers, certainKinds) ?? nothing,
  named_pattern: patternOf(identifiers, [...certainKinds, 'name']) ?? nothing,
  // The members of a team are in many records; those of others stay.
  id_pattern:
    [...plan.contacts, ...plan.clients, ...plan.conversations].join('|').replace(/^$/, nothing) ||
    nothing,
  phones: phoneSpellings(identifiers.phone),
  lids: identifiers.lid,
});

/** SQL: true if a text holds an identifier or an id of the person. */
const holds = (text: string) => `(${text} ~* $pattern or ${text} ~ $id_pattern)`;
const anyHolds = (...texts: string[]) => `coalesce(${texts.map(holds).join(' or ')}, false)`;

/** SQL: true if a text that the service computes again holds the person, also the name alone, which a user may have replaced in the records. */
const computedHolds = (text: string) =>
  `coalesce(${text} ~* $named_pattern or ${text} ~ $id_pattern, false)`;

/** Adds the counts in a row, whose columns are named after tables. */
function addCounts(counts: RowCounts, row: Row): void {
  for (const [table, n] of Object.entries(row))
    if (table !== 'last' && table !== 'more') counts[table] = (counts[table] ?? 0) + Number(n);
}

async function once(erasing: Erasing, statement: TeamStatement): Promise<Row> {
  const row =
    (await erasing.batch(async (tx) => (await tx.run(statement, parametersOf(erasing)))[0])) ?? {};
  addCounts(erasing.counts, row);
  return row;
}

/** Repeats a statement until a batch is empty. */
async function untilEmpty(erasing: Erasing, statement: TeamStatement): Promise<void> {
  while ((await once(erasing, statement)).more === true);
}

/** Rows of a window. */
const windowSize = 1_000;

/** Statement over the rows `w` of a table in the order of their ids. @param ctes changes, and rows with the number of changed ones */
const overWindow = (table: string, ctes: string, numbers: string) =>
  teamStatement(
    `
  with w as materialized (
    select t.* from ${table} t where t.team_id = $team and ($after::uuid is null or t.id > $after::uuid) order by t.id limit ${windowSize}),
  ${ctes}
  select (select w.id from w order by w.id desc limit 1) as last, ${numbers}`,
    unprepared,
  );

async function throughWindows(erasing: Erasing, statement: TeamStatement): Promise<void> {
  for (let after: unknown = null; ; ) {
    const values = { ...parametersOf(erasing), after };
    const row = await erasing.batch(async (tx) => (await tx.run(statement, values))[0]);
    if (!row || row.last === null) return;
    addCounts(erasing.counts, row);
    after = row.last;
  }
}

const number = (cte: string, table: string) => `(select count(*)::int from ${cte}) as ${table}`;

// Copies and traces --------------------------------------------------------------------------------------------------

/** Events that hold the person: their bytes are signed, so that they are deleted, never rewritten. Deliveries of them end. */
const eventWindow = overWindow(
  'events',
  `m as materialized (select w.id from w where (w.record_id = any($records::uuid[]) or ${anyHolds('w.payload')}) and w.type <> 'privacy.erased'),
  d as (
    update deliveries d set status = 'failed', reason = 'erased', reason_details = null, next_attempt_at = null, claim = null,
      claimed_until = null, completed_at = clock.now
    from m, (select now()) clock (now) where d.team_id = $team and d.id = m.id and d.status = 'pending' returning 1),
  a as (
    update delivery_attempts a set answer = null, error = null, error_details = null
    from m where a.team_id = $team and a.delivery_id = m.id and (a.answer is not null or a.error is not null) returning 1),
  gone as (delete from events e using m where e.team_id = $team and e.id = m.id returning 1)`,
  `${number('gone', 'events')}, ${number('d', 'deliveries')}, ${number('a', 'delivery_attempts')}`,
);

/** Kept answers of endpoints, whose events may be older than those that are kept. */
const attemptWindow = overWindow(
  'delivery_attempts',
  `a as (
    update delivery_attempts a set answer = null, error = null, error_details = null
    from w where a.team_id = $team and a.webhook_id = w.webhook_id and a.delivery_id = w.delivery_id and a.id = w.id
      and ${anyHolds('w.answer', 'w.error', 'w.error_details')} returning 1)`,
  number('a', 'delivery_attempts'),
);

const runWindow = overWindow(
  'workflow_runs',
  `gone as (
    delete from workflow_runs r using w where r.team_id = $team and r.id = w.id
      and (w.record_id = any($records::uuid[]) or ${anyHolds('w.payload', 'w.subject', 'w.reason', 'w.reason_details')}
        or exists (select from workflow_steps s where s.team_id = $team and s.run_id = w.id and ${anyHolds('s.reason', 's.reason_details')}))
    returning 1)`,
  number('gone', 'workflow_runs'),
);

const receptionWindow = overWindow(
  'receptions',
  `r as (
    update receptions r set payload = null, fields = null from w where r.team_id = $team and r.webhook_id = w.webhook_id and r.id = w.id
      and ${anyHolds('w.payload', 'w.fields')} returning 1)`,
  number('r', 'receptions'),
);

const answersPage = teamStatement(
  `
  select k.key, k.response from idempotency_keys k where k.team_id = $team and k.response is not null and ($after::text is null or k.key > $after::text)
  order by k.key limit 200`,
  unprepared,
);
const replaceAnswers = teamStatement(
  `
  with k as (
    update idempotency_keys k set response = decode(a.response, 'base64'), status = 404 from json_to_recordset($answers::json) a (key text, response text)
    where k.team_id = $team and k.key = a.key returning 1)
  select ${number('k', 'idempotency_keys')}`,
  unprepared,
);

/** Answers of safe retries, which are sealed. A retry is then answered 404, and creates nothing again. */
async function eraseAnswers(erasing: Erasing): Promise<void> {
  const { pattern, id_pattern: ids } = parametersOf(erasing);
  const expressions = [pattern, ids]
    .filter((each) => each !== nothing)
    .map((each) => expressionOf(each, 'iu'));
  for (let after: unknown = null; ; ) {
    const last = await erasing.batch(async (tx) => {
      const rows = await tx.run(answersPage, { after });
      const answers = rows
        .filter(({ key, response }) => {
          const text = erasing.answers.open(tx.id, String(key), response as Buffer);
          return text !== undefined && expressions.some((each) => each.test(text));
        })
        .map(({ key }) => ({ key, response: erasing.answers.erased(tx.id, String(key)) }));
      const [row = {}] = await tx.run(replaceAnswers, { answers: JSON.stringify(answers) });
      addCounts(erasing.counts, row);
      return { last: rows.at(-1)?.key ?? null };
    });
    if (!last || last.last === null) return;
    after = last.last;
  }
}

const bulkItems = teamStatement(
  `
  with b as (
    update bulk_items b set before = null, after = null, message = null, refusal = null where b.team_id = $team
      and (b.record_id = any($records::uuid[]) or ${anyHolds('b.before', 'b.after', 'b.message', 'b.refusal')})
      and (b.before is not null or b.after is not null or b.message is not null or b.refusal is not null) returning 1)
  select ${number('b', 'bulk_items')}`,
  unprepared,
);

/** Values of audit entries; the entry stays, and its seal covers only a digest. */
const auditWindow = overWindow(
  'audit_entries',
  `a as (
    update audit_entries e set before = null, after = null, address = null, salt = null
    from w where e.team_id = $team and e.id = w.id and w.salt is not null
      and (w.record_id = any($records::uuid[]) or w.record_id = any($users::uuid[]) or ${anyHolds('w.before', 'w.after')}) returning 1)`,
  number('a', 'audit_entries'),
);

const lookups = teamStatement(
  `
  with l as (delete from known_lids l where l.team_id = $team and (l.phone = any($phones::text[]) or l.lid = any($lids::text[])) returning 1),
  o as (delete from lookups o where o.team_id = $team and ${anyHolds('o.subject')} returning 1),
  n as (delete from number_checks n where n.team_id = $team and ${anyHolds('n.phone', 'n.address')} returning 1),
  u as (delete from waiting_updates u where u.team_id = $team and ${anyHolds('u.data::text')} returning 1),
  d as (
    update deals d set ai_summary = null where d.team_id = $team and d.ai_summary is not null
      and (d.client_id = any($clients::uuid[]) or ${computedHolds('d.ai_summary')}) returning d.id),
  written as (delete from endpoint_summaries e using d where e.team_id = $team and e.deal_id = d.id returning 1),
  s as (delete from deal_scores s where s.team_id = $team and ${computedHolds('s.reasons::text')} returning 1),
  w as (update win_models w set model = null, fitted_at = null where w.team_id = $team and ${computedHolds('w.model::text')} returning 1),
  r as (
    delete from report_sum_states r where r.team_id = $team
      and (r.claimed_until is not null
        or exists (select from report_sums m where m.team_id = $team and m.report = r.report and ${computedHolds('m.cells::text')})) returning 1)
  select ${number('l', 'known_lids')}, ${number('o', 'lookups')}, ${number('n', 'number_checks')}, ${number('u', 'waiting_updates')},
    ${number('d', 'deals')}, ${number('s', 'deal_scores')}, ${number('w', 'win_models')},
    ${number('r', 'report_sums')}`,
  unprepared,
);

/** CTE: removes files `f`, whose bytes the sweep of blobs then removes at once. @param source rows with `file_id` */
const removesFiles = (source: string, name = 'f') => `${name} as (
    update files f set deleted_at = now(), sha256 = null, name = '[removido]' from (${source}) s
    where f.team_id = $team and f.id = s.file_id and (f.deleted_at is null or f.sha256 is not null) returning f.id),
  ${name}_before as (select f.sha256 from files f join (${source}) s on s.file_id = f.id where f.team_id = $team and f.sha256 is not null),
  ${name}_blobs as (
    update blobs b set check_at = now() from ${name}_before o where b.team_id = $team and b.sha256 = o.sha256 returning 1)`;

/** SQL: work on an import. No erasure begins meanwhile; one that begins later keeps its file until the sweep, and refuses rows of the person. */
const isWorking = `i.state in ${importStates}`;

/**
 * Files of imports and exports, and packages of others, which may hold the person. An export that runs stops when its row is gone, a package
 * when its claim is: it begins again with the data that is left.
 */
const importFiles = teamStatement(
  `
  with ${removesFiles(`select x.id as file_id from files x where x.team_id = $team and x.purpose = 'import'
    and not exists (select from imports i where i.team_id = $team and i.file_id = x.id and ${isWorking})`)},
  e as (
    delete from exports e where e.team_id = $team and (e.state <> 'waiting' or ${anyHolds('e.query')}) returning e.place),
  old_packages as materialized (
    select q.id, q.package_place as place from privacy_requests q
    where q.team_id = $team and (q.package_place is not null or q.state = 'packing') for update),
  packages as (
    update privacy_requests q set ${withoutPackage()},
      claim = case when q.state = 'packing' then null else q.claim end,
      claimed_until = case when q.state = 'packing' then null else q.claimed_until end
    from old_packages o where q.team_id = $team and q.id = o.id returning 1),
  places as (
    insert into blob_removals (team_id, place)
    select $team, o.place from (select e.place from e union select p.place from old_packages p) o where o.place is not null on conflict do nothing),
  i as (
    update imports i set contents = null, choices = null, reason = null, reason_details = null, file_name = '[removido]',
      state = case when i.state in ('applied', 'undone', 'failed') then i.state else 'failed' end, claim = null, claimed_until = null
    from (select now()) clock (now)
    where i.team_id = $team and not ${isWorking} and ${anyHolds('i.contents::text', 'i.choices::text', 'i.file_name', 'i.reason', 'i.reason_details')} returning 1),
  r as (
    update import_rows r set cells = null, problems = null where r.team_id = $team and ${anyHolds('r.cells::text', 'r.problems::text')} returning 1),
  c as (
    delete from import_changes c where c.team_id = $team
      and (c.record_id = any($records::uuid[]) or ${anyHolds('c.before::text', 'c.after::text')}) returning 1),
  x as (delete from external_ids x where x.team_id = $team and (x.record_id = any($records::uuid[]) or ${anyHolds('x.external_id')}) returning 1),
  h as (delete from inbox_history_chats h where h.team_id = $team and (h.conversation_id = any($conversations::uuid[])
      or ${anyHolds('h.chat', 'h.name', 'h.reason')}) returning 1)
  select ${number('f', 'files')}, ${number('e', 'exports')}, ${number('i', 'imports')}, ${number('r', 'import_rows')}, ${number('c', 'import_changes')},
    ${number('x', 'external_ids')}, ${number('h', 'inbox_history_chats')}`,
  unprepared,
);

const merges = teamStatement(
  `
  with m as (
    delete from contact_merges m where m.team_id = $team
      and (array[m.contact_id, m.leads_to, m.merged_id] && $contacts::uuid[] or m.phone = any($phones::text[])
        or ${anyHolds('m.merged::text', 'm.was::text', 'm.became::text', 'm.moved::text')}) returning 1)
  select ${number('m', 'contact_merges')}`,
  unprepared,
);

/** Files deleted at a time. */
const filesPerBatch = 200;

const removeDecidedFiles = teamStatement(
  `
  with ${removesFiles('select x.id as file_id from files x where x.team_id = $team and x.id = any($ids::uuid[])')}
  select ${number('f', 'files')}`,
  unprepared,
);

/** Deletes the files that a user decided to delete because of their contents. */
async function removeFiles(erasing: Erasing): Promise<void> {
  const ids = erasing.plan.decisions
    .filter(
      ({ place, field, decision }) =>
        place === contentsPlace.place && field === contentsPlace.field && decision === 'delete',
    )
    .map(({ row_key: key }) => (JSON.parse(key) as { readonly id: string }).id);
  for (let from = 0; from < ids.length; from += filesPerBatch) {
    const part = ids.slice(from, from + filesPerBatch);
    const row = await erasing.batch(
      async (tx) => (await tx.run(removeDecidedFiles, { ids: part }))[0],
    );
    addCounts(erasing.counts, row ?? {});
  }
}

// Conversations ------------------------------------------------------------------------------------------------------

const messagesPerBatch = 500;

/** CTEs that remove the messages `batch` with all that belongs to them. */
const removesMessages = `
  media as (delete from message_media a using batch where a.team_id = $team and a.message_id = batch.id returning a.file_id),
  ${removesFiles('select media.file_id from media where media.file_id is not null')},
  changes as (delete from message_changes c using batch where c.team_id = $team and c.message_id = batch.id),
  versions as (delete from message_versions v using batch where v.team_id = $team and v.message_id = batch.id),
  reactions as (
    delete from message_reactions r using batch
    where r.team_id = $team and r.inbox_id = batch.inbox_id and r.msgapp_message_id = batch.msgapp_message_id),
  deeds as (
    update audit_entries e set before = null, after = null, address = null, salt = null from batch
    where e.team_id = $team and e.record_type = 'messages' and e.record_id = batch.id and e.salt is not null returning 1),
  gone as (delete from messages m using batch where m.team_id = $team and m.id = batch.id returning m.id)
  select ${number('gone', 'messages')}, ${number('f', 'files')}, ${number('deeds', 'audit_entries')}`;

const removeMessages = teamStatement(
  `
  with batch as materialized (
    select m.id, m.inbox_id, m.msgapp_message_id from messages m
    where m.team_id = $team and m.conversation_id = any($conversations::uuid[]) limit ${messagesPerBatch}),
  ${removesMessages}, exists (select from batch) as more`,
  unprepared,
);

/** Messages that the person wrote in groups. */
const removeFromGroups = teamStatement(
  `
  with batch as materialized (
    select m.id, m.inbox_id, m.msgapp_message_id from messages m
    where m.team_id = $team and m.participant is not null and m.participant::text ~* $pattern limit ${messagesPerBatch}),
  ${removesMessages}, exists (select from batch) as more`,
  unprepared,
);

const groupTraces = teamStatement(
  `
  with g as (delete from group_members g where g.team_id = $team and ${anyHolds('g.member', 'g.phone', 'g.lid')} returning 1),
  r as (delete from group_reactions r where r.team_id = $team and ${anyHolds('r.member')} returning 1)
  select ${number('g', 'group_members')}, ${number('r', 'group_reactions')}`,
  unprepared,
);

const removeConversations = teamStatement(
  `
  with batch as materialized (
    select c.id from conversations c where c.team_id = $team and c.id = any($conversations::uuid[])
      and not exists (select from messages m where m.team_id = $team and m.conversation_id = c.id) limit 50 for update),
  drafts as (delete from conversation_drafts d using batch where d.team_id = $team and d.conversation_id = batch.id returning 1),
  notes as (
    delete from conversation_notes n using batch where n.team_id = $team and n.conversation_id = batch.id returning n.id, n.file_ids),
  later as (
    delete from scheduled_messages s using batch where s.team_id = $team and s.conversation_id = batch.id returning s.file_id),
  ${removesFiles(`
    select unnest(notes.file_ids) as file_id from notes union select later.file_id from later
    union select x.id from files x join batch on x.record_id = batch.id where x.team_id = $team and x.record_type = 'conversations'`)},
  reads as (delete from conversation_reads r using batch where r.team_id = $team and r.conversation_id = batch.id),
  sent as (delete from gateway_reads r using batch where r.team_id = $team and r.conversation_id = batch.id),
  members as (delete from group_members g using batch where g.team_id = $team and g.conversation_id = batch.id),
  merged as (delete from merged_conversations p using batch where p.team_id = $team and p.conversation_id = batch.id),
  history as (delete from moves v using batch where v.team_id = $team and v.resource = 'conversations' and v.record_id = batch.id),
  bells as (delete from notifications b using batch where b.team_id = $team and b.record_id = batch.id returning 1),
  deeds as (
    update audit_entries e set before = null, after = null, address = null, salt = null from (
      select id from batch union select notes.id from notes) o
    where e.team_id = $team and e.record_id = o.id and e.salt is not null returning 1),
  gone as (delete from conversations c using batch where c.team_id = $team and c.id = batch.id returning c.*)${countsRows(
    [{ resource: conversations, from: 'gone', isDeleted: true }],
  )}
  select ${number('gone', 'conversations')}, ${number('drafts', 'conversation_drafts')}, ${number('notes', 'conversation_notes')},
    ${number('later', 'scheduled_messages')}, ${number('f', 'files')}, ${number('bells', 'notifications')}, ${number('deeds', 'audit_entries')},
    exists (select from batch) as more`,
  unprepared,
);

// Persons ------------------------------------------------------------------------------------------------------------

const removeContacts = teamStatement(
  `
  with batch as materialized (
    select k.id from contacts k where k.team_id = $team and k.id = any($contacts::uuid[])
      and not exists (select from conversations c where c.team_id = $team and c.contact_id = k.id) for update),
  ${removesFiles(`select x.id as file_id from files x join batch on x.record_id = batch.id where x.team_id = $team and x.record_type = 'contacts'`)},
  bells as (delete from notifications b using batch where b.team_id = $team and b.record_id = batch.id returning 1),
  said as (delete from comments o using batch where o.team_id = $team and o.contact_id = batch.id returning 1),
  gone as (delete from contacts k using batch where k.team_id = $team and k.id = batch.id returning k.*)${countsRows(
    [{ resource: contacts, from: 'gone', isDeleted: true }],
  )}
  select ${number('gone', 'contacts')}, ${number('f', 'files')}, ${number('bells', 'notifications')}, ${number('said', 'comments')}`,
  unprepared,
);

/** Clients with contracts or deals stay without their data; others are deleted. Their comments are about the person. */
const anonymizeClients = teamStatement(
  `
  with ${removesFiles(`select x.id as file_id from files x where x.team_id = $team and x.record_type = 'clients' and x.record_id = any($clients::uuid[])`)},
  said as (delete from comments o where o.team_id = $team and o.client_id = any($clients::uuid[]) returning 1),
  bells as (delete from notifications b where b.team_id = $team and b.record_id = any($clients::uuid[]) returning 1),
  reports as (delete from client_report_links l where l.team_id = $team and l.client_id = any($clients::uuid[])),
  changed as (
    update clients c set name = 'Titular removido ' || $code::text, display_name = null, email = null, phone = null, mobile_phone = null,
      msgapp = null, cpf = null, rg = null, birth_date = null, gender = null, cnpj = null, legal_name = null, trade_name = null,
      state_registration = null, address = null, source = null, notes = null, tags = '{}', updated_at = clock.now
    from (select now()) clock (now)
    where c.team_id = $team and c.id = any($clients::uuid[]) and c.name <> 'Titular removido ' || $code::text
      and (exists (select from deals d where d.team_id = $team and d.client_id = c.id)
        or exists (select from contracts o where o.team_id = $team and o.client_id = c.id)) returning 1)
  select ${number('changed', 'clients')}, ${number('f', 'files')}, ${number('said', 'comments')}, ${number('bells', 'notifications')}`,
  unprepared,
);

const unlinkClients = [
  'contacts',
  'projects',
  'activities',
  'conversations',
  'approval_requests',
  'time_entries',
].map((table) =>
  teamStatement(
    `update ${table} t set client_id = null where t.team_id = $team and t.client_id = any($clients::uuid[])
        and not exists (select from deals d where d.team_id = $team and d.client_id = t.client_id)
        and not exists (select from contracts o where o.team_id = $team and o.client_id = t.client_id)`,
    unprepared,
  ),
);

const removeClients = teamStatement(
  `
  with gone as (
    delete from clients c where c.team_id = $team and c.id = any($clients::uuid[])
      and not exists (select from deals d where d.team_id = $team and d.client_id = c.id)
      and not exists (select from contracts o where o.team_id = $team and o.client_id = c.id) returning c.*)${countsRows(
        [{ resource: clients, from: 'gone', isDeleted: true }],
      )}
  select ${number('gone', 'clients')}`,
  unprepared,
);

/** A member becomes nameless; the address, which is required and unique, becomes one that does not exist (RFC 2606). Their keys end, and with the last membership the person and all sessions. */
const anonymizeUsers = teamStatement(
  `
  with old as materialized (
    select u.id, coalesce(u.person_id, u.former_person_id) as person_id from users u where u.team_id = $team and u.id = any($users::uuid[])),
  keys as (
    update api_keys k set revoked_at = coalesce(k.revoked_at, clock.now), name = 'Ex-membro ' || $code::text
    from old, (select now()) clock (now) where k.team_id = $team and k.user_id = old.id returning 1),
  drafts as (delete from conversation_drafts d using old where d.team_id = $team and d.user_id = old.id returning 1),
  bells as (delete from notifications b using old where b.team_id = $team and b.user_id = old.id returning 1),
  mails as (delete from notification_mails m using old where m.team_id = $team and m.user_id = old.id returning 1),
  feeds as (delete from calendar_feeds f using old where f.team_id = $team and f.user_id = old.id returning 1),
  pushes as (
    delete from notification_pushes x using push_subscriptions b, old
    where x.team_id = $team and x.subscription_id = b.id and b.team_id = $team and b.user_id = old.id),
  browsers as (delete from push_subscriptions b using old where b.team_id = $team and b.user_id = old.id),
  mailed as (delete from notification_mail_settings s using old where s.team_id = $team and s.user_id = old.id returning 1),
  invited as (
    update invites i set name = null, email = null, revoked_at = coalesce(i.revoked_at, case when i.accepted_at is null then clock.now end)
    from old, (select now()) clock (now) where i.team_id = $team and (i.user_id = old.id or i.accepted_by = old.id) returning 1),
  changed as (
    update users u set name = 'Ex-membro ' || $code::text, email = u.id || '@removido.invalid', person_id = null, former_person_id = null,
      suspended_at = coalesce(u.suspended_at, clock.now)
    from old, (select now()) clock (now) where u.team_id = $team and u.id = old.id and u.name <> 'Ex-membro ' || $code::text returning 1)
  select ${number('changed', 'users')}, ${number('keys', 'api_keys')}, ${number('drafts', 'conversation_drafts')},
    ${number('bells', 'notifications')}, ${number('mails', 'notification_mails')}, ${number('mailed', 'notification_mail_settings')},
    coalesce((select array_agg(person_id) from old where person_id is not null), '{}') as last`,
  unprepared,
);

/** Persons without any membership. */
const removePersons = [
  ...['credentials', 'person_identities', 'person_tokens', 'login_failures', 'sessions'].map(
    (table) => `delete from ${table} t where t.person_id = any($persons::uuid[])`,
  ),
  'delete from people t where t.id = any($persons::uuid[])',
].map((sql) =>
  teamStatement(
    `${sql} and $team::uuid is not null and not exists (
      select from users u where u.person_id = ${sql.includes('from people') ? 't.id' : 't.person_id'}
        or u.former_person_id = ${sql.includes('from people') ? 't.id' : 't.person_id'})`,
    unprepared,
  ),
);

async function eraseUsers(erasing: Erasing): Promise<void> {
  if (erasing.plan.users.length === 0) return;
  await erasing.batch(async (tx) => {
    const [row = {}] = await tx.run(anonymizeUsers, parametersOf(erasing));
    for (const statement of removePersons) await tx.run(statement, { persons: row.last });
    addCounts(erasing.counts, row);
    return row;
  });
}

async function eraseClients(erasing: Erasing): Promise<void> {
  if (erasing.plan.clients.length === 0) return;
  await once(erasing, anonymizeClients);
  await erasing.batch(async (tx) => {
    for (const statement of unlinkClients) await tx.run(statement, parametersOf(erasing));
    const [row = {}] = await tx.run(removeClients, parametersOf(erasing));
    addCounts(erasing.counts, row);
    return row;
  });
}

/** Rounds in which conversations that began meanwhile are removed, too. */
const maxRounds = 5;

async function eraseConversations(erasing: Erasing): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    let current: Erasing = erasing;
    await erasing.batch(async (tx) => {
      const rows = await tx.run(conversationsOf, {
        contacts: erasing.plan.contacts,
        lids: erasing.identifiers.lid,
      });
      const now = [
        ...new Set([...erasing.plan.conversations, ...rows.map(({ id }) => String(id))]),
      ];
      current = { ...erasing, plan: { ...erasing.plan, conversations: now } };
      return {};
    });
    await untilEmpty(current, removeMessages);
    await untilEmpty(current, removeConversations);
    const row = await once(erasing, removeContacts);
    if (Number(row.contacts) === 0) return;
  }
}

const emitErased = teamStatement(
  `
  with t as (
    select e.id, (select row_to_json(d)::text from (
      select e.id, e.plan -> 'contacts' as contact_ids, e.plan -> 'clients' as client_ids, e.plan -> 'users' as user_ids,
        e.plan -> 'conversations' as conversation_ids) d) as data
    from privacy_erasures e where e.team_id = $team and e.id = $id
      and not exists (select from events v where v.team_id = $team and v.record_id = e.id and v.type = 'privacy.erased')),
  ${emits([{ kind: 'privacy.erased', from: 't', record: 't.id', data: 't.data', previous: 'null' }])}
  select ${number('event', 'erased')}`,
  unprepared,
);

/** Steps in order. Traces are removed again at the end: records that existed until then may have left new ones. */
const traces = async (erasing: Erasing) => {
  for (const statement of [eventWindow, attemptWindow, runWindow, receptionWindow, auditWindow])
    await throughWindows(erasing, statement);
  await eraseAnswers(erasing);
  for (const statement of [bulkItems, lookups, importFiles, merges]) await once(erasing, statement);
};

export const erasureSteps: readonly {
  readonly name: string;
  readonly run: (erasing: Erasing) => Promise<void>;
}[] = [
  { name: 'traces', run: traces },
  {
    name: 'texts',
    run: async (erasing) => {
      await applyDecisions(erasing.plan.decisions, erasing.identifiers, erasing.batch);
      await removeFiles(erasing);
    },
  },
  { name: 'conversations', run: eraseConversations },
  {
    name: 'groups',
    run: async (erasing) => {
      await untilEmpty(erasing, removeFromGroups);
      await once(erasing, groupTraces);
    },
  },
  { name: 'clients', run: eraseClients },
  { name: 'users', run: eraseUsers },
  { name: 'last_traces', run: traces },
];

/** Announces an erasure, with ids only. */
export const announce = (erasing: Erasing) => once(erasing, emitErased);
