import { describe, expect, test } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { startMedia } from '#server/jobs/worker.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Evolution } from '#test/gateways/evolution.ts';
import { kinds } from '#test/gateways/evolution-messages.ts';
import { webId } from '#test/gateways/gateway.ts';
import type { Waha } from '#test/gateways/waha.ts';
import { pieces, somePdf } from '#test/support/files/fixture.ts';
import type { Json } from '#test/support/harness.ts';
import { newPhone, useMessaging } from '#test/support/messaging/fixture.ts';
import { groupGateways, groupStage, newGroup } from '#test/support/messaging/groups.ts';
import { makePerson } from '#test/support/people.ts';
import { eventually } from '#test/support/wait.ts';

/* Files of groups: received ones are fetched and belong to their author; sent ones quote a message of a member. */

const messaging = useMessaging();
const stage = groupStage(messaging);

/** Beginnings of files, by which their types are recognized. */
const contents = {
  image: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0', 'latin1'),
  document: somePdf(),
  voice: Buffer.concat([
    Buffer.from('OggS\0\x02', 'latin1'),
    Buffer.alloc(22),
    Buffer.from('OpusHead\x01\x01', 'latin1'),
    Buffer.alloc(40),
  ]),
} as const;
type Kind = keyof typeof contents;
const names = { image: 'arte.png', document: 'contrato.pdf', voice: 'voz.ogg' } as const;

describe.each(groupGateways)('%s', (remote) => {
  const staged = () => stage(remote, 'show', remote === 'waha' ? { version: '2026.6.1' } : {});

  test.each<Kind>(['image', 'document', 'voice'])(
    'a received %s is fetched, and belongs to its author',
    async (kind) => {
      const { fake, address, team, inbox } = await staged();
      const [group, from, id] = [newGroup(), newPhone(), webId()];
      const bytes = contents[kind];
      if (remote === 'evolution') {
        (fake as Evolution).media.set(id, bytes);
        await (fake as Evolution).receive(address, { group, from, name: 'Ana', kind, id });
      } else {
        const waha = fake as Waha;
        const file = { name: `${id}.bin`, bytes, mediaType: 'application/octet-stream' };
        waha.files.push(file);
        const media = waha.mediaOf(file, names[kind]);
        const message = kinds[kind] ?? {};
        await waha.receive(address, { group, from, name: 'Ana', text: '', id, message, media });
      }
      const { database, storage, messaging: parts } = messaging.service;
      const queues = startMedia(database, { ...parts, storage, log: makeLog('silent') });
      try {
        await eventually(async () => {
          const [row] = await messaging.service.sql(
            `select m.message_type as type, m.remote_jid, m.participant ->> 'name' as author, f.bytes::int as bytes
             from messages m join files f on f.team_id = m.team_id and f.id = (m.media ->> 'file_id')::uuid
             where m.inbox_id = $1 and m.team_id = $2`,
            [inbox, team.id],
          );
          expect({ ...row }).toEqual({
            ...{ type: kind, remote_jid: group, author: 'Ana', bytes: bytes.length },
          });
        });
      } finally {
        await queues.stop();
      }
    },
  );

  test.each<Kind>(['image', 'document', 'voice'])(
    'a sent %s reaches the group, and quotes a message by its author',
    async (kind) => {
      const { fake, receive, team } = await staged();
      const group = newGroup();
      const from = newPhone();
      if (remote === 'evolution') (fake as Evolution).groups.set(group, { id: group });
      await receive({ group, from, text: 'Manda?', id: 'ASKED' });
      const [conversation] = (await team.get('/msgapp/groups')).body.data as [Json];
      const [question] = (await team.get(`/msgapp/conversations/${conversation.id}/messages`)).body
        .data as [Json];
      const { database, storage } = messaging.service;
      const file = await storeFile(
        { db: database.team(team.id), storage },
        pieces(contents[kind]),
        { name: names[kind], purpose: 'message' },
      );
      const person = await makePerson(messaging.service, team, 'member');
      const sent = await person.post('/msgapp/messages/write', {
        conversation_id: conversation.id,
        file_id: file.id,
        type: kind,
        reply_to: question.id,
        ...(kind === 'voice' ? {} : { text: 'Segue' }),
      });
      expect(sent.status, sent.text).toBe(201);
      expect(sent.data).toMatchObject({ message_type: kind, reply_to: question.id });
      expect(fake.sends).toMatchObject([{ to: group, text: kind === 'voice' ? '' : 'Segue' }]);
      if (remote === 'waha') {
        const [upload] = (fake as Waha).uploads;
        expect(upload?.bytes.equals(contents[kind])).toBe(true);
        const { participant } = question;
        const author = String((participant as Json).id);
        expect(upload?.body.reply_to).toBe(`false_${group}_ASKED_${author}`);
        return;
      }
      const evolution = fake as Evolution;
      expect(evolution.uploads[0]?.bytes.equals(contents[kind])).toBe(true);
      // B audioWhatsapp passes no quote on.
      const quoted =
        kind === 'voice'
          ? undefined
          : expect.objectContaining({
              key: { id: 'ASKED', remoteJid: group, participant: `${from}@s.whatsapp.net` },
            });
      expect(evolution.keys.at(-1)?.quoted).toEqual(quoted);
    },
  );
});
