import { Section } from '#panel/ui/layout.tsx';
import { Table } from '#panel/ui/Table.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import type { DeliveryDetail } from './queries.ts';

/** Headers of the last attempt; signatures are only described, because the secret is not available. */
export function Headers({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { delivery: words } = useWebhookWords();
  const { common } = useWords();
  const last = delivery.attempts.at(-1);
  const seconds = last && Math.floor(Date.parse(last.started_at) / 1_000);
  const rows: readonly (readonly [name: string, value: string, about?: string])[] = [
    ['Content-Type', 'application/json'],
    ['User-Agent', 'Pauta-Webhooks/1'],
    ['webhook-id', delivery.id, words.same],
    ['webhook-timestamp', seconds === undefined ? words.none : String(seconds)],
    ['webhook-signature', 'v1,…', words.standard],
    ['X-Webhook-Signature', '…', words.signature],
    ['X-Webhook-Signature-Previous', '…', words.signaturePrevious],
    ['X-Request-Id', last?.request_id ?? words.none],
    ['X-Pauta-Hops', '…', words.hops],
  ];
  return (
    <Section title={words.headers} about={words.headersAbout}>
      <Table
        label={words.headers}
        rows={rows}
        keyOf={([name]) => name}
        actionsTitle={common.actions}
        columns={[
          {
            key: 'name',
            title: words.header,
            cell: ([name]) => <code className="break-all">{name}</code>,
          },
          {
            key: 'value',
            title: words.value,
            cell: ([, value, about]) => (
              <span className="flex flex-col">
                <code className="break-all">{value}</code>
                {about ? <span className="text-meta text-muted">{about}</span> : null}
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}
