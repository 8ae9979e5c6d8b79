import { Suspense } from 'react';
import { teamIn } from '../route/paths.ts';
import { listPath, projectTabIn, recordIn } from '../route/record-paths.ts';
import { Link, usePathname } from '../route/router.tsx';
import { Back } from '../ui/icons.tsx';
import { Skeleton } from '../ui/layout.tsx';
import { useFieldWords } from '../words/fields/use.ts';
import { useRecordWords } from '../words/records/use.ts';
import { useWords } from '../words/translations.ts';
import { recordScreens } from './record-screens.ts';

/** Page of a record. */
export default function RecordPage() {
  const pathname = usePathname();
  const { frame } = useRecordWords();
  const { kinds } = useFieldWords();
  const { common } = useWords();
  const slug = teamIn(pathname) ?? '';
  const at = recordIn(pathname);
  if (!at) return null;
  const { Record, hasHead } = recordScreens[at.kind];
  return (
    <div
      className={`@container/record flex flex-col gap-3 ${projectTabIn(pathname) ? '' : 'max-w-[1160px]'}`}
    >
      {hasHead ? null : (
        <nav aria-label={kinds[at.kind].one}>
          <Link
            href={listPath(slug, at.kind)}
            className="control inline-flex items-center gap-1 rounded text-muted hover:text-text"
          >
            <Back /> {frame.back}
          </Link>
        </nav>
      )}
      <Suspense fallback={<Skeleton label={common.loading} />}>
        <Record slug={slug} id={at.id} isPeek={false} />
      </Suspense>
    </div>
  );
}
