import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sweepFiles } from '#server/features/files/sweeps.ts';
import { sandboxConnection } from '#server/features/inboxes/connection.ts';
import { receiveInSandbox } from '#server/features/receiving/sandbox-operations.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { operatorOf } from '#test/support/operator.ts';

/* Messages of people in the sandbox: every kind arrives as from a network, with its own time. */

const service = useService({ workers: 0 });

const from = '5511987650001';

const receive = async (team: TestTeam, body: Json, upload?: AsyncIterable<Uint8Array>) => {
  const context = operatorOf(service, team);
  const ctx = upload ? { ...context, upload } : context;
  const received = await perform(receiveInSandbox, ctx, { path: { id: team.inbox }, body });
  if (!received) throw new Error('nothing was received');
  return received;
};

const messageOf = async (team: TestTeam, { conversation_id, message_id }: Json) => {
  const { body } = await team.get(`/msgapp/conversations/${conversation_id}/messages`);
  const message = (body.data as Json[]).find(({ id }) => id === message_id);
  if (!message) throw new Error('the message is not in its conversation');
  return message;
};

async function* bytes(content: string) {
  yield Buffer.from(content);
}

test('a late text has the network’s time in whole seconds', async () => {
  const team = await service.team();
  const at = '2026-11-20T12:00:00.700Z';
  const late = await receive(team, { from, text: 'Bom dia', at });
  expect(await messageOf(team, late)).toMatchObject({
    direction: 'incoming',
    content: 'Bom dia',
    sent_at: '2026-11-20T12:00:00.000Z',
  });
});

test('a text typed on the phone is ours, in the same conversation', async () => {
  const team = await service.team();
  const question = await receive(team, { from, text: 'Tudo bem?' });
  const typed = await receive(team, { from, text: 'Tudo!', from_phone: true });
  expect(typed.conversation_id).toBe(question.conversation_id);
  expect(await messageOf(team, typed)).toMatchObject({ direction: 'outgoing', content: 'Tudo!' });
});

test('a group is ignored', async () => {
  const team = await service.team();
  expect(await receive(team, { from, text: 'Oi, grupo', group: true })).toEqual({
    conversation_id: null,
    message_id: null,
  });
  const rows = await service.sql('select from messages where team_id = $1', [team.id]);
  expect(rows).toEqual([]);
});

test('a text that is edited and revoked keeps its history', async () => {
  const team = await service.team();
  const sent = await receive(team, { from, text: 'Ola' });
  expect(await receive(team, { edit: sent.message_id, text: 'Olá!' })).toEqual(sent);
  expect((await messageOf(team, sent)).content).toBe('Olá!');
  expect(await messageOf(team, sent)).toMatchObject({ versions: [{ content: 'Ola' }] });
  expect(await receive(team, { revoke: sent.message_id })).toEqual(sent);
});

test('a person in the sandbox cannot change our messages', async () => {
  const team = await service.team();
  const typed = await receive(team, { from, text: 'O valor é 100', from_phone: true });
  const forged = { from, from_phone: false };
  await receive(team, { edit: typed.message_id, text: 'O valor é 1', ...forged });
  await receive(team, { revoke: typed.message_id, ...forged });
  expect(await messageOf(team, typed)).toMatchObject({ content: 'O valor é 100', versions: [] });
  await receive(team, { edit: typed.message_id, text: 'O valor é 200' });
  expect(await messageOf(team, typed)).toMatchObject({
    content: 'O valor é 200',
    versions: [{ content: 'O valor é 100' }],
  });
});

test('locations, contacts, reactions and unsupported types', async () => {
  const team = await service.team();
  const place = { latitude: -23.55, longitude: -46.63 };
  const location = await receive(team, { from, type: 'location', details: place });
  expect(await messageOf(team, location)).toMatchObject({ message_type: 'location' });
  const target = await receive(team, { from, text: 'Fechado?' });
  const reaction = await receive(team, {
    from,
    type: 'reaction',
    text: '👍',
    quoted: target.message_id,
  });
  expect(await messageOf(team, reaction)).toMatchObject({ message_type: 'reaction' });
  const quoting = await receive(team, { from, text: 'Sim', quoted: target.message_id });
  expect(quoting.conversation_id).toBe(target.conversation_id);
});

test('a person who hides the number has a conversation too', async () => {
  const team = await service.team();
  const hidden = await receive(team, { lid: '77001122334455', text: 'Oi', name: 'Rita' });
  expect(await messageOf(team, hidden)).toMatchObject({ content: 'Oi' });
});

test('a file arrives with its bytes, for any process that fetches them', async () => {
  const team = await service.team();
  const sent = await receive(
    team,
    { from, text: 'O contrato', file_name: 'contrato.txt' },
    bytes('As partes…'),
  );
  expect(await messageOf(team, sent)).toMatchObject({
    message_type: 'document',
    content: 'O contrato',
  });
  const [row] = await service.sql(
    `select id from files where team_id = $1 and purpose = 'sandbox'`,
    [team.id],
  );
  const connection = sandboxConnection(service.secrets, team.id, team.inbox);
  const fetched = await service.messaging.service.fetchMedia(connection, {
    networkId: 'x',
    source: { file: row?.id },
  });
  if (fetched.kind !== 'done') throw new Error(fetched.reason.text);
  expect(await text(fetched.value.stream)).toBe('As partes…');
  const otherTeam = await service.team();
  const foreign = sandboxConnection(service.secrets, otherTeam.id, otherTeam.inbox);
  const theirs = await service.messaging.service.fetchMedia(foreign, {
    networkId: 'x',
    source: { file: row?.id },
  });
  expect(theirs.kind).toBe('impossible');
});

