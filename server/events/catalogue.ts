const changes = ['contact', 'project', 'client', 'task', 'deal', 'campaign', 'activity'].flatMap(
  (resource) => ['created', 'updated', 'deleted'].map((change) => `${resource}.${change}`),
);

/** Every kind of event that a webhook endpoint may ask for. */
export const eventKinds: readonly string[] = [
  'msgapp.message.status',
  'msgapp.message.received',
  ...changes,
  'deal.stage_changed',
  'task.moved',
  'webhook.disabled',
  'webhook.test',
];
