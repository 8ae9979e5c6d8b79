import type { Database } from '#server/db/database.ts';
import type { Storage } from '#server/outbound/storage.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import {
  gatewayTimeoutMs,
  type InProcessService,
  type Messaging,
  startMessaging,
} from '../gateways/messaging-service.ts';
import { sandboxWorld } from '../gateways/sandbox/world.ts';
import { receive } from './callbacks.ts';

/** Messaging service that runs in this process. */
export interface LocalMessaging
  extends Messaging,
    Pick<InProcessService, 'resumeSandbox' | 'stop'> {
  readonly sandboxDelayMs: number;
}

/**
 * Starts the messaging service in this process. The sandbox's callbacks are received like those of any gateway.
 * @param options.storage holds files that the sandbox's contacts sent
 * @param options.timeoutMs max time for a gateway's response; shorter in tests
 */
export function openMessaging(
  database: Database,
  secrets: Secrets,
  options: {
    jidSuffix: string;
    sandboxDelayMs: number;
    timeoutMs?: number;
    storage?: Storage | undefined;
  },
): LocalMessaging {
  const { jidSuffix, sandboxDelayMs, timeoutMs = gatewayTimeoutMs, storage } = options;
  const { service, resumeSandbox, stop } = startMessaging({
    timeoutMs,
    sandboxDelayMs,
    world: sandboxWorld(database.team, storage),
    async deliver({ team, inbox }, callback) {
      const received = await receive(messaging, database.team(team), inbox, callback);
      return received.kind === 'taken';
    },
  });
  const messaging: LocalMessaging = {
    service,
    secrets,
    jidSuffix,
    sandboxDelayMs,
    resumeSandbox,
    stop,
  };
  return messaging;
}
