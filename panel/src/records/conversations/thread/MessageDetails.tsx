import type { Message } from '#panel/api/types.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { copy } from '#panel/display/CopyButton.tsx';
import { formatSize } from '#panel/display/download.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Facts } from '#panel/ui/layout.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale, useWords } from '#panel/words/translations.ts';
import { stateOf } from './failure-reasons.ts';
import { useThreadContext } from './thread-context.ts';

interface Props {
  readonly slug: string;
  readonly message: Message;
  readonly onClose: () => void;
}

/** Details of a message: times, authors, and its ids in other systems. */
export default function MessageDetails({ slug, message, onClose }: Props) {
  const words = useThreadWords();
  const { common } = useWords();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { facts } = words;
  const { whoWrote } = useThreadContext();
  const { media, referral, msgapp_message_id: networkId } = message;
  const moment = (at: string) =>
    new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' }).format(
      new Date(at),
    );
  const state = stateOf(message);
  const code = (text: string) => <code className="break-all">{text}</code>;
  const link = `${recordPath(slug, 'conversations', message.conversation_id)}?message=${message.id}`;
  return (
    <Dialog title={facts.title} closeLabel={common.close} onClose={onClose}>
      <Facts
        facts={[
          [facts.type, words.kinds[message.message_type] ?? message.message_type],
          [facts.origin, facts.origins[message.origin]],
          ...(message.direction === 'outgoing' && message.origin === 'pauta'
            ? [[facts.author, message.author ? whoWrote(message) : facts.noAuthor] as const]
            : []),
          ...(state ? [[facts.state, words.states[state]] as const] : []),
          [facts.sent, moment(message.sent_at)],
          [facts.stored, moment(message.created_at)],
          ...(message.edited_at ? [[facts.edited, moment(message.edited_at)] as const] : []),
          ...(message.revoked_at ? [[facts.revoked, moment(message.revoked_at)] as const] : []),
          ...(isReadable(message)
            ? message.versions.map(
                ({ content, replaced_at: at }) =>
                  [
                    facts.earlier({ until: moment(at) }),
                    <Earlier key={at} text={content} />,
                  ] as const,
              )
            : []),
          ...(media
            ? [
                [
                  facts.file,
                  [
                    media.name,
                    media.media_type,
                    media.bytes === null ? null : formatSize(media.bytes, locale),
                  ]
                    .filter((part) => part !== null)
                    .join(' · '),
                ] as const,
              ]
            : []),
          ...(referral?.source_id ? [[facts.adId, code(referral.source_id)] as const] : []),
          ...(referral?.ctwa_clid ? [[facts.clickId, code(referral.ctwa_clid)] as const] : []),
          [facts.address, code(message.remote_jid)],
          ...(networkId ? [[facts.networkId, code(networkId)] as const] : []),
          [facts.id, code(message.id)],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(message.id)}>{facts.copyId}</Button>
        <Button onClick={() => void copy(new URL(link, location.href).href)}>
          {facts.copyLink}
        </Button>
      </div>
    </Dialog>
  );
}

/** True if the team reads the earlier texts: a contact who deletes a message wants it unread. */
const isReadable = ({ revoked_at: revokedAt, direction }: Message) =>
  revokedAt === null || direction === 'outgoing';

function Earlier({ text }: { readonly text: string }) {
  return <span className="whitespace-pre-wrap break-words">{text}</span>;
}
