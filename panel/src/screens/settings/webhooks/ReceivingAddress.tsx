import { useState } from 'react';
import type { WebhookEndpoint } from '#panel/api/types.ts';
import { CopyButton } from '#panel/display/CopyButton.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Code } from './Payload.tsx';

const examples = (address: string) => ({
  signed: `SECRET='whsec_…'
BODY='{"lead": {"nome": "Rita"}}'
curl '${address}' \\
  -H 'Content-Type: application/json' \\
  -H "webhook-id: $(openssl rand -hex 16)" \\
  -H "X-Webhook-Signature: $(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)" \\
  -d "$BODY"`,
  bearer: `curl '${address}' \\
  -H 'Content-Type: application/json' \\
  -H 'Authorization: Bearer whsec_…' \\
  -H "webhook-id: $(openssl rand -hex 16)" \\
  -d '{"lead": {"nome": "Rita"}}'`,
});

/** Address of an endpoint for senders, with instructions. */
export function ReceivingAddress({
  slug,
  endpoint,
}: {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
}) {
  const { address: words, delivery } = useWebhookWords();
  const [way, choose] = useState<'signed' | 'bearer'>('bearer');
  const address = `${location.origin}/api/hooks/${slug}/${endpoint.slug}`;
  const example = examples(address)[way];
  return (
    <Section
      title={words.title}
      about={words.about}
      actions={<CopyButton text={address} label={words.copyAddress} />}
    >
      <code className="break-all">{address}</code>
      <Select
        label={words.example}
        hint={words.secretHere}
        value={way}
        onChange={({ target }) => choose(target.value === 'signed' ? 'signed' : 'bearer')}
        choices={[
          { value: 'bearer', label: words.bearer },
          { value: 'signed', label: words.signed },
        ]}
      />
      <Code label={words.example} text={example} />
      <div>
        <CopyButton text={example} label={delivery.copyCode} />
      </div>
    </Section>
  );
}
