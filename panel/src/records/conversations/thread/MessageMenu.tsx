import type { Message, Note } from '#panel/api/types.ts';
import { copy } from '#panel/display/CopyButton.tsx';
import { download } from '#panel/display/download.ts';
import { fileAddress } from '#panel/records/shared/files/queries.ts';
import { Bin, Info } from '#panel/ui/icons.tsx';
import type { MenuItem } from '#panel/ui/MenuList.tsx';
import { SharedMenu } from '#panel/ui/SharedMenu.tsx';
import { useMessageChangeWords } from '#panel/words/message-changes/use.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { readableText } from '../group-mentions.ts';
import { useInboxes } from '../use-inboxes.ts';
import { EmojiRow } from './EmojiRow.tsx';
import { Download, Duplicate, Pencil, Reply } from './icons.tsx';
import { possibleChanges } from './message-changes.ts';
import type { Row } from './rows.ts';
import { useThreadContext } from './thread-context.ts';

export interface OpenedMenu {
  readonly row: Row;
  readonly from: HTMLElement;
}

interface Props {
  readonly openedAt: OpenedMenu;
  readonly onClose: (isBack: boolean) => void;
  readonly onReply: (message: Message) => void;
  readonly onDetails: (message: Message) => void;
  readonly onEdit: (edited: Message | Note) => void;
  readonly onRemove: (note: Note) => void;
  readonly onRevoke: (message: Message) => void;
  /** Further actions of a message. */
  readonly items: ((message: Message) => readonly MenuItem[]) | undefined;
}

/** Menu shared by the whole thread, for the message or note at which it was opened. */
export default function MessageMenu(props: Props) {
  const { openedAt, onClose } = props;
  const { row, from } = openedAt;
  const words = useThreadWords();
  const changeWords = useMessageChangeWords();
  const { slug, me, isModerator, whoInText, nameOf, isOwn, timeOf } = useThreadContext();
  const inboxes = useInboxes(slug);
  if (row.kind !== 'message' && row.kind !== 'note') return null;

  const copies = (text: string): MenuItem[] =>
    text === '' ? [] : [{ label: words.copy, icon: <Duplicate />, act: () => void copy(text) }];
  const ofNote = (note: Note): MenuItem[] => [
    ...(isOwn(note)
      ? [
          { label: words.note.edit, icon: <Pencil />, act: () => props.onEdit(note) },
          {
            label: words.note.remove,
            icon: <Bin />,
            isDangerous: true,
            act: () => props.onRemove(note),
          },
        ]
      : []),
    ...copies(note.content),
  ];
  const ofMessage = (message: Message): MenuItem[] => {
    const { media, revoked_at: revoked } = message;
    const file = media?.status === 'stored' ? media.file_id : null;
    const inbox = inboxes?.find(({ id }) => id === message.inbox_id);
    const can = possibleChanges(message, { me, isModerator, inbox, now: Date.now() });
    return [
      ...(isReachable(message)
        ? [{ label: words.quote, icon: <Reply />, act: () => props.onReply(message) }]
        : []),
      ...(can.canEdit
        ? [{ label: changeWords.edit, icon: <Pencil />, act: () => props.onEdit(message) }]
        : []),
      ...copies(readableText(message)),
      ...(revoked === null ? (props.items?.(message) ?? []) : []),
      ...(file !== null && revoked === null
        ? [
            {
              label: words.download,
              icon: <Download />,
              act: () =>
                download(fileAddress(slug, file), media?.name ?? words.kinds.document ?? ''),
            },
          ]
        : []),
      { label: words.details, icon: <Info />, act: () => props.onDetails(message) },
      ...(can.canRevoke
        ? [
            {
              label: changeWords.revoke,
              icon: <Bin />,
              isDangerous: true,
              act: () => props.onRevoke(message),
            },
          ]
        : []),
    ];
  };

  const [who, time] =
    row.kind === 'note'
      ? [nameOf(row.note.author_id), timeOf(row.note.created_at)]
      : [whoInText(row.message), timeOf(row.message.sent_at)];
  return (
    <SharedMenu
      label={words.menu({ who, time })}
      from={from}
      items={row.kind === 'note' ? ofNote(row.note) : ofMessage(row.message)}
      head={
        row.kind === 'message' && isReachable(row.message) ? (
          <EmojiRow message={row.message} onClose={() => onClose(true)} />
        ) : undefined
      }
      onClose={() => onClose(true)}
      onLeave={() => onClose(false)}
    />
  );
}

/** True if the network knows the message, so that it can be answered and reacted to. */
const isReachable = ({ msgapp_message_id: id, revoked_at, status, message_type: type }: Message) =>
  id !== null && revoked_at === null && status !== 'failed' && type !== 'reaction';
