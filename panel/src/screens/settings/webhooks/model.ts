import type { Delivery, WebhookEndpoint, WebhookStanding } from '#panel/api/types.ts';
import { dayIn } from '#panel/data/time-zone-days.ts';

type EndpointState = 'active' | 'failing' | 'off' | 'disabled';

/** State of an endpoint: switched off by a user or after failures, or on, failing or not. */
export function stateOf(
  { is_active, disabled_reason }: Pick<WebhookEndpoint, 'is_active' | 'disabled_reason'>,
  health?: Pick<WebhookStanding, 'failing_since'>,
): EndpointState {
  if (is_active) return health?.failing_since ? 'failing' : 'active';
  return disabled_reason === null ? 'off' : 'disabled';
}

type Directed = Pick<WebhookEndpoint, 'url' | 'target_pipeline_id' | 'target_column_id'>;

/** True if its calls create tasks. */
export const receives = ({ target_pipeline_id, target_column_id }: Directed) =>
  target_pipeline_id !== null || target_column_id !== null;

export function directionOf(endpoint: Directed): 'delivers' | 'receives' | 'both' | 'none' {
  if (receives(endpoint)) return endpoint.url === null ? 'receives' : 'both';
  return endpoint.url === null ? 'none' : 'delivers';
}

/** True if a delivery has failed and will be retried. */
export const isRetrying = ({ status, reason }: Pick<Delivery, 'status' | 'reason'>) =>
  status === 'pending' && reason !== null;

/** Health by endpoint id. */
export const byEndpoint = (standings: readonly WebhookStanding[]) =>
  new Map(standings.map((each) => [each.id, each]));

/** Formats milliseconds as a countdown: '0:05', '4:59', '1:02:03'. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const two = (n: number) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** Formats a moment in a time zone, with the date unless it is that of `now`. */
export function timeIn(at: string, timeZone: string, locale: string, now = new Date()): string {
  const moment = new Date(at);
  const isToday = dayIn(timeZone, moment) === dayIn(timeZone, now);
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    timeStyle: 'short',
    ...(isToday ? {} : { dateStyle: 'short' }),
  }).format(moment);
}

/** Formats a moment with date and time, in a time zone. */
export const momentIn = (at: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(at),
  );
