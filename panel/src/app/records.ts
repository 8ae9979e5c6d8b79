import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { RecordProps } from '../parts/record.ts';
import type { Kind } from '../route/records.ts';

/*
 * What shows a record of each kind, as a peek and as a page. Loaded when the first one is looked at.
 */

interface Shown {
  readonly Record: LazyExoticComponent<ComponentType<RecordProps>>;
}

type Load = () => Promise<{ default: ComponentType<RecordProps> }>;
export const shownBy = (load: Load): Shown => ({ Record: lazy(load) });

/** `tasks: shownBy(() => import('../screens/tasks/Record.tsx'))` */
export const records: Readonly<Partial<Record<Kind, Shown>>> = {};
