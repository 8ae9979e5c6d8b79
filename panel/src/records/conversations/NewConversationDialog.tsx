import { useRef, useState } from 'react';
import { Failure, newKey } from '#panel/api/call.ts';
import { messagesWriteLimits } from '#panel/api/input-limits.ts';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { findContacts } from '#panel/data/choices.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { internationalDigits } from '#panel/parts/brazilian-formats.ts';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Picker } from '#panel/parts/Picker.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { hasTemplates } from './composer/model.ts';
import { newConversationErrors, noRecipient } from './new-conversation-errors.ts';
import {
  findConversation,
  phoneOf,
  type Recipient,
  sendFirstMessage,
  sendFirstTemplate,
} from './queries.ts';
import { useInboxes } from './use-inboxes.ts';

const TemplateDialog = lazyWithWords(() => import('./composer/TemplateDialog.tsx'), 'nothing');

interface Props {
  readonly slug: string;
  /** Inbox by which the list is filtered. */
  readonly inbox: string | undefined;
  readonly onOpen: (conversation: string) => void;
  readonly onClose: () => void;
}

/** Converts a key to a UUID of version 4. */
const uuidOf = (key: string) =>
  key.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** Conversation of a sent message; also of a message that could not be sent, which is stored there with its reason. */
async function openedBy(
  slug: string,
  recipient: Recipient,
  sent: Promise<Message>,
): Promise<string> {
  try {
    return (await sent).conversation_id;
  } catch (error) {
    const isKept = error instanceof Failure && error.code === 'BAD_GATEWAY';
    const existing = isKept ? await findConversation(slug, recipient) : undefined;
    if (!existing) throw error;
    return existing.id;
  }
}

/** Id of the message: a retry with the same content keeps it, changed content gets a new one. */
function useMessageId() {
  const last = useRef({ of: '', id: '' });
  return (of: string) => {
    if (last.current.of !== of) last.current = { of, id: uuidOf(newKey()) };
    return last.current.id;
  };
}

/** Writes to a recipient first, or continues an existing conversation. Official numbers require a template. */
export default function NewConversationDialog({ slug, inbox, onOpen, onClose }: Props) {
  const { begin: words } = useConversationWords();
  const { common } = useWords();
  const active = useInboxes(slug)?.filter((each) => each.active);
  const idOf = useMessageId();
  const [phone, setPhone] = useState('');
  const [chosen, choose] = useState(inbox);
  const [template, setTemplate] = useState<Recipient>();
  const from = active?.find((each) => each.id === chosen) ?? active?.[0];
  const isOfficial = hasTemplates(from);
  const open = (conversation: string) => {
    onClose();
    onOpen(conversation);
  };
  const act = useAction(async (values: Values) => {
    const contact = values('contact_id');
    const recipient: Recipient = {
      inbox_id: values('inbox_id'),
      contact_id: contact || undefined,
      phone: contact === '' ? internationalDigits(phone) : await phoneOf(slug, contact),
    };
    if (recipient.phone === '') throw noRecipient();
    if (!isOfficial) {
      const text = values('text').trim();
      const id = idOf(`${recipient.inbox_id} ${recipient.phone} ${text}`);
      return open(await openedBy(slug, recipient, sendFirstMessage(slug, id, recipient, text)));
    }
    const existing = await findConversation(slug, recipient);
    if (existing) open(existing.id);
    else setTemplate(recipient);
  });
  if (template)
    return (
      <TemplateDialog
        slug={slug}
        inbox={template.inbox_id}
        onSend={async ({ text: _, fileId, ...rest }) => {
          const filled = { ...rest, file_id: fileId };
          open(await openedBy(slug, template, sendFirstTemplate(slug, template, filled)));
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {active?.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      {from ? (
        <Form act={act} submit={isOfficial ? words.template : words.send}>
          <Picker
            label={words.contact}
            hint={words.contactHint}
            name="contact_id"
            slug={slug}
            find={findContacts}
          />
          <Field
            label={words.phone}
            hint={words.phoneHint}
            name="phone"
            type="tel"
            autoComplete="off"
            value={phone}
            onChange={({ currentTarget: { value } }) => setPhone(value)}
          />
          <Select
            label={words.inbox}
            name="inbox_id"
            value={from.id}
            onChange={({ currentTarget: { value } }) => choose(value)}
            choices={(active ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          {isOfficial ? (
            <p className="text-muted">{words.official}</p>
          ) : (
            <Area
              label={words.text}
              hint={words.textHint}
              name="text"
              rows={4}
              required
              {...messagesWriteLimits.text}
            />
          )}
          <FailureNotice failure={act.failure} says={newConversationErrors(act.failure, words)} />
        </Form>
      ) : null}
    </Dialog>
  );
}
