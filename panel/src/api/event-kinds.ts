/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Event types to which a webhook endpoint can subscribe. */
export const eventKinds = [
  'msgapp.message.status',
  'msgapp.message.received',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'project.created',
  'project.updated',
  'project.deleted',
  'client.created',
  'client.updated',
  'client.deleted',
  'task.created',
  'task.updated',
  'task.deleted',
  'deal.created',
  'deal.updated',
  'deal.deleted',
  'campaign.created',
  'campaign.updated',
  'campaign.deleted',
  'activity.created',
  'activity.updated',
  'activity.deleted',
  'deal.stage_changed',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
  'privacy.erased',
  'import.finished',
  'message.created',
  'message.updated',
  'conversation.updated',
  'conversation.reply_overdue',
  'inbox.connection',
] as const;

/** Event types that `*` does not include. */
export const namedOnly = ['message.created', 'message.updated', 'conversation.updated', 'conversation.reply_overdue', 'inbox.connection'] as const;
