import type { Database } from '../../db/database.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { type Door, receive } from './door.ts';
import { gatewayTimeoutMs, type LocalMessaging, startMessaging } from './service.ts';

/** The door of a messaging service that runs in this process. */
export interface LocalDoor extends Door, Pick<LocalMessaging, 'resumeSandbox' | 'stop'> {
  readonly sandboxDelayMs: number;
}

/**
 * The messaging service in this process, with its door. The sandbox's callbacks take the door that all callbacks take.
 * @param options.timeoutMs how long a gateway may take; tests cannot wait as long as people
 */
export function openMessaging(
  database: Database,
  secrets: Secrets,
  options: { jidSuffix: string; sandboxDelayMs: number; timeoutMs?: number },
): LocalDoor {
  const { jidSuffix, sandboxDelayMs, timeoutMs = gatewayTimeoutMs } = options;
  const { service, resumeSandbox, stop } = startMessaging({
    timeoutMs,
    sandboxDelayMs,
    async deliver({ team, inbox }, callback) {
      const received = await receive(door, database.team(team), inbox, callback);
      return received.kind === 'taken';
    },
  });
  const door: LocalDoor = {
    messaging: service,
    secrets,
    jidSuffix,
    sandboxDelayMs,
    resumeSandbox,
    stop,
  };
  return door;
}
