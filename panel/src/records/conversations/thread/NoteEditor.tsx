import { useState } from 'react';
import type { Note } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { changeNote } from './queries.ts';
import { useThreadContext } from './thread-context.ts';

/** Edits a note in place. */
export default function NoteEditor({ note }: { readonly note: Note }) {
  const { note: words } = useThreadWords();
  const { common } = useWords();
  const { slug, acts } = useThreadContext();
  const [text, write] = useState(note.content);
  const save = useAction((content: string) => changeNote(slug, note, content), acts.endEdit);
  const submit = () => {
    if (text.trim() === note.content) acts.endEdit();
    else if (text.trim() !== '') save.act(text.trim());
  };
  return (
    <div className="flex w-[min(480px,70vw)] max-w-full flex-col gap-2 py-1">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to edit the note
        autoFocus
        aria-label={words.text}
        value={text}
        rows={Math.min(12, text.split('\n').length + 1)}
        onChange={({ target }) => write(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') acts.endEdit();
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="w-full rounded border border-border bg-raised px-2 py-1 text-prose pointer-coarse:text-touch"
      />
      <FailureNotice failure={save.failure} />
      <div className="flex gap-2">
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
