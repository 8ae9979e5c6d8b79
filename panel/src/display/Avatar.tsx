import { clsx } from 'clsx';
import { initialsOf } from '../data/people.ts';
import { hueOf, shadesOf } from '../ui/hues.ts';

const sizes = {
  sm: 'size-5 text-[9px]',
  md: 'size-6 text-[10px]',
  lg: 'size-8 text-meta',
  xl: 'size-16 text-page',
};

interface Props {
  readonly person: { readonly id: string; readonly name: string };
  readonly size?: keyof typeof sizes;
  readonly className?: string;
}

/** Initials of a person in the hue of their id; decorative, so the name must be given next to it. */
export function Avatar({ person: { id, name }, size = 'sm', className }: Props) {
  const shades = shadesOf(hueOf(id));
  return (
    <span
      aria-hidden="true"
      style={shades.style}
      className={clsx(
        shades.className,
        'inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full bg-soft font-semibold text-ink',
        sizes[size],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
