import { iso } from '#server/db/statement.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import {
  about,
  boolean,
  kind,
  link,
  nested,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { isLinkValid } from '../accounts/pin-links.ts';
import { hashOf, snapshotOf } from '../work/campaigns/snapshot.ts';

/*
 * Approval requests, as shown to members.
 */

/** Approver of a request: the team or its client. */
export const stages = ['internal', 'client'] as const;
export type Stage = (typeof stages)[number];

/** Possible decisions. */
export const decisions = ['approved', 'changes', 'rejected'] as const;
export type Decision = (typeof decisions)[number];

/** State of a campaign under review. `changed`: differs from its snapshot and needs another round; `withdrawn`: no longer under review. */
const itemStates = ['pending', ...decisions, 'changed', 'withdrawn'] as const;
export type ItemState = (typeof itemStates)[number];

/** Status of a request. `changes`: waits for the team. */
const statuses = [
  'open',
  'changes',
  'approved',
  'rejected',
  'expired',
  'revoked',
  'withdrawn',
] as const;

export const maxMessageLength = 2_000;

/** SQL over an item `i`, its round `p` and its campaign `c`: true if the campaign differs from its snapshot. */
export const isOutdated = `(p.revision <> c.revision or p.sha256 <> ${hashOf(snapshotOf('c'))})`;

/** SQL over the same: state of the item. */
export const stateOf = `case
  when i.state = 'pending' and (not i.is_live or c.status = 'cancelled') then 'withdrawn'
  when i.is_live and ${isOutdated} then 'changed'
  else i.state::text end`;

/** SQL: items `i` of a request, each with its round `p` and its campaign `c`. */
export const itemsOf = (request: string) => `approval_items i
  join approval_rounds p on p.team_id = $team and p.request_id = i.request_id and p.n = i.n and p.round = i.round
  join campaigns c on c.team_id = $team and c.id = i.campaign_id
  where i.team_id = $team and i.request_id = ${request}`;

const status = `(select case
    when t.revoked_at is not null and not bool_and(x.state in ('approved', 'rejected')) then 'revoked'
    when bool_or(x.is_live and x.state in ('changes', 'changed')) then 'changes'
    when bool_or(x.state = 'pending') then case when t.expires_at <= now() then 'expired' else 'open' end
    when bool_or(x.state in ('rejected', 'changes')) then 'rejected'
    when bool_or(x.state = 'approved') then 'approved'
    else 'withdrawn' end
  from (select ${stateOf} as state, i.is_live from ${itemsOf('t.id')}) x)`;

const decided = `(select coalesce(json_agg(json_build_object('id', d.id, 'decision', d.decision, 'comment', d.comment,
    'approver', d.approver, 'user_id', d.user_id, 'pieces', (select coalesce(json_agg(json_build_object('file_id', g.key, 'decision', g.value)), '[]'::json)
      from json_each(d.pieces) g), 'created_at', ${iso('d.created_at')}) order by d.created_at, d.id), '[]'::json)
  from approval_decisions d
  where d.team_id = $team and d.request_id = i.request_id and d.n = i.n and d.round = r.round)`;

/** SQL: comments on the pieces of a row of approval_rounds. */
export const commentsIn = (
  r: string,
) => `(select coalesce(json_agg(json_build_object('id', m.id, 'file_id', m.file_id,
    'comment', m.comment, 'author', m.author, 'x', m.x, 'y', m.y, 'page', m.page, 'second', m.second,
    'created_at', ${iso('m.created_at')}, 'answer', m.answer, 'answered_at', ${iso('m.answered_at')}, 'answered_by', m.answered_by) order by m.created_at, m.id), '[]'::json)
  from approval_comments m
  where m.team_id = $team and m.request_id = ${r}.request_id and m.n = ${r}.n and m.round = ${r}.round)`;

const rounds = `(select json_agg(json_build_object('round', r.round, 'asked_at', ${iso('r.created_at')}, 'asked_by', r.created_by, 'message', r.message,
    'decisions', ${decided}, 'comments', ${commentsIn('r')},
    'pieces', (select coalesce(json_agg(json_build_object('id', f ->> 'id', 'name', f ->> 'name')), '[]'::json)
      from json_array_elements(r.snapshot -> 'files') f)) order by r.round desc)
  from approval_rounds r where r.team_id = $team and r.request_id = i.request_id and r.n = i.n)`;

const items = `(select json_agg(json_build_object('n', i.n, 'campaign_id', i.campaign_id, 'name', c.name, 'round', i.round,
    'state', ${stateOf}, 'approvals', i.approvals, 'is_changed', ${isOutdated}, 'sha256', encode(p.sha256, 'hex'), 'rounds', ${rounds}) order by i.n)
  from ${itemsOf('t.id')})`;

const id = Type.String({ format: 'uuid' });
const moment = Type.String({ format: 'date-time' });

