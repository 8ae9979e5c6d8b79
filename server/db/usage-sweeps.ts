import { removes } from './removal.ts';

/** Deletes usage that no longer counts. */
export const removeUsage = removes('team_usage', 'team_id, what, since, slot', 'since', '26 hours');
