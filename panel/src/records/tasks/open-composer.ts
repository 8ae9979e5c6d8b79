import type { Failure } from '#panel/api/call.ts';
import type { Choice } from '#panel/data/choices.ts';
import type { NewOf, RecordOf } from '#panel/data/records.ts';

/* The composer of tasks, opened from any screen. The shell renders it. */

export type TaskFields = Partial<Omit<NewOf<'tasks'>, 'project_id'>>;

/** Initial values of a new task. */
export interface TaskPreset {
  /** Project of the screen. */
  readonly projectId?: string | undefined;
  /** Existing project, or one to create, without an id. */
  readonly project?: Choice | undefined;
  /** Client of a project to create. */
  readonly client?: Choice | null | undefined;
  readonly fields?: TaskFields | undefined;
  /** Refusal of a previous attempt. */
  readonly failure?: Failure | undefined;
  readonly onDone?: ((task: RecordOf<'tasks'>) => void) | undefined;
}

let preset: TaskPreset | undefined;
const listeners = new Set<() => void>();
function set(next: TaskPreset | undefined): void {
  preset = next;
  for (const listener of listeners) listener();
}

export const composer = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  preset: () => preset,
  open: (of: TaskPreset = {}) => set(of),
  close: () => set(undefined),
};
