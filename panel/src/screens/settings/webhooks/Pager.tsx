import { Link, useSearch } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { withParams } from './list-params.ts';

interface Props {
  readonly shown: number;
  readonly total: number;
  /** Cursor after the current page. */
  readonly next: string | undefined;
}

/** Cursor pagination: new rows neither repeat nor skip others. */
export function Pager({ shown: count, total, next }: Props) {
  const words = useWebhookWords();
  const search = useSearch();
  const isFirst = !new URLSearchParams(search).has('after');
  const to = (after: string | undefined) => location.pathname + withParams(search, { after });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-meta text-muted">{words.shown({ shown: count, total })}</span>
      {isFirst ? null : (
        <Link href={to(undefined)} className={buttonClass('plain')}>
          {words.newer}
        </Link>
      )}
      {next ? (
        <Link href={to(next)} className={buttonClass('plain')}>
          {words.older}
        </Link>
      ) : null}
    </div>
  );
}
