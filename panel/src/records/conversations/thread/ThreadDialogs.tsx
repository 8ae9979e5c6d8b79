import { useState } from 'react';
import type { Message, Note } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { newFileId } from '#panel/records/shared/files/queries.ts';
import { useMessageChangeWords } from '#panel/words/message-changes/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { readableText } from '../group-mentions.ts';
import { revokeMessage } from './message-changes.ts';
import { removeNote } from './queries.ts';
import type { Row } from './rows.ts';
import { useThreadContext } from './thread-context.ts';
import { isViewable } from './viewable.ts';

const MessageDetails = lazyWithWords(() => import('./MessageDetails.tsx'), 'nothing');
const Lightbox = lazyWithWords(() => import('./Lightbox.tsx'), 'nothing');

/** Dialog over the thread. */
export type ThreadDialog =
  | { readonly what: 'details' | 'image' | 'revocation'; readonly message: Message }
  | { readonly what: 'removal'; readonly note: Note };

interface Props {
  readonly slug: string;
  readonly shown: ThreadDialog;
  readonly rows: readonly Row[];
  readonly onShow: (dialog: ThreadDialog | undefined) => void;
}

export default function ThreadDialogs({ slug, shown: dialog, rows, onShow }: Props) {
  const words = useThreadWords();
  const { whoInText } = useThreadContext();
  const onClose = () => onShow(undefined);
  if (dialog.what === 'removal')
    return <Removal slug={slug} note={dialog.note} onClose={onClose} />;
  const { message } = dialog;
  if (dialog.what === 'revocation')
    return <Revocation slug={slug} message={message} onClose={onClose} />;
  if (dialog.what === 'details')
    return <MessageDetails slug={slug} message={message} onClose={onClose} />;
  const images = rows.flatMap((row) =>
    row.kind === 'message' && isViewable(row.message) ? [row.message] : [],
  );
  const at = images.findIndex(({ id }) => id === message.id);
  return (
    <Lightbox
      slug={slug}
      image={message}
      previous={at > 0 ? images[at - 1] : undefined}
      next={at >= 0 ? images[at + 1] : undefined}
      label={words.media.image({
        who: whoInText(message),
        name: readableText(message) || message.media?.name || words.media.unnamed,
      })}
      onGo={(to) => onShow({ what: 'image', message: to })}
      onClose={onClose}
    />
  );
}

function Removal({
  slug,
  note,
  onClose,
}: {
  readonly slug: string;
  readonly note: Note;
  readonly onClose: () => void;
}) {
  const { note: words } = useThreadWords();
  const remove = useAction(() => removeNote(slug, note), onClose);
  return (
    <ConfirmDialog
      title={words.remove}
      about={words.removeAbout}
      submit={words.remove}
      act={remove}
      input={undefined}
      onClose={onClose}
    />
  );
}

function Revocation({
  slug,
  message,
  onClose,
}: {
  readonly slug: string;
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const words = useMessageChangeWords();
  const [changeId] = useState(newFileId);
  const revoke = useAction(() => revokeMessage(slug, message, changeId), onClose);
  return (
    <ConfirmDialog
      title={words.revoke}
      about={words.revokeAbout}
      submit={words.revoke}
      act={revoke}
      input={undefined}
      onClose={onClose}
    />
  );
}
