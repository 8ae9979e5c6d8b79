import { removes } from './removal.ts';

/** What teams used, after it counts no more. */
export const removeUsage = removes('team_usage', 'team_id, what, since, slot', 'since', '26 hours');
