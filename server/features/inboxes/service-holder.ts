import { type Context, type Settings, servicesOf } from '#server/operations/context.ts';
import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { ApiError, invalidRequest } from '#server/platform/errors.ts';
import { detailsOfFinding, withCause } from './finding-details.ts';
import { findInboxRecord, type InboxRecord } from './inbox-record.ts';

/**
 * Runs `work` with this process's messaging service or, if it has none (the command line), with a temporary one.
 * @throws Error if the caller can start none
 */
export async function withService<T>(
  settings: Settings,
  work: (service: MessagingService) => Promise<T>,
): Promise<T> {
  const { services, startMessaging } = settings;
  if (services || !startMessaging) return work(servicesOf(settings).messaging);
  const { service, stop } = await startMessaging();
  try {
    return await work(service);
  } finally {
    stop();
  }
}

/** Same as {@link withService} for an inbox of the team; undefined if the inbox does not exist or is deleted. */
export const withInbox = <T>(
  ctx: Context,
  id: string,
  work: (service: MessagingService, inbox: InboxRecord) => Promise<T>,
): Promise<T | undefined> =>
  withService(ctx.settings, async (service) => {
    const inbox = await findInboxRecord(ctx.db, id);
    return inbox && work(service, inbox);
  });

/** Unwraps a gateway's answer. @throws ApiError BAD_GATEWAY if the request failed, VALIDATION_ERROR if it can never succeed */
export function unwrap<T>(result: GatewayResult<T>): T {
  if (result.kind === 'done') return result.value;
  if (result.kind === 'impossible')
    throw invalidRequest(
      `${result.reason.text}.`,
      'gateway_refused',
      detailsOfFinding(result.reason),
    );
  const failure = withCause(result.cause, result.reason);
  throw new ApiError('BAD_GATEWAY', `${failure.text}.`, { gateway: detailsOfFinding(failure) });
}
