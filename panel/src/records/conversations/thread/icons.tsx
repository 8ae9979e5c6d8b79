import { icon } from '#panel/ui/icons.tsx';

/* Icons used only by messages. */

export const Checks = icon(<path d="m1.5 8.5 3 3L11 5m-3.5 6 .5.5L14.5 5" />);
export const Reply = icon(<path d="M6.5 3.5 2.5 7.5l4 4m-4-4H9a4.5 4.5 0 0 1 4.5 4.5v.5" />);
export const Download = icon(<path d="M8 2.5v8m-3-3 3 3 3-3M3 13.5h10" />);
export const Minus = icon(<path d="M3 8h10" />);
export const Paper = icon(<path d="M4 2h5.5L12.5 5v9H4zM9.5 2v3h3" />);
export const Pin = icon(
  <path d="M8 14s4.5-4.2 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.8 8 14 8 14Zm0-6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z" />,
);
export const Pencil = icon(<path d="m3 13 .6-2.8L11 2.8l2.2 2.2-7.4 7.4zM9.5 4.3l2.2 2.2" />);
export const Flow = icon(<path d="M2.5 2.5h4v4h-4zm7 7h4v4h-4zm-5-3v5h5" />);
export const Cut = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM3.8 3.8l8.4 8.4" />);
export const Duplicate = icon(<path d="M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3" />);
