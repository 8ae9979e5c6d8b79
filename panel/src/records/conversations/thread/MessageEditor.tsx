import { type KeyboardEvent, useRef, useState } from 'react';
import { messagesEditLimits } from '#panel/api/input-limits.ts';
import type { Message } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { newFileId } from '#panel/records/shared/files/queries.ts';
import { Button } from '#panel/ui/Button.tsx';
import { useMessageChangeWords } from '#panel/words/message-changes/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { readableText, withDigits } from '../group-mentions.ts';
import { editMessage } from './message-changes.ts';
import { useThreadContext } from './thread-context.ts';

/** Edits the text of a sent message in place. */
export default function MessageEditor({ message }: { readonly message: Message }) {
  const words = useMessageChangeWords();
  const { common } = useWords();
  const { slug, acts } = useThreadContext();
  const [text, write] = useState(readableText(message));
  /** The last request: a retry with the same text has the same id. */
  const last = useRef({ text: '', id: '' });
  const save = useAction((content: string) => {
    if (last.current.text !== content) last.current = { text: content, id: newFileId() };
    return editMessage(slug, message, last.current.id, withDigits(content, message.mentions));
  }, acts.endEdit);
  const submit = () => {
    const content = text.trim();
    if (content === readableText(message)) acts.endEdit();
    else if (content !== '' && !save.isBusy) save.act(content);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      acts.endEdit();
    }
  };
  return (
    <div className="flex w-[min(480px,70vw)] max-w-full flex-col gap-2 py-1">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: opened by the user for typing
        autoFocus
        aria-label={words.text}
        value={text}
        {...messagesEditLimits.text}
        onChange={({ target }) => write(target.value)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-[40dvh] min-h-16 w-full rounded border border-border bg-raised px-2 py-1.5 text-prose pointer-coarse:text-touch"
      />
      <FailureNotice failure={save.failure} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={save.isBusy} disabled={text.trim() === ''} onClick={submit}>
          {words.save}
        </Button>
        <Button look="quiet" onClick={acts.endEdit}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}
