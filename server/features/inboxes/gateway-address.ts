import { isIP } from 'node:net';
import type { Context } from '#server/operations/context.ts';
import { guardOf } from '#server/outbound/connection-guard.ts';
import { invalid } from '#server/platform/errors.ts';

/*
 * Members enter a gateway's address, and the service sends requests to it, possibly from a network that members cannot reach. The address
 * must therefore be public, unless the operator of the service allows it.
 */

const addressRefused = () =>
  invalid(
    'config names a gateway whose address is not public or not known; the operator of the service can allow its range (WEBHOOK_ALLOW_CIDRS), or set the inbox up.',
    'config',
    'not_allowed',
    { reason: 'private_address' },
  );

/** @throws ApiError VALIDATION_ERROR if a member enters a gateway address that the service may not request on their behalf */
export async function refuseInternal(
  { actor, settings }: Pick<Context, 'actor' | 'settings'>,
  config: object | null,
): Promise<void> {
  const url: unknown = config && 'url' in config ? config.url : undefined;
  if (actor.kind !== 'user' || typeof url !== 'string' || !URL.canParse(url)) return;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const guard = guardOf(settings.allowCidrs ?? []);
  const refusal = await new Promise<Error | null>((resolve) => {
    if (isIP(host) === 0) return guard.lookup(host, { all: true }, resolve);
    try {
      guard.check(host);
      resolve(null);
    } catch (error) {
      resolve(error as Error);
    }
  });
  if (refusal) throw addressRefused();
}
