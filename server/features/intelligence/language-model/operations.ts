import type { TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { emits } from '#server/events/outbox.ts';
import { seesAll } from '#server/operations/masking.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, forbidden } from '#server/platform/errors.ts';
import { about, prose, required } from '#server/records/fields.ts';
import { document } from '#server/records/statements.ts';
import { deals } from '../../crm/deals/table.ts';
import { settingsOf } from '../settings.ts';
import { digestOf } from '../summaries/digest.ts';
import { extractOf, type Language, maxSummary } from '../summaries/extract.ts';
import { type FactsRow, mostQuoted, readFacts } from '../summaries/facts.ts';
import { cutMasked, type MaskedText, type Masking, maskBeginning, maskedLine } from './masking.ts';
import { askModel } from './request.ts';

/* Texts that the operator’s language model writes on request (ADR 247). */

/** Max messages that are sent, and max characters of each. More are read: an identifier is recognized before the text is cut. */
const maxMessages = 30;
const maxCharacters = 600;
const readCharacters = 1_200;
/** Max contacts of a client and members of a group whose names are masked, the most recent ones first. */
const maxNames = 2_000;

interface Line {
  readonly direction: 'incoming' | 'outgoing';
  readonly content: string;
}

const linesOf = (lines: readonly Line[], masking: Masking) =>
  lines.map(({ direction, content }) => {
    const text = cutMasked(maskBeginning(masking, content, readCharacters), maxCharacters);
    return direction === 'incoming' ? maskedLine`Client: ${text}` : maskedLine`Team: ${text}`;
  });

/** Texts of facts that no person writes. All others are masked, also those of fields that are added. */
const computedTexts = new Set(['created_on', 'since', 'on', 'meaning', 'from']);

/** The facts in sentences. Their texts are masked before the sentences cut them. */
function sentencesOf(facts: FactsRow, language: Language, masking: Masking): MaskedText {
  const maskedFacts = JSON.parse(JSON.stringify(facts), (field, value: unknown) =>
    typeof value === 'string' && !computedTexts.has(field)
      ? maskBeginning(masking, value, mostQuoted)
      : value,
  ) as FactsRow;
  return extractOf(maskedFacts, language) as MaskedText;
}

// Summaries --------------------------------------------------------------------------------------

/** Messages of inboxes that not all members see are left out: all of them see the summary. */
const dealMessages = teamStatement(
  `
  select coalesce((select json_agg(row_to_json(m) order by m.at) from (
      select m.direction, left(m.content, ${readCharacters}) as content, coalesce(m.sent_at, m.created_at) as at
      from contacts k join conversations v on v.team_id = $team and v.contact_id = k.id
        join inboxes i on i.team_id = $team and i.id = v.inbox_id and not i.is_restricted
        cross join lateral (
          select m.* from messages m where m.team_id = $team and m.conversation_id = v.id and m.content <> '' and m.revoked_at is null
          order by coalesce(m.sent_at, m.created_at) desc limit ${maxMessages}) m
      where k.team_id = $team and k.client_id = d.client_id
      order by coalesce(m.sent_at, m.created_at) desc limit ${maxMessages}) m), '[]') as lines,
    array_remove(array(
      select unnest(array[k.push_name, k.custom_name, v.push_name]) from (
        select k.id, k.push_name, k.custom_name from contacts k where k.team_id = $team and k.client_id = d.client_id
        order by k.created_at desc, k.id desc limit ${maxNames}) k
        left join conversations v on v.team_id = $team and v.contact_id = k.id)
      || array[c.name, c.display_name, c.trade_name, c.legal_name], null) as names
  from deals d left join clients c on c.team_id = $team and c.id = d.client_id
  where d.team_id = $team and d.id = $id`,
  unprepared,
);

/** Stores a summary unless the facts have changed since they were sent; the caller has compared them in the same transaction. */
const storeSummary = teamStatement(
  `
  with old as materialized (select * from deals t where t.team_id = $team and t.id = $id for no key update),
  t as (
    update deals t set ai_summary = $summary, updated_at = greatest(now(), old.updated_at) from old
    where t.team_id = $team and t.id = old.id and old.ai_summary is distinct from $summary returning t.*),
  written as (
    insert into endpoint_summaries (team_id, deal_id, digest) select $team, old.id, $digest from old
    on conflict (team_id, deal_id) do update set digest = excluded.digest, written_at = excluded.written_at),
  changed as materialized (
    select c.id, c.data, changed_values(c.was, c.data) as previous
    from (select t.id, ${document(deals, '(select t.*)')} as data, ${document(deals, '(select old.*)')} as was
      from t join old on old.id = t.id) c),
  ${emits([
    {
      kind: 'deal.updated',
      from: 'changed',
      record: 'changed.id',
      data: 'changed.data',
      previous: 'changed.previous',
      sets: ['ai_summary'],
    },
  ])}
  select id from old`,
  unprepared,
);

async function namesOfTeam(db: TeamDb): Promise<readonly string[]> {
  return (await db.run(memberNames)).map(({ name }) => name as string);
}
const memberNames = teamStatement('select name from users where team_id = $team limit 5000');

export const writeSummary = operation({
  name: 'deals.write_summary',
  id: 'writeDealSummary',
  summary: 'Let the language model write a deal’s summary',
  note: 'Sends the facts of the deal and its client’s last messages, without identifiers of people, to the operator’s language model. Requires the team’s consent (409 otherwise). The summary counts until the facts change.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/deals/:id/summary', status: 200 },
  emits: ['deal.updated'],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'WrittenSummary',
    fields: { summary: about('The summary.', required(prose)) },
  },
  mayFail: ['CONFLICT', 'RATE_LIMITED', 'BAD_GATEWAY'],
  one: 'deal',
  run: async (ctx, { id }) => {
    const { db, actor } = ctx;
    if (!seesAll(actor)) throw forbidden('Only for members who see values.', 'forbidden');
    const { uses_endpoint, language, summarizes_deals } = await settingsOf(db);
    const facts = (await readFacts(db, [id])).get(id);
    if (!facts) return undefined;
    if (!summarizes_deals) throw conflict('The team has switched summaries off.', 'no_consent');
    const [row] = await db.run(dealMessages, { id });
    const extract = extractOf(facts, language);
    const { lines = [], names = [] } = (row ?? {}) as { lines?: Line[]; names?: string[] };
    const summary = await askModel(ctx, uses_endpoint, {
      type: 'deals',
      id,
      task: 'Summarize this sales opportunity for a colleague: situation, what the client wants, open questions, next step. State only what the data say.',
      data: (masking) => [
        maskedLine`Title: ${masking.mask(facts.title)}`,
        ...(facts.description ? [maskedLine`Description: ${masking.mask(facts.description)}`] : []),
        maskedLine`Facts: ${sentencesOf(facts, language, masking)}`,
        ...linesOf(lines, masking),
      ],
      names: [...names, ...(await namesOfTeam(db))],
      language,
      max: maxSummary,
    });
    await db.transaction(async (tx) => {
      const now = (await readFacts(tx, [id])).get(id);
      if (now && extractOf(now, language) === extract)
        await tx.run(storeSummary, { id, summary, digest: digestOf(extract) });
    });
    return { summary };
  },
});

