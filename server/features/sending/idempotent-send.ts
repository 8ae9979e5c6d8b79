import type { Context } from '#server/operations/context.ts';
import { runExternalWork } from '#server/operations/idempotency.ts';
import type { Answer } from '#server/operations/response-envelope.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { makeLog } from '#server/platform/log.ts';
import { gatewayTimeoutMs, withMessaging } from '../gateways/messaging-service.ts';
import { sandboxWorld } from '../gateways/sandbox/world.ts';
import { type ReadDraft, sends } from './send-message.ts';

/** Sends a message, once per idempotency key. Starts a temporary messaging service if the process has none, as on the command line. */
export async function sendOnce(ctx: Context, read: ReadDraft): Promise<Answer> {
  const { db, settings } = ctx;
  if (settings.services) return sendBy(settings.services.messaging, ctx, read);
  // The service's own sandbox sends later confirmations.
  const world = sandboxWorld(() => db, settings.storage);
  return withMessaging(gatewayTimeoutMs, (service) => sendBy(service, ctx, read), { world });
}

async function sendBy(
  service: MessagingService,
  { db, team, settings, requestId = '', keyed }: Context,
  read: ReadDraft,
): Promise<Answer> {
  const { secrets, jidSuffix, services } = settings;
  const log = services?.log ?? makeLog('silent');
  const asked = { request_id: requestId, team: team.slug };
  const sending = sends({ service, secrets, jidSuffix, log }, asked, db, read);
  const answer = await runExternalWork(db, secrets, keyed, sending);
  // The worker applies anything that fails here.
  await sending
    .catchUp()
    .catch((err: Error) => log.warn({ err }, 'early confirmations wait for the worker'));
  return answer;
}
