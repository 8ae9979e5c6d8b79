import { useState } from 'react';
import type { TaskRecurrence } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatars } from '#panel/display/Avatars.tsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Bin, Plus, Sliders, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';
import { OverviewSection } from '../OverviewSection.tsx';
import { useRuleSentence } from './use-rule-sentence.ts';

const RecurrenceDialog = lazyWithWords(() => import('./RecurrenceDialog.tsx'), 'nothing');
const RemoveDialog = lazyWithWords(() => import('./RemoveDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly project: string;
  readonly recurrences: readonly TaskRecurrence[];
}

type Open =
  | { readonly dialog: 'form'; readonly recurrence?: TaskRecurrence }
  | { readonly dialog: 'remove'; readonly recurrence: TaskRecurrence };

/** Section with the recurring tasks of a project. */
export default function RecurrenceList({ slug, project, recurrences }: Props) {
  const words = useRecurrenceWords();
  const { can } = useCurrentTeam();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayEdit = can('task_recurrences.create');
  return (
    <OverviewSection
      title={words.title}
      more={
        mayEdit ? (
          <Button look="quiet" onClick={() => setOpen({ dialog: 'form' })}>
            <Plus /> {words.add}
          </Button>
        ) : null
      }
    >
      {recurrences.length === 0 ? (
        <p className="text-faint">{words.none}</p>
      ) : (
        <ul className="flex flex-col border-border border-t">
          {recurrences.map((recurrence) => (
            <Row
              key={recurrence.id}
              recurrence={recurrence}
              mayEdit={mayEdit}
              onOpen={(dialog) => setOpen({ dialog, recurrence })}
            />
          ))}
        </ul>
      )}
      {open?.dialog === 'form' ? (
        <RecurrenceDialog
          slug={slug}
          project={project}
          recurrence={open.recurrence}
          onClose={close}
        />
      ) : null}
      {open?.dialog === 'remove' ? (
        <RemoveDialog slug={slug} recurrence={open.recurrence} onClose={close} />
      ) : null}
    </OverviewSection>
  );
}

interface RowProps {
  readonly recurrence: TaskRecurrence;
  readonly mayEdit: boolean;
  readonly onOpen: (dialog: Open['dialog']) => void;
}

function Row({ recurrence, mayEdit, onOpen }: RowProps) {
  const words = useRecurrenceWords();
  const sentence = useRuleSentence();
  const formatDay = useDayFormat();
  const { title: name, is_active, coming, failed_at, assignee_ids } = recurrence;
  const [next] = coming;
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-border border-b py-1.5 last:border-b-0">
      <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3">
        <span className="break-words font-medium">{name}</span>
        <span className="text-meta text-muted">{sentence(recurrence)}</span>
      </span>
      {failed_at === null ? null : (
        <Badge tone="warn" icon={<Warning size={12} />}>
          {words.failed}
        </Badge>
      )}
      <span className="text-meta text-muted tabular-nums">
        {is_active
          ? next
            ? words.next({ day: formatDay(next.due_on) })
            : words.ended
          : words.paused}
      </span>
      <Avatars ids={assignee_ids} />
      {mayEdit ? (
        <span className="flex">
          <Button look="quiet" aria-label={words.edit({ name })} onClick={() => onOpen('form')}>
            <Sliders />
          </Button>
          <Button look="quiet" aria-label={words.remove({ name })} onClick={() => onOpen('remove')}>
            <Bin />
          </Button>
        </span>
      ) : null}
    </li>
  );
}
