/** Event types to which a webhook endpoint can subscribe. */
export const eventKinds = [
  ...['activity', 'campaign', 'client', 'contact', 'deal', 'project', 'task'].flatMap((name) => [
    `${name}.created`,
    `${name}.deleted`,
    `${name}.updated`,
  ]),
  'conversation.updated',
  'deal.stage_changed',
  'inbox.connection',
  'message.created',
  'message.updated',
  'msgapp.message.received',
  'msgapp.message.status',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
].toSorted();
