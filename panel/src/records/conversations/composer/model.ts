import type { Conversation, Inbox, ReadyAnswer } from '#panel/api/types.ts';
import { folded } from '#panel/ui/filter-by-words.ts';
import type { MessageWindow } from '../thread/message-window.ts';

/* Rules of the composer: the messaging window, the limits of gateways, and the matching of canned responses. */

// Messaging window of official numbers ------------------------------------------------------------

const dayMs = 24 * 60 * 60_000;

/** Closing time of the messaging window, as Date.now(); `never`: the contact has not written yet, so it never opened. */
export type WindowEnd = number | 'never' | undefined;

/**
 * @param lastIncoming time of the contact's latest known message, as the conversation may have been read earlier
 * @returns undefined without a window
 */
export function windowEndOf(
  { window_closes_at }: Pick<Conversation, 'window_closes_at'>,
  inbox: Pick<Inbox, 'gateway' | 'type'> | undefined,
  lastIncoming: string | undefined,
): WindowEnd {
  if (inbox ? !keepsToWindow(inbox) : window_closes_at === null) return undefined;
  const ends = [
    ...(window_closes_at === null ? [] : [Date.parse(window_closes_at)]),
    ...(lastIncoming === undefined ? [] : [Date.parse(lastIncoming) + dayMs]),
  ];
  if (ends.length > 0) return Math.max(...ends);
  // Official numbers of the sandbox can be tried immediately.
  return inbox?.gateway === 'cloud' ? 'never' : undefined;
}

/** True if the window is closed at a time, in Unix milliseconds. */
export const isClosedAt = (closes: WindowEnd, time: number): boolean =>
  closes === 'never' || (closes !== undefined && time >= closes);

const keepsToWindow = ({ gateway, type }: Pick<Inbox, 'gateway' | 'type'>) =>
  gateway === 'cloud' || (gateway === 'sandbox' && type === 'cloud');

/** Time of the contact's last message in the loaded thread. */
export const lastIncomingIn = ({ messages }: Pick<MessageWindow, 'messages'>) =>
  messages.findLast(({ direction }) => direction === 'incoming')?.sent_at;

/** True if an inbox has templates, which may be sent at any time. */
export const hasTemplates = (inbox: Pick<Inbox, 'gateway' | 'type'> | undefined) =>
  inbox !== undefined && keepsToWindow(inbox);

// Files ------------------------------------------------------------------------------------------

const MB = 1_048_576;

type Sort = 'image' | 'video' | 'audio' | 'voice' | 'document';
interface Limit {
  readonly bytes: number;
  readonly types?: RegExp;
}
type Limits = Readonly<Record<Sort, Limit>>;

/** Limits of the adapters in server/features/gateways. Files that they would reject are not uploaded. */
const waha: Limit = { bytes: 39_000_000 };
const limits: Readonly<Record<Inbox['gateway'], Limits>> = {
  cloud: {
    image: { bytes: 5 * MB, types: /^image\/(?:jpeg|png)$/ },
    video: { bytes: 16 * MB, types: /^video\/(?:mp4|3gpp)$/ },
    audio: { bytes: 16 * MB, types: /^audio\/(?:aac|amr|mpeg|mp4|ogg)$/ },
    voice: { bytes: 16 * MB, types: /^audio\/ogg$/ },
    document: { bytes: 100 * MB },
  },
  evolution: {
    image: { bytes: 16 * MB, types: /^image\/(?:jpeg|png|webp)$/ },
    video: { bytes: 64 * MB, types: /^video\/(?:mp4|3gpp)$/ },
    audio: { bytes: 16 * MB, types: /^audio\/(?:mpeg|mp4|aac|amr|ogg)$/ },
    voice: { bytes: 16 * MB, types: /^audio\// },
    document: { bytes: 100 * MB },
  },
  waha: { image: waha, video: waha, audio: waha, voice: waha, document: waha },
  sandbox: {
    image: { bytes: 100 * MB },
    video: { bytes: 100 * MB },
    audio: { bytes: 100 * MB },
    voice: { bytes: 100 * MB },
    document: { bytes: 100 * MB },
  },
};

const bare = (mediaType: string) => mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
const sortOf = (mediaType: string): Sort => {
  const [kind] = bare(mediaType).split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
};

/** Form in which a file is sent; `most`: maximum size in bytes, which the file exceeds. */
export type Fit =
  | { readonly as: 'voice' | 'document' | undefined; readonly sort: Sort }
  | { readonly most: number };

/** A file that the gateway does not accept by its type is sent as a document, a recording not accepted as voice is sent as audio. */
export function fitOf(
  gateway: Inbox['gateway'] | undefined,
  { type, size }: Pick<Blob, 'type' | 'size'>,
  isVoice = false,
): Fit {
  const gatewayLimits = limits[gateway ?? 'sandbox'];
  const natural = sortOf(type);
  const sorts: readonly Sort[] = isVoice ? ['voice', 'audio', 'document'] : [natural, 'document'];
  const fitting = sorts.find(
    (sort) =>
      size <= gatewayLimits[sort].bytes && (gatewayLimits[sort].types?.test(bare(type)) ?? true),
  );
  if (fitting === undefined) return { most: gatewayLimits.document.bytes };
  const as =
    fitting === 'voice'
      ? 'voice'
      : fitting === 'document' && natural !== 'document'
        ? fitting
        : undefined;
  return { as, sort: fitting };
}

/** True if the file can have a caption. */
export const takesCaption = (sort: Sort) => sort !== 'voice' && sort !== 'audio';

export const maxTextLength = 4_096;
export const maxCaptionLength = 1_024;
export const maxNoteLength = 50_000;

// Canned responses --------------------------------------------------------------------------------

/** Text after a slash that begins a word, at the caret; undefined if there is none. */
export function slashQueryAt(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | undefined {
  const [, typed] = /(?:^|\s)\/([\p{L}\p{N}_-]{0,80})$/u.exec(text.slice(0, caret)) ?? [];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

const maxOffered = 8;

/** Matching canned responses: by shortcut first, then by a word of the title or text. */
export function matchingResponses(
  answers: readonly ReadyAnswer[],
  typed: string,
): readonly ReadyAnswer[] {
  const sought = folded(typed);
  const rank = ({ shortcut, title, content }: ReadyAnswer) => {
    if (shortcut.startsWith(sought)) return 0;
    if (
      folded(title)
        .split(/\s+/)
        .some((word) => word.startsWith(sought))
    )
      return 1;
    return sought.length > 2 && folded(content).includes(sought) ? 2 : undefined;
  };
  return answers
    .map((answer) => ({ answer, at: rank(answer) }))
    .filter((each): each is { answer: ReadyAnswer; at: number } => each.at !== undefined)
    .sort((a, b) => a.at - b.at)
    .slice(0, maxOffered)
    .map(({ answer }) => answer);
}
