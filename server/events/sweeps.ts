import { removes } from '../db/removal.ts';

/** Events, after thirty days. */
export const removeEvents = removes('events', 'team_id, id', 'created_at', '30 days');

/** What live streams tell of changes without events: nobody goes on from longer ago than seven days. */
export const removeNotices = removes('live_notices', 'team_id, id', 'created_at', '8 days');

/** What members were told of. */
export const removeNotifications = removes('notifications', 'team_id, id', 'created_at', '90 days');
