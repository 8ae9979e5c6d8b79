import { run } from '#panel/commands/command.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { removeRecord } from '#panel/data/records.ts';
import { ConfirmDialog } from '#panel/parts/ConfirmDialog.tsx';
import { useContractWords } from '#panel/words/contracts/use.ts';

const remove = removeRecord('contracts');

interface Props {
  readonly slug: string;
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** Deletes a contract after a confirmation. */
export default function RemoveDialog({ slug, id, title, onClose }: Props) {
  const words = useContractWords();
  const act = useAction(async () => {
    const failure = await run(remove, { slug, id });
    if (failure) throw failure;
  }, onClose);
  return (
    <ConfirmDialog
      title={words.removeTitle({ name: title })}
      about={words.removeAbout}
      submit={words.remove}
      act={act}
      input={undefined}
      onClose={onClose}
    />
  );
}
