import type { Conversation, Message } from '#panel/api/types.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { readableText } from './group-mentions.ts';

/*
 * Builds a task or deal from a message: its first line becomes the title, the whole text the description, with a link back to the message.
 */

const longest = 255;

type MessageText = Pick<Message, 'content'> & Partial<Pick<Message, 'mentions'>>;

/** Title from a message; empty if the message has no text. */
export const titleOf = (from: MessageText): string => {
  const [line = ''] = readableText(from).trim().split('\n');
  const text = line.replace(/\s+/g, ' ').trim();
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
};

/** Origin of a lead: the advertisement or post through which the contact came; undefined if it has neither title nor id. */
export function sourceOf(
  referral: Message['referral'],
  words: Readonly<Record<'ad' | 'post', (p: { title: string }) => string>>,
): string | undefined {
  const title = referral?.title ?? referral?.source_id ?? referral?.source_url;
  if (!title) return undefined;
  return words[referral?.source_type === 'post' ? 'post' : 'ad']({ title }).slice(0, longest);
}

/**
 * Markdown description: the message as a quote, and a link back for any member of the team.
 * @param origin origin of the panel
 * @param called text of the link
 */
export function descriptionOf(
  origin: string,
  slug: string,
  { id }: Pick<Conversation, 'id'>,
  message: (Pick<Message, 'id'> & MessageText) | undefined,
  called: string,
): string {
  const text = message ? readableText(message) : '';
  const quoted = text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  const at = message === undefined ? '' : `?message=${message.id}`;
  const to = origin + recordPath(slug, 'conversations', id) + at;
  const link = `[${called.replace(/[[\]\\]/g, '\\$&')}](${to})`;
  return text.trim() ? `${quoted}\n\n${link}` : link;
}
