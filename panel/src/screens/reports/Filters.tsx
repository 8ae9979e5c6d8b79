import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { dealTermsQuery } from '#panel/data/deal-terms.ts';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { settingsQuery } from '#panel/data/team-settings.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { DateInput } from '#panel/parts/DateInput.tsx';
import { SelectInput } from '#panel/parts/Select.tsx';
import { inboxesQuery } from '#panel/records/inboxes/queries.ts';
import { withParam } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Close, Filter } from '#panel/ui/icons.tsx';
import { phaseName } from '#panel/words/phases.ts';
import { useReportWords } from '#panel/words/reports/use.ts';
import {
  type Choice,
  defaultPreset,
  type FilterName,
  presets,
  type Request,
  reports,
  withChosen,
} from './model.ts';

interface Props {
  readonly slug: string;
  readonly wanted: Request;
}

/** Changes parameters of the address; undefined removes one. */
function setParams(changes: Readonly<Record<string, string | undefined>>): void {
  const search = Object.entries(changes).reduce(
    (search, [name, value]) => withParam(search, name, value),
    location.search,
  );
  navigate(location.pathname + search, { replace: true });
}

/** Period, dimension and filters of a report; all are in its address. */
export function Filters({ slug, wanted }: Props) {
  const words = useReportWords();
  const { report, preset, period, by, filters } = wanted;
  const { by: dimensions, filters: possible } = reports[report];
  /** On phones, filters are behind a button. */
  const [isOpen, open] = useState(false);
  const has = (name: (typeof possible)[number]) =>
    possible.includes(name) && filters[name] === undefined;
  return (
    <div data-wide className="flex flex-wrap items-center gap-2 print:hidden">
      <div>
        <SelectInput
          label={words.period}
          value={preset}
          choices={[...presets, 'custom' as const].map((value) => ({
            value,
            label: words.periods[value],
          }))}
          onChange={({ target: { value } }) =>
            setParams(
              value === 'custom'
                ? { period: undefined, ...period }
                : {
                    period: value === defaultPreset(report) ? undefined : value,
                    from: undefined,
                    to: undefined,
                  },
            )
          }
        />
      </div>
      {preset === 'custom' ? (
        <>
          <DateInput
            aria-label={words.from}
            value={period.from}
            max={period.to}
            className="w-36"
            onChange={(from, isFinal) => isFinal && from && setParams({ from })}
          />
          <DateInput
            aria-label={words.to}
            value={period.to}
            min={period.from}
            className="w-36"
            onChange={(to, isFinal) => isFinal && to && setParams({ to })}
          />
        </>
      ) : null}
      <div>
        <SelectInput
          label={words.by}
          value={by}
          choices={dimensions.map((value) => ({ value, label: words.dimensions[value] }))}
          onChange={({ target: { value } }) =>
            setParams({ by: value === dimensions[0] ? undefined : value })
          }
        />
      </div>
      <div className="sm:hidden">
        <Button look="quiet" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
          <Filter /> {words.filters({ count: Object.keys(filters).length })}
        </Button>
      </div>
      <div className={clsx('contents', !isOpen && 'max-sm:hidden')}>
        {possible.includes('user_id') ? <People slug={slug} value={filters.user_id} /> : null}
        {possible.includes('source') ? <Sources slug={slug} value={filters.source} /> : null}
        {possible.includes('phase') ? <Phases slug={slug} value={filters.phase} /> : null}
        {possible.includes('inbox_id') ? <Inboxes slug={slug} value={filters.inbox_id} /> : null}
        {has('client_id') ? <FilterPicker slug={slug} name="client_id" /> : null}
        {has('project_id') ? <FilterPicker slug={slug} name="project_id" /> : null}
      </div>
      {filters.client_id ? (
        <RecordChip slug={slug} name="client_id" target="clients" id={filters.client_id} />
      ) : null}
      {filters.project_id ? (
        <RecordChip slug={slug} name="project_id" target="projects" id={filters.project_id} />
      ) : null}
    </div>
  );
}

interface ChosenProps {
  readonly slug: string;
  readonly value: string | undefined;
}

function People({ slug, value }: ChosenProps) {
  const words = useReportWords();
  const { all } = usePeople(slug);
  const choices = all.map(({ id, name }) => ({ value: id, label: name }));
  return <ChoiceFilter name="user_id" all={words.everyone} value={value} choices={choices} />;
}

/** Sources in use. */
function Sources({ slug, value }: ChosenProps) {
  const words = useReportWords();
  const { data } = useQuery(dealTermsQuery(slug));
  const choices = (data?.sources ?? []).map((source) => ({ value: source, label: source }));
  return <ChoiceFilter name="source" all={words.allOf.source} value={value} choices={choices} />;
}

function Phases({ slug, value }: ChosenProps) {
  const words = useReportWords();
  const { data } = useQuery(settingsQuery(slug));
  const choices = (data?.deal_phases ?? []).map((phase) => ({
    value: phase,
    label: phaseName(phase),
  }));
  return <ChoiceFilter name="phase" all={words.allOf.phase} value={value} choices={choices} />;
}

function Inboxes({ slug, value }: ChosenProps) {
  const words = useReportWords();
  const { data } = useQuery(inboxesQuery(slug));
  const choices = (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <ChoiceFilter name="inbox_id" all={words.allOf.inbox_id} value={value} choices={choices} />
  );
}

/** Filter by one of a few values. @param props.all name of the choice without a filter */
function ChoiceFilter({
  name,
  all,
  value,
  choices,
}: {
  readonly name: FilterName;
  readonly all: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
}) {
  const words = useReportWords();
  const label =
    name === 'user_id' ? words.person : words.filterBy({ name: words.filterNames[name] });
  return (
    <div>
      <SelectInput
        label={label}
        value={value ?? ''}
        choices={[
          { value: '', label: all },
          ...withChosen(choices, value, name === 'phase' ? phaseName : undefined),
        ]}
        onChange={({ target }) => setParams({ [name]: target.value || undefined })}
      />
    </div>
  );
}

type RecordFilter = 'client_id' | 'project_id';

const RecordPicker = lazyWithWords(() => import('./RecordPicker.tsx'), 'nothing');

function FilterPicker({ slug, name }: { readonly slug: string; readonly name: RecordFilter }) {
  const words = useReportWords();
  const [isOpen, open] = useState(false);
  const label = words.filterBy({ name: words.filterNames[name] });
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => open(true)}>
        <Filter /> {label}
      </Button>
    );
  return <RecordPicker {...{ slug, name, label }} onChoose={(id) => setParams({ [name]: id })} />;
}

function Chip({ name, text }: { readonly name: RecordFilter; readonly text: string }) {
  const words = useReportWords();
  return (
    <span className="control inline-flex max-w-64 items-center gap-1 rounded bg-tint pl-3 font-medium">
      <span className="min-w-0 truncate">{text}</span>
      <button
        type="button"
        aria-label={words.removeFilter({ name: words.filterNames[name] })}
        onClick={() => setParams({ [name]: undefined })}
        className="control flex items-center px-2 text-muted hover:text-text"
      >
        <Close />
      </button>
    </span>
  );
}

function RecordChip({
  slug,
  name,
  target,
  id,
}: {
  readonly slug: string;
  readonly name: RecordFilter;
  readonly target: 'clients' | 'projects';
  readonly id: string;
}) {
  const { data } = useQuery(recordNameQuery(slug, target, id));
  return <Chip name={name} text={data ?? '…'} />;
}
