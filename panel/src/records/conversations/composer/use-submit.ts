import type { Message } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import type { Person } from '#panel/data/people.ts';
import { mentionsIn } from '#panel/records/shared/comments/mentions.ts';
import type { ComposerWords } from '#panel/words/composer/use.ts';
import { send } from '../outgoing/outgoing.ts';
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
  /** Members who can be mentioned in a note. */
  readonly people: readonly Person[];
}

/** Ids of the newest messages that the user has seen; undefined to send whatever colleagues have answered. */
type Seen = readonly string[] | undefined;

export interface SendOptions {
  /** True to resolve the conversation once the message was sent. */
  readonly resolves: boolean;
}

/**
 * Sends the composer's content: a text alone, or as the caption of the first file if possible; each further file is a separate message.
 * @throws Failure
 */
function sendAll(
  { slug, id, mode, writing, attachments, replyTo, people }: ComposedMessage,
  seen: Seen,
  { resolves }: SendOptions,
): void {
  const { text } = writing;
  if (mode === 'note') {
    send(slug, id, { way: 'note', text, mentions: mentionsIn(text, people) });
    return;
  }
  const reply = replyTo?.id;
  const files = attachments.list;
  const isCaption =
    files[0] !== undefined && takesCaption(files[0].fit.sort) && text.length <= maxCaptionLength;
  const isOwn = text.trim() !== '' && !isCaption;
  if (isOwn)
    send(
      slug,
      id,
      { way: 'write', text, replyTo: reply, seen },
      { resolves: resolves && files.length === 0 },
    );
  files.forEach(({ stored, fit }, at) => {
    const isFirst = at === 0;
    send(
      slug,
      id,
      {
        way: 'write',
        text: isFirst && isCaption ? text : '',
        replyTo: isFirst && !isOwn ? reply : undefined,
        file: stored,
        as: fit.as,
        seen,
      },
      { resolves: resolves && at === files.length - 1 },
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
    if (written.mode === 'answer') {
      written.attachments.clear();
      onReplied();
    }
  };
}
