import type { ComponentType } from 'react';
import type { Approval } from '#panel/api/types.ts';
import {
  Arrow,
  Check,
  Clients,
  Close,
  Campaigns as Draft,
  People,
  Right,
  Warning,
} from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { isStepTaken, type Stage, type Step, stepOf, steps } from './model.ts';

const looks: Readonly<
  Record<
    Stage,
    readonly [Icon: ComponentType<{ size?: number }>, tone?: 'danger' | 'warn' | 'ok' | 'info']
  >
> = {
  draft: [Draft],
  internal: [People, 'info'],
  ready: [Check, 'info'],
  client: [Clients, 'info'],
  approved: [Check, 'ok'],
  changes: [Arrow, 'warn'],
  rejected: [Close, 'danger'],
  changed: [Warning, 'warn'],
};

export const toneOf = (stage: Stage) => looks[stage][1];

/** Approval stage as an icon and a word. */
export function StageBadge({ stage }: { readonly stage: Stage }) {
  const { stages } = useCampaignWords();
  const [Icon, tone] = looks[stage];
  return (
    <Badge icon={<Icon size={12} />} {...(tone && { tone })}>
      {stages[stage]}
    </Badge>
  );
}

/** Approval stage as an icon only; its name is shown on hover and read by screen readers. */
export function StageIcon({ stage }: { readonly stage: Stage }) {
  const { stages } = useCampaignWords();
  const [Icon] = looks[stage];
  return (
    <span title={stages[stage]} className="shrink-0 text-muted">
      <Icon size={12} />
      <span className="sr-only">{stages[stage]}</span>
    </span>
  );
}

/** The four approval steps, with the current one marked. */
export function Steps({
  stage,
  approvals,
  campaign,
}: {
  readonly stage: Stage;
  /** Approval requests, newest first. */
  readonly approvals: readonly Approval[];
  readonly campaign: string;
}) {
  const { steps: words } = useCampaignWords();
  const last = approvals.find(({ status }) => status !== 'revoked');
  const at = steps.indexOf(stepOf(stage, last));
  const isTaken = (step: Step) => isStepTaken(step, stage, approvals, campaign);
  return (
    <ol aria-label={words.label} className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {steps.map((step, i) => (
        <li
          key={step}
          aria-current={i === at ? 'step' : undefined}
          className={`flex items-center gap-2 text-meta ${i === at ? 'font-semibold text-text' : 'text-muted'}`}
        >
          {i === 0 ? null : <Right size={12} />}
          <span
            className={
              i === at
                ? 'rounded border border-accent px-2 py-0.5'
                : 'inline-flex items-center gap-1'
            }
          >
            {isTaken(step) ? <Check size={12} /> : null}
            {words[step]}
            <span className="sr-only">
              {i === at ? words.now : isTaken(step) ? words.done : ''}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
