import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messagesWriteLimits } from '#panel/api/input-limits.ts';
import type { Inbox, Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { detailOf, reasonIn } from '#panel/records/conversations/thread/failure-reasons.ts';
import { paths } from '#panel/route/paths.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { Link } from '#panel/route/router.tsx';
import { Button, buttonClass } from '#panel/ui/Button.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { Check, Info, Warning } from '#panel/ui/icons.tsx';
import { Badge, Section } from '#panel/ui/layout.tsx';
import { useInboxWords } from '#panel/words/inboxes/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { Callback } from './Callback.tsx';
import { GatewayFailure } from './GatewayFailure.tsx';
import { networkPhone } from './gateways.ts';
import { AwaitingFirstMessage } from './InboxCard.tsx';
import { PhoneField } from './PhoneForm.tsx';
import { inboxActions, testQuery } from './queries.ts';
import { hasReceivedNothing } from './state.ts';

interface Props {
  readonly slug: string;
  readonly inbox: Inbox;
  /** True as the last step of connecting. */
  readonly isFirst?: boolean;
}

interface SentTest {
  readonly id: string;
  readonly conversation: string;
  readonly phone: string;
}

/** True for a status that only a callback can report. */
const isConfirmed = (message: Message | undefined) =>
  message?.status === 'delivered' || message?.status === 'read';

const examplePhone = '11 98765-4321';

/** Test message to the user's own phone, with its status and the reply. */
export function TestMessage({ slug, inbox, isFirst = false }: Props) {
  const { test: words } = useInboxWords();
  const [sent, setSent] = useState<SentTest>();
  const { data: messages = [] } = useQuery({
    ...testQuery(slug, sent?.conversation ?? ''),
    enabled: sent !== undefined,
  });
  const acts = inboxActions(slug);
  const isSandbox = inbox.gateway === 'sandbox';
  const send = useAction(async (values: Values) => {
    const phone = networkPhone(values('phone'));
    const { id, conversation_id } = await acts.send(inbox.id, phone, values('content'));
    setSent({ id, conversation: conversation_id, phone });
  });
  const answer = useAction((from: string) => acts.receive(inbox.id, from, words.simulated));
  return (
    <>
      <Section
        title={words.title}
        about={
          <>
            {isFirst && inbox.phone
              ? `${words.connectedAs({ phone: formatPhone(inbox.phone) })} `
              : null}
            {isSandbox ? words.sandboxAbout : words.about}
          </>
        }
      >
        <Form act={send} submit={words.send} look={isFirst && !sent ? 'primary' : 'plain'}>
          <div className="max-w-[320px]">
            <PhoneField
              label={words.phone}
              defaultValue={isSandbox ? examplePhone : ''}
              autoFocus={isFirst}
            />
          </div>
          <Field
            label={words.text}
            name="content"
            defaultValue={words.example}
            {...messagesWriteLimits.text}
            autoComplete="off"
            required
          />
        </Form>
        <GatewayFailure failure={send.failure ?? answer.failure} />
        {sent ? <Outcome slug={slug} inbox={inbox} sent={sent} messages={messages} /> : null}
        {sent && isSandbox ? (
          <Button
            className="self-start"
            busy={answer.isBusy}
            onClick={() => answer.act(sent.phone)}
          >
            {words.simulate}
          </Button>
        ) : null}
      </Section>
      {isFirst && hasReceivedNothing(inbox) ? <AwaitingFirstMessage /> : null}
      <Callback
        slug={slug}
        inbox={inbox}
        isConfirmed={isConfirmed(messages.find(({ id }) => id === sent?.id))}
        isAutomatic={isFirst}
      />
      {isFirst ? (
        <Link
          href={paths.inbox(slug, inbox.id)}
          className={buttonClass(sent ? 'primary' : 'plain', 'self-start')}
        >
          {words.finish}
        </Link>
      ) : null}
    </>
  );
}

const looks = {
  pending: { icon: <Info size={12} /> },
  sent: { tone: 'info', icon: <Info size={12} /> },
  delivered: { tone: 'ok', icon: <Check size={12} /> },
  read: { tone: 'ok', icon: <Check size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
  received: { tone: 'ok', icon: <Check size={12} /> },
} as const;

/** Reason why the message was not sent or not delivered, as in its thread. */
function StatusReason({ reason }: { readonly reason: string }) {
  const { causes, detail: label } = useThreadWords();
  const read = reasonIn(reason);
  const detail = detailOf(read);
  return (
    <p>
      {causes[read.cause ?? 'other']}{' '}
      {detail ? (
        <span className="text-meta text-muted">
          {label} <span lang="en">{detail}</span>
        </span>
      ) : null}
    </p>
  );
}

/** Status of the test message, from the gateway's confirmations. */
function Outcome({
  slug,
  inbox,
  sent,
  messages,
}: Omit<Props, 'isFirst'> & { readonly sent: SentTest; readonly messages: readonly Message[] }) {
  const { test: words } = useInboxWords();
  const message = messages.find(({ id }) => id === sent.id);
  const status = message?.status ?? 'pending';
  const answers = messages.filter(({ direction, id }) => direction === 'incoming' && id > sent.id);
  return (
    <div className="flex flex-col items-start gap-2">
      <div role="status" className="flex flex-col items-start gap-2">
        <Badge {...looks[status]}>{words.statuses[status]}</Badge>
        {message?.status_reason ? <StatusReason reason={message.status_reason} /> : null}
        {answers.map(({ id, content }) => (
          <p key={id}>
            {words.answered} <q>{content}</q>
          </p>
        ))}
      </div>
      {isConfirmed(message) && answers.length === 0 && inbox.gateway !== 'sandbox' ? (
        <p className="text-muted">{words.answer}</p>
      ) : null}
      <Link
        href={recordPath(slug, 'conversations', sent.conversation)}
        className="inline-flex min-h-6 items-center rounded text-accent hover:underline"
      >
        {words.open}
      </Link>
    </div>
  );
}
