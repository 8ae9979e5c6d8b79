import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import type { Approval, Campaign } from '#panel/api/types.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check } from '#panel/ui/icons.tsx';
import { useJoy } from '#panel/ui/joy.ts';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { ApprovalRequest } from './ApprovalRequest.tsx';
import { StageBadge, Steps } from './ApprovalStage.tsx';
import { approvalsOfQuery } from './approval-queries.ts';
import { stageIn } from './model.ts';
import type { CreatedLink } from './ShareLinkDialog.tsx';

const loadRequest = () => import('./RequestApprovalDialog.tsx');
const RequestApprovalDialog = lazyWithWords(loadRequest, 'nothing');
const ShareLinkDialog = lazyWithWords(() => import('./ShareLinkDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly campaign: Campaign;
}

const none: readonly Approval[] = [];

/** Approval progress of a campaign: its stage and its requests with their decisions. */
export function Approvals({ slug, campaign }: Props) {
  const { approval: words } = useCampaignWords();
  const query = useQuery(approvalsOfQuery(slug, campaign.id));
  usePreload(loadRequest);
  const [isAsking, setAsking] = useState(false);
  const [shared, share] = useState<CreatedLink>();
  const approvals = query.data ?? none;
  const [last] = approvals.filter(({ status }) => status !== 'revoked');
  const stage = stageIn(campaign, approvals);
  const joy = useJoy(stage === 'approved');
  const changing = approvals.find(({ status }) => status === 'changes');
  const isWaiting = stage === 'internal' || (stage === 'client' && last?.status === 'open');
  return (
    <section
      aria-label={words.title}
      className="flex flex-col gap-3 rounded-card border border-border bg-raised p-4"
    >
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold text-title">{words.title}</h2>
        {query.data ? (
          <span className={clsx('rounded px-1', joy)}>
            <StageBadge stage={stage} />
          </span>
        ) : null}
        <div className="ml-auto">
          {query.data === undefined || isWaiting || campaign.status === 'cancelled' ? null : (
            <Button
              look={stage === 'approved' ? 'quiet' : changing ? 'plain' : 'primary'}
              data-field="approval"
              onClick={() => setAsking(true)}
            >
              <Check />
              {words.ask}
            </Button>
          )}
        </div>
      </header>
      <Steps stage={stage} approvals={approvals} campaign={campaign.id} />
      <QueryContent query={query}>
        {() =>
          approvals.length === 0 ? (
            <p className="text-muted">
              {campaign.status === 'cancelled' ? words.noneCancelled : words.none}
            </p>
          ) : (
            <ul className="flex flex-col gap-3">
              {approvals.map((approval) => (
                <ApprovalRequest
                  key={approval.id}
                  slug={slug}
                  campaign={campaign.id}
                  approval={approval}
                  isNext={approval === changing}
                  onShare={share}
                />
              ))}
            </ul>
          )
        }
      </QueryContent>
      {isAsking ? (
        <RequestApprovalDialog
          slug={slug}
          campaign={campaign}
          onClose={() => setAsking(false)}
          onLink={share}
        />
      ) : null}
      {shared ? (
        <ShareLinkDialog slug={slug} shared={shared} onClose={() => share(undefined)} />
      ) : null}
    </section>
  );
}
