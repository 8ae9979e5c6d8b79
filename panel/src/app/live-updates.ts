import type { QueryKey } from '@tanstack/react-query';
import { segment } from '../api/call.ts';
import { consumeCursor } from '../api/cursors.ts';
import type { Change, Message, Stale } from '../api/types.ts';
import { applyChanges, type LatestEvents } from '../data/live-changes.ts';
import { hasUnsent, hasUnsentTasks } from '../data/outgoing-storage.ts';
import { alertScopeOf } from '../data/preferences.ts';
import { queryClient } from '../data/query-client.ts';
import { sessionQuery, teamsQuery } from '../data/session.ts';
import type { StreamEvent } from '../live/event-stream.ts';
import { makeRefetcher } from '../live/refetch.ts';
import { followTeam } from '../live/shared-stream.ts';
import { applyOutcome, applyReadMark, awaitOutcome } from '../records/conversations/notices.ts';
import { applyTyping, clearTyping } from '../records/conversations/typing-indicators.ts';

/* Keeps a team's cached data up to date: applies the events of its live stream once a frame. */

/** Resumes sending messages and tasks left in this browser, of any team; loads the sender only if there are any. */
async function sendLeftovers(): Promise<void> {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person_id;
  if (person === undefined) return;
  if (hasUnsentTasks(person))
    (await import('../records/tasks/unsent-tasks.ts')).resumeTasks(person);
  if (hasUnsent(person))
    (await import('../records/conversations/outgoing/outgoing.ts')).resumeSending();
}

/** Ignores a failed read: when the stream returns, everything is refetched. */
const ignoreFailure = (work: Promise<void>): Promise<void> => work.catch(() => {});
const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** Time after which the service answers no request by earlier rights. */
const rightsCachedMs = 600;
const frameMs = 16;
/** Maximum number of records whose last event is remembered. */
const maxLatest = 10_000;

/**
 * @param onReturn called when the stream reconnects, since a new version of the panel may have been deployed
 * @returns cleanup function
 */
export function startLiveUpdates(slug: string, onReturn: () => void): () => void {
  const read = makeRefetcher<QueryKey>((queryKey) => queryClient.invalidateQueries({ queryKey }));
  const rights = () => {
    const team = queryClient.getQueryData(teamsQuery.queryKey)?.find((each) => each.slug === slug);
    return team && `${team.role} ${team.sees_values}`;
  };
  let seenRights = rights();
  /** Reads the rights, and the team's data again if they changed before the stream could say so. */
  const readRights = makeRefetcher(() =>
    ignoreFailure(
      queryClient.invalidateQueries(teamsQuery).then(async () => {
        const current = rights();
        const isChanged =
          seenRights !== undefined && current !== undefined && current !== seenRights;
        seenRights = current;
        if (!isChanged) return;
        await wait(rightsCachedMs);
        read(['team', slug]);
      }),
    ),
  );
  const latest: LatestEvents = new Map();
  let received: (Change | Stale)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  /** True if a response in flight was read before the start of the stream. */
  let isBehind = false;
  const since = consumeCursor(segment(slug), () => {
    isBehind = true;
    if (isReady) readUnderWay();
  });
  const underWay = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['team', slug], fetchStatus: 'fetching' })
    .map(({ queryKey }) => queryKey);
  const readUnderWay = () => {
    for (const key of underWay) read(key);
  };

  // Waits until the events of the same frame have been applied.
  const outcome = makeRefetcher((id: string) =>
    ignoreFailure(wait(3 * frameMs).then(() => applyOutcome(queryClient, slug, id))),
  );
  const readMark = makeRefetcher((id: string) =>
    ignoreFailure(applyReadMark(queryClient, slug, id)),
  );
  const notice = ({ record_type: type, record_id: id }: Stale) => {
    if (id === null) return;
    if (type === 'messages') outcome(id);
    if (type === 'conversation_reads') readMark(id);
  };

  let isOver = false;
  /** The author of an answer has stopped typing; its send status follows later. */
  const answered = ({ type, data }: Change) => {
    if (type !== 'message.created') return;
    const { id, direction, status, conversation_id } = data as unknown as Message;
    if (direction !== 'outgoing') return;
    clearTyping(conversation_id);
    if (status === 'pending') void ignoreFailure(awaitOutcome(queryClient, slug, id, () => isOver));
  };

  const announce = ({ type, data }: Change) => {
    const person = queryClient.getQueryData(sessionQuery.queryKey)?.person_id;
    const message = data as unknown as Message;
    if (type !== 'message.created' || message.direction !== 'incoming') return;
    if (person === undefined || alertScopeOf(person) === 'off') return;
    void ignoreFailure(
      import('../records/conversations/desktop-alerts.ts').then(({ alertOf }) =>
        alertOf(slug, message, person),
      ),
    );
  };

  const take = () => {
    timer = undefined;
    if (latest.size > maxLatest) latest.clear();
    const keys = applyChanges(queryClient, slug, received, latest);
    received = [];
    for (const key of keys) read(key);
  };

  const hear = (streamEvent: StreamEvent) => {
    switch (streamEvent.kind) {
      case 'presence':
        applyTyping(streamEvent.presence);
        return;
      case 'change':
      case 'stale':
        if (streamEvent.kind === 'stale') notice(streamEvent.stale);
        else {
          answered(streamEvent.change);
          announce(streamEvent.change);
        }
        received.push(streamEvent.kind === 'change' ? streamEvent.change : streamEvent.stale);
        timer ??= setTimeout(take, frameMs);
        return;
      case 'ready':
        // Data read before the stream began may be outdated, unless the stream replays all events since.
        if (isReady) onReturn();
        else {
          if (!streamEvent.hasAll) read(['team', slug]);
          else if (isBehind) readUnderWay();
          readRights(slug);
        }
        isReady = true;
        return;
      case 'resync':
        received = [];
        read(['team', slug]);
        read(teamsQuery.queryKey);
        return;
      case 'over':
        stop();
        read(sessionQuery.queryKey);
        read(teamsQuery.queryKey);
    }
  };
  const end = followTeam(slug, since, hear);
  sendLeftovers().catch(() => {});
  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    end();
  }
  return stop;
}
