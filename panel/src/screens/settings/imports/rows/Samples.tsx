import { clsx } from 'clsx';
import { useState } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useMedia } from '#panel/ui/use-media.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useMappingLabels } from './labels.ts';
import { cellOf, columnsOf, isRefused, problemsOfRow, type SampleCell } from './samples.ts';
import type { MappedRecord, RowProblem, SampleRow } from './types.ts';
import { useCellText } from './use-cell-text.ts';
import { useReason } from './use-reason.ts';

interface Props {
  readonly samples: readonly SampleRow[];
  readonly records: readonly MappedRecord[];
  /** True while the samples of a changed mapping are loading. */
  readonly isUpdating: boolean;
}

/** The first rows as they will be stored: a table, or cards on a phone. */
export function Samples({ samples, records, isUpdating }: Props) {
  const { samples: words } = useImportRowsWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const isNarrow = useMedia('(max-width: 767px)');
  return (
    <Section
      title={words.title}
      about={words.about({ n: samples.length, text: count(samples.length) })}
    >
      <p role="status" className="sr-only">
        {isUpdating ? words.updating : ''}
      </p>
      <div aria-busy={isUpdating} className={clsx('min-w-0', isUpdating && 'opacity-60')}>
        {isNarrow ? (
          <Cards samples={samples} records={records} />
        ) : (
          <Grid samples={samples} records={records} />
        )}
      </div>
    </Section>
  );
}

/** Cards that a phone shows before the others are opened. */
const firstCards = 3;

type Shown = Omit<Props, 'isUpdating'>;

function Grid({ samples, records }: Shown) {
  const { samples: words } = useImportRowsWords();
  const labels = useMappingLabels();
  const count = new Intl.NumberFormat(useLocale()).format;
  const columns = columnsOf(samples, records);
  const groups = records.flatMap((record) => {
    const span = columns.filter((column) => column.record.key === record.key).length;
    return span > 0 ? [{ record, span }] : [];
  });
  const edge = (at: number) =>
    at > 0 && columns[at]?.record.key !== columns[at - 1]?.record.key
      ? 'border-border border-l'
      : '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section aria-label={words.title} tabIndex={0} className="overflow-x-auto">
      <table data-wide className="border-collapse text-left">
        <caption className="sr-only">{words.title}</caption>
        <thead className="text-meta text-muted">
          <tr>
            <th rowSpan={2} scope="col" className="px-2 pb-2 align-bottom font-medium">
              {words.line}
            </th>
            {groups.map(({ record, span }, at) => (
              <th
                key={record.key}
                colSpan={span}
                scope="colgroup"
                className={clsx(
                  'h-8 px-2 font-semibold text-text',
                  at > 0 && 'border-border border-l',
                )}
              >
                {labels.record(record)}
              </th>
            ))}
          </tr>
          <tr className="border-border border-b">
            {columns.map(({ record, field }, at) => (
              <th
                key={`${record.key}.${field}`}
                scope="col"
                className={clsx('h-8 whitespace-nowrap px-2 font-medium', edge(at))}
              >
                {labels.field(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.line} className="border-border border-b align-top last:border-b-0">
              <th scope="row" className="px-2 py-1.5 font-normal text-muted tabular-nums">
                {count(sample.line)}
                <State sample={sample} />
              </th>
              {columns.map((column, at) => (
                <td
                  key={`${column.record.key}.${column.field}`}
                  className={clsx('min-w-34 max-w-72 px-2 py-1.5', edge(at))}
                >
                  <Cell cell={cellOf(sample, column)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cards({ samples, records }: Shown) {
  const { samples: words } = useImportRowsWords();
  const labels = useMappingLabels();
  const count = new Intl.NumberFormat(useLocale()).format;
  const columns = columnsOf(samples, records);
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? samples : samples.slice(0, firstCards);
  const further = samples.length - visible.length;
  return (
    <div className="flex flex-col gap-3">
      <ol className="flex flex-col gap-3">
        {visible.map((sample) => (
          <li key={sample.line} className="rounded border border-border p-3">
            <p className="text-meta text-muted">
              {words.lineOf({ line: count(sample.line) })}
              <State sample={sample} />
            </p>
            {records.map((record) => {
              const cells = columns
                .filter((column) => column.record.key === record.key)
                .map((column) => cellOf(sample, column))
                .filter(({ value, problems }) => value !== undefined || problems.length > 0);
              if (cells.length === 0) return null;
              return (
                <section key={record.key} className="pt-2">
                  <h3 className="font-semibold">{labels.record(record)}</h3>
                  <dl className="grid grid-cols-[minmax(88px,2fr)_minmax(0,5fr)] gap-x-3 gap-y-1">
                    {cells.map((cell) => (
                      <div key={cell.field} className="contents">
                        <dt className="wrap-anywhere text-muted">{labels.field(cell.field)}</dt>
                        <dd className="min-w-0">
                          <Cell cell={cell} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </section>
              );
            })}
          </li>
        ))}
      </ol>
      {further > 0 ? (
        <Button className="self-start" onClick={() => setWhole(true)}>
          {words.showMore({ n: further, text: count(further) })}
        </Button>
      ) : null}
    </div>
  );
}

/** Refusal of a row, and problems that belong to none of its cells. */
function State({ sample }: { readonly sample: SampleRow }) {
  const { samples: words } = useImportRowsWords();
  return (
    <>
      {isRefused(sample) ? (
        <span className="ml-2 whitespace-nowrap font-medium text-danger">{words.refused}</span>
      ) : null}
      {problemsOfRow(sample).map((problem) => (
        <Problem key={problem.code} problem={problem} />
      ))}
    </>
  );
}

function Cell({ cell: { resource, field, value, problems } }: { readonly cell: SampleCell }) {
  const say = useCellText();
  const text = say(resource, field, value);
  return (
    <>
      {text === '' ? null : (
        <span className="line-clamp-4 whitespace-pre-line wrap-anywhere">{text}</span>
      )}
      {problems.map((problem) => (
        <Problem key={problem.code} problem={problem} />
      ))}
    </>
  );
}

function Problem({ problem }: { readonly problem: RowProblem }) {
  const reasonOf = useReason();
  const { value, is_refusal: isRefusal } = problem;
  return (
    <span
      className={clsx('flex items-start gap-1 text-meta', isRefusal ? 'text-danger' : 'text-warn')}
    >
      <Warning />
      <span className="wrap-anywhere">
        {value ? <span className="block text-text">{value}</span> : null}
        {reasonOf(problem)}
      </span>
    </span>
  );
}
