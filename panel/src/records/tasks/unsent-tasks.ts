import { type Failure, newKey } from '#panel/api/call.ts';
import { run } from '#panel/commands/command.ts';
import { outcomes } from '#panel/commands/undo-history.ts';
import type { Choice } from '#panel/data/choices.ts';
import { storedKeys, taskPrefix } from '#panel/data/outgoing-storage.ts';
import { createRecord, type RecordOf } from '#panel/data/records.ts';
import { openPeek } from '#panel/display/RecordLink.tsx';
import { paths, teamIn } from '#panel/route/paths.ts';
import { recordPath } from '#panel/route/record-paths.ts';
import { navigate } from '#panel/route/router.tsx';
import { withTabLease } from '../conversations/outgoing/tab-lease.ts';
import { composer, type TaskFields } from './open-composer.ts';

/*
 * New tasks until the service has them. They are stored in the browser with the keys of their requests, so that a reload, a closed tab or a
 * lost response creates them exactly once (ADR 154).
 */

export interface UnsentTask {
  /** Idempotency-Key of the request. */
  readonly key: string;
  readonly person: string;
  readonly slug: string;
  /** Date.now() when it was composed. */
  readonly at: number;
  /** Existing project, or one to create, without an id. */
  readonly project: Choice;
  /** Idempotency-Key and client of a project to create. */
  readonly projectKey: string;
  readonly client: Choice | null;
  readonly fields: TaskFields & { readonly title: string };
}

/** The service remembers keys for a day; an older task is offered for editing instead. */
const maxAgeMs = 20 * 3_600_000;

const nameOf = ({ person, key }: UnsentTask) => `${taskPrefix}${person}.${key}`;

function stored(name: string): UnsentTask | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof value === 'object' && value !== null && 'fields' in value && 'key' in value
      ? (value as UnsentTask)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A full storage only costs the protection against a reload. */
function store(task: UnsentTask): void {
  try {
    localStorage.setItem(nameOf(task), JSON.stringify(task));
  } catch {}
}

function openTask(slug: string, id: string): void {
  if (teamIn(location.pathname) === slug) openPeek('tasks', id);
  else navigate(recordPath(slug, 'tasks', id));
}

/** Opens the composer with a task that was not created. */
function edit({ slug, project, client, fields }: UnsentTask, failure?: Failure): void {
  if (teamIn(location.pathname) !== slug) navigate(paths.team(slug));
  composer.open({ project, client, fields, failure });
}

/** Keys of tasks that this tab is sending. */
const sending = new Set<string>();

async function send(
  task: UnsentTask,
  onDone: ((task: RecordOf<'tasks'>) => void) | undefined,
): Promise<void> {
  const { slug, key, client, fields } = task;
  let { project } = task;
  let created: RecordOf<'tasks'> | undefined;
  let failure =
    project.id !== ''
      ? undefined
      : await run(createRecord('projects'), {
          slug,
          key: task.projectKey,
          fields: { name: project.name, status: 'active', client_id: client?.id ?? null },
          done: ({ id, name }) => {
            project = { id, name };
          },
        });
  if (project.id !== '')
    failure = await run(createRecord('tasks'), {
      slug,
      key,
      fields: { ...fields, project_id: project.id },
      done: (answer) => {
        created = answer;
        localStorage.removeItem(nameOf(task));
        onDone?.(answer);
      },
      open: ({ id }) => openTask(slug, id),
    });
  if (created) return;
  // A task that is being composed is not replaced: the stored one is tried again with the next page.
  if (composer.preset()) {
    if (failure) outcomes.report({ kind: 'failed', failure });
    return;
  }
  localStorage.removeItem(nameOf(task));
  edit({ ...task, project }, failure);
}

/** Sends a stored task, once over all tabs. */
async function sendOnce(
  task: UnsentTask,
  onDone?: (task: RecordOf<'tasks'>) => void,
): Promise<void> {
  if (sending.has(task.key)) return;
  sending.add(task.key);
  try {
    await withTabLease(`pauta.lease.${task.key}`, async () => {
      if (stored(nameOf(task)) !== undefined || onDone) await send(task, onDone);
    });
  } finally {
    sending.delete(task.key);
  }
}

/** Creates a task, and its project if it is new; until then it is stored in the browser. */
export function createTask(
  task: Omit<UnsentTask, 'key' | 'projectKey' | 'at'>,
  onDone: (task: RecordOf<'tasks'>) => void,
): void {
  const unsent = { ...task, key: newKey(), projectKey: newKey(), at: Date.now() };
  store(unsent);
  void sendOnce(unsent, onDone);
}

/** Continues with the tasks that an earlier page did not finish. */
export function resumeTasks(person: string): void {
  for (const name of storedKeys(`${taskPrefix}${person}.`)) {
    const task = stored(name);
    if (!task || sending.has(task.key)) continue;
    if (Date.now() - task.at < maxAgeMs) void sendOnce(task);
    else {
      localStorage.removeItem(name);
      edit(task);
    }
  }
}
