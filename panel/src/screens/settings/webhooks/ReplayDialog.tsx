import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asFailure, useAction } from '#panel/commands/use-action.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { DoneNotice, FailureNotice } from '#panel/display/Notices.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { momentIn } from './model.ts';
import { type DeliveryFilters, replayCountQuery, webhookActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly id: string;
  /** Filters of the list behind the dialog. */
  readonly filters: DeliveryFilters;
  readonly onClose: () => void;
}

/** Replays all failed or delivered deliveries in the list's period: first shows the number, then the progress. */
export function ReplayDialog({ slug, id, filters, onClose }: Props) {
  const { replay: words } = useWebhookWords();
  const { common } = useWords();
  const { from, to, event } = filters;
  const [status, setStatus] = useState<'failed' | 'delivered'>(
    filters.status === 'delivered' ? 'delivered' : 'failed',
  );
  const count = useQuery(replayCountQuery(slug, id, { from, to, event, status }));
  const [done, setDone] = useState(0);
  const [total, setTotal] = useState<number>();
  /** Start of the next batch after an error. */
  const [next, setNext] = useState<string | undefined>(from);
  const [isOver, setOver] = useState(false);
  const act = useAction(
    async () => {
      setTotal((current) => current ?? count.data ?? 0);
      let at = next;
      for (;;) {
        const body = { status, from: at ?? null, to: to ?? null, event: event ?? null };
        const { replayed, remaining, next_from } = await webhookActions(slug).replayMany(id, body);
        setDone((n) => n + replayed);
        if (remaining === 0 || next_from === null) return;
        at = next_from;
        setNext(at);
      }
    },
    () => setOver(true),
  );
  const matchCount = count.data ?? 0;
  const isBegun = total !== undefined;
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {isBegun ? (
        <>
          {isOver ? (
            <DoneNotice>{words.done({ done })}</DoneNotice>
          ) : (
            <p role="status">{words.progress({ done, total })}</p>
          )}
          <FailureNotice failure={act.failure} says={{ RATE_LIMITED: words.limited }} />
          <div className="flex gap-2">
            {act.failure ? (
              <Button look="primary" onClick={() => act.act(undefined)}>
                {words.goOn}
              </Button>
            ) : null}
            <Button busy={act.isBusy} onClick={onClose}>
              {isOver ? common.done : common.close}
            </Button>
          </div>
        </>
      ) : (
        <>
          <Select
            label={words.what}
            value={status}
            onChange={({ target }) =>
              setStatus(target.value === 'delivered' ? 'delivered' : 'failed')
            }
            choices={[
              { value: 'failed', label: words.failed },
              { value: 'delivered', label: words.delivered },
            ]}
          />
          <p>
            <Range filters={filters} /> {words.about}
          </p>
          <FailureNotice failure={count.error ? asFailure(count.error) : undefined} />
          <p role="status" className="font-medium">
            {count.isPending ? words.counting : null}
            {count.data === 0 ? words.nothing : null}
            {matchCount > 0 ? words.found({ count: matchCount }) : null}
          </p>
          <div className="flex gap-2">
            <Button
              look="primary"
              busy={act.isBusy}
              disabled={matchCount === 0}
              onClick={() => act.act(undefined)}
            >
              {words.submit({ count: matchCount })}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {common.cancel}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

/** Period and event type in words. */
function Range({ filters: { from, to, event } }: { readonly filters: DeliveryFilters }) {
  const { replay: words } = useWebhookWords();
  const timeZone = useTimeZone();
  const locale = useLocale();
  const format = (at: string) => momentIn(at, timeZone, locale);
  const range =
    from && to
      ? words.range({ from: format(from), to: format(to) })
      : (from && words.since({ from: format(from) })) ||
        (to && words.until({ to: format(to) })) ||
        words.everything;
  return (
    <span className="font-medium">
      {range} {event ? words.ofEvent({ event }) : null}
    </span>
  );
}
