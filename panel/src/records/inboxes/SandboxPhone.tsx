import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { messagesWriteLimits, sandboxReceiveLimits } from '#panel/api/input-limits.ts';
import type { Inbox, Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { RejectedFields, useRejectedFields } from '#panel/display/rejected-fields.ts';
import { lineOf } from '#panel/records/conversations/thread/message-line.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Field, inputClass } from '#panel/ui/Field.tsx';
import { Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { GatewayFailure } from './GatewayFailure.tsx';
import { networkPhone } from './gateways.ts';
import { PhoneField } from './PhoneForm.tsx';
import { inboxActions, testQuery } from './queries.ts';

const examplePhone = '11 91234-5678';

/** A contact's phone: what is written on it arrives in the sandbox like any message, and starts workflows; answers appear on it. */
export function SandboxPhone({ slug, inbox }: { readonly slug: string; readonly inbox: Inbox }) {
  const { sandboxPhone: words } = useInboxWords();
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [conversation, setConversation] = useState<string>();
  const { data: messages = [] } = useQuery({
    ...testQuery(slug, conversation ?? ''),
    enabled: conversation !== undefined,
  });
  const write = useAction(async (values: FormData) => {
    const from = networkPhone(String(values.get('phone')));
    const name = String(values.get('name')).trim();
    const { conversation_id } = await inboxActions(slug).receive(
      inbox.id,
      from,
      String(values.get('text')),
      name,
    );
    setConversation(conversation_id ?? undefined);
    const text = input.current;
    if (text) text.value = '';
    text?.focus();
  });
  const rejected = useRejectedFields(form, write.failure);
  return (
    <Section title={words.title} about={words.about}>
      <form
        ref={form}
        className="flex flex-wrap items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          write.act(new FormData(event.currentTarget));
        }}
      >
        <div className="flex w-full max-w-[240px] flex-col gap-4">
          <Field
            label={words.name}
            name="name"
            defaultValue={words.exampleName}
            autoComplete="off"
            {...sandboxReceiveLimits.name}
          />
          <PhoneField label={words.phone} defaultValue={examplePhone} />
          {conversation !== undefined ? (
            <Link
              href={recordPath(slug, 'conversations', conversation)}
              className="inline-flex min-h-6 items-center self-start rounded text-accent hover:underline"
            >
              {words.open}
            </Link>
          ) : null}
        </div>
        <div className="flex h-[440px] w-full max-w-[280px] flex-col overflow-hidden rounded-[24px] border-4 border-border bg-surface">
          <p className="border-border border-b bg-raised px-4 py-2 text-center font-semibold">
            {inbox.name}
          </p>
          <PhoneMessages messages={messages} />
          <div className="flex gap-2 border-border border-t bg-raised p-2">
            <input
              ref={input}
              name="text"
              aria-label={words.text}
              placeholder={words.text}
              autoComplete="off"
              required
              {...messagesWriteLimits.text}
              className={clsx(inputClass, 'min-w-0 flex-1')}
            />
            <Button type="submit" look="primary" busy={write.isBusy}>
              {words.write}
            </Button>
          </div>
        </div>
      </form>
      <RejectedFields value={rejected}>
        <GatewayFailure failure={write.failure} />
      </RejectedFields>
    </Section>
  );
}

/** Messages as the contact sees them: the contact’s to the right, the team’s to the left, the latest at the bottom. */
function PhoneMessages({ messages }: { readonly messages: readonly Message[] }) {
  const { sandboxPhone: words } = useInboxWords();
  const { kinds, revoked } = useThreadWords();
  if (messages.length === 0)
    return <p className="m-auto px-4 text-center text-meta text-muted">{words.empty}</p>;
  return (
    <ol
      aria-label={words.messages}
      aria-live="polite"
      className="flex min-h-0 flex-1 flex-col-reverse gap-2 overflow-y-auto p-2"
    >
      {messages.map((message) => {
        const isTheirs = message.direction === 'incoming';
        return (
          <li
            key={message.id}
            className={clsx(
              'max-w-[85%] whitespace-pre-wrap rounded-lg border border-border px-2 py-1 [overflow-wrap:anywhere]',
              isTheirs ? 'self-end bg-tint' : 'self-start bg-raised',
            )}
          >
            <span className="sr-only">{isTheirs ? words.contact : words.team} </span>
            {lineOf(message, kinds, revoked)}
          </li>
        );
      })}
    </ol>
  );
}
