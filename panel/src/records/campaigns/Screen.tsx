import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { campaignFields, campaignFilters } from '#panel/api/records/campaigns.ts';
import type { Campaign } from '#panel/api/types.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords, usePreload } from '#panel/display/lazy.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useListWords } from '#panel/words/lists/use.ts';
import { filtersInAddress, listParams } from '../shared/list/address-filters.ts';
import { CreateButton } from '../shared/list/CreateButton.tsx';
import { useFieldFilters } from '../shared/list/field-filters.ts';
import { ListHead } from '../shared/list/ListHead.tsx';
import { useList } from '../shared/list/list-state.ts';
import { RecordList } from '../shared/list/RecordList.tsx';
import { stagesQuery } from './approval-queries.ts';
import { defaultColumns, useColumns } from './columns.tsx';
import { type CampaignFilters, campaignsQuery } from './queries.ts';

const CampaignCalendar = lazyWithWords(() => import('./CampaignCalendar.tsx'));
const CampaignTimeline = lazyWithWords(() => import('./CampaignTimeline.tsx'));
const loadNew = () => import('./NewCampaignDialog.tsx');
const NewCampaignDialog = lazyWithWords(loadNew, 'nothing');

const nameOf = ({ name }: Campaign) => name;
const params = listParams(campaignFilters, 'from', 'until');

const columnsOfProject = defaultColumns.filter((key) => key !== 'project');

interface Props {
  /** Project whose campaigns are a tab of its page. */
  readonly project?: { readonly id: string; readonly name: string };
}

/** Campaigns of the team, or of one project. */
export default function Campaigns({ project }: Props) {
  const words = useCampaignWords();
  const { slug } = useCurrentTeam();
  const list = useList(slug, 'campaigns');
  usePreload(loadNew, 0);
  const [adding, add] = useState<{ readonly date?: string }>();
  const chosen = filtersInAddress(list, params);
  const filters = project ? { ...chosen, project_id: project.id } : chosen;
  const standard = project ? columnsOfProject : defaultColumns;
  const sort = list.get('sort');
  const sortedFilters = { sort, ...filters } as CampaignFilters;
  const view = list.get('view');
  const isTable = view !== 'calendar' && view !== 'timeline';
  const query = useInfiniteQuery({
    ...campaignsQuery(slug, sortedFilters),
    enabled: isTable,
  });
  const { data: stages } = useQuery({ ...stagesQuery(slug), enabled: isTable });
  const columns = useColumns(stages);
  const fields = useFieldFilters('campaigns', params, {
    status: {},
    approval_status: {},
    client_id: {},
    project_id: {},
  }).filter(({ key }) => !project || (key !== 'client_id' && key !== 'project_id'));
  const layouts = [
    { key: 'list', name: words.list },
    { key: 'calendar', name: words.calendar },
    { key: 'timeline', name: words.timeline },
  ];
  const create = { label: words.create, act: () => add({}) };
  const isFiltered = Object.keys(chosen).length > 0;
  const { nothingMatches } = useListWords();
  const noneInPeriod = isFiltered ? nothingMatches({ of: 'campaigns' }) : words.noneInPeriod;
  return (
    <div>
      <ListHead
        title={project ? undefined : words.title}
        list={list}
        count={isTable ? query.data?.total : undefined}
        fields={fields}
        layouts={layouts}
        {...(isTable ? { columns, standard } : {})}
        action={<CreateButton onClick={create.act}>{create.label}</CreateButton>}
      />
      {view === 'timeline' ? (
        <CampaignTimeline slug={slug} sortedFilters={sortedFilters} none={noneInPeriod} />
      ) : view === 'calendar' ? (
        <CampaignCalendar
          slug={slug}
          sortedFilters={sortedFilters}
          none={noneInPeriod}
          onAdd={(date) => add({ date })}
        />
      ) : (
        <RecordList
          label={words.title}
          kind="campaigns"
          list={list}
          query={query}
          filters={sortedFilters}
          columns={columns}
          standard={standard}
          nameOf={nameOf}
          sort={sort ?? '-created_at'}
          fields={fields}
          ghost="bars"
          none={isFiltered ? undefined : words.none}
          create={create}
          // Cancelling is one of the statuses.
          bulk={{ fields: campaignFields, actions: [{ field: 'status' }] }}
        />
      )}
      {adding ? (
        <NewCampaignDialog
          slug={slug}
          date={adding.date}
          project={project}
          onClose={() => add(undefined)}
        />
      ) : null}
    </div>
  );
}
