import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { about, required, uuid } from '#server/records/fields.ts';
import { messages } from '../conversations/messages-table.ts';
import { fetchAgain } from './media-queue.ts';

const findMessage = teamStatement('select id from messages where team_id = $team and id = $id');

export const fetchMedia = operation({
  name: 'messages.fetch_media',
  id: 'fetchMedia',
  summary: 'Retry fetching the media of a message',
  note: 'If it could not be fetched before, or the network has deleted it.',
  cli: 'message fetch',
  allow: { operator: true, user: 'member' },
  panel: { method: 'POST', path: '/msgapp/messages/:id/fetch', status: 200 },
  emits: ['message.updated'],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'FetchedMedia',
    fields: {
      id: required(uuid),
      media: about('The attached file and its status.', messages.fields.media),
    },
  },
  mayFail: ['CONFLICT'],
  one: 'message',
  async run({ db }, { id }) {
    const [row] = await db.run(fetchAgain, { id });
    if (row) return { id, media: row.media };
    if ((await db.run(findMessage, { id })).length === 0) throw notFound('message');
    throw conflict('The message has no media left to fetch.', 'already_fetched');
  },
});
