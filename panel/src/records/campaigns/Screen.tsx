import { useState } from 'react';
import { findClients, findProjects } from '#panel/data/choices.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Plus } from '#panel/ui/icons.tsx';
import { type CampaignWords, useCampaignWords } from '#panel/words/campaigns/use.ts';
import { type ListWords, useListWords } from '#panel/words/lists/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { clientName, projectName } from '../projects/queries.ts';
import type { FilterField } from '../shared/list/filter-fields.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { CampaignCalendar } from './CampaignCalendar.tsx';
import { CampaignList } from './CampaignList.tsx';
import { columnsOf, defaultColumns } from './columns.tsx';
import type { CampaignFilters } from './queries.ts';

const loadNew = () => import('./NewCampaignDialog.tsx');
const NewCampaignDialog = lazyWithWords(loadNew, 'nothing');

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const fieldsOf = (words: CampaignWords, lists: ListWords): readonly FilterField[] => {
  const choice = (key: string, name: string, choices: Readonly<Record<string, string>>) => ({
    key,
    name,
    operators: [
      {
        param: key,
        name: lists.is,
        value: { kind: 'choice' as const, choices: choicesOf(choices) },
      },
    ],
  });
  const record = (
    key: string,
    name: string,
    find: typeof findClients,
    named: typeof clientName,
  ): FilterField => ({
    key,
    name,
    operators: [{ param: key, name: lists.is, value: { kind: 'record', find, named } }],
  });
  return [
    choice('status', words.field.status, words.statuses),
    choice('approval_status', words.field.approval_status, words.results),
    record('client_id', words.field.client, findClients, clientName),
    record('project_id', words.field.project, findProjects, projectName),
  ];
};

export default function Campaigns() {
  const words = useCampaignWords();
  const lists = useListWords();
  const locale = useLocale();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'campaigns');
  usePreload(loadNew, 0);
  const [adding, add] = useState<{ readonly date?: string }>();
  const sortedFilters = {
    sort: list.get('sort'),
    status: list.get('status'),
    approval_status: list.get('approval_status'),
    client_id: list.get('client_id'),
    project_id: list.get('project_id'),
    search: list.get('search'),
  } as CampaignFilters;
  const { sort: _, ...filters } = sortedFilters;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const isCalendar = list.get('view') === 'calendar';
  const layouts = [
    { key: 'list', name: words.list },
    { key: 'calendar', name: words.calendar },
  ];
  const action = (
    <Button data-create look="primary" onClick={() => add({})}>
      <Plus />
      {words.create}
    </Button>
  );
  return (
    <div>
      <ListHead
        title={words.title}
        list={list}
        fields={fieldsOf(words, lists)}
        layouts={layouts}
        {...(isCalendar
          ? {}
          : { columns: columnsOf(words, locale, undefined), standard: defaultColumns })}
        action={action}
      />
      {isCalendar ? (
        <CampaignCalendar
          slug={slug}
          sortedFilters={sortedFilters}
          onAdd={(date) => add({ date })}
        />
      ) : (
        <CampaignList
          slug={slug}
          list={list}
          filters={sortedFilters}
          isFiltered={isFiltered}
          onCreate={() => add({})}
        />
      )}
      {adding ? (
        <NewCampaignDialog slug={slug} date={adding.date} onClose={() => add(undefined)} />
      ) : null}
    </div>
  );
}
