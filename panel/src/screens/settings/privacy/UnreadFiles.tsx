import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { formatSize } from '#panel/display/download.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Section, Skeleton } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { unreadFilesQuery } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
}

/** Files that the search could not read: the user has to look at them. */
export function UnreadFiles({ slug, request }: Props) {
  const { unread: words } = usePrivacyWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const [isOpen, setOpen] = useState(false);
  const total = request.unread_files.reduce((sum, { files }) => sum + files, 0);
  if (total === 0) return null;
  return (
    <Section title={words.title({ n: total, text: count(total) })} about={words.about}>
      <ul className="list-disc pl-5">
        {request.unread_files.map(({ reason, files }) => (
          <li key={reason}>
            {words.reasonCount({ reason: words.reasons[reason], n: count(files) })}
          </li>
        ))}
      </ul>
      <Button className="self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.show}
      </Button>
      {isOpen ? <FileList slug={slug} request={request} /> : null}
    </Section>
  );
}

function FileList({ slug, request }: Props) {
  const { unread: words } = usePrivacyWords();
  const { common } = useWords();
  const locale = useLocale();
  const query = useInfiniteQuery(unreadFilesQuery(slug, request.id, request.searched_at));
  if (!query.data)
    return query.error ? (
      <FailureNotice failure={asFailure(query.error)} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton label={common.loading} />
    );
  return (
    <>
      <ul aria-label={words.list} className="flex flex-col">
        {query.data.map(({ id, name, bytes, reason }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline gap-x-3 border-border border-b py-2 last:border-b-0"
          >
            <a
              href={fileAddress(slug, id)}
              className="min-w-0 flex-1 wrap-anywhere text-accent hover:underline"
            >
              {name}
            </a>
            <span className="text-meta text-muted">
              {[words.reasons[reason], formatSize(bytes, locale)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          className="self-start"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {words.more}
        </Button>
      ) : null}
    </>
  );
}
