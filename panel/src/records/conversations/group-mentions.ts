import type { ConversationSidebarMember, MessageMention } from '#panel/api/schema.ts';
import { formatName, formatPhone } from '#panel/parts/brazilian-formats.ts';
import { folded } from '#panel/ui/filter-by-words.ts';

/*
 * Mentions in groups. The network's text has `@` and the digits of a member; the panel shows and takes names (docs/adr/0189-mentions-in-groups.md).
 */

/** Name that the panel shows for a mention. */
const nameOf = ({ name, phone, text }: MessageMention) =>
  name ? formatName(name) : phone ? formatPhone(phone) : text.slice(1);

/** Splits a text at its mentions, which are at the odd indexes, as `@` and the name. */
export function splitAtMentions(text: string, mentions: readonly MessageMention[]): string[] {
  if (mentions.length === 0) return [text];
  const byText = new Map(mentions.map((one) => [one.text, one]));
  const texts = [...byText.keys()].sort((a, b) => b.length - a.length);
  return text.split(new RegExp(`(${texts.join('|')})(?!\\d)`)).map((part, n) => {
    const mention = n % 2 === 1 ? byText.get(part) : undefined;
    return mention ? `@${nameOf(mention)}` : part;
  });
}

/** Text of a message with the names of the mentioned members. */
export const readableText = ({
  content,
  mentions = [],
}: {
  readonly content: string;
  readonly mentions?: readonly MessageMention[];
}): string => splitAtMentions(content, mentions).join('');

/** Text to send for a readable text that was changed. @param mentions those of the text before */
export const withDigits = (text: string, mentions: readonly MessageMention[]): string =>
  networkText(
    text,
    mentions.map((one) => ({
      id: one.id,
      name: nameOf(one),
      digits: one.text.slice(1),
      phone: undefined,
    })),
  ).text;

/** Member of a group who can be mentioned. */
export interface GroupMember {
  /** The network's address. */
  readonly id: string;
  /** Name in the text, unique in the group. */
  readonly name: string;
  /** Digits in the text that is sent. */
  readonly digits: string;
  readonly phone: string | undefined;
}

/** Members who can be mentioned: all but the number of the inbox. */
export function mentionable({
  members,
}: {
  readonly members: readonly ConversationSidebarMember[];
}): readonly GroupMember[] {
  const people = members
    .filter((one) => !one.is_account)
    .map(({ id, name, phone, mention }) => ({
      id,
      digits: mention,
      phone: phone === null ? undefined : formatPhone(phone),
      called: name && name !== phone ? name : phone === null ? mention : formatPhone(phone),
    }));
  const counts = Map.groupBy(people, ({ called }) => called);
  return people.map(({ called, ...rest }) => ({
    ...rest,
    name: (counts.get(called)?.length ?? 0) > 1 ? `${called} (${rest.digits.slice(-4)})` : called,
  }));
}

/** Max number of members that are offered at once. */
const maxOffered = 6;

/** Members whose name has a word with this beginning, or whose number has these digits. */
export function matchingGroupMembers(
  members: readonly GroupMember[],
  typed: string,
): readonly GroupMember[] {
  const sought = folded(typed);
  const digits = /^[\d -]+$/.test(typed) ? typed.replace(/\D/g, '') : '';
  return members
    .filter(
      ({ name, digits: number }) =>
        folded(name).startsWith(sought) ||
        folded(name).includes(` ${sought}`) ||
        (digits !== '' && number.includes(digits)),
    )
    .slice(0, maxOffered);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Text with mentions as the network takes it, and the ids of the mentioned members. */
export function networkText(
  text: string,
  members: readonly GroupMember[],
): { readonly text: string; readonly mentions: readonly string[] } {
  if (members.length === 0 || !text.includes('@')) return { text, mentions: [] };
  const byName = new Map(members.map((one) => [one.name, one]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const mention = new RegExp(`(?<![\\p{L}\\p{N}@])@(${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu');
  const ids = new Set<string>();
  const written = text.replace(mention, (whole, name: string) => {
    const member = byName.get(name);
    if (!member) return whole;
    ids.add(member.id);
    return `@${member.digits}`;
  });
  return { text: written, mentions: [...ids] };
}
