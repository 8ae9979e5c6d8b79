import { Info } from '#panel/ui/icons.tsx';
import { type Json, print } from '../model/json.ts';

interface Props {
  readonly text: string;
  readonly value: Json | undefined;
}

/** Part that the form cannot edit; it is kept unchanged. */
export function JsonOnly({ text, value }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-1 text-meta text-muted">
      <p className="flex items-center gap-1">
        <Info size={12} />
        {text}
      </p>
      {value === undefined ? null : (
        <pre className="whitespace-pre-wrap break-words rounded border border-border bg-surface p-2 font-mono">
          {print(value)}
        </pre>
      )}
    </div>
  );
}
