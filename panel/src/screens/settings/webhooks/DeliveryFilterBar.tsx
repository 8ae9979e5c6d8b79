import { deliveryStatuses } from '#panel/api/enumerations.ts';
import { eventKinds } from '#panel/api/event-kinds.ts';
import { localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { filterBy } from './list-params.ts';
import type { DeliveryFilters } from './queries.ts';

/** Filters of the delivery list, kept in the address. */
export function DeliveryFilterBar({ filters }: { readonly filters: DeliveryFilters }) {
  const { deliveries: words, statuses } = useWebhookWords();
  const timeZone = useTimeZone();
  const { status, event, from, to } = filters;
  const moment = (name: 'from' | 'to', value: string | undefined) => (
    <LabelledDate
      label={words[name]}
      kind="moment"
      value={value ? localTimeIn(timeZone, value) : ''}
      onChange={(clock) =>
        filterBy({ [name]: clock === '' ? undefined : momentOf(timeZone, clock) })
      }
    />
  );
  return (
    <div className="grid grid-cols-2 items-end gap-2">
      <Select
        label={words.status}
        value={status ?? ''}
        onChange={({ target }) => filterBy({ status: target.value })}
        choices={[
          { value: '', label: words.any },
          ...deliveryStatuses.map((value) => ({
            value,
            label: value === 'pending' ? words.undelivered : statuses[value],
          })),
        ]}
      />
      <Select
        label={words.event}
        value={event ?? ''}
        onChange={({ target }) => filterBy({ event: target.value })}
        choices={[
          { value: '', label: words.anyEvent },
          ...[...eventKinds, 'workflow.call'].map((value) => ({ value, label: value })),
        ]}
      />
      <details className="col-span-2" open={from !== undefined || to !== undefined || undefined}>
        <summary className="cursor-pointer py-1.5 text-muted pointer-coarse:py-3">
          {words.period}
        </summary>
        <div className="grid gap-2 pt-1 sm:grid-cols-2">
          {moment('from', from)}
          {moment('to', to)}
        </div>
      </details>
      {[status, event, from, to].some((value) => value !== undefined) ? (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() =>
            filterBy({ status: undefined, event: undefined, from: undefined, to: undefined })
          }
        >
          {words.clear}
        </Button>
      ) : null}
    </div>
  );
}