const roundSchema = Type.Object({
  round: Type.Number(),
  asked_at: about('When it was requested.', moment),
  asked_by: about('The requesting user.', orNull(id)),
  message: about('The team’s message about the changes.', orNull(Type.String())),
  decisions: about(
    'The decisions of this round, earliest first.',
    Type.Array(
      Type.Object({
        id,
        decision: Type.Enum([...decisions]),
        comment: orNull(Type.String()),
        approver: about('The name of the approver.', Type.String()),
        user_id: about('The user, if a member decided.', orNull(id)),
        pieces: about(
          'The decisions on single pieces.',
          Type.Array(
            Type.Object({
              file_id: about('The piece.', id),
              decision: Type.Enum(['approved', 'changes']),
            }),
          ),
        ),
        created_at: moment,
      }),
    ),
  ),
  comments: about(
    'The comments on pieces of this round, earliest first.',
    Type.Array(
      Type.Object({
        id,
        file_id: about('The piece.', id),
        comment: Type.String(),
        author: about('The name of the author.', Type.String()),
        x: about('The point of an image or of a page: part of its width.', orNull(Type.Number())),
        y: about('The point of an image or of a page: part of its height.', orNull(Type.Number())),
        page: about('The page of a document.', orNull(Type.Number())),
        second: about('The second of a video.', orNull(Type.Number())),
        created_at: moment,
        answer: about('The team’s answer, which the client sees.', orNull(Type.String())),
        answered_at: about('When the team answered.', orNull(moment)),
        answered_by: about('The user who answered. The client sees the team’s name.', orNull(id)),
      }),
    ),
  ),
  pieces: about('The pieces of this round.', Type.Array(Type.Object({ id, name: Type.String() }))),
});

const itemSchema = Type.Object({
  n: about('Its position in the request, starting at 1.', Type.Number()),
  campaign_id: id,
  name: Type.String(),
  round: Type.Number(),
  state: about('The status.', Type.Enum([...itemStates])),
  approvals: about('Number of approvals.', Type.Number()),
  is_changed: about('True if the content has changed since the last round.', Type.Boolean()),
  sha256: about('The SHA-256 of the content, in hexadecimal.', Type.String()),
  rounds: about('The rounds, latest first.', Type.Array(roundSchema)),
});

const fields = {
  id: required(uuid),
  title: required(singleLine(255, 1)),
  message: about('Message shown to the approver.', singleLine(maxMessageLength)),
  stage: required(oneOf('approval_stage', stages)),
  status: about(
    'The overall status of all campaigns.',
    required({ ...oneOf('text', statuses), output: () => status }),
  ),
  client_id: link('clients'),
  client: nested('client_id', 'clients'),
  needed: about('Number of approvals required.', required(number(1, 10))),
  items: about(
    'The items to approve, in order.',
    required({
      ...kind(Type.Array(itemSchema), 'a list of the items to approve', 'json'),
      output: () => items,
    }),
  ),
  /** True if the request has a valid link. */
  has_link: about(
    'True if the client has a link for deciding.',
    required({
      ...boolean,
      output: () => `(t.hash is not null and ${isLinkValid('t')})`,
    }),
  ),
  has_pin: about(
    'True if the link requires a PIN.',
    required({ ...boolean, output: () => '(t.pin_hash is not null)' }),
  ),
  expires_at: about('The time until which decisions are accepted.', timestamp),
  sent_at: about('When the link was sent to the contact.', timestamp),
  sent_to: about('The contact who received it.', uuid),
  seen_at: about('When it was last used.', timestamp),
  created_by: uuid,
  created_at: required(timestamp),
  revoked_at: timestamp,
};

export const approvals = table({
  name: 'approval_requests',
  one: 'approval',
  path: '/approvals',
  fields,
  brief: ['id', 'title', 'stage', 'status', 'client', 'needed', 'expires_at', 'created_at'],
  filters: {
    status: {
      field: fields.status,
      sql: `${status} = $status::text`,
      about:
        'Only requests with this status. `open`: waiting for a decision; `changes`: waiting for the team.',
      isUnordered: true,
    },
    campaign_id: {
      field: uuid,
      sql: `exists (select from approval_items i where i.team_id = $team and i.request_id = t.id and i.campaign_id = $campaign_id::uuid)`,
      about: 'Only requests that include this campaign.',
      isUnordered: true,
    },
    project_id: {
      field: uuid,
      sql: `exists (select from approval_items i join campaigns c on c.team_id = $team and c.id = i.campaign_id
        where i.team_id = $team and i.request_id = t.id and c.project_id = $project_id::uuid)`,
      about:
        'Only requests that include a campaign of this project; their other campaigns are returned as well.',
      isUnordered: true,
    },
    ...equals(fields, 'client_id', 'stage'),
  },
  sorts: sorted(fields, 'created_at', 'expires_at'),
});
