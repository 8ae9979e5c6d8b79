import { clsx } from 'clsx';
import { shadesOf } from '#panel/ui/hues.ts';
import type { ConversationLabel } from './labels.ts';

interface Props {
  readonly label: Pick<ConversationLabel, 'name' | 'color'>;
  readonly className?: string;
}

/** Label of a conversation, in its colour. */
export function LabelChip({ label: { name, color }, className }: Props) {
  const shades = shadesOf(color);
  return (
    <span
      style={shades.style}
      title={name}
      className={clsx(
        shades.className,
        'inline-block truncate rounded bg-soft px-1.5 text-ink text-meta',
        className,
      )}
    >
      {name}
    </span>
  );
}
