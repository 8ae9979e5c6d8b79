import { useQuery } from '@tanstack/react-query';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { type DuplicateFilters, duplicatesQuery } from './queries.ts';

/** Links to other records with the same CPF, CNPJ or phone number. */
export function Duplicates({
  slug,
  filters,
  except,
  onFollow,
}: {
  readonly slug: string;
  readonly filters: DuplicateFilters;
  readonly except?: string;
  /** Called when a link is followed, so that a dialog can close. */
  readonly onFollow?: () => void;
}) {
  const words = useClientWords();
  const isAsked = Object.values(filters).some((value) => value !== undefined && value !== '');
  const { data = [] } = useQuery({ ...duplicatesQuery(slug, filters), enabled: isAsked });
  const duplicates = isAsked ? data.filter(({ id }) => id !== except) : [];
  return (
    <div role="status" className="text-meta">
      {duplicates.map(({ field, kind, id, name }) => (
        <p key={`${field} ${id}`} className="flex items-center gap-1 px-2 text-warn">
          <Warning size={12} />
          <span>
            {words.twin({ field: words.twinFields[field] })}{' '}
            <RecordLink kind={kind} id={id} onClick={onFollow} className="text-accent underline">
              {name}
            </RecordLink>
          </span>
        </p>
      ))}
    </div>
  );
}
