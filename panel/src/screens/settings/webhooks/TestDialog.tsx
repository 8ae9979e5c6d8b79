import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Delivery } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { paths } from '#panel/route/paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Advice } from './EndpointStatus.tsx';
import { Code } from './Payload.tsx';
import { deliveryQuery, webhookActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly onClose: () => void;
}

/** Sends a test delivery, and shows its outcome. */
export function TestDialog({ slug, id, onClose }: Props) {
  const { test: words } = useWebhookWords();
  const { common } = useWords();
  const [delivery, setDelivery] = useState<Delivery>();
  const { act, failure, isBusy } = useAction(() => webhookActions(slug).test(id), setDelivery);
  const begun = useRef(false);
  useEffect(() => {
    if (!begun.current) act(undefined);
    begun.current = true;
  }, [act]);
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <FailureNotice failure={failure} />
      {delivery && !isBusy ? (
        <Outcome key={delivery.id} slug={slug} id={id} delivery={delivery.id} />
      ) : null}
      {failure || delivery ? null : <p role="status">{words.under}</p>}
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={() => act(undefined)}>
          {words.again}
        </Button>
        {delivery ? (
          <Link href={paths.delivery(slug, id, delivery.id)} className={buttonClass('quiet')}>
            {words.open}
          </Link>
        ) : null}
      </div>
    </Dialog>
  );
}

/** Time without an attempt after which none is expected. */
const patienceMs = 10_000;

function Outcome({
  slug,
  id,
  delivery,
}: {
  readonly slug: string;
  readonly id: string;
  readonly delivery: string;
}) {
  const { test: words, delivery: delivered } = useWebhookWords();
  const query = useQuery(deliveryQuery(slug, id, delivery));
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const {
    attempts = [],
    status = 'pending',
    reason = null,
    reason_details = null,
  } = query.data ?? {};
  const last = attempts.at(-1);
  if (status === 'delivered' && last?.status)
    return <DoneNotice>{words.good({ status: last.status, ms: last.duration_ms })}</DoneNotice>;
  const why = last?.error ?? (status === 'failed' ? reason : null);
  if (why !== null)
    return (
      <div role="status" className="flex flex-col gap-2">
        <p className="font-medium">{words.bad}</p>
        <Advice reason={why} details={last?.error ? last.error_details : reason_details} />
        {last?.answer ? <Code label={delivered.body} text={last.answer} /> : null}
      </div>
    );
  return <p role="status">{isLong ? words.waits : words.under}</p>;
}
