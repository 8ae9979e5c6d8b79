import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { paths } from '#panel/route/paths.ts';
import { Link, navigate } from '#panel/route/router.tsx';
import { Page } from '#panel/ui/layout.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { EndpointForm, type EndpointValues } from './EndpointForm.tsx';
import { type CreatedWebhook, webhookActions } from './queries.ts';
import { Secret } from './Secret.tsx';

/** Creates an endpoint, and shows its secret. */
export default function NewWebhook() {
  const words = useWebhookWords();
  const { slug } = useCurrentTeam();
  const [made, setMade] = useState<CreatedWebhook>();
  const act = useAction(
    (values: EndpointValues) =>
      webhookActions(slug).create({ ...values, events: values.url === null ? [] : values.events }),
    setMade,
  );
  return (
    <Page title={words.form.newTitle} about={words.form.newAbout}>
      <Link href={paths.webhooks(slug)} className="text-accent hover:underline">
        {words.back}
      </Link>
      <EndpointForm slug={slug} act={act} submit={words.create} />
      {made ? (
        <Secret
          made={made}
          onClose={() => navigate(paths.webhook(slug, made.id), { replace: true })}
        />
      ) : null}
    </Page>
  );
}
