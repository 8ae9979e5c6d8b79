import { useQuery } from '@tanstack/react-query';
import { ContractRow } from '#panel/records/shared/contracts/ContractRow.tsx';
import { dueContractsQuery } from '#panel/records/shared/contracts/hours-queries.ts';
import { useContractWords } from '#panel/words/contracts/use.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import { DaySection } from './DayRow.tsx';

/** The user's contracts whose hours are nearly used or that are due for renewal. */
export default function DueContracts({ slug }: { readonly slug: string }) {
  const { due } = useContractWords();
  const words = useMyDayWords();
  const { data } = useQuery(dueContractsQuery(slug));
  const contracts = data?.contracts ?? [];
  const count = contracts.length;
  return (
    <DaySection title={due} count={count} countText={words.count({ count })}>
      {contracts.map((contract) => (
        <ContractRow key={contract.id} contract={contract} about={contract.client?.name} />
      ))}
    </DaySection>
  );
}
