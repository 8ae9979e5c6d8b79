import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useImportRowsWords } from '#panel/words/import-rows/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { leftQuery } from '../queries.ts';
import { useMappingLabels } from './labels.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
}

/** Records that undoing left, each with the reason. */
export function Left({ slug, id }: Props) {
  const { left: words, problems } = useImportRowsWords();
  const { common } = useWords();
  const { kinds } = useFieldWords();
  const labels = useMappingLabels();
  const locale = useLocale();
  const count = new Intl.NumberFormat(locale).format;
  const list = new Intl.ListFormat(locale);
  const query = useQuery(leftQuery(slug, id));
  return (
    <Section title={words.title} about={words.about}>
      <QueryContent query={query}>
        {(left) => (
          <Table
            label={words.title}
            rows={left}
            keyOf={({ n, record }) => `${n} ${record}`}
            actionsTitle={common.actions}
            columns={[
              {
                key: 'name',
                title: words.record,
                cell: ({ resource, record_id: record, name }) => (
                  <span className="wrap-anywhere">
                    <span className="text-muted">{kinds[resource].one}</span>{' '}
                    {name === null ? null : (
                      <RecordLink
                        kind={resource}
                        id={record}
                        slug={slug}
                        className="text-accent hover:underline"
                      >
                        {name}
                      </RecordLink>
                    )}
                  </span>
                ),
              },
              {
                key: 'reason',
                title: problems.reason,
                cell: ({ reason, fields }) => (
                  <span className="wrap-anywhere">
                    {words.reasons[reason]}
                    {fields.length > 0 ? (
                      <span className="block text-muted">
                        {list.format(fields.map(labels.field))}
                      </span>
                    ) : null}
                  </span>
                ),
              },
              {
                key: 'line',
                title: problems.line,
                cell: ({ line }) => (
                  <span className="whitespace-nowrap tabular-nums">
                    <span className="sm:sr-only">{problems.line} </span>
                    {count(line)}
                  </span>
                ),
              },
            ]}
          />
        )}
      </QueryContent>
    </Section>
  );
}
