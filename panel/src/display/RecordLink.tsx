import type { ComponentProps } from 'react';
import { teamIn } from '../route/paths.ts';
import { type Kind, peekIn, recordPath, withPeek } from '../route/record-paths.ts';
import { isForBrowser, navigate, usePathname } from '../route/router.tsx';

/** History state of a peek that was opened within the panel; closing it navigates back. */
const peekState = { isPeek: true };
const isOpened = () => (history.state as Partial<typeof peekState> | null)?.isPeek === true;

/** Opens a record as a peek, replacing the open one. */
export function openPeek(kind: Kind, id: string): void {
  const to = location.pathname + withPeek(location.search, { kind, id });
  if (peekIn(location.search))
    navigate(to, { replace: true, state: isOpened() ? peekState : null });
  else navigate(to, { state: peekState });
}

export function closePeek(): void {
  if (isOpened()) history.back();
  else navigate(location.pathname + withPeek(location.search, undefined), { replace: true });
}

interface Props extends Omit<ComponentProps<'a'>, 'href' | 'id'> {
  readonly kind: Kind;
  readonly id: string;
  /** Team of the record, if it is not the team of the screen. */
  readonly slug?: string | undefined;
}

/** Link to a record: a click opens a peek, a new tab its page. */
export function RecordLink({ kind, id, slug, onClick, ...rest }: Props) {
  const currentTeam = teamIn(usePathname());
  const team = slug ?? currentTeam ?? '';
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
        if (team === currentTeam) openPeek(kind, id);
        else navigate(href);
      }}
    />
  );
}
