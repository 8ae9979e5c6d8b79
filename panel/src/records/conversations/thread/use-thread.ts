import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Failure } from '#panel/api/call.ts';
import { useListWithPending } from '#panel/commands/pending-changes.ts';
import { asFailure } from '#panel/commands/use-action.ts';
import { teamsQuery } from '#panel/data/session.ts';
import { useTimeZone } from '#panel/data/use-today.ts';
import { useOutgoing } from '../outgoing/outgoing.ts';
import type { SeenPosition, Target } from './MessageList.tsx';
import type { MessageWindow } from './message-window.ts';
import {
  clearArrivals,
  forgetThread,
  loadMoreMessages,
  moveTo,
  setThreadPosition,
  threadQuery,
} from './queries.ts';
import { placesIn, rowsOf } from './rows.ts';

/*
 * Position in a thread: opens at the first unread message, at the linked one, or at the end; loads more near the ends of the message
 * window; at the end of the thread, follows new messages.
 */

/** Number of rows before the end of the loaded ones at which more are requested. */
const prefetchRows = 25;

const atEnd = (): Target => ({ key: undefined, align: 'start', isFound: false });

/** Time for which a searched message is highlighted. */
const litMs = 2_500;

type Direction = 'before' | 'after';

const noMessages: MessageWindow['messages'] = [];
const noNotes: MessageWindow['notes'] = [];
const noActivities: MessageWindow['activities'] = [];

export function useThread(slug: string, id: string, aroundId: string | undefined) {
  const [isBegun] = useState(() => {
    setThreadPosition(id, aroundId);
    return true;
  });
  const { data: teams } = useQuery(teamsQuery);
  const me = teams?.find((team) => team.slug === slug)?.user_id;
  const query = useQuery({ ...threadQuery(slug, id), enabled: isBegun });
  const messageWindow = query.data;
  useEffect(() => () => forgetThread(slug, id), [slug, id]);

  const [target, setTarget] = useState<Target>();
  const [unread, setUnread] = useState<string>();
  const [lit, setLit] = useState<string>();
  const [isGone, setGone] = useState(false);
  const [reading, setReading] = useState<Partial<Record<Direction, 'now' | Failure>>>({});

  const jump = useCallback(
    /** @param takesFocus false if the focus stays, such as in the field of a search */
    async (message: string, takesFocus = true) => {
      setGone(false);
      try {
        const moved = await moveTo(slug, id, message);
        if (moved === 'superseded') return;
        if (moved === 'gone') {
          setGone(true);
          return setTarget(atEnd());
        }
        setTarget({ key: message, align: 'center', isFound: takesFocus });
        setLit(message);
      } catch (error) {
        setReading({ before: asFailure(error) });
      }
    },
    [slug, id],
  );
  useEffect(() => {
    if (lit === undefined) return;
    const timer = setTimeout(() => setLit(undefined), litMs);
    return () => clearTimeout(timer);
  }, [lit]);

  const toEnd = useCallback(async () => {
    try {
      if ((await moveTo(slug, id)) !== 'superseded') setTarget(atEnd());
    } catch (error) {
      setReading({ after: asFailure(error) });
    }
  }, [slug, id]);

  // The opening position is decided once, with the first response.
  const opened = useRef(false);
  useEffect(() => {
    if (!messageWindow || opened.current) return;
    opened.current = true;
    const { first_unread_id: first, messages } = messageWindow;
    setUnread(first ?? undefined);
    if (aroundId !== undefined) void jump(aroundId);
    else if (first === null) setTarget(atEnd());
    else if (messages.some((message) => message.id === first))
      setTarget({ key: 'unread', align: 'start', isFound: false });
    else
      void moveTo(slug, id, first).then(
        (moved) => {
          if (moved !== 'superseded') setTarget({ key: 'unread', align: 'start', isFound: false });
        },
        () => setTarget(atEnd()),
      );
  }, [messageWindow, aroundId, slug, id, jump]);
  // Another link to the same conversation.
  const requested = useRef(aroundId);
  useEffect(() => {
    if (requested.current === aroundId) return;
    requested.current = aroundId;
    if (aroundId !== undefined && opened.current) void jump(aroundId);
  }, [aroundId, jump]);

  const timeZone = useTimeZone();
  const placeOf = useMemo(() => placesIn(timeZone), [timeZone]);
  const messages = useListWithPending('messages', messageWindow?.messages ?? noMessages);
  const notes = messageWindow?.notes ?? noNotes;
  const activities = messageWindow?.activities ?? noActivities;
  const outgoing = useOutgoing(slug, id);
  const rows = useMemo(
    () => rowsOf({ messages, notes, activities }, outgoing, unread, placeOf, me),
    [messages, notes, activities, outgoing, unread, placeOf, me],
  );
  const byId = useMemo(() => new Map(messages.map((message) => [message.id, message])), [messages]);
  const find = useCallback((message: string) => byId.get(message), [byId]);

  const further = useCallback(
    async (way: Direction) => {
      if (reading[way] === 'now') return;
      setReading((all) => ({ ...all, [way]: 'now' }));
      try {
        await loadMoreMessages(slug, id, way);
        setReading((all) => ({ ...all, [way]: undefined }));
      } catch (error) {
        setReading((all) => ({ ...all, [way]: asFailure(error) }));
      }
    },
    [slug, id, reading],
  );

  // Scroll position. Only results derived from it render the thread, not every row scrolled past.
  const place = useRef<SeenPosition>({ first: 0, last: 0, isAtEnd: true });
  const [isDown, setDown] = useState(true);
  const isWhole = messageWindow?.after === null;
  const isAtEnd = isDown && isWhole;
  const look = () => {
    if (!target || !messageWindow) return;
    const { first, last, isAtEnd: isDown } = place.current;
    if (first < prefetchRows && messageWindow.before !== null && reading.before === undefined)
      void further('before');
    if (
      last > rows.length - prefetchRows &&
      messageWindow.after !== null &&
      reading.after === undefined
    )
      void further('after');
    let top = first;
    while (top < rows.length && rows[top]?.kind !== 'message') top += 1;
    setThreadPosition(id, isDown && isWhole ? undefined : rows[top]?.key);
  };
  const latest = useRef(look);
  latest.current = look;
  useEffect(look);
  const setPlace = useCallback((seen: SeenPosition) => {
    place.current = seen;
    setDown(seen.isAtEnd);
    latest.current();
  }, []);
  const news = messageWindow?.arrivals.length ?? 0;
  useEffect(() => {
    if (isAtEnd && news > 0) clearArrivals(slug, id);
  }, [slug, id, isAtEnd, news]);

  // Scrolls to a message that the user sends.
  const lastOutgoing = outgoing.at(-1)?.id;
  const lastOwn = useRef(lastOutgoing);
  useEffect(() => {
    if (lastOutgoing === lastOwn.current) return;
    lastOwn.current = lastOutgoing;
    if (lastOutgoing !== undefined) void toEnd();
  }, [lastOutgoing, toEnd]);

  return {
    query,
    stretch: messageWindow,
    rows,
    find,
    target,
    lit,
    isGone,
    reading,
    further,
    jump,
    toEnd,
    setPlace,
    isAtEnd,
    news,
  };
}
