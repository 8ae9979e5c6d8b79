import { choice, type Field, json, list, longText, needed, text, when, yes } from '../fields';
import { get, getMany, type Names, type Operation, type Resource, which } from '../operations';
import { contact, conversation, inbox, user } from './common-fields';

const conversations: Names = {
  one: 'conversation',
  many: 'conversations',
  url: '/v1/msgapp/conversations',
  searched: 'searchConversations',
};
const inboxes: Names = {
  one: 'inbox',
  many: 'inboxes',
  url: '/v1/inboxes',
  searched: 'searchInboxes',
};

/** Recipient of a message: a number through an inbox, or an existing conversation. */
const recipient: readonly Field[] = [
  {
    ...choice(
      'send_to',
      [
        ['conversation', 'Conversation'],
        ['phone', 'Phone Number'],
      ],
      'phone',
      'A number through an inbox, or an existing conversation',
    ),
    local: true,
  },
  ...when({ send_to: ['phone'] }, [
    needed(inbox),
    needed(
      text('phone', 'The digits of the number, with the country code', {
        placeholder: '5511999998888',
      }),
    ),
  ]),
  ...when({ send_to: ['conversation'] }, [needed(conversation)]),
];

const sending = (
  value: string,
  name: string,
  action: string,
  url: string,
  shown: readonly Field[],
  added: readonly Field[],
): Operation => ({
  value,
  name,
  action,
  method: 'POST',
  url,
  path: [],
  shown: [...recipient, ...shown],
  added,
  ...(added.length > 0 ? { collection: 'additionalFields' as const } : {}),
});

const message: Resource = {
  value: 'message',
  name: 'Message',
  operations: [
    {
      ...getMany(
        { ...conversations, many: 'messages of a conversation' },
        [],
        ['sent_at', 'created_at'],
      ),
      url: '/v1/msgapp/conversations/{id}/messages',
      path: [which(conversations)],
    },
    sending(
      'send',
      'Send',
      'Send a text message',
      '/v1/msgapp/messages',
      [needed(longText('content', 'The text of the message'))],
      [],
    ),
    sending(
      'sendTemplate',
      'Send Template',
      'Send a template message',
      '/v1/msgapp/messages/template',
      [
        needed(text('template', 'The name of an approved template of the inbox')),
        needed(text('language', 'The language of the template', { placeholder: 'pt_BR' })),
      ],
      [
        list('variables', 'The values of the variables, in order'),
        json('components', "Instead of variables: all parameters in the network's format"),
      ],
    ),
  ],
};

const conversationResource: Resource = {
  value: 'conversation',
  name: 'Conversation',
  operations: [
    get(conversations),
    getMany(
      conversations,
      [
        inbox,
        contact,
        choice('status', ['open', 'resolved', 'snoozed'], 'open', 'The status of the conversation'),
        user('assignee_id', 'The assignee'),
      ],
      ['created_at', 'last_message_at', 'waiting_since'],
    ),
  ],
};

const inboxResource: Resource = {
  value: 'inbox',
  name: 'Inbox',
  operations: [
    get(inboxes),
    getMany(
      inboxes,
      [
        choice(
          'type',
          [
            ['cloud', 'Official API'],
            ['session', 'Session'],
          ],
          'session',
          'The type of connection',
        ),
        yes('active', 'to return active or inactive inboxes'),
      ],
      ['name', 'created_at'],
    ),
    {
      value: 'getTemplates',
      name: 'Get Templates',
      action: 'Get the templates of an inbox',
      method: 'GET',
      url: '/v1/inboxes/{id}/templates',
      path: [which(inboxes)],
      shown: [],
      added: [],
    },
  ],
};

export const messaging: readonly Resource[] = [conversationResource, inboxResource, message];
