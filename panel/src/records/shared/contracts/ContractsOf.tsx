import { useQuery } from '@tanstack/react-query';
import { afterPaint, lazyWithWords } from '#panel/display/lazy.tsx';
import { contractsOfQuery } from './hours-queries.ts';

interface Props {
  readonly slug: string;
  readonly of: 'clients' | 'projects';
  readonly id: string;
}

const ContractList = lazyWithWords(
  afterPaint(() => import('./ContractList.tsx')),
  'nothing',
);

/**
 * Contracts of a client, or with a project, and the hours of their current period; nothing without contracts. They are requested together
 * with the other data around the record.
 */
export function ContractsOf({ slug, of, id }: Props) {
  const { data } = useQuery(contractsOfQuery(slug, of, id));
  return data && data.contracts.length > 0 ? <ContractList contracts={data.contracts} /> : null;
}
