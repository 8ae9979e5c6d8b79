import { clsx } from 'clsx';
import { initialsOf, type Person } from '../data/people.ts';
import { hueOf, shadesOf } from '../ui/hues.ts';

const sizes = {
  sm: 'size-5 text-[9px]',
  md: 'size-6 text-[10px]',
  lg: 'size-8 text-meta',
  xl: 'size-16 text-page',
};

interface Props {
  readonly person: Omit<Person, 'role'>;
  readonly size?: keyof typeof sizes;
  /** True for a dot that says the person is using the panel; the screen also says it in words. */
  readonly isPresent?: boolean;
  readonly className?: string;
}

/** Picture of a person, or initials in the hue of their id; decorative, so the name must be given next to it. */
export function Avatar({ person, size = 'sm', isPresent = false, className }: Props) {
  const { id, name, picture } = person;
  const shades = shadesOf(hueOf(id));
  return (
    <span
      aria-hidden="true"
      style={shades.style}
      className={clsx(
        shades.className,
        'relative inline-flex shrink-0 select-none items-center justify-center rounded-full bg-soft font-semibold text-ink',
        sizes[size],
        className,
      )}
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          className="size-full rounded-full object-cover"
          draggable={false}
        />
      ) : (
        initialsOf(name)
      )}
      {isPresent ? (
        <span className="absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full bg-ok ring-2 ring-raised" />
      ) : null}
    </span>
  );
}
