import { useState } from 'react';
import { CopyButton } from '#panel/display/CopyButton.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { Code } from './Payload.tsx';

/* Snippets from docs/webhooks.md. */

const snippets = {
  'Node.js': `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the raw bytes of the request
function isOurs(body, headers) {
  const expected = createHmac('sha256', process.env.SECRET).update(body).digest();
  const given = Buffer.from(headers['x-webhook-signature'] ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}`,
  Python: `import hashlib, hmac, os

def is_ours(body: bytes, headers) -> bool:  # body: the raw bytes of the request
    expected = hmac.new(os.environ["SECRET"].encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), headers.get("X-Webhook-Signature", "").encode())`,
  PHP: `$body = file_get_contents('php://input'); // the raw bytes of the request
$expected = hash_hmac('sha256', $body, getenv('SECRET'));
$isOurs = hash_equals($expected, $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '');`,
  'Standard Webhooks': `import { Webhook } from 'standardwebhooks'; // npm, PyPI, Go, …

const webhook = new Webhook(process.env.SECRET); // as it is, whsec_ included
const event = webhook.verify(body, headers); // throws what is not ours, or older than five minutes`,
} as const;

type Language = keyof typeof snippets;
const languages = Object.keys(snippets) as Language[];

/** Instructions to verify the signature of a delivery. */
export function SignatureHelp() {
  const { delivery: words } = useWebhookWords();
  const [language, choose] = useState<Language>('Node.js');
  return (
    <Section
      title={words.verify}
      about={words.verifyAbout}
      actions={<CopyButton text={snippets[language]} label={words.copyCode} />}
    >
      <Select
        label={words.language}
        value={language}
        onChange={({ target }) =>
          choose(languages.find((each) => each === target.value) ?? 'Node.js')
        }
        choices={languages.map((value) => ({ value, label: value }))}
      />
      <Code label={words.verify} text={snippets[language]} />
    </Section>
  );
}
