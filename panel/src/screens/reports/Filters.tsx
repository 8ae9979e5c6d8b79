import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { findClients, findProjects } from '#panel/data/choices.ts';
import { recordNameQuery } from '#panel/data/record-names.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { DateInput } from '#panel/parts/DateInput.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { SelectInput } from '#panel/parts/Select.tsx';
import { withParam } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Close, Filter } from '#panel/ui/icons.tsx';
import { phaseName } from '#panel/words/phases.ts';
import { useReportWords } from '#panel/words/reports/use.ts';
import { defaultPreset, presets, type Request, reports } from './model.ts';

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
  const { all: people } = usePeople(slug);
  const { report, preset, period, by, filters } = wanted;
  const { by: dimensions, filters: possible } = reports[report];
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
      {possible.includes('user_id') ? (
        <div>
          <SelectInput
            label={words.person}
            value={filters.user_id ?? ''}
            choices={[
              { value: '', label: words.everyone },
              ...people.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ target: { value } }) => setParams({ user_id: value || undefined })}
          />
        </div>
      ) : null}
      {has('client_id') ? <FilterPicker slug={slug} name="client_id" find={findClients} /> : null}
      {has('project_id') ? (
        <FilterPicker slug={slug} name="project_id" find={findProjects} />
      ) : null}
      {filters.client_id ? (
        <RecordChip slug={slug} name="client_id" target="clients" id={filters.client_id} />
      ) : null}
      {filters.project_id ? (
        <RecordChip slug={slug} name="project_id" target="projects" id={filters.project_id} />
      ) : null}
      {filters.source ? <Chip name="source" text={filters.source} /> : null}
      {filters.phase ? <Chip name="phase" text={phaseName(filters.phase)} /> : null}
      {filters.inbox_id ? <Chip name="inbox_id" text={words.filterNames.inbox_id} /> : null}
    </div>
  );
}

type Removable = 'client_id' | 'project_id' | 'inbox_id' | 'source' | 'phase';

function FilterPicker({
  slug,
  name,
  find,
}: {
  readonly slug: string;
  readonly name: 'client_id' | 'project_id';
  readonly find: typeof findClients;
}) {
  const words = useReportWords();
  const [isOpen, open] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const label = words.filterBy({ name: words.filterNames[name] });
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => open(true)}>
        <Filter /> {label}
      </Button>
    );
  return (
    <div ref={box} className="w-56 max-sm:w-full [&_label]:sr-only">
      <Picker
        label={label}
        slug={slug}
        find={find}
        onChoose={({ id }) => setParams({ [name]: id })}
      />
    </div>
  );
}

function Chip({ name, text }: { readonly name: Removable; readonly text: string }) {
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
  readonly name: 'client_id' | 'project_id';
  readonly target: 'clients' | 'projects';
  readonly id: string;
}) {
  const { data } = useQuery(recordNameQuery(slug, target, id));
  return <Chip name={name} text={data ?? '…'} />;
}
