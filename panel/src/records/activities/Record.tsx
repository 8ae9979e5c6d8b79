import { useQuery } from '@tanstack/react-query';
import { activityFields } from '#panel/api/records/activities.ts';
import { useCommand } from '#panel/commands/command.ts';
import type { Fields } from '#panel/commands/diff.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { type ChangeOf, changeRecord, recordQuery } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { useToday } from '#panel/data/use-today.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TitleField } from '#panel/parts/fields/TextField.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Repeat, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { Properties } from '../shared/fields/Properties.tsx';
import { RecordActivity } from '../shared/history/RecordActivity.tsx';
import { RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { ActivityIcon } from './ActivityType.tsx';
import { isLate } from './columns.tsx';
import { useCompleteActivity } from './complete-activity.tsx';

const types = activityFields.type.values;

/** Record of an activity. */
export default function ActivityRecord({ slug, id, isPeek }: RecordProps) {
  const words = useActivityWords();
  const today = useToday();
  const withPending = useWithPending();
  const query = useQuery(recordQuery(slug, 'activities', id));
  const command = useCommand(changeRecord('activities'));
  const finishing = useCompleteActivity(slug);
  const save = (change: ChangeOf<'activities'>, base?: Fields) =>
    command.act({ slug, id, change, base });
  const activity = query.data && withPending(`activities/${id}`, query.data);
  const record = { slug, kind: 'activities', id } as const;
  const deal = useQuery({
    ...linkedQuery(record, 'deal', activity?.deal_id ?? ''),
    enabled: !!activity?.deal_id,
  });
  const client = useQuery({
    ...linkedQuery(record, 'client', activity?.client_id ?? ''),
    enabled: !!activity?.client_id,
  });
  const linked = (to: string | null | undefined, name: string | undefined) =>
    to ? { id: to, name: name ?? '…' } : null;
  const its = {
    deal: linked(activity?.deal_id, deal.data?.title),
    client: linked(activity?.client_id, client.data?.name),
  };
  const parent = its.deal
    ? ({ kind: 'deals', ...its.deal } as const)
    : its.client && ({ kind: 'clients', ...its.client } as const);
  const toggle = () => {
    if (!activity) return;
    if (activity.is_completed) finishing.reopen(id);
    else finishing.finish({ ...activity, ...its });
  };
  useRecordShortcuts(isPeek, { e: toggle });
  const { states } = words;
  const { labels, values } = useFieldWords();
  return (
    <RecordOrDeleted slug={slug} kind="activities" query={query}>
      {() =>
        activity ? (
          <div className="flex flex-col gap-4">
            <RecordHead
              slug={slug}
              kind="activities"
              isPeek={isPeek}
              parent={parent}
              title={
                <TitleField
                  label={labels.title}
                  name="title"
                  value={activity.title}
                  isPage={!isPeek}
                  onSave={(title) => save({ title })}
                />
              }
              facts={
                activity.is_completed ? (
                  <Badge tone="ok" icon={<Check size={12} />}>
                    {states.done}
                  </Badge>
                ) : isLate(activity, today) ? (
                  <Badge tone="danger" icon={<Warning size={12} />}>
                    {states.late}
                  </Badge>
                ) : (
                  <Badge>{states.open}</Badge>
                )
              }
              actions={
                <Button look={activity.is_completed ? 'plain' : 'primary'} onClick={toggle}>
                  {activity.is_completed ? <Repeat /> : <Check />}
                  {activity.is_completed ? words.reopenNow : words.finishNow}
                </Button>
              }
            />
            <FailureNotice failure={command.failure} />
            <div className="flex flex-col gap-1">
              <Properties
                slug={slug}
                kind="activities"
                fields={activityFields}
                record={activity}
                save={save}
                properties={{
                  type: {
                    choices: types.map((value) => ({
                      value,
                      label: values.activities.type[value],
                      icon: <ActivityIcon type={value} />,
                    })),
                  },
                  due_date: {},
                  occurred_at: {},
                  duration_minutes: {},
                  assigned_to: {},
                  deal_id: { linked: its.deal },
                  client_id: { linked: its.client },
                  priority: {},
                  tags: {},
                }}
                hidden={['title', 'contract_id']}
              />
            </div>
            <LongTextField
              label={labels.description}
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
