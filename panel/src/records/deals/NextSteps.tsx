import type { UseQueryResult } from '@tanstack/react-query';
import type { Deal, DealCourse } from '#panel/api/types.ts';
import { usePendingCreations } from '#panel/commands/pending-changes.ts';
import { useToday } from '#panel/data/use-today.ts';
import { useDayFormat } from '#panel/display/formatters.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { useDealWords } from '#panel/words/deals/use.ts';
import { useCompleteActivity } from '../activities/complete-activity.tsx';
import { type NextStep, stepState } from './board.ts';
import { useOpenSteps } from './open-steps.ts';

interface Props {
  readonly slug: string;
  readonly deal: Pick<Deal, 'id' | 'title' | 'client_id'>;
  readonly query: UseQueryResult<DealCourse>;
}

const NewStepForm = lazyWithWords(() => import('./NewStepForm.tsx'), 'nothing');

interface StepsProps extends Props {
  readonly isPeek: boolean;
  /** False if it is won, lost or archived: it needs no next step then. */
  readonly isOpen: boolean;
}

/** Open activities of a deal, completed inline, followed by a prompt for the next step. */
export function NextSteps({ slug, deal, isPeek, isOpen, query }: StepsProps) {
  const Heading = isPeek ? 'h3' : 'h2';
  const { step: words } = useDealWords();
  const { finish, dialog } = useCompleteActivity(slug);
  return (
    <section className="flex flex-col gap-2">
      <Heading className="font-semibold">{words.title}</Heading>
      <QueryContent query={query}>
        {({ steps }) => (
          <List
            deal={deal}
            steps={steps}
            isOpen={isOpen}
            onDone={(step) => finish({ ...step, deal: { id: deal.id, name: deal.title } })}
          />
        )}
      </QueryContent>
      <NewStepForm slug={slug} deal={deal} contacts={query.data?.contacts ?? []} />
      {dialog}
    </section>
  );
}

interface ListProps extends Pick<StepsProps, 'deal' | 'isOpen'> {
  readonly steps: readonly NextStep[];
  readonly onDone: (step: NextStep) => void;
}

function List({ deal, steps, isOpen, onDone }: ListProps) {
  const { step: words } = useDealWords();
  const today = useToday();
  const day = useDayFormat();
  const open = useOpenSteps(steps);
  const making = usePendingCreations('activities').filter(({ deal_id }) => deal_id === deal.id);
  if (open.length + making.length === 0)
    return <p className="text-muted">{isOpen ? words.empty : words.emptyAtEnd}</p>;
  return (
    <ul aria-label={words.title} className="flex flex-col divide-y divide-border">
      {open.map((step) => {
        const isLate = stepState({ next_step: step }, today) === 'late';
        return (
          <li key={step.id} className="flex min-h-9 items-center gap-2">
            <input
              type="checkbox"
              aria-label={words.done({ title: step.title })}
              checked={false}
              onChange={() => onDone(step)}
              className="size-4 pointer-coarse:size-6"
            />
            <RecordLink
              kind="activities"
              id={step.id}
              className="min-w-0 flex-1 truncate hover:underline"
            >
              {step.title}
            </RecordLink>
            {step.date === null ? null : (
              <span
                title={isLate ? words.late({ date: day(step.date) }) : undefined}
                className={`whitespace-nowrap text-meta ${isLate ? 'text-danger' : 'text-muted'}`}
              >
                {day(step.date)}
              </span>
            )}
          </li>
        );
      })}
      {making.map((fields) => (
        <li key={String(fields.title)} className="flex min-h-9 items-center text-muted">
          {String(fields.title)}
        </li>
      ))}
    </ul>
  );
}
