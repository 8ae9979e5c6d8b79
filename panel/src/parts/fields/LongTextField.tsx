import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { longTextLimits } from '#panel/api/text-limits.ts';
import { Button } from '#panel/ui/Button.tsx';
import { Markdown } from '#panel/ui/Markdown.tsx';
import { toggled } from '#panel/ui/markdown.ts';
import { useRecordWords } from '#panel/words/records/use.ts';
import { useWords } from '#panel/words/translations.ts';
import { focusOnMount } from './use-draft.ts';

interface Props {
  readonly label: string;
  readonly name?: string;
  readonly value: string | null;
  /** @param base value when editing began, as `changeRecord` expects it */
  readonly onSave: (value: string | null, base: string | null) => void;
  readonly isReadOnly?: boolean;
  readonly maxLength?: number;
  /** Text shown when empty. */
  readonly placeholder?: string;
}

/** Look of a text that a click edits. */
const writable = '-mx-2 cursor-text rounded px-2 py-1 hover:bg-surface';

/** Multi-line text, shown as Markdown and edited inline. Checkboxes can be toggled without editing. */
export function LongTextField(props: Props) {
  const {
    label,
    name,
    value,
    onSave,
    isReadOnly = false,
    maxLength = longTextLimits.maxLength,
  } = props;
  const { fields } = useRecordWords();
  const { common } = useWords();
  const text = value ?? '';
  const [draft, setDraft] = useState<string>();
  const latest = useRef<string>(undefined);
  const base = useRef<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const write = (next: string | undefined) => {
    latest.current = next;
    setDraft(next);
  };
  const end = (isSaved: boolean) => {
    const next = latest.current;
    write(undefined);
    if (isSaved && next !== undefined && next !== (base.current ?? ''))
      onSave(next.trim() === '' ? null : next, base.current);
  };
  const leave = (isSaved: boolean) => {
    end(isSaved);
    setTimeout(() => button.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSent && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(isSent);
  };
  const begin = () => {
    base.current = value;
    write(text);
  };
  const beginByClick = ({ target }: MouseEvent) => {
    const isActed = target instanceof Element && target.closest('a, input, button, pre');
    if (!isActed && String(getSelection()) === '') begin();
  };
  return (
    <section aria-label={label} className="flex flex-col gap-1">
      <header className="flex min-h-8 items-center justify-between">
        <h2 className="font-semibold text-title">{label}</h2>
        {isReadOnly || draft !== undefined ? null : (
          <Button ref={button} look="quiet" data-field={name} onClick={begin}>
            {fields.edit}
            <span className="sr-only">{label}</span>
          </Button>
        )}
      </header>
      {draft !== undefined ? (
        <>
          <textarea
            aria-label={label}
            ref={focusOnMount}
            value={draft}
            maxLength={maxLength}
            rows={5}
            onChange={({ target }) => write(target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => end(true)}
            className="field-sizing-content max-h-[60dvh] min-h-28 w-full rounded border border-border bg-raised p-2 text-prose pointer-coarse:text-touch"
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: pressing a button in it keeps the focus in the text */}
          <div className="flex items-center gap-2" onMouseDown={(event) => event.preventDefault()}>
            <Button look="primary" onClick={() => leave(true)}>
              {common.save}
            </Button>
            <Button look="quiet" onClick={() => leave(false)}>
              {common.cancel}
            </Button>
            <span className="text-meta text-muted">{fields.markdown}</span>
          </div>
        </>
      ) : text === '' ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same
        <p
          onClick={isReadOnly ? undefined : begin}
          className={isReadOnly ? 'text-faint' : `${writable} text-faint`}
        >
          {isReadOnly ? fields.empty : (props.placeholder ?? fields.write)}
        </p>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button above does the same
        // biome-ignore lint/a11y/noStaticElementInteractions: the button above does the same
        <div onClick={isReadOnly ? undefined : beginByClick} className={isReadOnly ? '' : writable}>
          <Markdown
            text={text}
            {...(isReadOnly
              ? {}
              : { onToggle: (line: number) => onSave(toggled(text, line), value) })}
          />
        </div>
      )}
    </section>
  );
}
