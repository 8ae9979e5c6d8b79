import { removes } from '../db/removal.ts';

/** Events, after thirty days. */
export const removeEvents = removes('events', 'team_id, id', 'created_at', '30 days');
