import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import type { Choice } from '#panel/data/choices.ts';
import { findContacts } from '#panel/data/choices.ts';
import { recordQuery } from '#panel/data/records.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { QueryContent } from '#panel/display/QueryContent.tsx';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { formatPhone } from '#panel/parts/brazilian-formats.ts';
import { Picker } from '#panel/parts/Picker.tsx';
import { peekIn } from '#panel/route/record-paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useClientWords } from '#panel/words/clients/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { contactName } from './model.ts';
import { mergeContact, mergePreviewQuery, undoMerge } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly contact: Contact;
  readonly onClose: () => void;
}

/** Merges two contacts: shows which one remains and what moves. Can be undone for a day, from the toast or the record. */
export default function MergeDialog({ slug, contact, onClose }: Props) {
  const { merge: words } = useClientWords();
  const { app, common } = useWords();
  const [otherContact, choose] = useState<Choice>();
  const [isSwapped, setSwapped] = useState(false);
  const { data: otherRecord } = useQuery({
    ...recordQuery(slug, 'contacts', otherContact?.id ?? ''),
    enabled: otherContact !== undefined,
  });
  const stays = isSwapped && otherRecord ? otherRecord : contact;
  const goes = isSwapped ? contact.id : otherContact?.id;
  const preview = useQuery({
    ...mergePreviewQuery(slug, stays.id, goes ?? ''),
    enabled: goes !== undefined && (!isSwapped || otherRecord !== undefined),
  });
  const act = useAction(
    () => mergeContact(slug, stays.id, goes ?? ''),
    ({ id }) => {
      onClose();
      const undo = () =>
        void undoMerge(slug, id).then(
          () => say(words.undone),
          () => say(app.nothingToUndo),
        );
      say(words.done({ name: contactName(stays) }), { actions: [{ label: app.undo, act: undo }] });
      if (peekIn(location.search) || stays.id !== contact.id) openPeek('contacts', stays.id);
    },
  );
  return (
    <Dialog title={words.title} closeLabel={common.close} onClose={onClose}>
      <p>{words.about({ name: contactName(stays), phone: formatPhone(stays.phone) })}</p>
      <Picker
        label={words.other}
        slug={slug}
        find={findContacts}
        except={[contact.id]}
        initial={otherContact ?? null}
        key={otherContact?.id}
        onChoose={(choice) => {
          setSwapped(false);
          choose(choice);
        }}
      />
      {otherContact ? (
        <QueryContent query={preview} rows={2}>
          {({ conversations, joined, messages, notes, comments, custom_name }) => (
            <div className="flex flex-col gap-1" role="status">
              <p className="font-medium">{otherContact.name}</p>
              <p>
                {words.moves}
                {': '}
                {[
                  words.conversations({ count: conversations }),
                  words.messages({ count: messages }),
                  words.notes({ count: notes }),
                  words.comments({ count: comments }),
                ].join(', ')}
              </p>
              {joined > 0 ? <p className="text-muted">{words.joined({ count: joined })}</p> : null}
              {custom_name ? (
                <p className="text-muted">{words.keeps({ name: custom_name })}</p>
              ) : null}
              <button
                type="button"
                onClick={() => setSwapped(!isSwapped)}
                className="control self-start rounded text-accent hover:underline"
              >
                {words.swap}
              </button>
            </div>
          )}
        </QueryContent>
      ) : null}
      <FailureNotice failure={act.failure} />
      <div className="flex gap-2">
        <Button
          look="primary"
          busy={act.isBusy}
          disabled={preview.data === undefined}
          onClick={() => act.act(undefined)}
        >
          {words.submit}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
