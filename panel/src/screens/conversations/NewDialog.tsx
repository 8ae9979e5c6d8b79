import { useState } from 'react';
import { Failure, newKey } from '../../api/call.ts';
import { useAct } from '../../commands/act.ts';
import { findContacts } from '../../data/choices.ts';
import { findConversation, phoneOf, type Whom, writeFirst } from '../../data/conversations.ts';
import { Form, type Values } from '../../parts/Form.tsx';
import { FailureNotice } from '../../parts/Notice.tsx';
import { Picker } from '../../parts/Picker.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Area, Field, Select } from '../../ui/Field.tsx';
import { useConversationWords } from '../../words/conversations/use.ts';
import { useWords } from '../../words/t.ts';
import { useInboxes } from './inboxes.ts';

interface Props {
  readonly slug: string;
  /** The inbox that the list is of. */
  readonly inbox: string | undefined;
  readonly onOpen: (conversation: string) => void;
  readonly onClose: () => void;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
/** A key as a UUID of version 4. */
const uuidOf = (key: string) =>
  key.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** Writes to somebody first; where there is a conversation with them, it goes on. */
export default function NewDialog({ slug, inbox, onOpen, onClose }: Props) {
  const { begin: words } = useConversationWords();
  const { common } = useWords();
  const inboxes = useInboxes(slug);
  const [id] = useState(() => uuidOf(newKey()));
  const [phone, setPhone] = useState('');
  const act = useAct(async (values: Values) => {
    const contact = values('contact_id');
    const whom: Whom = {
      inbox_id: values('inbox_id'),
      contact_id: contact || undefined,
      phone: contact === '' ? digitsOf(phone) : await phoneOf(slug, contact),
    };
    if (whom.phone === '') throw new Failure('VALIDATION_ERROR', words.whom);
    const opened = await writeFirst(slug, id, whom, values('text').trim()).then(
      ({ conversation_id }) => conversation_id,
      async (error: unknown) => {
        // It is kept with its reason: the conversation says what became of it.
        const isKept = error instanceof Failure && error.code === 'BAD_GATEWAY';
        const found = isKept ? await findConversation(slug, whom) : undefined;
        if (!found) throw error;
        return found.id;
      },
    );
    onClose();
    onOpen(opened);
  });
  const active = (inboxes ?? []).filter((each) => each.active);
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      {inboxes && active.length === 0 ? <p className="text-muted">{words.none}</p> : null}
      {active.length > 0 ? (
        <Form act={act} submit={words.send}>
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
            maxLength={40}
            autoComplete="off"
            value={phone}
            onChange={({ currentTarget: { value } }) => setPhone(value)}
          />
          <Select
            label={words.inbox}
            name="inbox_id"
            defaultValue={inbox ?? active[0]?.id}
            choices={active.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Area
            label={words.text}
            hint={words.textHint}
            name="text"
            rows={4}
            required
            maxLength={4_096}
          />
          <FailureNotice failure={act.failure} />
        </Form>
      ) : null}
    </Dialog>
  );
}
