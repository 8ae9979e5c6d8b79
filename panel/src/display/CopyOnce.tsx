import { useId } from 'react';
import { useWords } from '../words/translations.ts';
import { CopyButton } from './CopyButton.tsx';

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
