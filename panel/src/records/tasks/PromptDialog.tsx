import { taskFields } from '#panel/api/records/tasks.ts';
import { LabelledDate } from '#panel/parts/DateInput.tsx';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Field } from '#panel/ui/Field.tsx';
import { useWords } from '#panel/words/translations.ts';

/** Request for a value that no menu offers. */
export interface Prompt {
  readonly title: string;
  readonly label: string;
  readonly submit: string;
  readonly type: 'date' | 'text';
  readonly value: string;
  readonly save: (value: string) => void;
}

export default function PromptDialog({
  asked: prompt,
  onClose,
}: {
  readonly asked: Prompt;
  readonly onClose: () => void;
}) {
  const { common } = useWords();
  return (
    <Dialog title={prompt.title} closeLabel={common.close} onClose={onClose}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const value = String(new FormData(event.currentTarget).get('value') ?? '').trim();
          if (value !== '') prompt.save(value);
          onClose();
        }}
      >
        {prompt.type === 'date' ? (
          <LabelledDate label={prompt.label} name="value" defaultValue={prompt.value} required />
        ) : (
          <Field
            label={prompt.label}
            name="value"
            defaultValue={prompt.value}
            maxLength={taskFields.tags.itemLength}
            autoComplete="off"
            required
          />
        )}
        <Button type="submit" look="primary" className="self-start">
          {prompt.submit}
        </Button>
      </form>
    </Dialog>
  );
}
