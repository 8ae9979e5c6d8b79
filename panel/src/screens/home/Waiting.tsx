import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { afterPaint, lazyWithWords } from '#panel/display/lazy.tsx';
import { ProjectName } from '#panel/display/ProjectDot.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import type { NextStepSubject } from '#panel/records/activities/NextStepPrompt.tsx';
import { Check, Repeat, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import { DayRow, DaySection } from './DayRow.tsx';
import type { Day } from './queries.ts';

const WaitingActions = lazyWithWords(
  afterPaint(() => import('./WaitingActions.tsx')),
  'nothing',
);

/** The user's conversations with a waiting contact, longest wait first; can be answered, snoozed and resolved inline. */
export function Waiting({ slug, day }: { readonly slug: string; readonly day: Day }) {
  const words = useMyDayWords();
  const all = useListWithPending('conversations', day.conversations);
  const conversations = all.filter(
    ({ status, assignee_id }) => status === 'open' && assignee_id === day.user_id,
  );
  const hidden = day.counts.conversations - day.conversations.length;
  const count = conversations.length + hidden;
  return (
    <DaySection
      title={words.waiting}
      count={count}
      countText={words.count({ count })}
      others={hidden > 0 ? words.others({ count: hidden }) : undefined}
    >
      {conversations.map((each) => (
        <DayRow
          key={each.id}
          id={each.id}
          about={
            <>
              <span className="sm:hidden">
                <RelativeTime at={each.waiting_since} />
                {' · '}
              </span>
              {each.said === '' ? each.inbox : each.said}
            </>
          }
          end={
            <span className="ml-auto flex shrink-0 items-center gap-2 text-meta text-muted">
              <WaitingActions slug={slug} conversation={each} />
              <span className="max-sm:hidden">
                <RelativeTime at={each.waiting_since} />
              </span>
            </span>
          }
        >
          <RecordLink kind="conversations" id={each.id} className="truncate hover:underline">
            {each.name}
          </RecordLink>
        </DayRow>
      ))}
    </DaySection>
  );
}

const icons = { pending: Check, changes: Repeat, rejected: Warning };

/** Campaigns that the team has to approve or for which changes were requested; decided on their pages. */
export function ToApprove({ day }: { readonly day: Day }) {
  const words = useMyDayWords();
  const { approvals, counts } = day;
  const hidden = counts.approvals - approvals.length;
  return (
    <DaySection
      title={words.approvals}
      count={counts.approvals}
      countText={words.count({ count: counts.approvals })}
      others={hidden > 0 ? words.others({ count: hidden }) : undefined}
    >
      {approvals.map(({ id, name, project, state }) => {
        const Icon = icons[state];
        return (
          <DayRow
            key={id}
            id={id}
            about={<ProjectName project={project} />}
            end={
              <span className="ml-auto shrink-0">
                <Badge icon={<Icon size={12} />}>{words.approvalStates[state]}</Badge>
              </span>
            }
          >
            <RecordLink kind="campaigns" id={id} className="truncate hover:underline">
              {name}
            </RecordLink>
          </DayRow>
        );
      })}
    </DaySection>
  );
}

interface DealsProps {
  readonly day: Day;
  readonly askFor: (of: NextStepSubject) => void;
}

/** The user's deals without a next step; planning one removes them from this list. */
export function DealsWithoutStep({ day, askFor }: DealsProps) {
  const words = useMyDayWords();
  const deals = useListWithPending('deals', day.deals);
  const hidden = day.counts.deals - day.deals.length;
  return (
    <DaySection
      title={words.deals}
      count={deals.length + hidden}
      countText={words.count({ count: deals.length + hidden })}
      others={hidden > 0 ? words.others({ count: hidden }) : undefined}
    >
      {deals.map(({ id, title, client, client_id, phase }) => (
        <DayRow
          key={id}
          id={id}
          about={client?.name}
          end={
            <span className="ml-auto flex shrink-0 items-center gap-2">
              <span className="max-sm:hidden">
                <Badge>{phaseName(phase)}</Badge>
              </span>
              <button
                type="button"
                aria-label={words.step({ name: title })}
                onClick={() => askFor({ name: title, deal_id: id, client_id })}
                className="control rounded px-2 text-accent hover:bg-surface"
              >
                {words.stepNow}
              </button>
            </span>
          }
        >
          <RecordLink kind="deals" id={id} className="truncate hover:underline">
            {title}
          </RecordLink>
        </DayRow>
      ))}
    </DaySection>
  );
}
