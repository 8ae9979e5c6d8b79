import { useId, useRef, useState } from 'react';
import { Plus } from '#panel/ui/icons.tsx';
import { Menu } from '#panel/ui/Menu.tsx';
import { useWorkflowWords } from '#panel/words/workflows/use.ts';
import { isObject, isSame, type Json, print, readJson } from '../model/json.ts';
import { templateOf } from '../model/template.ts';
import { useEditing, useTriggerFields } from './context.ts';
import { type ControlProps, inputLook, Labelled } from './Labelled.tsx';

/** JSON object of any shape; typed text is applied whenever it is a valid object. */
export function DataControl(props: ControlProps & { value: Json | undefined }) {
  const { label, path, value } = props;
  const { change, isFrozen } = useEditing();
  const { control: words, json } = useWorkflowWords();
  const triggerFields = useTriggerFields();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState<string>();
  const printed = value === undefined ? '' : print(value);
  const text = draft ?? printed;
  const read = readJson(text);
  const mistake = text !== '' && 'mistake' in read ? read.mistake : undefined;
  const write = (to: string) => {
    setDraft(to);
    const next = readJson(to);
    if (to.trim() === '') change(path, undefined);
    else if ('value' in next && isObject(next.value)) change(path, next.value);
  };
  /** Adds an entry to a valid object, otherwise inserts the text at the cursor. */
  const insert = (template: string, name: string) => {
    const whole =
      'value' in read && isObject(read.value) ? read.value : text === '' ? {} : undefined;
    if (whole) {
      write(print({ ...whole, [name]: template }));
      return;
    }
    const at = field.current?.selectionStart ?? text.length;
    write(text.slice(0, at) + template + text.slice(at));
  };
  const isLost = draft !== undefined && 'value' in read && !isSame(read.value, value);
  return (
    <Labelled id={id} {...props}>
      <textarea
        ref={field}
        id={id}
        value={text}
        rows={Math.min(12, Math.max(4, text.split('\n').length))}
        spellCheck={false}
        disabled={isFrozen}
        aria-invalid={mistake !== undefined || undefined}
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          if (!mistake && !isLost) setDraft(undefined);
        }}
        className={`${inputLook} py-1 font-mono text-meta`}
      />
      {mistake || isLost ? (
        <p role="status" className="text-danger text-meta">
          {mistake
            ? json.wrong({ ...mistake, what: json.mistakes[mistake.kind] })
            : json.noObjectHere}
        </p>
      ) : null}
      {triggerFields.length > 0 ? (
        <Menu
          label={words.insertIn({ label })}
          align="start"
          items={triggerFields.map((each) => ({
            label: each.name,
            act: () => insert(templateOf(each.path), each.path.replaceAll('.', '_')),
          }))}
          className="-ml-1 inline-flex min-h-6 items-center gap-1 self-start rounded px-1 text-accent text-meta hover:underline pointer-coarse:min-h-11"
        >
          <Plus size={12} />
          <span aria-hidden="true">{words.insert}</span>
        </Menu>
      ) : null}
    </Labelled>
  );
}
