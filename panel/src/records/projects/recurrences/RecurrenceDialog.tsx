import { useState } from 'react';
import { request } from '#panel/api/call.ts';
import { projectTemplateShifts as shifts } from '#panel/api/enumerations.ts';
import { taskRecurrencesCreateLimits as limits } from '#panel/api/input-limits.ts';
import type { TaskRecurrence } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { useDayFormat } from '#panel/display/formatters.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { NumberInput } from '#panel/parts/NumberInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useRecurrenceWords } from '#panel/words/recurrences/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { ShiftSelect } from '../ShiftSelect.tsx';
import { type RuleView, ruleOf, viewOf } from './model.ts';
import { thenRefetchRecurrences } from './queries.ts';
import { RuleFields } from './RuleFields.tsx';

interface Props {
  readonly slug: string;
  readonly project: string;
  /** Absent for a new one. */
  readonly recurrence: TaskRecurrence | undefined;
  readonly onClose: () => void;
}

/** Main assignee first; those that the form does not show remain. */
const assigneesOf = (main: string, before: readonly string[]) =>
  main === '' ? [] : main === before[0] ? before : [main];

/** Creates a recurring task, or changes one of its occurrences or all that follow. */
export default function RecurrenceDialog({ slug, project, recurrence, onClose }: Props) {
  const words = useRecurrenceWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { all: people } = usePeople(slug);
  const formatDay = useDayFormat();
  const today = useToday();
  const firstDay = recurrence?.starts_on ?? today;
  const [view, setView] = useState<RuleView>(() =>
    viewOf(
      recurrence?.rule ?? 'FREQ=MONTHLY;BYMONTHDAY=-1',
      recurrence?.shift ?? 'before',
      firstDay,
    ),
  );
  const [scope, setScope] = useState<'one' | 'following'>('following');
  const next = recurrence?.coming[0];
  const isOne = scope === 'one' && next !== undefined;
  const act = useAction((values: Values): Promise<unknown> => {
    const assignees = recurrence?.assignee_ids ?? [];
    const content = {
      title: values('title').trim(),
      description: values('description') || null,
      assignee_ids: assigneesOf(values('assignee_id'), assignees),
      checklist_markdown: recurrence?.checklist_markdown ?? null,
      priority: recurrence?.priority ?? 'none',
      estimated_hours: recurrence?.estimated_hours ?? null,
      tags: recurrence?.tags ?? [],
      pipeline_id: recurrence?.pipeline_id ?? null,
    };
    const refetching = thenRefetchRecurrences(slug);
    if (recurrence && isOne)
      return refetching(
        request('POST /teams/{team_slug}/task-recurrences/{id}/occurrences', {
          at: { team_slug: slug, id: recurrence.id },
          body: { ...content, occurs_on: next.occurs_on },
        }),
      );
    const starts_on = values('starts_on');
    const body = {
      ...content,
      rule: view.repeat === 'custom' ? (recurrence?.rule ?? '') : ruleOf(view, starts_on),
      starts_on,
      shift:
        view.repeat === 'last_working'
          ? 'before'
          : (shifts.find((each) => each === values('shift')) ?? 'none'),
      days_ahead: Number(values('days_ahead')),
      is_active: recurrence === undefined || values('is_active') === 'true',
    };
    return refetching(
      recurrence
        ? request('PUT /teams/{team_slug}/task-recurrences/{id}', {
            at: { team_slug: slug, id: recurrence.id },
            body,
          })
        : request('POST /teams/{team_slug}/projects/{id}/task-recurrences', {
            at: { team_slug: slug, id: project },
            body,
          }),
    );
  }, onClose);
  const day = next ? formatDay(next.due_on) : '';
  return (
    <Dialog
      title={recurrence ? words.editTitle : words.newTitle}
      closeLabel={common.close}
      onClose={onClose}
    >
      <Form act={act} submit={recurrence ? words.save : words.submit}>
        {next ? (
          <Select
            label={words.scope}
            value={scope}
            onChange={({ target }) => setScope(target.value === 'one' ? 'one' : 'following')}
            choices={[
              { value: 'following', label: words.following({ day }) },
              { value: 'one', label: words.one({ day }) },
            ]}
          />
        ) : null}
        <Field
          label={labels.title}
          name="title"
          defaultValue={recurrence?.title ?? ''}
          {...limits.title}
          autoComplete="off"
          required
        />
        <Area
          label={labels.description}
          name="description"
          rows={3}
          {...limits.description}
          defaultValue={recurrence?.description ?? ''}
        />
        <Select
          label={labels.assignee_id}
          name="assignee_id"
          defaultValue={recurrence?.assignee_ids[0] ?? ''}
          choices={[
            { value: '', label: words.noAssignee },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {isOne ? null : (
          <>
            <RuleFields view={view} onChange={setView} />
            <div className="grid gap-3 sm:grid-cols-2">
              <LabelledDate
                label={words.startsOn}
                name="starts_on"
                defaultValue={firstDay}
                required
              />
              <NumberInput
                label={words.daysAhead}
                name="days_ahead"
                kind="number"
                defaultValue={recurrence?.days_ahead ?? 7}
                {...limits.days_ahead}
                required
              />
            </div>
            {view.repeat === 'last_working' ? null : (
              <ShiftSelect initial={recurrence?.shift ?? 'none'} />
            )}
            {recurrence ? (
              <Select
                label={words.active}
                name="is_active"
                defaultValue={String(recurrence.is_active)}
                choices={[
                  { value: 'true', label: words.isActive },
                  { value: 'false', label: words.paused },
                ]}
              />
            ) : null}
          </>
        )}
        <FailureNotice failure={act.failure} />
      </Form>
    </Dialog>
  );
}
