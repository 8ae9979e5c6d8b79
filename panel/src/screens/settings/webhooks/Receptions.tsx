import { useQuery } from '@tanstack/react-query';
import type { Reception, WebhookEndpoint } from '#panel/api/types.ts';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link, useParam } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { Check, Warning } from '#panel/ui/icons.tsx';
import { Badge, Empty, Section } from '#panel/ui/layout.tsx';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { useErrorTranslator } from '#panel/words/problems/use.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { filterBy } from './list-params.ts';
import { pretty } from './mapping.ts';
import { receives } from './model.ts';
import { Pager } from './Pager.tsx';
import { Code } from './Payload.tsx';
import { receptionsQuery } from './queries.ts';
import { ReceivingAddress } from './ReceivingAddress.tsx';
import { sayReception } from './reception-reason.ts';

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
}

/** Received calls of an endpoint, with their outcomes. */
export function Receptions({ slug, endpoint }: Props) {
  const { receptions: words } = useWebhookWords();
  const [statusParam] = useParam('status');
  const [after] = useParam('after');
  const status = (['accepted', 'rejected'] as const).find((each) => each === statusParam);
  const query = useQuery(receptionsQuery(slug, endpoint.id, status, after));
  const isReceiving = receives(endpoint);
  return (
    <div className="flex flex-col gap-4">
      {isReceiving ? <ReceivingAddress slug={slug} endpoint={endpoint} /> : null}
      <Section title={words.title}>
        <div className="sm:max-w-60">
          <Select
            label={words.statusLabel}
            value={status ?? ''}
            onChange={({ target }) => filterBy({ status: target.value })}
            choices={[
              { value: '', label: words.any },
              ...(['accepted', 'rejected'] as const).map((value) => ({
                value,
                label: words.statuses[value],
              })),
            ]}
          />
        </div>
        <QueryContent query={query}>
          {({ data, pagination, after: next }) =>
            data.length === 0 ? (
              <Empty text={status ? words.noneFound : isReceiving ? words.none : words.noTarget} />
            ) : (
              <>
                <ul aria-label={words.title} className="flex flex-col">
                  {data.map((reception) => (
                    <One key={reception.id} slug={slug} reception={reception} />
                  ))}
                </ul>
                <Pager shown={data.length} total={pagination.total} next={next} />
              </>
            )
          }
        </QueryContent>
      </Section>
    </div>
  );
}

const looks = {
  accepted: { tone: 'ok', icon: <Check size={12} /> },
  rejected: { tone: 'danger', icon: <Warning size={12} /> },
} as const;

function One({ slug, reception }: { readonly slug: string; readonly reception: Reception }) {
  const { receptions: words, mapping } = useWebhookWords();
  const fields = useFieldWords();
  const reader = useErrorTranslator(reception.reason !== null);
  const { id, status, task_id, reason, payload, key, created_at } = reception;
  return (
    <li className="flex flex-col gap-1 border-border border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <Badge {...looks[status]}>{words.statuses[status]}</Badge>
        <span className="text-meta text-muted">
          <RelativeTime at={created_at} />
        </span>
        {task_id === null ? null : (
          <Link
            href={recordPath(slug, 'tasks', task_id)}
            className="control inline-flex items-center text-accent hover:underline"
          >
            {words.task}
          </Link>
        )}
      </div>
      {reason === null ? null : (
        <p className="break-words">
          {sayReception(mapping, fields, reader, reception) || mapping.problems.value}
        </p>
      )}
      {key === null ? null : (
        <p className="break-all text-meta text-muted">
          {`${words.key}: `}
          <code>{key}</code>
        </p>
      )}
      {payload === null ? null : (
        <details>
          <summary className="cursor-pointer py-1.5 text-muted pointer-coarse:py-3">
            {words.payload}
          </summary>
          <div className="flex flex-col items-start gap-2">
            <div className="w-full min-w-0">
              <Code label={words.payload} text={pretty(payload)} />
            </div>
            <Link
              href={`${location.pathname}?tab=mapping&reception=${id}`}
              className={buttonClass('plain')}
            >
              {words.try}
            </Link>
          </div>
        </details>
      )}
    </li>
  );
}
