import { newKey } from '#panel/api/call.ts';
import type { Message } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import type { Person } from '#panel/data/people.ts';
import { mentionsIn } from '#panel/records/shared/comments/mentions.ts';
import type { ComposerWords } from '#panel/words/composer/use.ts';
import { type GroupMember, networkText } from '../group-mentions.ts';
import { type SentFile, send } from '../outgoing/outgoing.ts';
import { maxCaptionLength, takesCaption } from './model.ts';
import type { Attachments } from './use-attachments.ts';
import type { ComposerText, Mode } from './use-composer-text.ts';
import type { SendNotice } from './use-send-outcome.ts';

interface ComposedMessage {
  readonly slug: string;
  readonly id: string;
  readonly mode: Mode;
  readonly writing: ComposerText;
  readonly attachments: Attachments;
  readonly replyTo: Message | undefined;
  /** Members of a group who can be mentioned in an answer. */
  readonly members: readonly GroupMember[];
  /** Members who can be mentioned in a note. */
  readonly people: readonly Person[];
}

/** Ids of the newest messages that the user has seen; undefined to send whatever colleagues have answered. */
type Seen = readonly string[] | undefined;

export interface SendOptions {
  /** True to resolve the conversation once all parts of the message were sent. */
  readonly resolves: boolean;
}

/** One of the messages that the composer's content is sent as. */
interface ComposedPart {
  /** Text as the panel shows it. */
  readonly text: string;
  /** Text as it is sent, with the ids of the mentioned members. */
  readonly written: ReturnType<typeof networkText>;
  readonly replyTo?: string | undefined;
  readonly file?: SentFile | undefined;
  readonly as?: 'voice' | 'document' | undefined;
}

/** Messages of the composer's content: a text alone, or as the caption of the first file if possible; each further file is a separate message. */
export function partsOf({
  writing: { text },
  attachments,
  replyTo,
  members,
}: Pick<
  ComposedMessage,
  'writing' | 'attachments' | 'replyTo' | 'members'
>): readonly ComposedPart[] {
  const withText = (typed: string) => ({ text: typed, written: networkText(typed, members) });
  const reply = replyTo?.id;
  const files = attachments.list;
  const isCaption =
    files[0] !== undefined && takesCaption(files[0].fit.sort) && text.length <= maxCaptionLength;
  const isSeparate = text.trim() !== '' && !isCaption;
  return [
    ...(isSeparate ? [{ ...withText(text), replyTo: reply }] : []),
    ...files.map(({ stored, fit }, at) => ({
      ...withText(at === 0 && isCaption ? text : ''),
      replyTo: at === 0 && !isSeparate ? reply : undefined,
      file: stored,
      as: fit.as,
    })),
  ];
}

/**
 * Sends the composer's content.
 * @throws Failure
 */
function sendAll(
  { slug, id, mode, writing, attachments, replyTo, people, members }: ComposedMessage,
  seen: Seen,
  { resolves }: SendOptions,
): void {
  const { text } = writing;
  if (mode === 'note') {
    const files = attachments.list.flatMap(({ stored }) => stored ?? []);
    send(slug, id, { way: 'note', text, mentions: mentionsIn(text, people), files });
    return;
  }
  const batch = resolves ? newKey() : undefined;
  const parts = partsOf({ writing, attachments, replyTo, members });
  parts.forEach((part, at) => {
    send(
      slug,
      id,
      { way: 'write', ...part, seen },
      { batch, resolves: resolves && at === parts.length - 1 },
    );
  });
}

/** Sends the composer's content, and clears the composer. */
export function makeSubmit(
  written: ComposedMessage,
  words: ComposerWords,
  tell: (notice: SendNotice | undefined) => void,
  onReplied: () => void,
): (seen: Seen, options?: SendOptions) => void {
  return (seen, options = { resolves: false }) => {
    try {
      sendAll(written, seen, options);
    } catch (error) {
      const failure = asFailure(error);
      tell(
        failure.code === 'STORAGE'
          ? { text: words.outcome.storage }
          : { text: words.outcome.back, failure },
      );
      return;
    }
    tell(undefined);
    written.writing.sent();
    written.attachments.clear();
    if (written.mode === 'answer') onReplied();
  };
}
