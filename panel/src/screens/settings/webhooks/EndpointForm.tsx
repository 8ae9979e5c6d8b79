import { useState } from 'react';
import { webhookEndpointFields } from '#panel/api/records/webhooks.ts';
import type { WebhookEndpoint, WebhookOverview } from '#panel/api/types.ts';
import type { ActionState } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useWebhookWords } from '#panel/words/webhooks/use.ts';
import { EventPicker } from './EventPicker.tsx';
import type { EventChoice } from './events.ts';
import { type Target, TargetFields } from './TargetFields.tsx';

/** Form values, as the API accepts them. */
export interface EndpointValues {
  readonly name: string;
  readonly url: string | null;
  readonly events: readonly EventChoice[];
  readonly target_pipeline_id: string | null;
  readonly target_column_id: string | null;
}

interface Props {
  readonly slug: string;
  /** Initial values. */
  readonly endpoint?: WebhookEndpoint;
  readonly overview?: WebhookOverview;
  readonly act: ActionState<EndpointValues>;
  readonly submit: string;
}

/** Creates or changes an endpoint, for outgoing and incoming calls. */
export function EndpointForm({ slug, endpoint, overview, act, submit }: Props) {
  const { form: words } = useWebhookWords();
  const [events, setEvents] = useState<readonly EventChoice[]>(endpoint?.events ?? ['*']);
  const [target, setTarget] = useState<Target>({
    project: overview?.project ?? null,
    pipeline: overview?.pipeline?.id ?? '',
    column: endpoint?.target_column_id ?? '',
  });
  const send = (values: Values) =>
    act.act({
      name: values('name').trim(),
      url: values('url').trim() || null,
      events,
      target_pipeline_id: target.pipeline || null,
      target_column_id: target.column || null,
    });
  return (
    <Form act={{ ...act, act: send }} submit={submit}>
      <Field
        label={words.name}
        hint={words.nameHint}
        name="name"
        maxLength={webhookEndpointFields.name.maxLength}
        autoComplete="off"
        defaultValue={endpoint?.name}
        required
      />
      <Section title={words.delivering} about={words.deliveringAbout}>
        <Field
          label={words.url}
          hint={words.urlHint}
          name="url"
          type="url"
          maxLength={webhookEndpointFields.url.maxLength}
          autoComplete="off"
          placeholder="https://"
          defaultValue={endpoint?.url ?? ''}
        />
        <EventPicker chosen={events} onChange={setEvents} />
      </Section>
      <Section title={words.receiving} about={words.receivingAbout}>
        <TargetFields slug={slug} target={target} onChange={setTarget} />
      </Section>
      <FailureNotice failure={act.failure} />
    </Form>
  );
}
