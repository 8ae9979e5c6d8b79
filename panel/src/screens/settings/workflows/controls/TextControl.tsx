import { useId, useRef } from 'react';
import { Plus } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import type { Json } from '../model/json.ts';
import { filled, hasTemplate, templateOf } from '../model/template.ts';
import { useEditing, useTriggerFields } from './context.ts';
import { type ControlProps, inputLook, Labelled } from './Labelled.tsx';

interface Props extends ControlProps {
  readonly value: Json | undefined;
  readonly isLong?: boolean;
}

/** Text with optional fields of the trigger's record. */
export function TextControl(props: Props) {
  const { label, path, value, isLong = false, hasTemplates = false, emptied } = props;
  const { change, example, isFrozen } = useEditing();
  const { control: words } = useWorkflowWords();
  const triggerFields = useTriggerFields();
  const id = useId();
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = typeof value === 'string' ? value : '';
  const write = (to: string) => change(path, to === '' ? emptied : to);
  const insert = (template: string) => {
    const [from, to] = [field.current?.selectionStart ?? text.length, field.current?.selectionEnd];
    write(text.slice(0, from) + template + text.slice(to ?? from));
    // Runs after the menu has returned the focus to its button.
    setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + template.length, from + template.length);
    });
  };
  const Tag = isLong ? 'textarea' : 'input';
  const canInsert = hasTemplates && triggerFields.length > 0;
  return (
    <Labelled id={id} {...props}>
      <Tag
        ref={field}
        id={id}
        value={text}
        disabled={isFrozen}
        autoComplete="off"
        onChange={({ target }) => write(target.value)}
        {...(isLong ? { rows: Math.min(8, Math.max(2, text.split('\n').length)) } : {})}
        className={`${inputLook} ${isLong ? 'py-1 pointer-coarse:text-touch' : 'control'}`}
      />
      {canInsert ? (
        <div className="flex flex-wrap items-start justify-between gap-x-3">
          <Menu
            label={words.insertIn({ label })}
            align="start"
            items={triggerFields.map((each) => ({
              label: each.name,
              act: () => insert(templateOf(each.path)),
            }))}
            className="-ml-1 inline-flex min-h-6 items-center gap-1 rounded px-1 text-accent text-meta hover:underline disabled:opacity-60 pointer-coarse:min-h-11"
          >
            <Plus size={12} />
            <span aria-hidden="true">{words.insert}</span>
          </Menu>
          {example !== undefined && hasTemplate(text) ? (
            <p className="min-w-0 flex-1 basis-48 whitespace-pre-line break-words pt-0.5 text-meta text-muted">
              <span className="font-medium">{words.example}</span> {filled(text, example)}
            </p>
          ) : null}
        </div>
      ) : null}
    </Labelled>
  );
}
