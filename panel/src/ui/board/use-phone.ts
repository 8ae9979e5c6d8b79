import { useSyncExternalStore } from 'react';

const media = () => matchMedia('(max-width: 639px)');

/** True if only one column fits. */
export const usePhone = () =>
  useSyncExternalStore(
    (listener) => {
      const narrow = media();
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => media().matches,
  );
