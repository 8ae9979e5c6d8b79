import type { ContractsWithHours } from '#panel/api/schema.ts';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { ContractRow } from './ContractRow.tsx';

/** Section with contracts and the hours of their current period. */
export default function ContractList({ contracts }: Pick<ContractsWithHours, 'contracts'>) {
  const words = useContractWords();
  return (
    <section aria-label={words.title} className="flex min-w-0 flex-col gap-2">
      <h2 className="font-semibold text-title">{words.title}</h2>
      <ul className="flex flex-col border-border border-t">
        {contracts.map((contract) => (
          <ContractRow key={contract.id} contract={contract} />
        ))}
      </ul>
    </section>
  );
}
