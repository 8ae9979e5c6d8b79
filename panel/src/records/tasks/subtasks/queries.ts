import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Subtasks } from '#panel/api/schema.ts';
import type { Task } from '#panel/api/types.ts';
import type { Action } from '#panel/commands/action.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { itemsOf, withText } from '../checklist-items.ts';

/** True if a change of a task may change the subtasks, the parent or the sums of another. */
function affects(subtasks: Subtasks, id: string, { kind, ...change }: RecordChange): boolean {
  if (kind !== 'tasks') return true;
  const related = [id, subtasks.parent?.id, ...subtasks.subtasks.map((each) => each.id)];
  return (
    related.includes(change.id) ||
    change.record.parent_id === id ||
    change.previous.parent_id === id
  );
}

/** Subtasks of a task and its parent, requested with the rest of its page. */
export const subtasksQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'tasks', 'subtasks', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'tasks', id }, 'subtasks'),
    meta: {
      applyChange: (data, change) => (affects(data as Subtasks, id, change) ? 'stale' : data),
    },
  });

/** Refetches what a conversion changes on the page of a task. */
const refetch = (slug: string, id: string) =>
  Promise.all(
    ['record', 'subtasks'].map((of) =>
      queryClient.invalidateQueries({ queryKey: ['team', slug, 'tasks', of, id] }),
    ),
  );

interface Item {
  readonly slug: string;
  /** The task with the checklist. */
  readonly id: string;
  readonly checklist: string;
  /** Index among the items. */
  readonly index: number;
}

const convert = ({ slug, id, checklist, index }: Item): Promise<Task> =>
  request('POST /teams/{team_slug}/tasks/{id}/checklist/subtasks', {
    at: { team_slug: slug, id },
    body: { checklist_markdown: checklist, index },
  });

const convertBack = (slug: string, subtask: string, line: number | null): Promise<Task> =>
  request('POST /teams/{team_slug}/tasks/{id}/checklist-item', {
    at: { team_slug: slug, id: subtask },
    body: { line },
  });

/** Makes a subtask of a checklist item. */
export function convertItem(item: Item): Action<Task> {
  const { slug, id, checklist, index } = item;
  const line = itemsOf(checklist)[index]?.line ?? 0;
  const record = `tasks/${id}`;
  return {
    records: [record],
    meanwhile: [{ record, fields: { checklist_markdown: withText(checklist, line, '') } }],
    async send() {
      const subtask = await convert(item);
      await refetch(slug, id);
      return subtask;
    },
    says: () => ({ kind: 'saved' }),
    undo: {
      meanwhile: () => [],
      async send(subtask) {
        await convertBack(slug, subtask.id, line);
        await refetch(slug, id);
        return { kind: 'undone' };
      },
    },
  };
}

interface Subtask {
  readonly slug: string;
  readonly id: string;
  readonly parent: string;
}

/** Makes a checklist item of a subtask, which goes to the trash. */
export function convertSubtask({ slug, id, parent }: Subtask): Action<Task> {
  return {
    records: [`tasks/${parent}`, `tasks/${id}`],
    meanwhile: [],
    async send() {
      const task = await convertBack(slug, id, null);
      await refetch(slug, parent);
      return task;
    },
    says: () => ({ kind: 'saved' }),
    undo: {
      meanwhile: () => [],
      async send({ checklist_markdown }) {
        const checklist = checklist_markdown ?? '';
        const index = itemsOf(checklist).length - 1;
        await convert({ slug, id: parent, checklist, index });
        await refetch(slug, parent);
        return { kind: 'undone' };
      },
    },
  };
}
