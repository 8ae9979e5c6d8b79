import { v7 as uuidv7 } from 'uuid';
import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid, notFound } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
  kind,
  number,
  oneOf,
  patterned,
  required,
  singleLine,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { readAfterWrite } from '#server/records/read-after-write.ts';
import { memberCalling } from '../accounts/members/operations.ts';
import { newToken, pinHash } from '../accounts/pin-links.ts';
import {
  defaultDays,
  maxDays,
  maxItemsPerRequest,
  renewLink,
  requestApproval,
  revokeRequest,
  startNextRound,
} from './approval-request.ts';
import { answerComment } from './comment.ts';
import { decide as decideOn, maxCommentLength } from './decide.ts';
import { linkOf } from './links.ts';
import { sendLink } from './send-link.ts';
import { approvals, decisions, itemsOf, maxMessageLength, stages, stateOf } from './table.ts';

/*
 * Approval operations of members.
 */

const { path, one } = approvals;
const item = `${path}/:id`;
const output = { kind: 'record', table: approvals } as const;
const withLink = {
  ...output,
  shownOnce: {
    link: 'The link for the client, returned only once; empty if the team itself approves.',
  },
} as const;

const after = readAfterWrite(approvals);

const linked = (text: string | undefined, link: string): string | undefined =>
  text && `${text.slice(0, -1)},"link":${JSON.stringify(link)}}`;

const pin = patterned(/^[0-9]{4,12}$/, '4 to 12 digits', '2580', { format: 'pin' });
const days = number(1, maxDays);
const wholeDays = {
  ...days,
  check: (value: unknown) => days.check(value) && Number.isInteger(value),
};
const needed = number(1, 10);

export const request = operation({
  name: 'approvals.create',
  id: 'createApproval',
  summary: 'Request approval',
  note: 'For campaigns of one client, which become pending. Approval is given by the team (`internal`: members decide) or by the client with a link (`client`), which is returned once: it is valid for `expires_in_days` days (default 30) and protected by `pin`, if given. `needed` people must approve each campaign, each under their own name. Replaces previous requests for the same campaign; returns 409 while one of those is still undecided.',
  allow: { key: 'full', user: 'member', demo: true },
  v1: { method: 'POST', path, status: 201 },
  emits: ['campaign.updated'],
  input: {
    fields: {
      campaign_ids: about(
        'The campaigns to approve.',
        required(
          kind(
            Type.Array(Type.String({ format: 'uuid' }), {
              minItems: 1,
              maxItems: maxItemsPerRequest,
            }),
            `a list of 1 to ${maxItemsPerRequest} UUIDs`,
            'uuid[]',
          ),
        ),
      ),
      stage: withDefault(oneOf('approval_stage', stages), 'client'),
      title: singleLine(255, 1),
      message: about('Message shown to the approver.', singleLine(maxMessageLength)),
      needed: about(
        'Number of approvals required.',
        withDefault(
          { ...needed, check: (value: unknown) => needed.check(value) && Number.isInteger(value) },
          1,
        ),
      ),
      expires_in_days: about('Number of days for which the link is valid.', wholeDays),
      pin,
    },
  },
  output: withLink,
  mayFail: ['NOT_FOUND', 'CONFLICT'],
  one,
  async run(ctx, { values }) {
    const { stage, title, message, needed, campaign_ids: campaigns } = values;
    const isInternal = stage === 'internal';
    if (isInternal && (values.pin !== null || values.expires_in_days !== null))
      throw invalid(
        'pin and expires_in_days are for links to the client.',
        ['pin', 'expires_in_days'],
        'conflicting',
      );
    const made = isInternal ? undefined : newToken();
    const wanted = {
      campaigns,
      title,
      message: message || null,
      stage,
      needed,
      hash: made?.hash ?? null,
      days: isInternal ? null : (values.expires_in_days ?? defaultDays),
      pin: await pinHash(ctx.settings, values.pin),
    };
    const text = await after(ctx.db, (tx) => requestApproval(ctx, tx, wanted));
    return linked(text, made ? linkOf(ctx, made.token) : '');
  },
});

/** Wraps an operation to return the request as it is afterwards. */
const does =
  (work: (ctx: Context, tx: Context['db'], id: string) => Promise<boolean>) =>
  (ctx: Context, { id }: { readonly id: string }) =>
    after(ctx.db, async (tx) => ((await work(ctx, tx, id)) ? id : undefined));

export const nextRound = operation({
  name: 'approvals.ask_again',
  id: 'askForApprovalAgain',
  summary: 'Start the next round of an approval request',
  note: 'Shows the changes since the last round, and the current version of campaigns for which changes were requested; the link stays the same. `message` is shown to the approver. Returns 409 if nothing has changed.',
  allow: { user: 'member', demo: true },
  panel: { method: 'POST', path: `${item}/rounds`, status: 200 },
  emits: ['campaign.updated'],
  input: { path: ['id'], fields: { message: about('The message.', singleLine(maxMessageLength)) } },
  output,
  mayFail: ['CONFLICT'],
  one,
  run: (ctx, { id, values: { message } }) =>
    after(ctx.db, async (tx) =>
      (await startNextRound(ctx, tx, id, message?.trim() || null)) ? id : undefined,
    ),
});

const answer = operation({
  name: 'approvals.answer_comment',
  id: 'answerApprovalComment',
  summary: 'Answer a comment on a piece',
  note: 'The client sees the answer on the approval page, under the name of the team. A second answer replaces the first.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: `${item}/answers`, status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      comment_id: about('The comment.', required(uuid)),
      answer: about('The answer.', required(singleLine(maxCommentLength, 1))),
    },
  },
  output,
  one,
  run: (ctx, { id, values }) =>
    after(ctx.db, async (tx) => ((await answerComment(ctx, tx, id, values)) ? id : undefined)),
});

