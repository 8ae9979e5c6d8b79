import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactFields } from '#panel/api/records/contacts.ts';
import { useCommand } from '#panel/commands/command.ts';
import { useWithPending } from '#panel/commands/pending-changes.ts';
import { type ChangeOf, changeRecord, recordQuery } from '#panel/data/records.ts';
import { linkedQuery } from '#panel/data/related.ts';
import { useCurrentTeam } from '#panel/data/use-team.ts';
import { Avatar } from '#panel/display/Avatar.tsx';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { LongTextField } from '#panel/parts/fields/LongTextField.tsx';
import { TextField } from '#panel/parts/fields/TextField.tsx';
import { paths } from '#panel/route/paths.ts';
import { withParam } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { buttonClass } from '#panel/ui/Button.tsx';
import { useDocumentTitle } from '#panel/ui/document-title.ts';
import { Chat } from '#panel/ui/icons.tsx';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';
import { RelatedTabs } from '../clients/RelatedTabs.tsx';
import { Relations } from '../clients/Relations.tsx';
import { ChatLink } from '../conversations/ChatLink.tsx';
import { Properties } from '../shared/fields/Properties.tsx';
import { RecordBody, RecordHead } from '../shared/RecordHead.tsx';
import { RecordOrDeleted } from '../shared/RecordOrDeleted.tsx';
import { type RecordProps, useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { ContactClient } from './ContactClient.tsx';
import { ContactMerges } from './ContactMerges.tsx';
import { contactName } from './model.ts';
import { suggestionsQuery } from './queries.ts';

const MergeDialog = lazyWithWords(() => import('./MergeDialog.tsx'), 'nothing');

const change = changeRecord('contacts');

/** Record of a contact: its data, client, merges and timeline. */
export default function ContactRecord({ slug, id, isPeek }: RecordProps) {
  const words = useClientWords();
  const { labels } = useFieldWords();
  const query = useQuery(recordQuery(slug, 'contacts', id));
  const withPending = useWithPending();
  const { act, failure } = useCommand(change);
  const { can } = useCurrentTeam();
  const [isMerging, setMerging] = useState(false);
  const save = (fields: ChangeOf<'contacts'>, base?: ChangeOf<'contacts'>) =>
    act({ slug, id, change: fields, base });
  const now = query.data && withPending(`contacts/${id}`, query.data);
  const owner = now?.client_id ?? undefined;
  const { data: client } = useQuery({
    ...linkedQuery({ slug, kind: 'contacts', id }, 'client', owner ?? ''),
    enabled: owner !== undefined,
  });
  const { data: suggested = [] } = useQuery({
    ...suggestionsQuery(slug, id),
    enabled: now?.client_id === null,
  });
  const [suggestion] = owner === undefined ? suggested : [];
  const accept = () => {
    if (!now || !suggestion) return;
    save({ client_id: suggestion.client_id });
    say(words.linked({ name: contactName(now), client: suggestion.client_name }));
  };
  useRecordShortcuts(isPeek, { l: accept });
  useDocumentTitle(isPeek || !now ? undefined : contactName(now));
  return (
    <RecordOrDeleted slug={slug} kind="contacts" query={query}>
      {(loaded) => {
        const contact = withPending(`contacts/${id}`, loaded);
        const Heading = isPeek ? 'h2' : 'h1';
        return (
          <div className="flex flex-col gap-4">
            <RecordHead
              slug={slug}
              kind="contacts"
              isPeek={isPeek}
              parent={
                owner === undefined
                  ? null
                  : { kind: 'clients', id: owner, name: client?.display_name ?? client?.name }
              }
              title={
                <Heading
                  className={`break-words py-1 font-semibold ${isPeek ? 'text-title' : 'text-page'}`}
                >
                  {contactName(contact)}
                </Heading>
              }
              avatar={<Avatar person={{ id, name: contactName(contact) }} size="lg" />}
              facts={
                <>
                  <span className="tabular-nums">{formatPhone(contact.phone)}</span>
                  {contact.tags.map((tag) => (
                    <span key={tag} className="rounded bg-surface px-1.5 text-meta leading-6">
                      {tag}
                    </span>
                  ))}
                </>
              }
              actions={
                <>
                  <ChatLink contact={id} className={buttonClass('primary')}>
                    <Chat /> {words.openChat}
                  </ChatLink>
                  <MoreMenu
                    label={words.actions({ name: contactName(contact) })}
                    items={[
                      { label: words.merge.open, act: () => setMerging(true) },
                      ...(can('privacy_requests.create')
                        ? [
                            {
                              label: words.privacy,
                              act: () =>
                                navigate(
                                  `${paths.privacy(slug)}${withParam('', 'new', `contacts/${id}`)}`,
                                ),
                            },
                          ]
                        : []),
                    ]}
                  />
                </>
              }
            />
            <FailureNotice failure={failure} />
            <RecordBody
              isPeek={isPeek}
              label={words.data}
              properties={
                <>
                  <Properties
                    slug={slug}
                    kind="contacts"
                    fields={contactFields}
                    record={contact}
                    save={save}
                    properties={{
                      custom_name: { placeholder: contact.push_name ?? undefined },
                      phone: {
                        control: (
                          <TextField
                            key="phone"
                            label={labels.phone}
                            value={formatPhone(contact.phone)}
                            isReadOnly
                            onSave={() => {}}
                          />
                        ),
                      },
                      client_id: {
                        linked:
                          owner === undefined
                            ? null
                            : { id: owner, name: client?.display_name ?? client?.name ?? '…' },
                        note: suggestion ? (
                          <ContactClient
                            contact={contact}
                            client={undefined}
                            suggestion={suggestion}
                            onAccept={accept}
                            isTabbable
                          />
                        ) : undefined,
                      },
                      tags: {},
                    }}
                    hidden={[]}
                  />
                  <LongTextField
                    label={labels.notes}
                    value={contact.notes}
                    onSave={(notes, base) => save({ notes }, { notes: base })}
                  />
                  <ContactMerges slug={slug} id={id} />
                </>
              }
              after={<RelatedTabs slug={slug} of="contacts" id={id} />}
            >
              <Relations slug={slug} of="contacts" id={id} client_id={contact.client_id} />
            </RecordBody>
            {isMerging ? (
              <MergeDialog slug={slug} contact={contact} onClose={() => setMerging(false)} />
            ) : null}
          </div>
        );
      }}
    </RecordOrDeleted>
  );
}
