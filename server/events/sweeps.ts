import { removes } from '../db/removal.ts';

/** Deletes events after thirty days. */
export const removeEvents = removes('events', 'team_id, id', 'created_at', '30 days');

/** Deletes live notices: no stream resumes from more than seven days ago. */
export const removeNotices = removes('live_notices', 'team_id, id', 'created_at', '8 days');

/** Deletes members' notifications. */
export const removeNotifications = removes('notifications', 'team_id, id', 'created_at', '90 days');
