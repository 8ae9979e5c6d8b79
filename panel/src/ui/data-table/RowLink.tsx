import type { ReactNode } from 'react';
import type { Linking } from './types.ts';

/** Name of a row as a link: a plain click peeks, other clicks are left to the browser. */
export function RowLink<T>({
  row,
  table: { kind, href, keyOf, onPeek, onOpen },
  isTabbable = false,
  children,
}: {
  readonly row: T;
  readonly table: Linking<T>;
  readonly isTabbable?: boolean;
  readonly children: ReactNode;
}) {
  if (!href) return children;
  return (
    <a
      href={href(row)}
      data-record={kind === undefined ? undefined : `${kind}/${keyOf(row)}`}
      tabIndex={isTabbable ? undefined : -1}
      onClick={(event) => {
        const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0);
        if (!isPlain) return;
        event.preventDefault();
        (onPeek ?? onOpen)?.(row);
      }}
      className="hover:underline"
    >
      {children}
    </a>
  );
}
