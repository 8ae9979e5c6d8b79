import type { ComponentProps } from 'react';
import { teamIn } from '../route/paths.ts';
import { type Kind, peekIn, recordPath, withPeek } from '../route/records.ts';
import { isForBrowser, navigate, usePathname } from '../route/router.tsx';

/** What the address of a peek is marked with that was opened here: closing it is going back. */
const opened = { isPeek: true };
const isOpened = () => (history.state as Partial<typeof opened> | null)?.isPeek === true;

/** Shows a record over the screen; another one in the place of that which is shown. */
export function openPeek(kind: Kind, id: string): void {
  const to = location.pathname + withPeek(location.search, { kind, id });
  if (peekIn(location.search)) navigate(to, { replace: true, state: isOpened() ? opened : null });
  else navigate(to, { state: opened });
}

export function closePeek(): void {
  if (isOpened()) history.back();
  else navigate(location.pathname + withPeek(location.search, undefined), { replace: true });
}

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'id'> {
  readonly kind: Kind;
  readonly id: string;
  /** The record's team where that is not the one of the screen. */
  readonly slug?: string | undefined;
}

/** A record's name: a click shows it over the screen, another tab its page. */
export function RecordLink({ kind, id, slug, onClick, ...rest }: Props) {
  const here = teamIn(usePathname());
  const team = slug ?? here ?? '';
  const href = recordPath(team, kind, id);
  return (
    <a
      {...rest}
      href={href}
      data-record={`${kind}/${id}`}
      onClick={(event) => {
        onClick?.(event);
        if (isForBrowser(event)) return;
        event.preventDefault();
        if (team === here) openPeek(kind, id);
        else navigate(href);
      }}
    />
  );
}
