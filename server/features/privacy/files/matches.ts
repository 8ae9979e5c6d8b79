import { setImmediate } from 'node:timers/promises';
import {
  certainKinds,
  expressionOf,
  type IdentifierKind,
  type Identifiers,
  patternOf,
} from '../identifiers.ts';
import { slices, type TextPiece } from './stored-texts.ts';

/* Identifiers in a stream of text, of which only a window is in memory. */

/** Characters of a window that the next one begins with: longer than an identifier with what is between its digits or words. */
const overlap = 1_024;
/** Characters around an identifier in an excerpt. */
const excerptMargin = 60;

/** Kinds of identifiers in a text, and the text around the first one. */
export interface TextMatch {
  readonly matched: readonly IdentifierKind[];
  readonly excerpt: string;
}

interface Expression {
  readonly kind: IdentifierKind;
  readonly expression: RegExp;
}

/** Shortens runs of spaces, which may be of any length, and composes accents. */
const evened = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\S\n]{2,}/g, ' ')
    .replace(/[^\S\n]?\n[\s]*/g, '\n');

/** Expressions for each kind of a person's identifiers. @param kinds only these */
export const expressionsFor = (
  identifiers: Identifiers,
  kinds: readonly IdentifierKind[] = [...certainKinds, 'name'],
): readonly Expression[] =>
  kinds.flatMap((kind) => {
    const pattern = patternOf(identifiers, [kind]);
    return pattern === null ? [] : [{ kind, expression: expressionOf(pattern.normalize('NFC')) }];
  });

/** Start of a window's overlap: at a space, so that no number begins in its middle. */
function tailOf(window: string): string {
  const tail = window.slice(-overlap);
  const space = tail.length < window.length ? tail.search(/\s/) : 0;
  return space > 0 && space < overlap / 2 ? tail.slice(space) : tail;
}

/**
 * Finds the identifiers in a text.
 * @param pieces see TextPiece
 * @returns undefined if there are none
 */
export async function matchesIn(
  pieces: AsyncIterable<TextPiece>,
  expressions: readonly Expression[],
  onPiece: () => Promise<void>,
): Promise<{ readonly match: TextMatch | undefined; readonly error: unknown }> {
  const tails = new Map<TextPiece['channel'], string>();
  const matched = new Set<IdentifierKind>();
  let excerpt: string | undefined;
  const look = (window: string, isLast: boolean) => {
    for (const { kind, expression } of expressions) {
      if (matched.has(kind)) continue;
      expression.lastIndex = 0;
      const hit = expression.exec(window);
      // A number at the end may continue in the next piece; it is in the next window, too.
      if (!hit || (!isLast && hit.index + hit[0].length === window.length)) continue;
      matched.add(kind);
      excerpt ??= window
        .slice(Math.max(hit.index - excerptMargin, 0), hit.index + excerptMargin * 2)
        .replaceAll('\0', ' ')
        .toWellFormed();
    }
  };
  const result = () =>
    excerpt === undefined ? undefined : { matched: [...matched], excerpt: excerpt.trim() };
  const finish = () => {
    for (const tail of tails.values()) look(tail, true);
    return result();
  };
  try {
    for await (const { channel, text } of pieces) {
      for (const slice of slices(text)) {
        const window = (tails.get(channel) ?? '') + evened(slice);
        look(window, false);
        tails.set(channel, tailOf(window));
        await setImmediate();
      }
      await onPiece();
    }
  } catch (error) {
    return { match: finish(), error };
  }
  return { match: finish(), error: undefined };
}
