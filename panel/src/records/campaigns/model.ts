import type { Approval, Campaign, CampaignStage } from '#panel/api/types.ts';

/** Approval stage of a campaign. */
export type Stage =
  | 'draft'
  | 'internal'
  | 'ready'
  | 'client'
  | 'approved'
  | 'changes'
  | 'rejected'
  | 'changed';

/** Approval stage from the campaign's own status and its latest request. */
export function stageOf(
  { approval_status }: Pick<Campaign, 'approval_status'>,
  requestedStage: Pick<CampaignStage, 'stage' | 'state'> | undefined,
): Stage {
  if (approval_status === 'approved') return 'approved';
  switch (requestedStage?.state) {
    case 'pending':
      return requestedStage.stage;
    case 'changed':
    case 'changes':
    case 'rejected':
      return requestedStage.state;
    case 'approved':
      return requestedStage.stage === 'internal' ? 'ready' : 'draft';
    default:
      return approval_status === 'rejected' ? 'rejected' : 'draft';
  }
}

/** Approval stage from all requests, newest first. */
export function stageIn(
  campaign: Pick<Campaign, 'id' | 'approval_status'>,
  approvals: readonly Approval[],
): Stage {
  const [last] = approvals.filter(({ status }) => status !== 'revoked');
  const item = last && itemIn(last, campaign.id);
  return stageOf(campaign, last && item && { stage: last.stage, state: item.state });
}

export const itemIn = ({ items }: Approval, campaign: string) =>
  items.find(({ campaign_id }) => campaign_id === campaign);

export const steps = ['draft', 'internal', 'client', 'approved'] as const;
export type Step = (typeof steps)[number];

/** Current step of the four. */
export function stepOf(stage: Stage, last: Approval | undefined): Step {
  if (stage === 'approved' || stage === 'draft') return stage;
  if (stage === 'ready' || stage === 'internal') return 'internal';
  return last?.stage === 'internal' ? 'internal' : 'client';
}

/** True if a step is complete; the steps of the team and the client only if they approved themselves, whatever the campaign's stage. */
export function isStepTaken(
  step: Step,
  stage: Stage,
  approvals: readonly Approval[],
  campaign: string,
): boolean {
  const last = approvals.find(({ status }) => status !== 'revoked');
  if (steps.indexOf(step) >= steps.indexOf(stepOf(stage, last))) return false;
  if (step !== 'internal' && step !== 'client') return true;
  return approvals.some(
    (approval) => approval.stage === step && itemIn(approval, campaign)?.state === 'approved',
  );
}

/** Row of a goal. */
export interface Goal {
  readonly name: string;
  readonly value: string;
}

export function goalsIn(goals: Readonly<Record<string, unknown>>, locale: string): readonly Goal[] {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const textOf = (value: unknown) =>
    typeof value === 'number'
      ? number.format(value)
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  return Object.entries(goals).map(([name, value]) => ({ name, value: textOf(value) }));
}

/** Number of goals in the head of a campaign. */
const goalsInHead = 3;

/** The first goals that are numbers, such as a budget or leads. */
export const numbersIn = (
  goals: Readonly<Record<string, unknown>>,
  locale: string,
): readonly Goal[] =>
  goalsIn(
    Object.fromEntries(Object.entries(goals).filter(([, value]) => typeof value === 'number')),
    locale,
  ).slice(0, goalsInHead);

/** Parses a typed number: `1.500`, `2,5`; undefined for any other text. */
function numberOf(text: string, locale: string): number | undefined {
  const [group, decimal] = locale === 'en' ? [',', '.'] : ['.', ','];
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})*(\\${decimal}\\d{1,6})?$`);
  const isPlain = new RegExp(`^-?\\d{1,15}(\\${decimal}\\d{1,6})?$`);
  if (!isGrouped.test(text) && !isPlain.test(text)) return undefined;
  return Number(text.replaceAll(group, '').replace(decimal, '.'));
}

/** Goals as stored: numbers as numbers, other values as text. */
export function goalsOf(rows: readonly Goal[], locale: string): Record<string, unknown> {
  const named = rows.map(({ name, value }) => [name.trim(), value.trim()] as const);
  return Object.fromEntries(
    named
      .filter(([name]) => name !== '')
      .map(([name, value]) => [name, numberOf(value, locale) ?? value]),
  );
}
