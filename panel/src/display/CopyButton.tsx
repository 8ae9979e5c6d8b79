import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { say } from '../ui/Toast.tsx';
import { useWords, wordsNow } from '../words/translations.ts';

/** Copies a text. Falls back to a text area, because `navigator.clipboard` exists only on https and localhost. */
export async function copy(text: string): Promise<void> {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else {
    const area = document.createElement('textarea');
    area.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  say(wordsNow().common.copied);
}

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  return <Button onClick={() => void copy(text)}>{label}</Button>;
}

/** Secret that is shown once, to be selected as a whole or copied. */
export function CopyOnce({
  label,
  text,
  about,
}: {
  readonly label: string;
  readonly text: string;
  readonly about: string;
}) {
  const { common } = useWords();
  const id = useId();
  const isLong = text.includes('\n');
  const className = 'min-w-0 flex-1 rounded border border-border bg-surface px-2 font-mono text-ui';
  const shared = {
    id,
    readOnly: true,
    value: text,
    'aria-describedby': `${id}-about`,
    onFocus: (event: { currentTarget: { select: () => void } }) => event.currentTarget.select(),
  };
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex items-start gap-2">
        {isLong ? (
          <textarea {...shared} rows={text.split('\n').length} className={`${className} py-1`} />
        ) : (
          <input {...shared} className={`${className} control`} />
        )}
        <CopyButton text={text} label={common.copy} />
      </div>
      <p id={`${id}-about`} className="text-meta text-muted">
        {about}
      </p>
    </div>
  );
}