test('a file that a contact sent is removed after 30 days; the message keeps its copy, and the bytes', async () => {
  const team = await service.team();
  const age = (days: number) =>
    service.sql(
      `update files set created_at = now() - make_interval(days => $2) where team_id = $1 and purpose = 'sandbox'`,
      [team.id, days],
    );
  const left = async () =>
    (
      await service.sql(
        `select count(*)::int as n from files where team_id = $1 and purpose = 'sandbox' and deleted_at is null`,
        [team.id],
      )
    )[0]?.n;
  const round = { isStopping: () => false, isSteady: async () => true };
  // More files than a batch removes; the last one belongs to a message.
  const sent = await receive(
    team,
    { from, text: 'O contrato', file_name: 'contrato.txt' },
    bytes('As partes…'),
  );
  await service.sql(
    `insert into files (team_id, id, sha256, bytes, name, media_type, purpose)
      select f.team_id, uuid7(), f.sha256, f.bytes, f.name, f.media_type, 'sandbox' from files f cross join generate_series(1, 1200)
      where f.team_id = $1 and f.purpose = 'sandbox'`,
    [team.id],
  );
  await age(29);
  await sweepFiles(service.database, service.storage, round);
  expect(await left()).toBe(1201);
  await age(31);
  await sweepFiles(service.database, service.storage, { ...round, isSteady: async () => false });
  expect(await left(), 'none while the clock is unreliable').toBe(1201);
  expect(await sweepFiles(service.database, service.storage, round)).toMatchObject({
    sandbox_files: 1201,
  });
  expect(await left()).toBe(0);

  // A day later the bytes are checked: the message's file still has them.
  await service.sql(
    `insert into files (team_id, id, sha256, bytes, name, media_type, purpose)
      select team_id, uuid7(), sha256, bytes, name, media_type, 'message' from files where team_id = $1 limit 1`,
    [team.id],
  );
  const dayPasses = () =>
    service.sql(`update blobs set check_at = now() - interval '1 second' where team_id = $1`, [
      team.id,
    ]);
  const blobs = async () =>
    (await service.sql('select count(*)::int as n from blobs where team_id = $1', [team.id]))[0]?.n;
  await dayPasses();
  await sweepFiles(service.database, service.storage, round);
  expect(await blobs(), 'the bytes are in use').toBe(1);
  expect(await messageOf(team, sent)).toMatchObject({ content: 'O contrato' });

  // Without such a file, they are removed.
  await service.sql(`update files set deleted_at = now() - interval '2 days' where team_id = $1`, [
    team.id,
  ]);
  await dayPasses();
  await sweepFiles(service.database, service.storage, round);
  expect(await blobs(), 'nothing uses the bytes').toBe(0);
});

test('a file is sent, read to its end, and refused if it cannot be read', async () => {
  const team = await service.team();
  const connection = sandboxConnection(service.secrets, team.id, team.inbox);
  let read = 0;
  const send = (open: () => AsyncIterable<Buffer>) =>
    service.messaging.service.send(connection, {
      to: { phone: from },
      reference: 'x',
      content: {
        kind: 'media',
        type: 'document',
        caption: '',
        file: {
          name: 'a.txt',
          mediaType: 'text/plain',
          bytes: 3,
          open: async () => (await import('node:stream')).Readable.from(open()),
        },
      },
    });
  const sent = await send(async function* () {
    yield Buffer.from('abc');
    read += 3;
  });
  expect([sent.outcome, read]).toEqual(['accepted', 3]);
  const refused = await send(() => {
    throw new Error('gone');
  });
  expect(refused).toMatchObject({ outcome: 'refused', cause: 'gateway' });
});

test('an invalid message is refused by field', async () => {
  const team = await service.team();
  const message = await receive(team, { from, text: 'Oi' });
  const cases: [Json, RegExp][] = [
    [{ text: 'Oi' }, /from is required and must be/],
    [{ from }, /text is required/],
    [{ from, type: 'image' }, /type image needs a file/],
    [{ from, type: 'smoke', text: 'x' }, /type must be one of/],
    [{ from, text: 'x', at: 'yesterday' }, /at must be/],
    [{ edit: message.message_id }, /text is required with edit/],
    [{ edit: message.message_id, revoke: message.message_id, text: 'x' }, /together with edit/],
    [{ revoke: team.inbox }, /revoke must be the id of a message/],
  ];
  for (const [body, says] of cases) await expect(receive(team, body)).rejects.toThrow(says);
});

test('the sandbox knows which numbers have accounts, and which templates exist', async () => {
  const team = await service.team();
  const connection = sandboxConnection(service.secrets, team.id, team.inbox);
  const { account, templates, send, phoneOf } = service.messaging.service;
  expect(await account(connection, '5511999990009')).toEqual({
    kind: 'done',
    value: { exists: false },
  });
  expect(await account(connection, from)).toMatchObject({ value: { exists: true } });
  expect(await phoneOf(connection, `99${from}`)).toEqual({ kind: 'done', value: from });
  const listed = await templates(connection);
  if (listed.kind !== 'done') throw new Error(listed.reason.text);
  for (const { name, language, status } of listed.value) {
    const content = { kind: 'template', template: { name, language, components: [] } } as const;
    const sent = await send(connection, { to: { phone: from }, reference: 'x', content });
    expect(sent.outcome).toBe(status === 'APPROVED' ? 'accepted' : 'refused');
  }
});
