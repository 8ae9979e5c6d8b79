import type { Delivery, WebhookEndpoint, WebhookStanding } from '../../../api/types.ts';
import { dayIn } from '../../../data/days.ts';

export type EndpointState = 'active' | 'failing' | 'off' | 'disabled';

/** Switched off by somebody, or by the service for its failures; on, and failing or not. */
export function stateOf(
  { is_active, disabled_reason }: Pick<WebhookEndpoint, 'is_active' | 'disabled_reason'>,
  standing?: Pick<WebhookStanding, 'failing_since'>,
): EndpointState {
  if (is_active) return standing?.failing_since ? 'failing' : 'active';
  return disabled_reason === null ? 'off' : 'disabled';
}

type Directed = Pick<WebhookEndpoint, 'url' | 'target_pipeline_id' | 'target_column_id'>;

/** Whether calls of it become tasks. */
export const receives = ({ target_pipeline_id, target_column_id }: Directed) =>
  target_pipeline_id !== null || target_column_id !== null;

export function directionOf(endpoint: Directed): 'delivers' | 'receives' | 'both' | 'none' {
  if (receives(endpoint)) return endpoint.url === null ? 'receives' : 'both';
  return endpoint.url === null ? 'none' : 'delivers';
}

/** True if a delivery has failed and will be tried again. */
export const isRetrying = ({ status, reason }: Pick<Delivery, 'status' | 'reason'>) =>
  status === 'pending' && reason !== null;

/** How each endpoint is doing, by the endpoint. */
export const byEndpoint = (standings: readonly WebhookStanding[]) =>
  new Map(standings.map((each) => [each.id, each]));

/** Milliseconds as a clock that runs down: '0:05', '4:59', '1:02:03'. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** The time of a moment in a time zone, with its day unless that is the day of `now`. */
export function timeIn(at: string, timeZone: string, locale: string, now = new Date()): string {
  const moment = new Date(at);
  const isToday = dayIn(timeZone, moment) === dayIn(timeZone, now);
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'short' }),
  }).format(moment);
}

/** A moment as clocks in a time zone show it, with its day. */
export const momentIn = (at: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(at),
  );
