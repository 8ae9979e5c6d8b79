import { backlogOf } from '#server/db/backlog.ts';
import type { Platform } from '#server/db/database.ts';
import { platformStatement } from '#server/db/statement.ts';

/** Pending deliveries. */
export const waitingDeliveries = backlogOf('deliveries', 'next_attempt_at');

const disabled = platformStatement(
  'select count(*) as off from webhooks where disabled_reason is not null',
);

/** Counts the endpoints that the service has disabled. */
export const countDisabled = async (platform: Platform): Promise<number> =>
  Number((await platform.run(disabled))[0]?.off);
