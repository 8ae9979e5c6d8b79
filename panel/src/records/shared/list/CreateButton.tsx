import type { ReactNode } from 'react';
import { Button } from '#panel/ui/Button.tsx';
import { Plus } from '#panel/ui/icons.tsx';

interface Props {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Main action of a list, round above the bar of a phone; the key `c` presses it. */
export function CreateButton({ onClick, children }: Props) {
  return (
    <Button data-create look="primary" onClick={onClick} className="create">
      <Plus /> <span className="max-sm:sr-only">{children}</span>
    </Button>
  );
}
