import { choice, type Field, json, list, longText, needed, record, text, when } from '../fields';
import { getMany, type Operation, type Resource, resourceOf, which } from '../operations';
import { conversations, inboxes, sentMessageTypes } from '../records';

const inbox = record('inbox_id', 'searchInboxes', 'The inbox to use');
const conversation = record(
  'conversation_id',
  'searchConversations',
  'The conversation of the message',
);

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
  fields: readonly Field[],
  added: readonly Field[],
): Operation => ({
  value,
  name,
  action,
  method: 'POST',
  url,
  path: [],
  shown: [...recipient, ...fields],
  added,
  ...(added.length > 0 ? { collection: 'additionalFields' as const } : {}),
});

/** Name of a file in the item. */
const binaryProperty = (title: string, description: string): Field => {
  const { property, ...field } = needed(text('binaryPropertyName', description));
  return { ...field, property: { ...property, displayName: title, default: 'data' }, local: true };
};

const fileId = needed(text('id', 'The ID of a file, such as media.file_id of a message'));

/** Contents of files. */
const file: Resource = {
  value: 'file',
  name: 'File',
  operations: [
    {
      value: 'download',
      name: 'Download',
      action: 'Download a file',
      method: 'GET',
      url: '/v1/files/{id}',
      path: [{ ...fileId, property: { ...fileId.property, displayName: 'File ID' } }],
      shown: [
        binaryProperty('Put Output File in Field', 'The name of the binary field for the file'),
      ],
      added: [],
      file: 'received',
    },
  ],
};

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
      'Send a text or a file',
      '/v1/msgapp/messages',
      [longText('content', 'The text of the message, or the caption of a file')],
      [
        text('media_url', 'The public address of a file to send'),
        text('file_name', 'The name of the file at that address, if not the one its server gives'),
        text('file_id', 'The ID of a file in Pauta to send, such as that of a received message'),
        choice(
          'message_type',
          sentMessageTypes,
          'document',
          'The type to send a file as, if not the one of its bytes',
        ),
        list(
          'mentions',
          'The IDs of the members of a group to mention; the content has @ and their numbers',
        ),
      ],
    ),
    {
      ...sending(
        'sendFile',
        'Send File',
        'Send a file of the workflow',
        '/v1/msgapp/messages',
        [
          binaryProperty('Input Binary Field', 'The name of the binary field with the file'),
          longText('content', 'The caption'),
        ],
        [
          choice(
            'message_type',
            sentMessageTypes,
            'document',
            'The type to send the file as, if not the one of its bytes',
          ),
        ],
      ),
      file: 'sent',
    },
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
        text('file_id', 'The ID of a file in Pauta for the header of the template'),
      ],
    ),
  ],
};

const inboxResource = resourceOf(inboxes, undefined, [
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
]);

const conversationResource = resourceOf(conversations, undefined, [
  {
    ...getMany(
      { ...conversations, many: 'conversations of groups', url: '/v1/msgapp/groups' },
      conversations.filters,
      conversations.sorts,
    ),
    value: 'getAllGroups',
    name: 'Get Many Groups',
  },
  {
    value: 'getLabels',
    name: 'Get Labels',
    action: 'Get the labels of conversations',
    method: 'GET',
    url: '/v1/msgapp/labels',
    path: [],
    shown: [],
    added: [],
  },
  {
    value: 'label',
    name: 'Label',
    action: 'Add and remove labels of a conversation',
    method: 'POST',
    url: '/v1/msgapp/conversations/{id}/labels',
    path: [which(conversations)],
    shown: [
      list('add_labels', 'The IDs of the labels to add'),
      list('remove_labels', 'The IDs of the labels to remove'),
    ],
    added: [],
  },
]);

export const messaging: readonly Resource[] = [conversationResource, file, inboxResource, message];
