import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { approvalsSendLimits } from '#panel/api/input-limits.ts';
import type { Approval } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { CopyOnce } from '#panel/display/CopyOnce.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import { Select } from '#panel/parts/Select.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area } from '#panel/ui/Field.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useCampaignWords } from '#panel/words/campaigns/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { approvalActions, recipientsQuery, senderQuery } from './approval-queries.ts';

/** Newly created link. */
export interface CreatedLink {
  readonly approval: Pick<Approval, 'id' | 'title' | 'client_id'>;
  readonly link: string;
}

interface Props {
  readonly slug: string;
  readonly shared: CreatedLink;
  readonly onClose: () => void;
}

/** Shows the link once, to be copied or sent through one of the team's inboxes. */
export default function ShareLinkDialog({ slug, shared, onClose }: Props) {
  const { approval: words } = useCampaignWords();
  const { common } = useWords();
  const { approval, link } = shared;
  return (
    <Dialog title={words.link} closeLabel={common.close} onClose={onClose}>
      <CopyOnce label={words.link} text={link} about={words.linkAbout} />
      <SendLinkForm slug={slug} approval={approval} link={link} onSent={onClose} />
      <div>
        <Button look="quiet" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}

interface SendLinkProps extends CreatedLink {
  readonly slug: string;
  readonly onSent: () => void;
}

function SendLinkForm({ slug, approval, link, onSent }: SendLinkProps) {
  const { approval: words } = useCampaignWords();
  const { data: contacts } = useQuery(recipientsQuery(slug, approval.client_id));
  const { data: inboxes } = useQuery(senderQuery(slug));
  const [to, setTo] = useState('');
  const act = useAction(
    (values: Values) =>
      approvalActions(slug).send(approval.id, {
        contact_id: values('contact_id'),
        inbox_id: values('inbox_id'),
        text: values('text').trim(),
      }),
    () => {
      say(words.sent);
      onSent();
    },
  );
  if (!contacts || !inboxes) return null;
  const senders = inboxes.filter(({ active, connected }) => active && connected);
  if (senders.length === 0) return <p className="text-muted">{words.noInboxes}</p>;
  if (contacts.length === 0) return <p className="text-muted">{words.noContacts}</p>;
  const choices = contacts.map(({ id, custom_name, push_name, phone }) => ({
    value: id,
    label: custom_name ?? push_name ?? phone,
  }));
  const chosen = contacts.find(({ id }) => id === to) ?? contacts[0];
  const name = (chosen?.custom_name ?? chosen?.push_name ?? '').split(' ')[0] ?? '';
  return (
    <section aria-label={words.sendTitle} className="border-border border-t pt-3">
      <h3 className="pb-2 font-semibold">{words.sendTitle}</h3>
      <Form act={act} submit={words.send}>
        <div className="grid grid-cols-2 gap-3">
          <Select
            label={words.to}
            name="contact_id"
            choices={choices}
            value={to || choices[0]?.value}
            onChange={({ target }) => setTo(target.value)}
          />
          <Select
            label={words.by}
            name="inbox_id"
            choices={senders.map(({ id, name: label }) => ({ value: id, label }))}
          />
        </div>
        <Area
          key={name}
          label={words.text}
          hint={words.textHint}
          name="text"
          rows={4}
          {...approvalsSendLimits.text}
          defaultValue={words.proposed({ name, title: approval.title, link })}
        />
        <FailureNotice failure={act.failure} />
      </Form>
    </section>
  );
}
