import type { ReactNode } from 'react';

/* Icons that accompany a word or a labelled control. Never shown alone, so they are hidden from screen readers. */

/** Creates an icon component. Icons used by few screens are defined there, not here. */
export const icon = (shape: ReactNode) =>
  function Icon({ size = 16 }: { readonly size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="shrink-0"
      >
        {shape}
      </svg>
    );
  };

export const Close = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const Check = icon(<path d="m3 8.5 3.5 3.5L13 4.5" />);
export const Warning = icon(<path d="M8 2 1.5 13.5h13zM8 6.5v3.2m0 2v.1" />);
export const Info = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-6.5V11m0-5.8v.1" />);
export const More = icon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.5" />);
export const Grip = icon(
  <path d="M6 3.5h.01M6 8h.01M6 12.5h.01M10 3.5h.01M10 8h.01M10 12.5h.01" strokeWidth="2" />,
);
export const SidebarFrame = icon(<path d="M2.5 3h11v10h-11zM6.5 3v10" />);
export const Down = icon(<path d="m4 6 4 4 4-4" />);
export const Up = icon(<path d="m4 10 4-4 4 4" />);
export const Back = icon(<path d="M13 8H3m4-4L3 8l4 4" />);
export const Expand = icon(<path d="M9.5 2.5h4v4m0-4-5 5m-2 6h-4v-4m0 4 5-5" />);
export const Clip = icon(
  <path d="m13 7-5.5 5.5a3 3 0 0 1-4.2-4.2L9 2.6a2 2 0 0 1 2.9 2.9L6.2 11.2a1 1 0 0 1-1.4-1.4L10 4.6" />,
);
export const Camera = icon(
  <path d="M2 5h2.5l1-1.5h5L11.5 5H14v8H2zM8 11a2.2 2.2 0 1 0 0-4.4A2.2 2.2 0 0 0 8 11Z" />,
);
export const Bin = icon(<path d="M3 4.5h10M6.5 4.5v-2h3v2m-5 0 .6 9h5.8l.6-9" />);
export const Flag = icon(<path d="M4 14V2.5h8L10 5.5l2 3H4" />);
export const Columns = icon(<path d="M3 13.5V9m5 4.5v-11m5 11V6" />);
export const Home = icon(<path d="M2.5 7 8 2.5 13.5 7v6.5h-4v-4h-3v4h-4z" />);
export const People = icon(
  <path d="M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-4.5 5.5a4.5 4.5 0 0 1 9 0M11 3.2a2.5 2.5 0 0 1 0 4.6m1.2 2a4.5 4.5 0 0 1 2.3 3.7" />,
);
export const Person = icon(
  <path d="M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-5.5 6a5.5 5.5 0 0 1 11 0" />,
);
export const Inbox = icon(<path d="M2.5 9 4.5 3h7l2 6v4h-11zm0 0h3l1 1.5h3l1-1.5h3" />);
export const Bell = icon(
  <path d="M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7Zm2.7 7h2.6" />,
);
export const Search = icon(<path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />);
export const Gear = icon(
  <path d="M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM8 1.5v2m0 9v2m6.5-6.5h-2m-9 0h-2m11.1-4.6-1.4 1.4m-6.4 6.4-1.4 1.4m9.2 0-1.4-1.4M4.8 4.8 3.4 3.4" />,
);
export const Key = icon(
  <path d="M5.5 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm2.2-5.2L13.5 2m-2.5 2.5L12.5 6" />,
);
export const Plus = icon(<path d="M8 3v10M3 8h10" />);
export const Left = icon(<path d="m10 4-4 4 4 4" />);
export const Right = icon(<path d="m6 4 4 4-4 4" />);
export const Tasks = icon(<path d="M2.5 4.5 4 6l2.5-3M2.5 11 4 12.5l2.5-3M9 4.5h4.5M9 11h4.5" />);
export const Projects = icon(<path d="M2 12.5v-9h4l1.5 2H14v7z" />);
export const Deals = icon(
  <path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm2-8.2C9.6 5.2 8.9 5 8 5c-1 0-2 .5-2 1.5C6 8.5 10 7.5 10 9.5c0 1-1 1.5-2 1.5-.9 0-1.6-.2-2-.8M8 4v1m0 6v1" />,
);
export const Contracts = icon(<path d="M3.5 2h6l3 3v9h-9zM9.5 2v3h3M6 8h4M6 10h4M6 12h2" />);
export const Clients = icon(
  <path d="M3 14V2.5h6V14m0-7.5h4V14M1.5 14h13M5.5 5.5h1m-1 3h1m-1 3h1" />,
);
export const Contacts = icon(
  <path d="M3.5 2h10v12h-10zM2 5h2.5M2 11h2.5M8.5 8a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm-2.5 3.5a2.5 2.5 0 0 1 5 0" />,
);
export const Campaigns = icon(<path d="M2.5 6.5v3h3L12 13V3L5.5 6.5zM13.8 6.5v3M5 9.5l1 4h1.5" />);
export const Activities = icon(
  <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5m5-2.5v2.5M6 10l1.5 1.5L10.5 8.8" />,
);
export const Arrow = icon(<path d="M3 8h10m-4-4 4 4-4 4" />);
export const Filter = icon(<path d="M2 4h12M4.5 8h7M6.5 12h3" />);
export const Sliders = icon(
  <path d="M2 5h7m4 0h1M2 11h1m4 0h7M11 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-6 6a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z" />,
);
export const Phone = icon(
  <path d="M3 2.5h2.5l1 3-1.5 1a8 8 0 0 0 4.5 4.5l1-1.5 3 1V13c0 .6-.4 1-1 1A11.5 11.5 0 0 1 2 3.5c0-.6.4-1 1-1Z" />,
);
export const Mail = icon(<path d="M2 3.5h12v9H2zM2 4.5l6 4 6-4" />);
export const Repeat = icon(
  <path d="M3 8a5 5 0 0 1 8.5-3.5L13 6m0-3.5V6H9.5M13 8a5 5 0 0 1-8.5 3.5L3 10m0 3.5V10h3.5" />,
);
export const Play = icon(<path d="M5 3v10l8-5z" />);
export const Pause = icon(<path d="M5.5 3.5v9m5-9v9" strokeWidth="2" />);
export const Stack = icon(<path d="M3 5h10M3 8h10M3 11h10" />);
export const Urgent = icon(<path d="M8 2.5v7m0 3.5v.1" strokeWidth="2.5" />);
export const Star = icon(
  <path d="m8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.2l-3.7 2.1.8-4.1L2 6.3l4.2-.5z" />,
);
export const Starred = icon(
  <path
    fill="currentColor"
    d="m8 2 1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.2l-3.7 2.1.8-4.1L2 6.3l4.2-.5z"
  />,
);
export const Chat = icon(<path d="M2.5 3h11v8H7l-3.5 2.8V11h-1z" />);
/** WhatsApp: a handset in a bubble. */
export const Channel = icon(
  <>
    <path
      d="M8 1.6a6.4 6.4 0 0 0-5.5 9.7L1.6 14.4l3.2-.9A6.4 6.4 0 1 0 8 1.6Z"
      fill="currentColor"
    />
    <path
      d="M5.7 4.9c-.6.6-.5 1.9.9 3.5 1.6 1.7 3.2 2.2 3.9 1.5l.5-.6-1.4-1.1-.7.5c-.8-.4-1.3-.9-1.6-1.7l.6-.6-.8-1.6z"
      className="fill-raised stroke-none"
    />
  </>,
);
export const Clock = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12Zm0-9.5V8l2.5 1.5" />);
export const Block = icon(<path d="M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM3.8 3.8l8.4 8.4" />);
export const Archive = icon(<path d="M2 3h12v3H2zM3 6v7.5h10V6M6.5 9h3" />);
export const Calendar = icon(<path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5m5-2.5v2.5" />);
export const ListCheck = icon(<path d="m2 4 1 1 2-2M2 9l1 1 2-2m2.5-4H14M7.5 9H14m-6.5 4.5H14" />);
