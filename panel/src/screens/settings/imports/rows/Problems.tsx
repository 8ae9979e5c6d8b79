import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { segment } from '#panel/api/call.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { problemsQuery } from '../queries.ts';
import { useMappingLabels } from './labels.ts';
import type { RowCounts } from './types.ts';
import { useReason } from './use-reason.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly counts: RowCounts;
}

/** Rows that do not go in, or not as they are, and the file with those that were refused. */
export function Problems({ slug, id, counts }: Props) {
  const { problems: words } = useImportRowsWords();
  const { common } = useWords();
  const reasonOf = useReason();
  const labels = useMappingLabels();
  const [isWhole, setWhole] = useState(false);
  const count = new Intl.NumberFormat(useLocale()).format;
  const isPresent = counts.refused + counts.noted > 0;
  const query = useQuery({ ...problemsQuery(slug, id), enabled: isPresent });
  if (!isPresent) return null;
  return (
    <Section
      title={words.title}
      about={counts.refused > 0 ? words.downloadAbout : undefined}
      actions={
        counts.refused > 0 ? (
          <a
            href={`/api/panel/teams/${segment(slug)}/imports/${segment(id)}/refused.csv`}
            download
            className={buttonClass('plain')}
          >
            {words.download}
          </a>
        ) : null
      }
    >
      <QueryContent query={query}>
        {(problems) => (
          <Table
            label={words.title}
            rows={problems
              .slice(0, isWhole ? undefined : firstProblems)
              .map((each, i) => ({ ...each, key: String(i) }))}
            keyOf={({ key }) => key}
            actionsTitle={common.actions}
            columns={[
              {
                key: 'reason',
                title: words.reason,
                cell: ({ problem }) => (
                  <span className="flex items-start gap-1.5">
                    <span
                      className={clsx('mt-0.5', problem.is_refusal ? 'text-danger' : 'text-warn')}
                    >
                      <Warning />
                    </span>
                    {reasonOf(problem)}
                  </span>
                ),
              },
              {
                key: 'line',
                title: words.line,
                cell: ({ line }) => (
                  <span className="whitespace-nowrap tabular-nums">
                    <span className="sm:sr-only">{words.line} </span>
                    {count(line)}
                  </span>
                ),
              },
              {
                key: 'cell',
                title: words.cell,
                cell: ({ column_name: name, problem: { value, field } }) => (
                  <span className="wrap-anywhere">
                    {name ?? (field === null ? words.wholeRow : labels.field(field))}
                    {value ? <span className="block text-muted">{value}</span> : null}
                  </span>
                ),
              },
            ]}
          />
        )}
      </QueryContent>
      {query.data && !isWhole && query.data.length > firstProblems ? (
        <Button className="self-start" onClick={() => setWhole(true)}>
          {words.more({
            n: query.data.length - firstProblems,
            text: count(query.data.length - firstProblems),
          })}
        </Button>
      ) : null}
      {query.data && query.data.length >= maxListed ? (
        <p className="text-meta text-muted">
          {words.first({ n: maxListed, text: count(maxListed) })}
        </p>
      ) : null}
    </Section>
  );
}

/** Problems that are shown before the others are opened. */
const firstProblems = 20;
/** Problems that the API lists. */
const maxListed = 100;
