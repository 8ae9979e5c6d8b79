import { useQuery } from '@tanstack/react-query';
import { activityFields } from '#panel/api/records/activities.ts';
import { useCommand } from '#panel/commands/command.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { findClients, findDeals } from '#panel/data/choices.ts';
import { type ChangeOf, changeRecord, recordQuery } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { ChoiceField } from '#panel/parts/fields/ChoiceField.tsx';
import { DateField } from '#panel/parts/fields/DateField.tsx';
import { LinkField } from '#panel/parts/fields/LinkField.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { MomentField } from '#panel/parts/fields/MomentField.tsx';
import { NumberField } from '#panel/parts/fields/NumberField.tsx';
import { PeopleField } from '#panel/parts/fields/PeopleField.tsx';
import { TagsField } from '#panel/parts/fields/TagsField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Repeat, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { ActivityIcon } from './ActivityType.tsx';
import { isLate } from './columns.tsx';
import { useCompleteActivity } from './complete-activity.tsx';

const types = activityFields.type.values;
const priorities = ['low', 'medium', 'high'] as const;

/** Record of an activity. */
export default function ActivityRecord({ slug, id, isPeek }: RecordProps) {
  const words = useActivityWords();
  const today = useToday();
  const zone = useTimeZone();
  const withPending = useWithPending();
  const query = useQuery(recordQuery(slug, 'activities', id));
  const { all } = usePeople(slug);
  const command = useCommand(changeRecord('activities'));
  const finishing = useCompleteActivity(slug);
  const save = (change: ChangeOf<'activities'>, base?: Fields) =>
    command.act({ slug, id, change, base });
  const activity = query.data && withPending(`activities/${id}`, query.data);
  const around = { slug, kind: 'activities', id } as const;
  const deal = useQuery({
    ...linkedQuery(around, 'deal', activity?.deal_id ?? ''),
    enabled: !!activity?.deal_id,
  });
  const client = useQuery({
    ...linkedQuery(around, 'client', activity?.client_id ?? ''),
    enabled: !!activity?.client_id,
  });
  const linked = (to: string | null | undefined, name: string | undefined) =>
    to ? { id: to, name: name ?? '…' } : null;
  const its = {
    deal: linked(activity?.deal_id, deal.data?.title),
    client: linked(activity?.client_id, client.data?.name),
  };
  const toggle = () => {
    if (!activity) return;
    if (activity.is_completed) finishing.reopen(id);
    else finishing.finish({ ...activity, ...its });
  };
  useRecordShortcuts(isPeek, { e: toggle });
  const { field, states } = words;
  return (
    <RecordOrDeleted slug={slug} kind="activities" query={query}>
      {() =>
        activity ? (
          <div className="flex flex-col gap-4">
            <TitleField
              label={field.title}
              name="title"
              value={activity.title}
              isPage={!isPeek}
              onSave={(title) => save({ title })}
            />
            <div className="flex flex-wrap items-center gap-2">
              <Button look={activity.is_completed ? 'plain' : 'primary'} onClick={toggle}>
                {activity.is_completed ? <Repeat /> : <Check />}
                {activity.is_completed ? words.reopenNow : words.finishNow}
              </Button>
              {activity.is_completed ? (
                <Badge tone="ok" icon={<Check size={12} />}>
                  {states.done}
                </Badge>
              ) : isLate(activity, today) ? (
                <Badge tone="danger" icon={<Warning size={12} />}>
                  {states.late}
                </Badge>
              ) : (
                <Badge>{states.open}</Badge>
              )}
            </div>
            <FailureNotice failure={command.failure} />
            <div className="flex flex-col gap-1">
              <ChoiceField
                label={field.type}
                name="type"
                value={activity.type}
                choices={types.map((value) => ({
                  value,
                  label: words.types[value],
                  icon: <ActivityIcon type={value} />,
                }))}
                onSave={(value) => save({ type: types.find((each) => each === value) })}
              />
              <DateField
                label={field.due_date}
                name="due_date"
                value={activity.due_date}
                onSave={(due_date) => save({ due_date })}
              />
              <MomentField
                label={field.occurred_at}
                value={activity.occurred_at}
                timeZone={zone}
                onSave={(occurred_at) => save({ occurred_at })}
              />
              <NumberField
                label={field.duration}
                value={activity.duration_minutes}
                onSave={(duration_minutes) => save({ duration_minutes })}
              />
              <PeopleField
                label={field.assigned_to}
                isOne
                people={all}
                value={activity.assigned_to === null ? [] : [activity.assigned_to]}
                onSave={([assigned_to = null]) => save({ assigned_to })}
              />
              <LinkField
                label={field.deal}
                slug={slug}
                kind="deals"
                value={its.deal}
                find={findDeals}
                onSave={(to) => save({ deal_id: to?.id ?? null })}
              />
              <LinkField
                label={field.client}
                slug={slug}
                kind="clients"
                value={its.client}
                find={findClients}
                onSave={(to) => save({ client_id: to?.id ?? null })}
              />
              <ChoiceField
                label={field.priority}
                value={activity.priority}
                choices={priorities.map((value) => ({ value, label: words.priorities[value] }))}
                onSave={(value) => save({ priority: priorities.find((each) => each === value) })}
              />
              <TagsField
                label={field.tags}
                value={activity.tags}
                onSave={(tags) => save({ tags: [...tags] })}
              />
            </div>
            <LongTextField
              label={field.description}
              name="description"
              value={activity.description}
              onSave={(description, base) => save({ description }, { description: base })}
            />
            <RecordActivity slug={slug} kind="activities" id={id} label={words.activity} />
            {finishing.dialog}
          </div>
        ) : null
      }
    </RecordOrDeleted>
  );
}
