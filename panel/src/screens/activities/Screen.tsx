import { useState } from 'react';
import { useFinishing } from '../../parts/complete-activity.tsx';
import { ListHead } from '../../parts/ListHead.tsx';
import { later, useSoon } from '../../parts/lazy.tsx';
import { useList } from '../../parts/list-state.ts';
import { useTeamHere } from '../../parts/use-team.ts';
import { Button } from '../../ui/Button.tsx';
import { Plus } from '../../ui/icons.tsx';
import { useActivityWords } from '../../words/activities/use.ts';
import { List } from './ActivityList.tsx';
import { askedBy, useFilters } from './filters.ts';

const InCalendar = later(() => import('./ActivityCalendar.tsx'));
const loadNew = () => import('./NewActivityDialog.tsx');
const NewActivity = later(loadNew, 'nothing');

/** Activities as a list or calendar. */
export default function Activities() {
  const words = useActivityWords();
  const { slug, me } = useTeamHere();
  const list = useList(slug, 'activities');
  const isCalendar = list.get('view') === 'calendar';
  const [count, setCount] = useState<number>();
  const [creating, create] = useState<string | null>();
  useSoon(loadNew, 0);
  const finishing = useFinishing(slug);
  const fields = useFilters(slug, me?.user_id);
  const View = isCalendar ? InCalendar : List;
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
        action={
          <Button look="primary" data-create onClick={() => create(null)}>
            <Plus />
            {words.create}
          </Button>
        }
      />
      <View
        slug={slug}
        list={list}
        asked={askedBy(list)}
        finishing={finishing}
        onCount={setCount}
        onAdd={create}
      />
      {creating === undefined ? null : (
        <NewActivity slug={slug} date={creating} onClose={() => create(undefined)} />
      )}
      {finishing.dialog}
    </div>
  );
}
