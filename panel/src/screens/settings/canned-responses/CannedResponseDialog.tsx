import { useRef, useState } from 'react';
import { readyAnswersCreateLimits } from '#panel/api/input-limits.ts';
import type { ReadyAnswer } from '#panel/api/types.ts';
import { useAction } from '#panel/commands/use-action.ts';
import { FailureNotice } from '#panel/display/Notices.tsx';
import { Form, type Values } from '#panel/parts/Form.tsx';
import type { cannedResponseActions } from '#panel/records/conversations/canned-responses.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Dialog } from '#panel/ui/Dialog.tsx';
import { Area, Field } from '#panel/ui/Field.tsx';
import { type ComposerWords, useComposerWords } from '#panel/words/composer/use.ts';
import { useWords } from '#panel/words/translations.ts';

interface Props {
  readonly acts: ReturnType<typeof cannedResponseActions>;
  /** undefined creates a canned response. */
  readonly answer: ReadyAnswer | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const names = (words: ComposerWords['answers']) =>
  Object.entries(words.variables).map(([path, name]) => ({ path, name }));

/** Canned response: shortcut, title, and text with variables. */
export function CannedResponseDialog({ acts, answer, onClose, onDone }: Props) {
  const { answers: words } = useComposerWords();
  const { common } = useWords();
  const [content, setContent] = useState(answer?.content ?? '');
  const box = useRef<HTMLDivElement>(null);
  const act = useAction((values: Values) => {
    const body = {
      shortcut: values('shortcut').trim(),
      title: values('title').trim(),
      content,
    };
    return answer ? acts.change(answer.id, body) : acts.create(body);
  }, onDone);
  const insert = (path: string) => {
    const area = box.current?.querySelector('textarea');
    if (!area) return;
    const { selectionStart: from, selectionEnd: to } = area;
    const variable = `{{${path}}}`;
    setContent(content.slice(0, from) + variable + content.slice(to));
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  return (
    <Dialog title={answer ? words.edit : words.create} closeLabel={common.close} onClose={onClose}>
      <Form act={act} submit={common.save}>
        <Field
          label={words.titleField}
          name="title"
          defaultValue={answer?.title}
          {...readyAnswersCreateLimits.title}
          autoComplete="off"
          required
        />
        <Field
          label={words.shortcut}
          hint={words.shortcutHint}
          name="shortcut"
          defaultValue={answer?.shortcut}
          {...readyAnswersCreateLimits.shortcut}
          autoCapitalize="none"
          autoComplete="off"
          required
        />
        <div ref={box} className="flex flex-col gap-2">
          <Area
            label={words.content}
            hint={words.contentHint}
            name="content"
            rows={5}
            value={content}
            {...readyAnswersCreateLimits.content}
            required
            onChange={({ target }) => setContent(target.value)}
          />
          <div className="flex flex-wrap gap-1">
            {names(words).map(({ path, name }) => (
              <Button key={path} aria-label={words.insert({ name })} onClick={() => insert(path)}>
                {name}
              </Button>
            ))}
          </div>
        </div>
        <FailureNotice failure={act.failure} says={{ DUPLICATE_ENTRY: words.taken }} />
      </Form>
    </Dialog>
  );
}
