import { useQuery } from '@tanstack/react-query';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useBillingWords } from '#panel/words/billing/use.ts';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { BillingDays, BillingStatus, BillingTotal } from '../shared/contracts/BillingCells.tsx';
import { contractBillingQuery } from '../shared/contracts/hours-queries.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
}

/** Billing lines of a contract, the latest period first; nothing if it has none. */
export function ContractBilling({ slug, id }: Props) {
  const words = useBillingWords();
  const { hours } = useContractWords();
  const { labels } = useFieldWords();
  const { can } = useCurrentTeam();
  const { data } = useQuery(contractBillingQuery(slug, id));
  const lines = data?.data ?? [];
  if (lines.length === 0) return null;
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-2">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-semibold text-title">{words.title}</h2>
        {can('billing_lines.update') ? (
          <Link href={paths.billing(slug)} className="text-muted hover:underline">
            {words.manage}
          </Link>
        ) : null}
      </header>
      <Table
        label={words.title}
        rows={lines}
        keyOf={({ id }) => id}
        actionsTitle=""
        columns={[
          { key: 'period', title: hours.period, cell: (line) => <BillingDays of={line} /> },
          { key: 'total', title: labels.total, cell: (line) => <BillingTotal of={line} /> },
          { key: 'status', title: labels.status, cell: (line) => <BillingStatus of={line} /> },
          {
            key: 'reference',
            title: labels.reference,
            isWide: true,
            cell: ({ reference }) => <span className="break-all">{reference ?? '–'}</span>,
          },
        ]}
      />
    </section>
  );
}
