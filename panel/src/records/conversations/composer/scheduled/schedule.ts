import { request } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { dayIn, localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { addDays, weekdayOf } from '#panel/ui/calendar/days.ts';
import type { MessageWindow } from '../../thread/message-window.ts';

/* Messages that are sent later: suggested times in the team's time zone, and requests. */

export type ScheduledMessage = MessageWindow['scheduled'][number];

export interface ScheduleOption {
  readonly kind: 'hour' | 'tomorrow' | 'monday';
  /** Local time in the time zone, without seconds. */
  readonly clock: string;
}

const hourMs = 3_600_000;
const morning = '09:00';
const monday = 1;

/** Suggested times: in an hour, tomorrow morning, and Monday morning unless that is tomorrow. */
export function scheduleOptionsAt(timeZone: string, now: number): readonly ScheduleOption[] {
  const today = dayIn(timeZone, new Date(now));
  const tomorrow = addDays(today, 1);
  const nextMonday = addDays(today, ((monday - weekdayOf(today) + 6) % 7) + 1);
  return [
    { kind: 'hour', clock: localTimeIn(timeZone, new Date(now + hourMs)) },
    { kind: 'tomorrow', clock: `${tomorrow}T${morning}` },
    ...(nextMonday === tomorrow
      ? []
      : [{ kind: 'monday', clock: `${nextMonday}T${morning}` } as const]),
  ];
}

/** Moment of a chosen local time; undefined if none is chosen, or if it is not in the future. */
export function futureMoment(timeZone: string, clock: string, now: number): string | undefined {
  if (clock === '') return undefined;
  const at = momentOf(timeZone, clock);
  return Date.parse(at) > now ? at : undefined;
}

type Plan = Operations['POST /teams/{team_slug}/msgapp/scheduled-messages']['body'];
type Change = Operations['PUT /teams/{team_slug}/msgapp/scheduled-messages/{id}']['body'];

/** Content of a message to schedule. */
export type ScheduledContent = Omit<
  Plan,
  'conversation_id' | 'scheduled_at' | 'cancel_if_answered'
>;

const refetched = (slug: string, conversation: string) =>
  thenRefetch(['team', slug, 'conversations', 'thread', conversation]);

/**
 * Schedules the parts of a composed message, which are sent in this order.
 * @param contents each is removed once it is scheduled, so that a retry after a failure continues with the rest
 * @throws Failure if one was refused
 */
export function scheduleMessages(
  slug: string,
  conversation: string,
  when: Pick<Plan, 'scheduled_at' | 'cancel_if_answered'>,
  contents: ScheduledContent[],
): Promise<void> {
  const scheduled = async () => {
    for (let [next] = contents; next; [next] = contents) {
      await request('POST /teams/{team_slug}/msgapp/scheduled-messages', {
        at: { team_slug: slug },
        body: { ...next, ...when, conversation_id: conversation },
      });
      contents.shift();
    }
  };
  return refetched(slug, conversation)(scheduled());
}

export const changeScheduled = (
  slug: string,
  { id, conversation_id }: ScheduledMessage,
  body: Change,
) =>
  refetched(
    slug,
    conversation_id,
  )(
    request('PUT /teams/{team_slug}/msgapp/scheduled-messages/{id}', {
      at: { team_slug: slug, id },
      body,
    }),
  );

export const sendScheduledNow = (slug: string, { id, conversation_id }: ScheduledMessage) =>
  refetched(
    slug,
    conversation_id,
  )(
    request('POST /teams/{team_slug}/msgapp/scheduled-messages/{id}/send', {
      at: { team_slug: slug, id },
    }),
  );

/** Cancels a message, or removes one that was not sent from the conversation. */
export const cancelScheduled = (slug: string, { id, conversation_id }: ScheduledMessage) =>
  refetched(
    slug,
    conversation_id,
  )(
    request('POST /teams/{team_slug}/msgapp/scheduled-messages/{id}/cancel', {
      at: { team_slug: slug, id },
    }),
  );
