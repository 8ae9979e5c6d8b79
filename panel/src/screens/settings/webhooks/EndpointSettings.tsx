import type { WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { say } from '#panel/ui/Toast.tsx';
import { useWords } from '#panel/words/translations.ts';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { EndpointForm, type EndpointValues } from './EndpointForm.tsx';
import { type WebhookChange, webhookActions } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly endpoint: WebhookEndpoint;
  readonly overview: WebhookOverview;
}

/** Fields that differ from the endpoint's; an unchanged URL requires no re-authentication. */
function changeOf(endpoint: WebhookEndpoint, values: EndpointValues): WebhookChange {
  const { events, ...rest } = values;
  const isOther = (name: keyof typeof rest) => rest[name] !== endpoint[name];
  const sameEvents =
    events.length === endpoint.events.length &&
    events.every((kind) => endpoint.events.includes(kind));
  return {
    ...Object.fromEntries(
      (Object.keys(rest) as (keyof typeof rest)[])
        .filter(isOther)
        .map((name) => [name, rest[name]]),
    ),
    ...(sameEvents ? {} : { events }),
  };
}

/** Settings of an endpoint. */
export function EndpointSettings({ slug, endpoint, overview }: Props) {
  const words = useWebhookWords();
  const { common } = useWords();
  const act = useAction(
    (values: EndpointValues) =>
      webhookActions(slug).change(endpoint.id, changeOf(endpoint, values)),
    () => say(words.form.saved),
  );
  return (
    <EndpointForm
      slug={slug}
      endpoint={endpoint}
      overview={overview}
      act={act}
      submit={common.save}
    />
  );
}
