import { useQuery } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { useRowDialogs } from '#panel/parts/use-row-dialogs.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { membersQuery } from '../people/queries.ts';
import { RateDialog } from './RateDialog.tsx';
import { type Rate, ratesOf, ratesQuery, setRate } from './rates.ts';

/** Hourly rates of members, and of the clients and projects that have one. */
export default function Rates() {
  const { rates: words, pages } = useSettingsWords();
  const { labels } = useFieldWords();
  const { common } = useWords();
  const { slug } = useCurrentTeam();
  const money = useMoneyFormat();
  const rates = useQuery(ratesQuery(slug));
  const members = useQuery(membersQuery(slug));
  const { openNew, editing, menuOf, confirmation } = useRowDialogs<Rate>({
    nameOf: ({ name }) => name,
    remove: (rate) => setRate(slug, { ...rate, hourly_rate: null, hourly_cost: null }),
    isFixed: ({ kind }) => kind === 'user',
    words,
  });
  const amount = (value: number | null) => (value === null ? '–' : money(value));
  return (
    <Page
      title={pages.rates}
      about={words.about}
      actions={
        <Button look="primary" data-create onClick={openNew}>
          {words.create}
        </Button>
      }
    >
      <Section>
        <QueryContent query={members}>
          {(people) => (
            <QueryContent query={rates}>
              {(all) => (
                <Table
                  label={pages.rates}
                  rows={ratesOf(people, all)}
                  keyOf={({ id }) => id}
                  actionsTitle={common.actions}
                  columns={[
                    {
                      key: 'name',
                      title: words.name,
                      cell: ({ name }) => <span className="break-words">{name}</span>,
                    },
                    {
                      key: 'kind',
                      title: words.kind,
                      isWide: true,
                      cell: ({ kind }) => words.kinds[kind],
                    },
                    {
                      key: 'rate',
                      title: labels.hourly_rate,
                      cell: ({ hourly_rate }) => (
                        <span className="tabular-nums">{amount(hourly_rate)}</span>
                      ),
                    },
                    {
                      key: 'cost',
                      title: labels.hourly_cost,
                      isWide: true,
                      cell: ({ hourly_cost }) => (
                        <span className="tabular-nums">{amount(hourly_cost)}</span>
                      ),
                    },
                  ]}
                  actions={menuOf}
                />
              )}
            </QueryContent>
          )}
        </QueryContent>
      </Section>
      {editing ? (
        <RateDialog
          slug={slug}
          rate={editing.row}
          onClose={editing.onClose}
          onDone={editing.onDone}
        />
      ) : null}
      {confirmation}
    </Page>
  );
}
