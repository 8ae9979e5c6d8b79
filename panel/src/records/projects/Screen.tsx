import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { projectFields } from '#panel/api/records/projects.ts';
import type { Project } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { useParam } from '#panel/route/router.tsx';
import { useListWords } from '#panel/words/lists/use.ts';
import { useProjectWords } from '#panel/words/projects/use.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { defaultColumns, useColumns } from './columns.tsx';
import { filtersIn, useFilters } from './filters.ts';
import type { Sort } from './model.tsx';
import { projectsQuery } from './queries.ts';

const DueCalendar = lazyWithWords(() => import('./DueCalendar.tsx'));
const ProjectTimeline = lazyWithWords(() => import('./ProjectTimeline.tsx'));
const loadNew = () => import('./NewProjectDialog.tsx');
const NewProjectDialog = lazyWithWords(loadNew, 'nothing');

const nameOf = ({ name }: Project) => name;

/** Projects of a team as a table, a calendar or a timeline. */
export default function Projects() {
  const words = useProjectWords();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'projects');
  const view = list.get('view');
  const isTable = view !== 'calendar' && view !== 'timeline';
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
    enabled: isTable,
  });
  const columns = useColumns();
  const isFiltered = isNarrowed(list.params);
  const { nothingMatches } = useListWords();
  const noneInPeriod = isFiltered ? nothingMatches({ of: 'projects' }) : words.noneInPeriod;
  const fields = useFilters();
  const create = { label: words.create, act: () => begin() };
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        count={isTable ? query.data?.total : undefined}
        fields={fields}
        layouts={[
          { key: 'list', name: words.layouts.list },
          { key: 'calendar', name: words.layouts.calendar },
          { key: 'timeline', name: words.layouts.timeline },
        ]}
        {...(isTable ? { columns, standard: defaultColumns } : {})}
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      />
      {view === 'timeline' ? (
        <ProjectTimeline slug={slug} filters={filters} none={noneInPeriod} />
      ) : view === 'calendar' ? (
        <DueCalendar slug={slug} filters={filters} none={noneInPeriod} onAdd={begin} />
      ) : (
        <RecordList
          label={words.title}
          kind="projects"
          list={list}
          query={query}
          filters={filters}
          columns={columns}
          standard={defaultColumns}
          nameOf={nameOf}
          sort={sort}
          fields={fields}
          none={isFiltered ? undefined : list.get('show') === 'all' ? words.none : words.noneOpen}
          create={create}
          bulk={{
            fields: projectFields,
            actions: [{ field: 'status' }, { field: 'priority', hotkey: 'p' }],
            withoutAction: ['color'],
          }}
        />
      )}
      {isNew === undefined ? null : (
        <NewProjectDialog slug={slug} due={due} onClose={() => setNew(undefined)} />
      )}
    </div>
  );
}

const displayParams = ['view', 'sort', 'columns', 'at', 'span', 'zoom', 'new', 'show'];
/** True if the address filters the projects. */
const isNarrowed = (params: Readonly<Record<string, string>>) =>
  Object.keys(params).some((name) => !displayParams.includes(name));
