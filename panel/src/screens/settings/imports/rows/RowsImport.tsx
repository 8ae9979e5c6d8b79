import type { Import } from '#panel/api/schema.ts';
import { useParam } from '#panel/route/router.tsx';
import { isWorking } from '../queries.ts';
import { AsRead } from './AsRead.tsx';
import { Mapping } from './Mapping.tsx';
import { Outcome } from './Outcome.tsx';
import { type Step, Steps } from './Steps.tsx';

interface Props {
  readonly slug: string;
  readonly of: Import;
}

/** Step of an import; the user can go back from its check to the columns. */
function stepOf(
  { state, table, applied_at: at, row_counts: counts }: Import,
  isBack: boolean,
): Step {
  if (at !== null) return 'result';
  if (state === 'reading' || table === null) return 'file';
  if (state === 'checking' || (counts && !isBack)) return 'check';
  return 'columns';
}

/** Import of a table: how it was read, its mapping, its check, and its report. */
export default function RowsImport({ slug, of }: Props) {
  const [back, setBack] = useParam('step');
  const step = stepOf(of, back === 'columns');
  const { table } = of;
  return (
    <>
      <Steps current={step} />
      {step === 'check' || step === 'result' ? (
        <Outcome slug={slug} of={of} onBack={() => setBack('columns')} />
      ) : null}
      {table ? (
        <AsRead
          slug={slug}
          id={of.id}
          table={table}
          isOpen={of.applied_at === null && !isWorking(of)}
        />
      ) : null}
      {step === 'columns' && table ? (
        // Read again, the file may have other columns.
        <Mapping
          key={JSON.stringify(table.guess)}
          slug={slug}
          of={of}
          table={table}
          onCheck={() => setBack(undefined)}
        />
      ) : null}
    </>
  );
}
