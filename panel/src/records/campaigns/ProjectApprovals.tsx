import { useInfiniteQuery } from '@tanstack/react-query';
import type { Approval } from '#panel/api/types.ts';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Link } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Badge, Empty } from '#panel/ui/layout.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { approvalsOfProject } from './approval-queries.ts';

interface Props {
  readonly slug: string;
  readonly projectId: string;
  /** Address of the project's campaigns, where approval is requested. */
  readonly campaigns: string;
}

/** Approval requests of a project's campaigns: status, round and latest decision. */
export default function ProjectApprovals({ slug, projectId, campaigns }: Props) {
  const words = useProjectWords();
  const query = useInfiniteQuery(approvalsOfProject(slug, projectId));
  return (
    <PagedRows
      query={query}
      none={
        <Empty text={words.noApprovals} ghost={<Ghost of="tiles" />}>
          <Link href={campaigns} className={buttonClass('primary')}>
            {words.toCampaigns}
          </Link>
        </Empty>
      }
    >
      {(rows) => (
        <ul aria-label={words.tabs.approvals} className="flex max-w-[1160px] flex-col">
          {rows.map((approval) => (
            <Row key={approval.id} approval={approval} />
          ))}
        </ul>
      )}
    </PagedRows>
  );
}

function Row({
  approval: { title, stage, status, created_at, items },
}: {
  readonly approval: Approval;
}) {
  const { approval: words } = useCampaignWords();
  return (
    <li className="flex flex-col gap-1 border-border border-b py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 break-words font-medium">{title}</span>
        <Badge>{words.statuses[status]}</Badge>
        <span className="text-meta text-muted">
          {words.stage[stage]} {'· '}
          <RelativeTime at={created_at} />
        </span>
      </div>
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <Item key={item.n} item={item} />
        ))}
      </ul>
    </li>
  );
}

function Item({ item }: { readonly item: Approval['items'][number] }) {
  const { approval: words } = useCampaignWords();
  const decision = item.rounds.flatMap(({ decisions }) => decisions.toReversed())[0];
  return (
    <li className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-0.5">
      <RecordLink
        kind="campaigns"
        id={item.campaign_id}
        className="inline-flex min-h-6 items-center text-accent hover:underline"
      >
        {item.name}
      </RecordLink>
      <span className="text-muted">{words.round({ round: item.round })}</span>
      {decision ? (
        <span className="min-w-0 break-words text-muted">
          {`${words.verdicts[decision.decision]} · ${decision.approver} · `}
          <RelativeTime at={decision.created_at} />
          {decision.comment === null ? null : ` “${decision.comment}”`}
        </span>
      ) : (
        <span className="text-muted">{words.waiting}</span>
      )}
    </li>
  );
}
