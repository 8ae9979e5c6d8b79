import { v7 as uuidv7 } from 'uuid';
import { type Decision, decideByLink } from '../features/approvals/client-operations.ts';
import { decide, nextRound, request } from '../features/approvals/operations.ts';
import campaignRoutes from '../features/work/campaigns/operations.ts';
import { perform } from '../operations/operation.ts';
import * as words from './demo-data.ts';
import { cyclicElement } from './random.ts';
import { act, type DemoRun, put } from './run.ts';

/* Campaigns at different stages of approval, with comments by the team and the clients. */

interface SentRequest {
  readonly id: string;
  readonly items: readonly [{ readonly sha256: string; readonly campaign_id: string }];
}

const parseRequest = (text: string | undefined): SentRequest => {
  if (text === undefined) throw new Error('the demo asked for nothing');
  return JSON.parse(text) as SentRequest;
};

async function requestApproval(
  demo: DemoRun,
  campaign: string,
  stage: 'internal' | 'client',
): Promise<SentRequest> {
  return parseRequest(await act(demo, request, { campaign_ids: [campaign], stage }));
}

/** Records the team's decision. */
async function decideHere(
  demo: DemoRun,
  { id, items: [{ sha256, campaign_id }] }: SentRequest,
  decision: Decision,
  comment?: string,
): Promise<void> {
  await act(demo, decide, { campaign_id, decision, comment, sha256 }, id);
}

/** Records the client's decision, as if made through the link. */
async function decideThere(
  { db, team, settings, random }: DemoRun,
  { id, items: [{ sha256 }] }: SentRequest,
  decision: Decision,
  comment?: string,
): Promise<void> {
  const name = random.pick(words.approvers);
  const body = { n: 1, nonce: uuidv7(), decision, name, comment, sha256 };
  await perform(
    decideByLink,
    { actor: { kind: 'client', approvalId: id }, team, db, settings },
    { body },
  );
}

/** Approval history by campaign status: running campaigns were approved. */
const courses: Readonly<
  Record<string, (demo: DemoRun, campaign: string, nth: number) => Promise<void>>
> = {
  async draft(demo, campaign, nth) {
    await requestApproval(demo, campaign, nth % 2 === 0 ? 'internal' : 'client');
  },
  async scheduled(demo, campaign, nth) {
    const internal = await requestApproval(demo, campaign, 'internal');
    await decideHere(demo, internal, 'approved');
    const client = await requestApproval(demo, campaign, 'client');
    if (nth % 3 === 2) return;
    await decideThere(demo, client, 'changes', cyclicElement(words.wantedChanges, nth));
    if (nth % 3 === 1) return;
    const platforms = demo.random.sample(words.platforms, 3);
    await put(demo, campaignRoutes, campaign, { target_platforms: platforms });
    await act(demo, nextRound, {}, client.id);
  },
  async active(demo, campaign) {
    await decideThere(demo, await requestApproval(demo, campaign, 'client'), 'approved');
  },
  async completed(demo, campaign) {
    await decideThere(demo, await requestApproval(demo, campaign, 'client'), 'approved');
  },
  async paused(demo, campaign, nth) {
    const comment = cyclicElement(words.wantedChanges, nth);
    await decideThere(demo, await requestApproval(demo, campaign, 'client'), 'rejected', comment);
  },
};

/** @param campaigns in order of creation */
export async function addApprovals(
  demo: DemoRun,
  campaigns: readonly { readonly id: string; readonly status: string }[],
): Promise<void> {
  const nth = new Map<string, number>();
  for (const { id, status } of campaigns) {
    const n = nth.get(status) ?? 0;
    nth.set(status, n + 1);
    await courses[status]?.(demo, id, n);
  }
}
