import { useQuery } from '@tanstack/react-query';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { ContractRow } from './ContractRow.tsx';
import { contractsOfQuery } from './hours-queries.ts';

interface Props {
  readonly slug: string;
  readonly of: 'clients' | 'projects';
  readonly id: string;
}

/** Contracts of a client, or with a project, and the hours of their current period; nothing without contracts. */
export default function ContractsOf({ slug, of, id }: Props) {
  const words = useContractWords();
  const { data } = useQuery(contractsOfQuery(slug, of, id));
  if (!data || data.contracts.length === 0) return null;
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold text-title">{words.title}</h2>
      <ul className="flex flex-col border-border border-t">
        {data.contracts.map((contract) => (
          <ContractRow key={contract.id} contract={contract} />
        ))}
      </ul>
    </section>
  );
}
