import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Deal } from '#panel/api/types.ts';
import { loadPage } from '#panel/data/records.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Check, Contracts } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';

const ContractDialog = lazyWithWords(() => import('./ContractDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  readonly deal: Deal;
}

/** Contract of a won deal; without one, creates it together with its project. */
export default function WonDeal({ slug, deal }: Props) {
  const { fromDeal: words } = useContractWords();
  const { labels } = useFieldWords();
  const { can } = useCurrentTeam();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ['team', slug, 'contracts', 'of-deal', deal.id],
    queryFn: ({ signal }) => loadPage(slug, 'contracts', { deal_id: deal.id, limit: 1 }, signal),
  });
  const contract = query.data?.data[0];
  if (!query.isSuccess || (!contract && !can('deals.create_contract'))) return null;
  return (
    <section
      aria-label={labels.contract_id}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border px-3 py-2"
    >
      <Badge tone="ok" icon={<Check size={12} />}>
        {words.won}
      </Badge>
      {contract ? (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <Contracts />
          <RecordLink
            kind="contracts"
            id={contract.id}
            className="truncate font-medium text-accent hover:underline"
          >
            {contract.title}
          </RecordLink>
        </span>
      ) : (
        <Button onClick={() => setOpen(true)}>
          <Contracts /> {words.open}
        </Button>
      )}
      {isOpen ? <ContractDialog slug={slug} deal={deal} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
