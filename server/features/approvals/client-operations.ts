import { iso, teamStatement } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import type { Context } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import {
  kind,
  number,
  oneOf,
  patterned,
  required,
  singleLine,
  uuid,
} from '#server/records/fields.ts';
import { isLinkValid } from '../accounts/pin-links.ts';
import { pathOf as fileAddress } from '../files/signed-urls.ts';
import { auditType, linkExpired } from './approval-request.ts';
import { addComment } from './comment.ts';
import {
  decide as decideOn,
  maxCommentLength,
  type Outcome,
  type PieceDecisions,
} from './decide.ts';
import { commentsIn, type Decision, decisions, type ItemState, itemsOf, stateOf } from './table.ts';

/*
 * Operations of a client with a link: viewing, which changes nothing, and deciding. http/approval-pages.ts renders the page.
 */

/** A file of the campaign snapshot. */
export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly media_type: string;
  readonly bytes: number;
  /** URL that serves the file for five minutes, while the link works; absent if the file was deleted. */
  readonly address?: string;
  /** URL of its preview. */
  readonly preview?: string;
  /** Pixels of an image. */
  readonly width?: number | null;
  readonly height?: number | null;
}

/** Snapshot of a campaign. */
export interface CampaignSnapshot {
  readonly name: string;
  readonly description: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly target_platforms: readonly string[];
  readonly content_pillars: readonly string[];
  readonly goals: Readonly<Record<string, unknown>>;
  readonly files: readonly ShownFile[];
}

export type { Decision } from './table.ts';

/** A comment on a piece. */
export interface ShownComment {
  readonly file_id: string;
  readonly comment: string;
  readonly author: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly page: number | null;
  readonly second: number | null;
  /** The team's answer. */
  readonly answer: string | null;
  readonly answered_at: string | null;
}

interface ShownDecision {
  readonly decision: Decision;
  readonly comment: string | null;
  readonly approver: string;
  readonly created_at: string;
  readonly pieces: PieceDecisions | null;
}

/** Responses to the previous round. */
interface PreviousRound {
  readonly message: string | null;
  readonly decisions: readonly ShownDecision[];
  readonly comments: readonly ShownComment[];
}

/** A campaign under review. */
export interface ShownItem {
  readonly n: number;
  readonly round: number;
  readonly state: ItemState;
  readonly sha256: string;
  readonly shown: CampaignSnapshot;
  /** Team's note on this round. */
  readonly message: string | null;
  /** Snapshot of the previous round; null in the first. */
  readonly before: CampaignSnapshot | null;
  readonly previous: PreviousRound | null;
  readonly comments: readonly ShownComment[];
  readonly approvals: number;
  readonly decisions: readonly ShownDecision[];
}

/** Content of a link's page. */
export interface ShownRequest {
  readonly team: string;
  readonly time_zone: string;
  readonly title: string;
  readonly message: string | null;
  readonly needed: number;
  readonly expires_at: string;
  readonly brand: {
    /** `#2563eb` */
    readonly color: string | null;
    /** Hash of the logo, which is part of its URL. */
    readonly logo: string | null;
  } | null;
  readonly items: readonly ShownItem[];
}

/** SQL: decisions on a row of approval_rounds. */
const decidedIn = (
  r: string,
) => `(select coalesce(json_agg(json_build_object('decision', d.decision, 'comment', d.comment,
    'approver', d.approver, 'pieces', d.pieces, 'created_at', ${iso('d.created_at')}) order by d.created_at, d.id), '[]'::json)
  from approval_decisions d
  where d.team_id = $team and d.request_id = ${r}.request_id and d.n = ${r}.n and d.round = ${r}.round)`;

/** Sizes of the campaign's images, by file id. */
const sizes = `(select coalesce(json_object_agg(f.id, json_build_object('width', b.width, 'height', b.height)), '{}'::json) from files f
  join blobs b on b.team_id = $team and b.sha256 = f.sha256 and b.width is not null
  where f.team_id = $team and f.record_type = 'campaigns' and f.record_id = i.campaign_id and f.deleted_at is null)`;

/** Ids of the campaign's files with a preview. */
const previews = `(select coalesce(json_agg(f.id), '[]'::json) from files f
  join blobs b on b.team_id = $team and b.sha256 = f.sha256 and b.preview = 'ready'
  where f.team_id = $team and f.record_type = 'campaigns' and f.record_id = i.campaign_id and f.deleted_at is null)`;
const files = `(select coalesce(json_agg(f.id), '[]'::json) from files f
  where f.team_id = $team and f.record_type = 'campaigns' and f.record_id = i.campaign_id and f.deleted_at is null)`;

/** SQL over a request `q`: its items, with the previous round `r` of each campaign. */
const itemsWithPrevious = itemsOf('q.id').replace(
  'where i.team_id',
  `left join approval_rounds r on r.team_id = $team and r.campaign_id = i.campaign_id and r.stage = p.stage and r.round = i.round - 1
  where i.team_id`,
);

const selectRequest = teamStatement(`
  select json_build_object(
    'team', (select m.name from teams m where m.id = $team), 'time_zone', (select m.time_zone from teams m where m.id = $team),
    'title', q.title, 'message', q.message, 'needed', q.needed, 'expires_at', ${iso('q.expires_at')},
    'link', encode(q.hash, 'hex'),
    'brand', (select json_build_object('color', b.color, 'logo', encode(b.logo_hash, 'hex')) from team_brands b where b.team_id = $team),
    'items', (select json_agg(json_build_object('n', i.n, 'round', i.round, 'state', ${stateOf}, 'sha256', encode(p.sha256, 'hex'),
        'shown', p.snapshot, 'message', p.message, 'approvals', i.approvals, 'decisions', ${decidedIn('p')}, 'comments', ${commentsIn('p')},
        'sizes', ${sizes}, 'previews', ${previews}, 'files', ${files},
        'before', r.snapshot,
        'previous', case when r.round is not null then json_build_object('message', r.message, 'decisions', ${decidedIn('r')},
          'comments', ${commentsIn('r')}) end) order by i.n)
      from ${itemsWithPrevious})) as shown
  from approval_requests q
  where q.team_id = $team and q.id = $id and ${isLinkValid('q')}`);

