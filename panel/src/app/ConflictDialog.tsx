import { useState } from 'react';
import { type Conflict, editConflicts } from '../commands/edit-conflict.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useConflictWords } from '../words/conflict/use.ts';
import { useWords } from '../words/translations.ts';

/** Shows both texts of an edit conflict. */
export default function ConflictDialog({ mine, theirs }: Conflict) {
  const { common } = useWords();
  const words = useConflictWords();
  const [text, setText] = useState(mine);
  return (
    <Dialog
      title={words.title}
      closeLabel={common.close}
      onClose={() => editConflicts.answer(undefined)}
    >
      <p className="text-muted">{words.about}</p>
      <label className="flex flex-col gap-1 font-medium">
        {words.theirs}
        <textarea
          readOnly
          value={theirs}
          rows={4}
          placeholder={words.empty}
          className="max-h-40 w-full rounded border border-border bg-surface p-2 font-normal pointer-coarse:text-touch"
        />
      </label>
      <label className="flex flex-col gap-1 font-medium">
        {words.mine}
        <textarea
          value={text}
          rows={6}
          onChange={({ target }) => setText(target.value)}
          className="max-h-60 w-full rounded border border-border bg-raised p-2 font-normal pointer-coarse:text-touch"
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={() => editConflicts.answer(text)}>
          {words.keepMine}
        </Button>
        <Button onClick={() => editConflicts.answer(undefined)}>{words.keepTheirs}</Button>
      </div>
    </Dialog>
  );
}
