import type { Context } from '#server/operations/context.ts';
import type { GatewayResult } from '#server/outbound/messaging/connection.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { gatewayTimeoutMs, withMessaging } from '../gateways/messaging-service.ts';
import { sandboxWorld } from '../gateways/sandbox/world.ts';
import { receive } from '../receiving/callbacks.ts';
import { findInboxRecord, type InboxRecord } from './health.ts';

/** Runs `work` with this process's messaging service or, if it has none (the command line), with a temporary one. */
export function withService<T>(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  work: (service: MessagingService) => Promise<T>,
): Promise<T> {
  const { services, storage, sandboxDelayMs = 0 } = settings;
  if (services) return work(services.messaging);
  let own: MessagingService | undefined;
  return withMessaging(
    gatewayTimeoutMs,
    (service) => {
      own = service;
      return work(service);
    },
    {
      sandboxDelayMs,
      world: sandboxWorld(() => db, storage),
      async deliver({ inbox }, callback) {
        if (!own) return false;
        const received = await receive({ service: own, ...settings }, db, inbox, callback);
        return received.kind === 'taken';
      },
    },
  );
}

/** Same as {@link withService} for an inbox of the team; undefined if the inbox does not exist or is deleted. */
export const withInbox = <T>(
  ctx: Context,
  id: string,
  work: (service: MessagingService, found: InboxRecord) => Promise<T>,
): Promise<T | undefined> =>
  withService(ctx, async (service) => {
    const found = await findInboxRecord(ctx.db, id);
    return found && work(service, found);
  });

/** Unwraps a gateway's answer. @throws ApiError BAD_GATEWAY if the request failed, VALIDATION_ERROR if it can never succeed */
export function unwrap<T>(asked: GatewayResult<T>): T {
  if (asked.kind === 'done') return asked.value;
  if (asked.kind === 'impossible') throw invalid(`${asked.reason}.`);
  throw new ApiError('BAD_GATEWAY', `${asked.cause}: ${asked.reason}.`);
}
