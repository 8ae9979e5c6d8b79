import { useState } from 'react';
import type { Note } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { usePeople } from '#panel/display/Avatars.tsx';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { MentionArea } from '#panel/records/shared/comments/MentionArea.tsx';
import { mentionsIn } from '#panel/records/shared/comments/mentions.ts';
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
  const { all: people } = usePeople(slug);
  const isEmpty = text.trim() === '' && note.files.length === 0;
  const save = useAction(
    (content: string) => changeNote(slug, note, { content, mentions: mentionsIn(content, people) }),
    acts.endEdit,
  );
  const submit = () => {
    if (text.trim() === note.content) acts.endEdit();
    else if (!isEmpty) save.act(text.trim());
  };
  return (
    <div className="flex w-[min(480px,70vw)] max-w-full flex-col gap-2 py-1">
      <MentionArea
        label={words.text}
        value={text}
        people={people}
        onText={write}
        onSend={submit}
        onGiveUp={acts.endEdit}
        isInThread
      />
      <FailureNotice failure={save.failure} />
      <div className="flex gap-2">
        <Button look="primary" busy={save.isBusy} disabled={isEmpty} onClick={submit}>
          {words.save}
        </Button>
        <Button look="quiet" onClick={acts.endEdit}>
          {common.cancel}
        </Button>
      </div>
    </div>
  );
}
