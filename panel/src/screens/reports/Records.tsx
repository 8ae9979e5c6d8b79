import { useQuery } from '@tanstack/react-query';
import type { ReportRecords } from '#panel/api/schema.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useTimeZone, useToday } from '#panel/data/use-today.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { BackLink } from '#panel/display/BackLink.tsx';
import { formatsOf } from '#panel/display/charts/model.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { paths } from '#panel/route/paths.ts';
import type { Kind } from '#panel/route/record-paths.ts';
import { Link, useParam, usePathname, useSearch } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { formatDays } from '#panel/ui/calendar/days.ts';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useReportWords } from '#panel/words/reports/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { type Dimension, isReportName, labelOf, type Request, requestIn } from './model.ts';
import { recordsQuery } from './queries.ts';
import { useRefresh } from './use-refresh.ts';

/** Records behind a number of a report, at their address. */
export default function RecordsScreen() {
  const { app } = useWords();
  const name = decodeURIComponent(usePathname().split('/').at(-2) ?? '');
  return isReportName(name) ? <Records name={name} /> : <Page title={app.notFound} />;
}

type Entry = ReportRecords['records'][number];

/** Pages of records by type. Entries of time are on the page of the hours, billing lines in the settings. */
const kinds: Readonly<Partial<Record<Entry['type'], Kind>>> = {
  deal: 'deals',
  conversation: 'conversations',
  task: 'tasks',
  campaign: 'campaigns',
  contract: 'contracts',
};

function Records({ name }: { readonly name: Request['report'] }) {
  const words = useReportWords();
  const locale = useLocale();
  const { slug } = useCurrentTeam();
  const today = useToday();
  const search = useSearch();
  const [page, setPage] = useParam('page');
  const params = new URLSearchParams(search);
  const wanted = requestIn(name, search, today);
  const measure = params.get('measure') ?? '';
  const row = params.get('row') ?? undefined;
  const without_key = params.get('without_key') === 'true' || undefined;
  const number = { measure, row, without_key, page: Math.max(1, Math.trunc(Number(page)) || 1) };
  const query = useQuery(recordsQuery(slug, wanted, number));
  useRefresh(slug, name);
  const rowName = useRowName(slug, wanted.by, row, without_key === true, params.get('name'));
  const measureName = words.measures[`${name}.${measure}`]?.name ?? measure;
  const title = rowName
    ? words.records.title({ measure: measureName, name: rowName })
    : measureName;
  return (
    <div data-print="" className="flex flex-col gap-4">
      <div className="print:hidden">
        <BackLink href={backTo(slug, name, params)}>{words.records.back}</BackLink>
      </div>
      <Page
        title={title}
        about={
          <>
            {words.measures[`${name}.${measure}`]?.definition}
            <span className="block">
              {`${words.names[name]} · ${formatDays(wanted.period.from, wanted.period.to, locale)}`}
            </span>
          </>
        }
      >
        <QueryContent query={query} rows={8}>
          {({ records, total, page, pages, unit, is_masked }) => (
            <Section title={words.records.count({ count: total })}>
              <span data-wide hidden />
              {is_masked ? <p className="text-muted">{words.masked}</p> : null}
              {records.length === 0 ? (
                <Empty text={words.records.none} ghost={<Ghost of="rows" />} />
              ) : (
                <RecordsTable slug={slug} title={title} records={records} unit={unit} />
              )}
              {pages > 1 ? <Pages page={page} pages={pages} onPage={setPage} /> : null}
            </Section>
          )}
        </QueryContent>
      </Page>
    </div>
  );
}

interface TableProps {
  readonly slug: string;
  readonly title: string;
  readonly records: readonly Entry[];
  readonly unit: ReportRecords['unit'];
}

function RecordsTable({ slug, title, records, unit }: TableProps) {
  const words = useReportWords();
  const { common } = useWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const format = formatsOf(unit, locale).full;
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return (
    <Table
      label={title}
      rows={records.map((entry, at) => ({ ...entry, key: `${entry.id} ${at}` }))}
      keyOf={({ key }) => key}
      actionsTitle={common.actions}
      columns={[
        {
          key: 'name',
          title: words.records.name,
          cell: (entry) => <RecordName slug={slug} of={entry} />,
        },
        {
          key: 'kind',
          title: words.records.kind,
          isWide: true,
          cell: ({ type }) => words.records.kinds[type] ?? type,
        },
        { key: 'at', title: words.records.at, cell: ({ at }) => moment.format(new Date(at)) },
        {
          key: 'value',
          title: words.records.value,
          cell: ({ value }) => <span className="tabular-nums">{format(value)}</span>,
        },
      ]}
    />
  );
}

interface PagesProps {
  readonly page: number;
  readonly pages: number;
  /** The first page has no number in the address. */
  readonly onPage: (page: string | undefined) => void;
}

function Pages({ page, pages, onPage }: PagesProps) {
  const { records: words } = useReportWords();
  return (
    <div className="flex items-center gap-2 print:hidden">
      <Button disabled={page <= 1} onClick={() => onPage(page <= 2 ? undefined : String(page - 1))}>
        {words.previous}
      </Button>
      <span className="text-muted tabular-nums">{words.page({ page, pages })}</span>
      <Button disabled={page >= pages} onClick={() => onPage(String(page + 1))}>
        {words.next}
      </Button>
    </div>
  );
}

/** The report from which a list was opened. */
function backTo(slug: string, name: Request['report'], params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const each of ['measure', 'row', 'without_key', 'name', 'page', 'peek']) rest.delete(each);
  return `${paths.report(slug, name)}?${rest}`;
}

/** Name of the row of the list; undefined for the total. @param label its name in the address */
function useRowName(
  slug: string,
  by: Dimension,
  row: string | undefined,
  isWithoutKey: boolean,
  label: string | null,
): string | undefined {
  const words = useReportWords();
  const locale = useLocale();
  const { find } = usePeople(slug);
  const { without, buckets, deleted } = words;
  const labels = { locale, without, buckets, deleted };
  if (isWithoutKey) return labelOf(by, { key: null, label: null }, labels);
  if (row === undefined) return undefined;
  const name = by === 'person' ? (find(row)?.name ?? label) : label;
  return labelOf(by, { key: row, label: name }, labels);
}

function RecordName({
  slug,
  of: { type, id, title },
}: {
  readonly slug: string;
  readonly of: Entry;
}) {
  const { records } = useReportWords();
  const name = title ?? records.untitled;
  const kind = kinds[type];
  const className = 'font-medium hover:text-accent hover:underline';
  if (kind)
    return (
      <RecordLink kind={kind} id={id} className={className}>
        {name}
      </RecordLink>
    );
  return (
    <Link
      href={type === 'time_entry' ? paths.timesheet(slug) : paths.billing(slug)}
      className={className}
    >
      {name}
    </Link>
  );
}
