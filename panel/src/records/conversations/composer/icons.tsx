import { icon } from '#panel/ui/icons.tsx';

/* Icons used only by the composer. */

export const Mic = icon(
  <path d="M8 10a2.2 2.2 0 0 0 2.2-2.2V4a2.2 2.2 0 0 0-4.4 0v3.8A2.2 2.2 0 0 0 8 10Zm-4.5-2.5a4.5 4.5 0 0 0 9 0M8 12v2.5" />,
);
export const Stop = icon(<path d="M4.5 4.5h7v7h-7z" fill="currentColor" />);
export const Send = icon(<path d="M2.5 3 14 8 2.5 13l1.8-5zM4.3 8H14" />);
export const Slash = icon(<path d="M2.5 2.5h11v11h-11zM9.5 5l-3 6" />);
export const Template = icon(<path d="M3 2h10v12H3zM5.5 5h5m-5 3h5m-5 3H8" />);
export const Note = icon(<path d="M2.5 2.5h11v7l-4 4h-7zm11 7h-4v4" />);
export const Smile = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.5 9.5c1 1.8 4 1.8 5 0M6 6.4v.1m4-.1v.1" />,
);
