import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { Activity, Conversation, Deal, Message, Task } from '#panel/api/types.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { plannedDay } from '#panel/data/time-zone-days.ts';

/* Cached work of the user for today. */

export type Day = Operations['GET /teams/{team_slug}/day']['answer'];
export type DayTask = Day['tasks'][number];

/** True if a task is completed, or on its way to the finishing column. */
export const isTaskDone = ({ completed_at, column, finishing_column }: DayTask) =>
  completed_at !== null || (finishing_column !== null && column === finishing_column);

type List = 'tasks' | 'activities' | 'conversations';

/** Removes a record from one of the day's lists. If hidden records exist, the day must be refetched. */
function withoutOne(day: Day, list: List, id: string): Day | 'stale' {
  const count = day.counts[list];
  if (count > day[list].length) return 'stale';
  const rest = day[list].filter((each) => each.id !== id);
  return { ...day, [list]: rest, counts: { ...day.counts, [list]: rest.length } };
}

/** Applies a change to a list. @param belongs true if the record now belongs to it */
function withMembership(day: Day, list: List, id: string, belongs: boolean): Day | 'stale' {
  const was = day[list].some((each) => each.id === id);
  if (was === belongs) return day;
  // The event does not contain the linked names.
  return belongs ? 'stale' : withoutOne(day, list, id);
}

const affects = (names: readonly string[], { verb, previous }: RecordChange) =>
  verb !== 'updated' || names.some((name) => name in previous);

function applyTask(day: Day, change: RecordChange): Day | 'stale' {
  const task = change.record as unknown as Task;
  const isIn =
    change.verb !== 'deleted' &&
    task.assignee_ids.includes(day.user_id) &&
    task.completed_at === null &&
    task.due_date !== null &&
    task.due_date <= day.today;
  if (isIn && (change.previous.project_id || change.previous.pipeline_id)) return 'stale';
  return withMembership(day, 'tasks', change.id, isIn);
}

function applyActivity(day: Day, change: RecordChange): Day | 'stale' {
  const activity = change.record as unknown as Activity;
  // It may be, or may have been, the next step of a deal.
  const isStep = activity.deal_id !== null || change.previous.deal_id;
  if (isStep && affects(['deal_id', 'is_completed', 'type'], change)) return 'stale';
  if (affects(['client_id'], change) && activity.client_id !== null) return 'stale';
  const on = plannedDay(activity, day.time_zone);
  const isIn =
    change.verb !== 'deleted' &&
    activity.assigned_to === day.user_id &&
    !activity.is_completed &&
    activity.type !== 'note' &&
    on !== null &&
    on <= day.today;
  return withMembership(day, 'activities', change.id, isIn);
}

function applyDeal(day: Day, change: RecordChange): Day | 'stale' {
  const deal = change.record as unknown as Deal;
  const isShown = day.deals.some(({ id }) => id === change.id);
  const isMine = deal.responsible_id === day.user_id;
  const decides = ['responsible_id', 'status', 'phase', 'client_id'];
  return (isShown || isMine) && affects(decides, change) ? 'stale' : day;
}

function applyConversation(day: Day, { id, verb, record }: RecordChange): Day | 'stale' {
  const { assignee_id, status, waiting_since } = record as unknown as Conversation;
  const isIn =
    verb !== 'deleted' &&
    assignee_id === day.user_id &&
    status === 'open' &&
    waiting_since !== null;
  return withMembership(day, 'conversations', id, isIn);
}

/** An incoming message starts a wait without another event, and does not contain the assignee. */
function applyMessage(day: Day, { verb, record }: RecordChange): Day | 'stale' {
  const { conversation_id, direction } = record as unknown as Message;
  const isNew = verb === 'created' && direction === 'incoming';
  const isShown = day.conversations.some(({ id }) => id === conversation_id);
  // An incoming message becomes the last one of its conversation; an update may mean that an answer was sent.
  return isNew || (isShown && verb === 'updated') ? 'stale' : day;
}

/** Applies a change to the day; `'stale'` if the change does not contain enough. */
function applyToDay(data: unknown, change: RecordChange): Day | 'stale' {
  const day = data as Day;
  if (!day.has_work && change.kind !== 'messages') return 'stale';
  switch (change.kind) {
    case 'tasks':
      return applyTask(day, change);
    case 'activities':
      return applyActivity(day, change);
    case 'deals':
      return applyDeal(day, change);
    case 'conversations':
      return applyConversation(day, change);
    case 'messages':
      return applyMessage(day, change);
    default:
      return day;
  }
}

export const dayQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'day'],
    queryFn: ({ signal }): Promise<Day> =>
      request('GET /teams/{team_slug}/day', { at: { team_slug: slug }, signal }),
    meta: {
      applyChange: applyToDay,
      alsoKinds: ['tasks', 'activities', 'deals', 'conversations', 'messages'],
    },
  });

/** Numbers of the last complete week: they change only with corrections. */
export const numbersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'report-home'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/reports/home', { at: { team_slug: slug }, signal }),
    staleTime: 300_000,
  });

/** True if the team has a project. */
export const anyProjectQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'any-project'],
    async queryFn({ signal }): Promise<boolean> {
      const { pagination } = await requestPage('GET /teams/{team_slug}/projects', {
        at: { team_slug: slug },
        query: { limit: 1 },
        signal,
      });
      return pagination.total > 0;
    },
    meta: { applyChange: () => 'stale', alsoKinds: ['projects'] },
  });
