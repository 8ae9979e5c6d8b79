import { type ComponentProps, useRef } from 'react';
import { Button } from './Button.tsx';

interface Props
  extends Pick<ComponentProps<typeof Button>, 'look' | 'busy' | 'className' | 'children'> {
  /** Label of the file field. */
  readonly label: string;
  /** File types, as in the attribute of this name. */
  readonly accept: string;
  readonly onChoose: (file: File) => void | Promise<void>;
}

/** Button to choose a file. The same file can be chosen again. */
export function FileButton({ label, accept, onChoose, ...button }: Props) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={field}
        type="file"
        accept={accept}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) void onChoose(file);
          event.target.value = '';
        }}
      />
      <Button {...button} onClick={() => field.current?.click()} />
    </>
  );
}
