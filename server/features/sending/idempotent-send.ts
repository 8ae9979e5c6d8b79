import type { Context } from '#server/operations/context.ts';
import { runExternalWork } from '#server/operations/idempotency.ts';
import type { Answer } from '#server/operations/response-envelope.ts';
import type { MessagingService } from '#server/outbound/messaging/gateway.ts';
import { makeLog } from '#server/platform/log.ts';
import { withService } from '../inboxes/service-holder.ts';
import { type ReadDraft, sends } from './send-message.ts';

/** Sends a message, once per idempotency key. */
export const sendOnce = (ctx: Context, read: ReadDraft): Promise<Answer> =>
  withService(ctx.settings, (service) => sendBy(service, ctx, read));

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
