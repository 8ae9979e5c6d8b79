import { useState } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { useActivityWords } from '#panel/words/activities/use.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { ActivityList } from './ActivityList.tsx';
import { useCompleteActivity } from './complete-activity.tsx';
import { filtersIn, useFilters } from './filters.ts';

const ActivityCalendar = lazyWithWords(() => import('./ActivityCalendar.tsx'));
const loadNew = () => import('./NewActivityDialog.tsx');
const NewActivityDialog = lazyWithWords(loadNew, 'nothing');

/** Activities as a list or calendar. */
export default function Activities() {
  const words = useActivityWords();
  const { slug, me } = useCurrentTeam();
  const list = useList(slug, 'activities');
  const isCalendar = list.get('view') === 'calendar';
  const [count, setCount] = useState<number>();
  const [creating, create] = useState<string | null>();
  usePreload(loadNew, 0);
  const finishing = useCompleteActivity(slug);
  const fields = useFilters(slug, me?.user_id);
  const View = isCalendar ? ActivityCalendar : ActivityList;
  return (
    <div className="flex min-w-0 flex-col">
      <ListHead
        title={words.title}
        list={list}
        count={count}
        fields={isCalendar ? fields.filter(({ key }) => key !== 'days') : fields}
        layouts={[
          { key: 'list', name: words.layouts.list },
          { key: 'calendar', name: words.layouts.calendar },
        ]}
        action={<CreateButton onClick={() => create(null)}>{words.create}</CreateButton>}
      />
      <View
        slug={slug}
        list={list}
        fields={fields}
        // Completed activities have the oldest dates, and would fill the start of a list.
        filters={filtersIn(list, isCalendar ? undefined : 'open')}
        finishing={finishing}
        onCount={setCount}
        onAdd={create}
      />
      {creating === undefined ? null : (
        <NewActivityDialog slug={slug} date={creating} onClose={() => create(undefined)} />
      )}
      {finishing.dialog}
    </div>
  );
}
