import { useInfiniteQuery } from '@tanstack/react-query';
import { billingLineStatuses } from '#panel/api/enumerations.ts';
import { billingLineFields } from '#panel/api/records/billing-lines.ts';
import type { BillingLine } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { saveFile } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { PagedRows } from '#panel/display/PagedRows.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { useParam } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Ghost } from '#panel/ui/Ghost.tsx';
import { Empty, Page, Section } from '#panel/ui/layout.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useBillingWords } from '#panel/words/billing/use.ts';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useSettingsWords } from '#panel/words/settings/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import {
  BillingDays,
  BillingStatus,
  BillingTotal,
} from '../../../records/shared/contracts/BillingCells.tsx';
import { InlineField } from '../InlineField.tsx';
import { billingActions, billingFile, billingQuery, type Status } from './queries.ts';

/** Amounts to bill, one line for each period of a contract that is over. */
export default function Billing() {
  const words = useBillingWords();
  const { hours } = useContractWords();
  const { pages } = useSettingsWords();
  const { labels, values } = useFieldWords();
  const { common } = useWords();
  const { slug, can } = useCurrentTeam();
  const isPortuguese = useLocale().startsWith('pt');
  const [param, ask] = useParam('status');
  const status = billingLineStatuses.find((each) => each === param);
  const query = useInfiniteQuery(billingQuery(slug, status));
  const acts = billingActions(slug);
  const saved = () => say(common.saved);
  const update = useAction(
    ({ line, to }: { readonly line: BillingLine; readonly to: Status }) =>
      acts.update(line.id, { status: to }),
    saved,
  );
  const recalculate = useAction((line: BillingLine) => acts.recalculate(line.id), saved);
  const download = useAction(
    () => billingFile(slug, status, isPortuguese ? 'pt' : 'en'),
    (file) => saveFile(file, `billing-${slug}.csv`),
  );
  const menuOf = (line: BillingLine) => (
    <MoreMenu
      label={words.actionsFor({ name: line.title })}
      items={
        line.status === 'open'
          ? [
              { label: words.bill, act: () => update.act({ line, to: 'billed' }) },
              { label: words.recalculate, act: () => recalculate.act(line) },
              { label: words.waive, act: () => update.act({ line, to: 'waived' }) },
            ]
          : [{ label: words.reopen, act: () => update.act({ line, to: 'open' }) }]
      }
    />
  );
  return (
    <Page
      title={pages.billing}
      about={words.about}
      actions={
        can('may_export') ? (
          <Button onClick={() => download.act(undefined)} busy={download.isBusy}>
            {words.download}
          </Button>
        ) : null
      }
    >
      <FailureNotice failure={download.failure ?? update.failure ?? recalculate.failure} />
      <Section>
        <div className="max-w-60">
          <Select
            label={words.show}
            name="status"
            value={status ?? ''}
            onChange={({ target }) => ask(target.value || undefined)}
            choices={[
              { value: '', label: words.all },
              ...billingLineStatuses.map((value) => ({
                value,
                label: values.billing_lines.status[value],
              })),
            ]}
          />
        </div>
        <PagedRows
          query={query}
          none={
            <Empty text={status ? words.noneMatching : words.none} ghost={<Ghost of="people" />} />
          }
        >
          {(rows) => (
            <Table
              label={pages.billing}
              rows={rows}
              keyOf={({ id }) => id}
              actionsTitle={common.actions}
              columns={[
                { key: 'title', title: labels.contract_id, cell: (line) => <Contract of={line} /> },
                {
                  key: 'period',
                  title: hours.period,
                  isWide: true,
                  cell: (line) => <BillingDays of={line} />,
                },
                { key: 'total', title: labels.total, cell: (line) => <BillingTotal of={line} /> },
                {
                  key: 'status',
                  title: labels.status,
                  cell: (line) => <BillingStatus of={line} />,
                },
                {
                  key: 'reference',
                  title: labels.reference,
                  cell: ({ id, title, reference }) => (
                    <InlineField
                      label={words.referenceOf({ name: title })}
                      placeholder={labels.reference}
                      value={reference}
                      limits={{ maxLength: billingLineFields.reference.maxLength }}
                      save={(value) => acts.update(id, { reference: value })}
                    />
                  ),
                },
              ]}
              actions={menuOf}
            />
          )}
        </PagedRows>
      </Section>
    </Page>
  );
}

interface Cell {
  readonly of: BillingLine;
}

/** Title of a contract, and its client. */
function Contract({ of: { title, client } }: Cell) {
  const words = useBillingWords();
  return (
    <span className="break-words">
      {title}
      <span className="block text-meta text-muted">{client?.name ?? words.noClient}</span>
    </span>
  );
}
