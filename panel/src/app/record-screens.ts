import type { ReactNode } from 'react';
import { later } from '../parts/later.tsx';
import type { RecordProps } from '../parts/record.ts';
import type { Kind } from '../route/records.ts';

/* Components that render a record of each kind, as a peek or a page. Loaded with the first record. */

interface Shown {
  readonly Record: (props: RecordProps) => ReactNode;
  /** True if it uses the full height of a peek and scrolls internally. */
  readonly fills: boolean;
}

type Load = () => Promise<{ default: (props: RecordProps) => ReactNode }>;
export const shownBy = (load: Load, fills?: 'fills'): Shown => ({
  Record: later(load),
  fills: fills !== undefined,
});

/** `tasks: shownBy(() => import('../screens/tasks/Record.tsx'))` */
export const records: Readonly<Partial<Record<Kind, Shown>>> = {
  conversations: shownBy(() => import('../screens/conversations/Record.tsx'), 'fills'),
  clients: shownBy(() => import('../screens/clients/Record.tsx')),
  contacts: shownBy(() => import('../screens/contacts/Record.tsx')),
  projects: shownBy(() => import('../screens/projects/Record.tsx')),
  tasks: shownBy(() => import('../screens/tasks/Record.tsx')),
  deals: shownBy(() => import('../screens/deals/Record.tsx')),
  activities: shownBy(() => import('../screens/activities/Record.tsx')),
  campaigns: shownBy(() => import('../screens/campaigns/Record.tsx')),
};
