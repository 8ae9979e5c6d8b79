/* Texts of the reference in addition to the operations' notes. */

const aboutSending = `
Address the message with inbox_id and phone, or with conversation_id alone. With a phone, a missing contact and conversation are created.
Returns once the gateway has accepted the message, after at most 10 seconds.

A 502 names the message, which is stored with its status_reason, and its conversation. The text starts with the cause:
\`network\` and \`timeout\` (the gateway was unreachable, or its response was lost: retry later), \`disconnected\` (the inbox must
be reconnected), \`number\` (the number does not exist on the network), \`throttled\` (wait, then send more slowly), \`credentials\` (for the
operator), \`rejected\` (the network rejects this text), \`gateway\` (the gateway failed), \`stopped\` (the service stopped). Then it states whether
the message was not sent (\`failed\`), or may have been sent (\`pending\`: check its conversation before you send again).
Messages are never resent automatically.

With an Idempotency-Key, a message is sent once, even across a crash, and its response is replayed, including a 502. After a crash, the
key returns 409 for up to 20 seconds.

An inbox on the sandbox gateway reaches no real phone and confirms every message, except to numbers ending in 0000 (refused), 0001 (never
confirmed), 0002 (fails later), 0003 (confirmed twice and out of order) and 0004 (responds after the timeout).
`.trim();

const aboutTemplates = `
Sends an approved template through an official number: the only way to write to a contact who has not written within the last 24 hours.
The template is first looked up in the network’s list (GET /v1/inboxes/{id}/templates); missing or surplus parameters return
400 before anything is stored. The message is stored with the type \`template\`, the filled-in text as content and the parameters as
details. Addressing, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages.
`.trim();

const aboutHooks = `
Creates a task on the endpoint’s board (\`target_pipeline_id\`, \`target_column_id\`) according to its \`field_mapping\`: task field → path in
the body, or a text with \`{{templates}}\`. Without a title, the endpoint’s name is used. Requires no API key: the sender proves knowledge of
the endpoint’s secret_token by signing the body or by sending the token.

With an ID (\`webhook-id\`, otherwise \`Idempotency-Key\`), a repeated request creates no second task: the response names the first one.
`.trim();

/** Operation → text in addition to its note. */
export const operationDescriptions: Record<string, string> = {
  sendMessage: aboutSending,
  sendTemplate: aboutTemplates,
  receiveWebhook: aboutHooks,
};

/** Operation → description of its 2xx response, if that of its record is not sufficient. */
export const responseDescriptions: Record<string, string> = {
  getMe: 'The team, the key and the rate limit.',
  getDealPhases: 'The phases.',
  getTags: 'The tags, by type of record.',
  listTemplates: 'The templates.',
  sendTemplate: 'The gateway accepted the message.',
  sendMessage:
    'The gateway accepted the message. Its status then appears in the messages of its conversation.',
  getDelivery: 'The delivery, with its attempts and its payload.',
  replayDelivery: 'The delivery, waiting to be attempted.',
  replayDeliveries: 'Number of deliveries to be attempted again.',
  testWebhook: 'The delivery of the webhook.test event.',
  rotateWebhookSecret: 'The endpoint with its new secret_token.',
  receiveWebhook: 'The created task.',
};
