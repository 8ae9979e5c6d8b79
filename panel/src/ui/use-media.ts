import { useSyncExternalStore } from 'react';

/** True while a media query matches. */
export const useMedia = (query: string) =>
  useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
