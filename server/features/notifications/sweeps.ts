import { removes } from '#server/db/removal.ts';

/** Mails of notifications that no longer exist. */
export const removeNotificationMails = removes(
  'notification_mails',
  'team_id, id',
  'created_at',
  '90 days',
);

export const removeNotificationPushes = removes(
  'notification_pushes',
  'team_id, subscription_id, notification_id',
  'created_at',
  '7 days',
);
