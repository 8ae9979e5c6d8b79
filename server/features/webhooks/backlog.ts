import { backlogOf } from '../../db/backlog.ts';
import type { Platform } from '../../db/database.ts';
import { platformStatement } from '../../db/statement.ts';

/** Pending deliveries. */
export const waitingDeliveries = backlogOf('deliveries', 'next_attempt_at');

const disabled = platformStatement(
  'select count(*) as off from webhooks where disabled_reason is not null',
);

/** Counts the endpoints that the service has disabled. */
export const countDisabled = async (platform: Platform): Promise<number> =>
  Number((await platform.run(disabled))[0]?.off);
