import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useToday } from '#panel/data/use-today.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Plus } from '#panel/ui/icons.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { visibleColumns } from '../shared/list/visible-columns.ts';
import { columnsOf, defaultColumns } from './columns.tsx';
import { filtersOf } from './filters.ts';
import { filtersIn, type Sort } from './model.tsx';
import { ProjectList } from './ProjectList.tsx';
import { projectsQuery } from './queries.ts';

const DueCalendar = lazyWithWords(() => import('./DueCalendar.tsx'));
const loadNew = () => import('./NewProjectDialog.tsx');
const NewProjectDialog = lazyWithWords(loadNew, 'nothing');

/** Projects of a team as a table, or as a calendar of due dates. */
export default function Projects() {
  const words = useProjectWords();
  const lists = useListWords();
  const locale = useLocale();
  const today = useToday();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'projects');
  const isCalendar = list.get('view') === 'calendar';
  // `?new` opens the dialog, from a link or shortcut on another screen.
  const [isNew, setNew] = useParam('new');
  const [due, setDue] = useState<string>();
  usePreload(loadNew, 0);
  const begin = (date?: string) => {
    setDue(date);
    setNew('project');
  };
  const filters = filtersIn(list);
  const sort = (list.get('sort') ?? 'due_date') as Sort;
  const query = useInfiniteQuery({
    ...projectsQuery(slug, { ...filters, sort }),
    enabled: !isCalendar,
  });
  const all = columnsOf({ words, locale, today });
  const create = (
    <Button data-create look="primary" onClick={() => begin()}>
      <Plus /> {words.create}
    </Button>
  );
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={isCalendar ? undefined : query.data?.total}
        fields={filtersOf(words, lists)}
        layouts={[
          { key: 'list', name: words.layouts.list },
          { key: 'calendar', name: words.layouts.calendar },
        ]}
        {...(isCalendar ? {} : { columns: all, standard: defaultColumns })}
        action={create}
      />
      {isCalendar ? (
        <DueCalendar slug={slug} filters={filters} onAdd={begin} />
      ) : (
        <ProjectList
          slug={slug}
          filters={filters}
          query={query}
          columns={visibleColumns(list, all, defaultColumns)}
          sort={sort}
          onSort={(sort) => list.set({ sort })}
          empty={{ isFiltered: isNarrowed(list.params), create }}
        />
      )}
      {isNew === undefined ? null : (
        <NewProjectDialog slug={slug} due={due} onClose={() => setNew(undefined)} />
      )}
    </div>
  );
}

const displayParams = ['view', 'sort', 'columns', 'at', 'span', 'new', 'show'];
/** True if the address filters the projects. */
const isNarrowed = (params: Readonly<Record<string, string>>) =>
  Object.keys(params).some((name) => !displayParams.includes(name));