// Replies ----------------------------------------------------------------------------------------

/** A hidden inbox’s conversation is refused before this runs, like one that does not exist. */
const conversationMessages = teamStatement(
  `
  select coalesce((select json_agg(row_to_json(m) order by m.at) from (
      select m.direction, left(m.content, ${readCharacters}) as content, coalesce(m.sent_at, m.created_at) as at
      from messages m where m.team_id = $team and m.conversation_id = v.id and m.content <> '' and m.revoked_at is null
      order by coalesce(m.sent_at, m.created_at) desc limit ${maxMessages}) m), '[]') as lines,
    array_remove(array[k.push_name, k.custom_name, v.push_name, c.name, c.display_name, c.trade_name, c.legal_name]
      || array(
        select unnest(array[g.name, p.custom_name, p.push_name]) from (
          select g.name, g.phone from group_members g where g.team_id = $team and g.conversation_id = v.id limit ${maxNames}) g
          left join contacts p on p.team_id = $team and p.phone = g.phone)
      || array(
        select m.participant ->> 'name' from messages m
        where m.team_id = $team and m.conversation_id = v.id and m.participant is not null
        order by coalesce(m.sent_at, m.created_at) desc limit ${maxMessages}), null) as names
  from conversations v left join contacts k on k.team_id = $team and k.id = v.contact_id
    left join clients c on c.team_id = $team and c.id = k.client_id
  where v.team_id = $team and v.id = $id and v.inbox_id <> all($hidden_inboxes::uuid[])`,
  unprepared,
);

/** Max characters of a reply. */
const maxReply = 1_000;

export const suggestReply = operation({
  name: 'conversations.suggest_reply',
  id: 'suggestReply',
  summary: 'Let the language model suggest a reply',
  note: 'Sends the last messages of the conversation, without identifiers of people, to the operator’s language model. Requires the team’s consent (409 otherwise). Nothing is stored or sent to the contact.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: '/conversations/:id/suggested-reply', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'SuggestedReply',
    fields: { text: about('The reply, as a draft.', required(prose)) },
  },
  mayFail: ['CONFLICT', 'RATE_LIMITED', 'BAD_GATEWAY'],
  one: 'conversation',
  run: async (ctx, { id }) => {
    const { db } = ctx;
    const { uses_endpoint, language } = await settingsOf(db);
    const [row] = await db.run(conversationMessages, { id });
    if (!row) return undefined;
    const { lines, names } = row as unknown as { lines: Line[]; names: string[] };
    if (!lines.some(({ direction }) => direction === 'incoming'))
      throw conflict('The conversation has no message to reply to.', 'finds_nothing');
    const text = await askModel(ctx, uses_endpoint, {
      type: 'conversations',
      id,
      task: 'Write a short, friendly reply of the team to the last message of the client. Promise nothing that the messages do not say.',
      data: (masking) => linesOf(lines, masking),
      names: [...names, ...(await namesOfTeam(db))],
      language,
      max: maxReply,
      keepsLines: true,
    });
    return { text };
  },
});
