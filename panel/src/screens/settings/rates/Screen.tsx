import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { useMoneyFormat } from '#panel/display/formatters.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Page, Section } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
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
  const [editing, edit] = useState<Rate | 'new'>();
  const [leaving, leave] = useState<Rate>();
  const saved = () => {
    edit(undefined);
    leave(undefined);
    say(common.saved);
  };
  const remove = useAction(
    (rate: Rate) => setRate(slug, { ...rate, hourly_rate: null, hourly_cost: null }),
    saved,
  );
  const amount = (value: number | null) => (value === null ? '–' : money(value));
  return (
    <Page
      title={pages.rates}
      about={words.about}
      actions={
        <Button look="primary" data-create onClick={() => edit('new')}>
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
                  actions={(rate) => (
                    <MoreMenu
                      label={words.actionsFor({ name: rate.name })}
                      items={[
                        { label: words.edit, act: () => edit(rate) },
                        ...(rate.kind === 'user'
                          ? []
                          : [{ label: words.remove, isDangerous: true, act: () => leave(rate) }]),
                      ]}
                    />
                  )}
                />
              )}
            </QueryContent>
          )}
        </QueryContent>
      </Section>
      {editing ? (
        <RateDialog
          slug={slug}
          rate={editing === 'new' ? undefined : editing}
          onClose={() => edit(undefined)}
          onDone={saved}
        />
      ) : null}
      {leaving ? (
        <ConfirmDialog
          title={words.removeTitle({ name: leaving.name })}
          about={words.removeAbout}
          submit={words.remove}
          act={remove}
          input={leaving}
          onClose={() => leave(undefined)}
        />
      ) : null}
    </Page>
  );
}
