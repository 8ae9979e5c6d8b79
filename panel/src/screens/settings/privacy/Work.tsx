import { useId } from 'react';
import type { PrivacyRequest } from '#panel/api/schema.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Warning } from '#panel/ui/icons.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { usePrivacyWords } from '#panel/words/privacy/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { isWorking, privacyActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly request: PrivacyRequest;
}

/** Progress of the worker, or the reason why it failed with the way to continue. */
export function Work({ slug, request }: Props) {
  if (isWorking(request)) return <Progress request={request} />;
  return request.state === 'failed' ? <Failed slug={slug} request={request} /> : null;
}

function Progress({ request: { job, progress } }: Pick<Props, 'request'>) {
  const { steps: words } = usePrivacyWords();
  const count = new Intl.NumberFormat(useLocale()).format;
  const id = useId();
  const { done, total } = progress ?? { done: 0, total: 0 };
  return (
    <Section>
      <p id={id} role="status">
        {words[job ?? 'search']}
        {total > 0 ? `: ${words.progress({ done: count(done), total: count(total) })}` : null}
      </p>
      <progress
        aria-labelledby={id}
        className="h-1.5 w-full accent-accent"
        {...(total > 0 && { value: done, max: total })}
      />
      <p className="text-meta text-muted">
        {job === 'erasure' ? words.neverStops : words.canLeave}
      </p>
    </Section>
  );
}

function Failed({ slug, request }: Props) {
  const { failed: words, request: requestWords } = usePrivacyWords();
  const acts = privacyActions(slug);
  const job = request.job ?? 'search';
  const reason = request.reason_details?.code;
  const again = useAction(() =>
    job === 'erasure'
      ? acts.erase(request.id, request.code)
      : job === 'package'
        ? acts.pack(request.id)
        : acts.search(request.id),
  );
  return (
    <Section>
      <p role="alert" className="flex items-start gap-2">
        <span className="mt-0.5 shrink-0 text-danger">
          <Warning />
        </span>
        <span>
          {job === 'erasure' && request.erasure_id === null ? words.notBegun : words[job]}{' '}
          {reason === undefined ? null : words.reasons[reason]}
        </span>
      </p>
      <Button
        className="self-start"
        look="primary"
        busy={again.isBusy}
        onClick={() => again.act(undefined)}
      >
        {job === 'erasure' && request.erasure_id !== null ? words.continue : requestWords.retry}
      </Button>
      <FailureNotice failure={again.failure} />
    </Section>
  );
}
