import type { ReactNode } from 'react';
import { lazyWithWords } from '../display/lazy.tsx';
import type { RecordProps } from '../records/shared/record-shortcuts.ts';
import type { Kind } from '../route/record-paths.ts';

/* Components that render a record of each kind, as a peek or a page. Loaded with the first record. */

interface RecordScreen {
  readonly Record: (props: RecordProps) => ReactNode;
  /** True if it uses the full height of a peek and scrolls internally. */
  readonly fills: boolean;
}

type Load = () => Promise<{ default: (props: RecordProps) => ReactNode }>;
export const recordScreen = (load: Load, fills?: 'fills'): RecordScreen => ({
  Record: lazyWithWords(load),
  fills: fills !== undefined,
});

/** `tasks: recordScreen(() => import('../records/tasks/Record.tsx'))` */
export const recordScreens: Readonly<Partial<Record<Kind, RecordScreen>>> = {
  conversations: recordScreen(() => import('../records/conversations/Record.tsx'), 'fills'),
  clients: recordScreen(() => import('../records/clients/Record.tsx')),
  contacts: recordScreen(() => import('../records/contacts/Record.tsx')),
  projects: recordScreen(() => import('../records/projects/Record.tsx')),
  tasks: recordScreen(() => import('../records/tasks/Record.tsx')),
  deals: recordScreen(() => import('../records/deals/Record.tsx')),
  activities: recordScreen(() => import('../records/activities/Record.tsx')),
  campaigns: recordScreen(() => import('../records/campaigns/Record.tsx')),
};
