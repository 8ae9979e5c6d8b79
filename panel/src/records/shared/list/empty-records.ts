import { lazyWithWords } from '#panel/display/lazy.tsx';

export type { EmptyRecordsProps } from './EmptyRecords.tsx';

/** Empty list of records, loaded when a list is empty. */
export const EmptyRecords = lazyWithWords(() => import('./EmptyRecords.tsx'), 'nothing');
