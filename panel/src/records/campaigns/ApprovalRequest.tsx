import { useState } from 'react';
import type { Approval } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { ApprovalRounds } from './ApprovalRounds.tsx';
import { approvalActions } from './approval-queries.ts';
import { itemIn } from './model.ts';
import { NextRoundDialog } from './NextRoundDialog.tsx';
import type { CreatedLink } from './ShareLinkDialog.tsx';

const DecisionDialog = lazyWithWords(() => import('./DecisionDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly campaign: string;
  readonly approval: Approval;
  /** True for the request whose new version is the campaign's main action. */
  readonly isNext: boolean;
  readonly onShare: (shared: CreatedLink) => void;
}

/** Approval request: its recipients, link state, rounds and actions. */
export function ApprovalRequest({ slug, campaign, approval, isNext, onShare }: Props) {
  const { approval: words } = useCampaignWords();
  const [doing, setDoing] = useState<'decide' | 'next' | 'revoke'>();
  const acts = approvalActions(slug);
  const { id, stage, status, items, needed } = approval;
  const renew = useAction(
    () => acts.renew(id, {}),
    (made) => onShare({ approval, link: made.link }),
  );
  const revoke = useAction(acts.revoke, () => {
    setDoing(undefined);
    say(words.revoked);
  });
  const item = itemIn(approval, campaign);
  if (!item) return null;
  const isOpen = status === 'open' || status === 'changes' || status === 'expired';
  const isClients = stage === 'client';
  const menu = [
    ...(isClients ? [{ label: words.renew, act: () => renew.act(undefined) }] : []),
    { label: words.revoke, isDangerous: true, act: () => setDoing('revoke') },
  ];
  return (
    <li className="flex flex-col gap-2 border-border border-t pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{words.stage[stage]}</span>
        <Badge>{words.statuses[status]}</Badge>
        {items.length > 1 ? (
          <span className="text-meta text-muted">{words.others({ count: items.length - 1 })}</span>
        ) : null}
        <div className="ml-auto flex items-center gap-1">
          {item.state === 'pending' && isOpen && status !== 'expired' ? (
            <Button look="quiet" onClick={() => setDoing('decide')}>
              {isClients ? words.decideForClient : words.decide}
            </Button>
          ) : null}
          {isOpen ? <MoreMenu label={words.actions} items={menu} /> : null}
        </div>
      </div>
      {isClients && isOpen ? <LinkState approval={approval} /> : null}
      {status === 'changes' ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button look={isNext ? 'primary' : 'plain'} onClick={() => setDoing('next')}>
            {words.next}
          </Button>
          <span className="text-meta text-muted">{words.nextAbout}</span>
        </div>
      ) : null}
      <FailureNotice failure={renew.failure} />
      <ApprovalRounds approval={id} item={item} needed={needed} slug={slug} />
      {doing === 'decide' ? (
        <DecisionDialog
          slug={slug}
          approval={approval}
          item={item}
          onClose={() => setDoing(undefined)}
        />
      ) : null}
      {doing === 'next' ? (
        <NextRoundDialog slug={slug} approval={approval} onClose={() => setDoing(undefined)} />
      ) : null}
      {doing === 'revoke' ? (
        <ConfirmDialog
          title={words.revokeTitle}
          about={words.revokeAbout}
          submit={words.revoke}
          act={revoke}
          input={id}
          onClose={() => setDoing(undefined)}
        />
      ) : null}
    </li>
  );
}

/** State of the link: validity, expiry, and when it was opened. */
function LinkState({ approval }: { readonly approval: Approval }) {
  const { approval: words } = useCampaignWords();
  const { has_link, has_pin, expires_at, sent_at, seen_at } = approval;
  return (
    <p className="flex flex-wrap gap-x-3 text-meta text-muted">
      <span>
        {has_link && expires_at ? (
          <>
            {words.until} <RelativeTime at={expires_at} />
          </>
        ) : (
          words.noLink
        )}
        {has_pin ? `, ${words.withPin}` : ''}
      </span>
      {sent_at ? (
        <span>
          {words.sentAt} <RelativeTime at={sent_at} />
        </span>
      ) : null}
      <span>
        {seen_at ? (
          <>
            {words.seen} <RelativeTime at={seen_at} />
          </>
        ) : (
          words.notSeen
        )}
      </span>
    </p>
  );
}