/** Row of the statement: includes the hash of the link and the existing files. */
type Read = Omit<ShownRequest, 'items'> & {
  readonly link: string;
  readonly items: readonly (ShownItem & {
    readonly previews: readonly string[];
    readonly files: readonly string[];
    readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
  })[];
};

/** Request id of the caller's link. @throws ApiError GONE for other callers */
function requestIdOf({ actor }: Context): string {
  if (actor.kind !== 'client' || !('approvalId' in actor)) throw linkExpired();
  return actor.approvalId;
}

export const viewApproval = operation({
  name: 'approvals.look',
  id: 'lookAtApproval',
  summary: 'Get the campaigns to approve with a link',
  allow: { client: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: ['team', 'title', 'message', 'items'] },
  mayFail: ['GONE'],
  one: 'approval',
  async run(ctx): Promise<ShownRequest> {
    const [row] = await ctx.db.run(selectRequest, { id: requestIdOf(ctx) });
    if (!row) throw linkExpired();
    const { items, link, ...request } = row.shown as Read;
    const { secrets } = ctx.settings;
    const address = (id: string, isPreview: boolean) =>
      fileAddress(secrets, { team: ctx.team.slug, id, isPreview, link });
    const withFiles = ({ previews, files, sizes, ...item }: Read['items'][number]): ShownItem => {
      const withUrls = (snapshot: CampaignSnapshot): CampaignSnapshot => ({
        ...snapshot,
        files: snapshot.files.map((file) => ({
          ...file,
          ...sizes[file.id],
          ...(files.includes(file.id) && { address: address(file.id, false) }),
          ...(previews.includes(file.id) && { preview: address(file.id, true) }),
        })),
      });
      return {
        ...item,
        shown: withUrls(item.shown),
        before: item.before && withUrls(item.before),
      };
    };
    return { ...request, items: items.map(withFiles) };
  },
});

const recordView = teamStatement(`
  with q as (
    update approval_requests set seen_at = now()
    where team_id = $team and id = $id and seen_at is null returning id),
  ${notices(`select '${auditType}' as record_type, q.id as record_id from q`)}
  select id from q`);

/** Records that a browser opened the page: an unverified hint for the team. */
export const recordApprovalView = operation({
  name: 'approvals.see',
  id: 'seeApproval',
  summary: 'Record that the link was opened',
  allow: { client: true },
  emits: [],
  input: {},
  output: { kind: 'object', keys: [] },
  one: 'approval',
  async run(ctx) {
    await ctx.db.run(recordView, { id: requestIdOf(ctx) });
    return {};
  },
});

/** Name of the approver, as they entered it. */
export const approver = singleLine(120, 1);
export const comment = singleLine(maxCommentLength);

const sha256 = required(
  patterned(/^[0-9a-f]{64}$/, '64 hex digits', 'e3b0c442'.repeat(8), { format: 'hex_64' }),
);

/** Decisions on pieces: file id → decision. */
const pieces = kind(
  Type.Record(Type.String({ format: 'uuid' }), Type.Enum(['approved', 'changes']), {
    maxProperties: 1_000,
  }),
  'an object of file ids and decisions',
  'json',
);

const whole = (minimum: number, maximum: number) => {
  const base = number(minimum, maximum);
  return { ...base, check: (value: unknown) => base.check(value) && Number.isInteger(value) };
};

export const commentByLink = operation({
  name: 'approvals.comment_by_link',
  id: 'commentByLink',
  summary: 'Comment on a piece of a campaign with a link',
  allow: { client: true },
  emits: [],
  input: {
    fields: {
      n: required(number(1, 100)),
      nonce: required(uuid),
      file_id: required(uuid),
      comment: required(singleLine(maxCommentLength, 1)),
      author: required(approver),
      x: number(0, 1),
      y: number(0, 1),
      page: whole(1, 10_000),
      second: whole(0, 86_400),
      sha256,
    },
  },
  output: { kind: 'object', keys: [] },
  mayFail: ['GONE', 'CONFLICT'],
  one: 'approval',
  async run(ctx, { values }) {
    await ctx.db.transaction((tx) => addComment(ctx, tx, requestIdOf(ctx), values));
    return {};
  },
});

export const decideByLink = operation({
  name: 'approvals.decide_by_link',
  id: 'decideByLink',
  summary: 'Decide on a campaign with a link',
  allow: { client: true },
  emits: ['campaign.updated'],
  input: {
    fields: {
      n: required(number(1, 100)),
      nonce: required(uuid),
      decision: required(oneOf('text', decisions)),
      name: required(approver),
      comment,
      sha256,
      pieces,
      user_agent: singleLine(512),
    },
  },
  output: { kind: 'object', keys: ['state', 'isRepeated'] },
  mayFail: ['GONE', 'CONFLICT'],
  one: 'approval',
  run: async (ctx, { values: { name, user_agent, ...verdict } }): Promise<Outcome> =>
    ctx.db.transaction((tx) =>
      decideOn(ctx, tx, requestIdOf(ctx), {
        ...verdict,
        approver: name,
        userAgent: user_agent ?? undefined,
      }),
    ),
});

export const clientOperations: readonly Operation[] = [
  viewApproval,
  recordApprovalView,
  commentByLink,
  decideByLink,
];
