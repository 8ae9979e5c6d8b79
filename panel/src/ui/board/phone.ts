import { useSyncExternalStore } from 'react';

const media = () => matchMedia('(max-width: 639px)');

/** Whether there is room for one column only. */
export const usePhone = () =>
  useSyncExternalStore(
    (listener) => {
      const narrow = media();
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => media().matches,
  );
