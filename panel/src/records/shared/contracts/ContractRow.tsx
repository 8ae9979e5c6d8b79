import type { ContractsWithHours } from '#panel/api/schema.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { HoursMeter } from './HoursMeter.tsx';
import { Renewal } from './Renewal.tsx';
import { ContractStatus } from './Status.tsx';

interface Props {
  readonly contract: ContractsWithHours['contracts'][number];
  readonly about?: string | undefined;
}

/** Row of a list of contracts: name, status, renewal, and hours of the current period. */
export function ContractRow({ contract, about }: Props) {
  const { id, title, status, current } = contract;
  const hasHours = current !== null && (current.percent !== null || current.used_minutes !== 0);
  return (
    <li
      data-item={id}
      className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-border border-b py-1.5 last:border-b-0"
    >
      <span className="flex min-w-0 flex-1 basis-56 flex-wrap items-center gap-x-3">
        <RecordLink
          kind="contracts"
          id={id}
          className="inline-block max-w-full break-words font-medium leading-6 hover:underline"
        >
          {title}
        </RecordLink>
        {about ? <span className="min-w-0 truncate text-meta text-muted">{about}</span> : null}
        {status === 'active' ? null : <ContractStatus of={status} />}
        <Renewal of={contract} />
      </span>
      {hasHours ? <HoursMeter of={current} /> : null}
    </li>
  );
}
