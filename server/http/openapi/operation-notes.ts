/* Texts of the reference in addition to the operations' notes. */

const aboutSending = `
Give inbox_id and phone, or conversation_id alone. With a phone, a missing contact and conversation are created.
The response comes once the gateway has accepted the message, after 10 seconds at most.

A 502 names the message and its conversation, where it is kept with its status_reason. The text starts with the cause:
\`network\` and \`timeout\` (the gateway was not reached, or its answer was lost: send again later), \`disconnected\` (the inbox must
be reconnected), \`number\` (nobody has this number), \`throttled\` (wait, then send more slowly), \`credentials\` (for the
operator), \`rejected\` (the network rejects this text), \`gateway\` (it failed), \`stopped\` (the service did). Then it says whether
the message was not sent (\`failed\`), or may have been (\`pending\`: check its conversation before you send again).
Nothing is resent automatically.

With an Idempotency-Key a message is sent once, even across a crash, and its response is replayed, a 502 too. After a crash the
key returns 409 for up to 20 seconds.

An inbox on the sandbox gateway reaches nobody and confirms everything, except phones ending in 0000 (refused), 0001 (never
confirmed), 0002 (failed later), 0003 (confirmed twice and out of order) and 0004 (answers after the timeout).
`.trim();

const aboutTemplates = `
Sends an approved template of an official number: the only way to write to somebody who has not written within the last 24 hours.
The template is looked up in the network’s list first (GET /v1/inboxes/{id}/templates), and what is missing or too much is answered with
400 before anything is stored. The message is kept with the type \`template\`, its filled-in text as content and what was filled in as
details. Address, Idempotency-Key and the causes of a 502 are as in POST /v1/msgapp/messages.
`.trim();

const aboutHooks = `
Creates a task on the endpoint’s board (\`target_pipeline_id\`, \`target_column_id\`) by its \`field_mapping\`: task field → path in
the body, or a text with \`{{templates}}\`. Without a title, the endpoint’s name is used. No API key: the sender proves that it knows
the endpoint’s secret_token by signing the body or by sending the token.

With an ID (\`webhook-id\`, or else \`Idempotency-Key\`), a repeated request creates no second task: the response names the first.
`.trim();

/** Operation → text in addition to its note. */
export const operationNotes: Record<string, string> = {
  sendMessage: aboutSending,
  sendTemplate: aboutTemplates,
  receiveWebhook: aboutHooks,
};

/** Operation → description of its 2xx response, if that of its record is not sufficient. */
export const answerNotes: Record<string, string> = {
  getMe: 'The team, the key and the rate limit.',
  getDealPhases: 'The phases.',
  getTags: 'The tags, by kind of record.',
  listTemplates: 'The templates.',
  sendTemplate: 'The gateway accepted the message.',
  sendMessage:
    'The gateway accepted the message. Its status then appears in the messages of its conversation.',
  getDelivery: 'The delivery, with its attempts and its payload.',
  replayDelivery: 'The delivery, waiting to be attempted.',
  replayDeliveries: 'How many deliveries are attempted again.',
  testWebhook: 'The delivery of the event webhook.test.',
  rotateWebhookSecret: 'The endpoint with its new secret_token.',
  receiveWebhook: 'It created a task.',
};
