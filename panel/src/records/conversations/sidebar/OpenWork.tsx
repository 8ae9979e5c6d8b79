import type { ReactNode } from 'react';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Due } from '#panel/records/tasks/TaskBadges.tsx';
import { Plus, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { phaseName } from '#panel/words/phases.ts';
import type { SidebarData } from './queries.ts';

interface PartProps {
  readonly title: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly empty: string | undefined;
  readonly children: ReactNode;
}

function Part({ title, add, onAdd, empty, children }: PartProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <header className="flex items-center justify-between">
        <h3 className="font-medium">{title}</h3>
        <button
          type="button"
          title={add}
          onClick={onAdd}
          className="control inline-flex aspect-square items-center justify-center rounded text-muted hover:bg-surface"
        >
          <Plus />
          <span className="sr-only">{add}</span>
        </button>
      </header>
      {empty === undefined ? (
        <ul className="flex flex-col">{children}</ul>
      ) : (
        <p className="text-muted">{empty}</p>
      )}
    </section>
  );
}

const item = 'flex min-h-9 flex-col justify-center py-1 pointer-coarse:min-h-11';

interface Props {
  readonly slug: string;
  readonly data: SidebarData;
  readonly onTask: () => void;
  readonly onDeal: () => void;
  /** Sentence instead of records, without a client. */
  readonly noClient: string;
}

/** Open deals and tasks of the client, or of a group's project. */
export function OpenWork({ data, onTask, onDeal, noClient }: Props) {
  const { beside: words } = useConversationWords();
  const { can } = useCurrentTeam();
  const money = useMoneyFormat();
  const today = useToday();
  const deals = useListWithPending('deals', data.deals);
  const tasks = useListWithPending('tasks', data.tasks);
  const none = data.client ? undefined : noClient;
  return (
    <>
      <Part
        title={words.deals}
        add={words.addDeal}
        onAdd={onDeal}
        empty={none ?? (deals.length === 0 ? words.noDeals : undefined)}
      >
        {deals.map(({ id, title, phase, value, next_step }) => (
          <li key={id} className={item}>
            <RecordLink kind="deals" id={id} className="truncate hover:underline">
              {title}
            </RecordLink>
            <span className="flex items-center gap-2 text-meta text-muted">
              <Badge>{phaseName(phase)}</Badge>
              {can('sees_values') && value !== null ? (
                <span className="tabular-nums">{money(value)}</span>
              ) : null}
            </span>
            {next_step ? (
              <span className="flex min-w-0 items-center gap-2 text-meta text-muted">
                <span className="truncate">{words.step({ title: next_step.title })}</span>
                <Due due={next_step.date} isDone={false} today={today} />
              </span>
            ) : (
              <span className="flex items-center gap-1 text-meta text-warn">
                <Warning size={12} />
                {words.noStep}
              </span>
            )}
          </li>
        ))}
      </Part>
      <Part
        title={words.tasks}
        add={words.addTask}
        onAdd={onTask}
        empty={
          (data.project ? undefined : none) ?? (tasks.length === 0 ? words.noTasks : undefined)
        }
      >
        {tasks.map(({ id, title, due_date, completed_at }) => (
          <li key={id} className={item}>
            <RecordLink kind="tasks" id={id} className="truncate hover:underline">
              {title}
            </RecordLink>
            <span>
              <Due due={due_date} isDone={completed_at !== null} today={today} />
            </span>
          </li>
        ))}
      </Part>
    </>
  );
}