const revoke = operation({
  name: 'approvals.revoke',
  id: 'revokeApproval',
  summary: 'Revoke an approval request',
  note: 'Its link stops working. Decisions stay.',
  allow: { user: 'member' },
  panel: { method: 'DELETE', path: item, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output,
  one,
  run: does((_, tx, id) => revokeRequest(tx, id)),
});

const newLink = operation({
  name: 'approvals.renew_link',
  id: 'renewApprovalLink',
  summary: 'Create a new link for an approval request',
  note: 'Returned only once; the previous link stops working. `pin` sets a new PIN; `keeps_pin: false` without `pin` removes it.',
  allow: { user: 'member' },
  panel: { method: 'POST', path: `${item}/link`, status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      expires_in_days: about(
        'Number of days for which the link is valid.',
        withDefault(wholeDays, defaultDays),
      ),
      pin,
      keeps_pin: about(
        'True to keep the PIN.',
        withDefault(kind(Type.Boolean(), 'true or false', 'boolean'), true),
      ),
    },
  },
  output: withLink,
  mayFail: ['CONFLICT'],
  one,
  async run(ctx, { id, values }) {
    const { token, hash } = newToken();
    const isKept = values.pin === null && values.keeps_pin;
    const link = {
      hash,
      days: values.expires_in_days,
      pin: isKept ? undefined : await pinHash(ctx.settings, values.pin),
    };
    const text = await after(ctx.db, async (tx) =>
      (await renewLink({ db: tx, actor: ctx.actor }, id, link)) ? id : undefined,
    );
    return linked(text, linkOf(ctx, token));
  },
});

const nameOf = teamStatement('select name from users where team_id = $team and id = $id');
const numberOf = teamStatement(`
  select i.n from approval_items i
  where i.team_id = $team and i.request_id = $id and i.campaign_id = $campaign`);

export const decide = operation({
  name: 'approvals.decide',
  id: 'decideApproval',
  summary: 'Decide on a campaign for the team, or on behalf of the client',
  note: 'Recorded under the member’s name. `sha256` identifies the version that the member saw: 409 if the campaign has changed since. An approval by the team does not change `approval_status`; one by the client does, and so do requested changes and rejections.',
  allow: { user: 'member', demo: true },
  panel: { method: 'POST', path: `${item}/decisions`, status: 200 },
  emits: ['campaign.updated'],
  input: {
    path: ['id'],
    fields: {
      campaign_id: required(uuid),
      decision: required(oneOf('text', decisions)),
      comment: singleLine(maxCommentLength),
      sha256: about(
        'The SHA-256 of the content, in hexadecimal.',
        required(
          patterned(/^[0-9a-f]{64}$/, '64 hex digits', 'e3b0c442'.repeat(8), { format: 'hex_64' }),
        ),
      ),
    },
  },
  output,
  mayFail: ['CONFLICT'],
  one,
  async run(ctx, { id, values: { campaign_id, decision, comment, sha256 } }) {
    return after(ctx.db, async (tx) => {
      const [row] = await tx.run(numberOf, { id, campaign: campaign_id });
      if (!row) throw notFound(one);
      const [user] = await tx.run(nameOf, { id: deciderOf(ctx) });
      const verdict = { decision, comment, sha256, nonce: uuidv7(), n: row.n as number };
      await decideOn(ctx, tx, id, { ...verdict, approver: String(user?.name).slice(0, 120) });
      return id;
    });
  },
});

const deciderOf = ({ actor }: Context): string =>
  actor.kind === 'demo' && actor.userId !== null ? actor.userId : memberCalling(actor).userId;

const stagesOf = teamStatement(`
  select coalesce(json_agg(json_build_object('campaign_id', x.campaign_id, 'approval_id', x.id, 'stage', x.stage,
    'state', x.state, 'round', x.round) order by x.id desc), '[]'::json) as stages
  from (
    select i.campaign_id, q.id, q.stage, ${stateOf} as state, i.round
    from approval_requests q cross join ${itemsOf('q.id')} and q.team_id = $team and i.is_live
    order by q.id desc limit 5000) x`);

/** Approval stage of every campaign, for lists. */
const listStages = operation({
  name: 'approvals.list_stages',
  id: 'listCampaignStages',
  summary: 'List the approval progress of campaigns',
  note: 'The latest 5,000 campaigns with an approval request.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/campaign-stages', status: 200 },
  emits: [],
  input: {},
  output: {
    kind: 'fields',
    name: 'CampaignStage',
    fields: {
      campaign_id: required(uuid),
      approval_id: about('The approval request.', required(uuid)),
      stage: required(oneOf('approval_stage', stages)),
      state: about(
        'The approval state of the campaign at that stage.',
        required(oneOf('text', ['pending', ...decisions, 'changed', 'withdrawn'])),
      ),
      round: required(number(1, 2_147_483_647)),
    },
    isList: true,
  },
  one,
  run: async ({ db }) => (await db.run(stagesOf))[0]?.stages as object | undefined,
});

const { list, get } = reads(approvals);
export const listApprovals = { ...list, name: 'approvals.list', id: 'listApprovals' };
export const getApproval = { ...get, name: 'approvals.get' };

export const approvalOperations: readonly Operation[] = [
  listApprovals,
  getApproval,
  request,
  nextRound,
  revoke,
  newLink,
  decide,
  answer,
  sendLink,
  listStages,
];
