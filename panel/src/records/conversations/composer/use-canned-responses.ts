import { type RefObject, useRef } from 'react';
import type { ReadyAnswer } from '#panel/api/types.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { writeText } from '#panel/ui/write-text.ts';
import type { ComposerWords } from '#panel/words/composer/use.ts';
import { renderCannedResponse } from '../canned-responses.ts';
import type { ComposerText } from './use-composer-text.ts';
import type { SendNotice } from './use-send-outcome.ts';

interface Where {
  readonly slug: string;
  readonly id: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly writing: ComposerText;
  readonly words: ComposerWords;
  readonly tell: (notice: SendNotice | undefined) => void;
}

/** Inserts canned responses; the server fills in their variables. */
export function useCannedResponses({ slug, id, field, writing, words, tell }: Where) {
  const latest = useRef(writing);
  latest.current = writing;
  const put = (text: string, caret: number) =>
    writeText(field.current, () => latest.current.write(text), caret);
  const fill = async ({ id: answer }: ReadyAnswer, from: number, to: number) => {
    const slashQuery = latest.current.text.slice(from, to);
    const { content, empty, unknown } = await renderCannedResponse(slug, answer, id);
    const { text } = latest.current;
    // The user may have continued typing in the meantime.
    if (text.slice(from, to) !== slashQuery) return;
    put(text.slice(0, from) + content + text.slice(to), from + content.length);
    const notices = [
      ...(empty.length > 0 ? [words.answers.missing({ names: empty.join(', ') })] : []),
      ...(unknown.length > 0 ? [words.answers.unknown({ names: unknown.join(', ') })] : []),
    ];
    tell(notices.length > 0 ? { text: notices.join(' ') } : undefined);
  };
  return {
    /** Replaces the typed search with the response. */
    answer(answer: ReadyAnswer, from: number, to: number): void {
      fill(answer, from, to).catch((error: unknown) =>
        tell({ text: words.answers.failed, failure: asFailure(error) }),
      );
    },
    /** Opens the list, as typing `/` does. */
    slash(): void {
      const { text } = writing;
      const next = text === '' || /\s$/.test(text) ? `${text}/` : `${text} /`;
      put(next, next.length);
    },
  };
}
