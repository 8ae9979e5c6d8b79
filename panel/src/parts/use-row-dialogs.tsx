import { useState } from 'react';
import { useAction } from '#panel/commands/use-action.ts';
import { MoreMenu } from '#panel/ui/Menu.tsx';
import { say } from '#panel/ui/Toast.tsx';
import { useWords } from '#panel/words/translations.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Named = (values: { readonly name: string }) => string;

interface Rows<T> {
  readonly nameOf: (row: T) => string;
  readonly remove: (row: T) => Promise<unknown>;
  /** Rows that cannot be removed; none if absent. */
  readonly isFixed?: (row: T) => boolean;
  readonly words: {
    readonly actionsFor: Named;
    readonly edit: string;
    readonly remove: string;
    readonly removeTitle: Named;
    readonly removeAbout: string;
  };
}

/** Creating, editing and removing the records of a list, each in a dialog. */
export function useRowDialogs<T extends { readonly id: string }>({
  nameOf,
  remove,
  isFixed,
  words,
}: Rows<T>) {
  const { common } = useWords();
  const [editing, edit] = useState<T | 'new'>();
  const [leaving, leave] = useState<T>();
  const saved = () => {
    edit(undefined);
    leave(undefined);
    say(common.saved);
  };
  const act = useAction(remove, saved);
  return {
    openNew: () => edit('new'),
    /** The open dialog that creates or edits; `row` is undefined if it creates. */
    editing: editing && {
      row: editing === 'new' ? undefined : editing,
      onClose: () => edit(undefined),
      onDone: saved,
    },
    menuOf: (row: T) => (
      <MoreMenu
        label={words.actionsFor({ name: nameOf(row) })}
        items={[
          { label: words.edit, act: () => edit(row) },
          ...(isFixed?.(row)
            ? []
            : [{ label: words.remove, isDangerous: true, act: () => leave(row) }]),
        ]}
      />
    ),
    confirmation: leaving ? (
      <ConfirmDialog
        title={words.removeTitle({ name: nameOf(leaving) })}
        about={words.removeAbout}
        submit={words.remove}
        act={act}
        input={leaving}
        onClose={() => leave(undefined)}
      />
    ) : null,
  };
}
