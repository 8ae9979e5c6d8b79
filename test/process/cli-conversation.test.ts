import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { called } from '#test/support/calls.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { cleanUp, type Ended, type Env, onDatabase } from '#test/support/processes.ts';

/* `pauta conversation …` and `pauta answer …` as run by people and scripts. The calls of a test run at the same time. */
const service = useService({ workers: 0 });
let env: Env;
let team: TestTeam;
let user: string;
let id: string;

beforeAll(async () => {
  env = onDatabase(service.connection, randomBytes(32));
  team = await service.team('Nossa');
  user = String(team.users[0]);
  const body = { inbox_id: team.inbox, phone: '5511955550001', content: 'Olá' };
  id = String((await team.post('/msgapp/messages', body)).data.conversation_id);
});
afterAll(cleanUp);

const run = (...words: string[]): Promise<Ended> => called([...words, '--team', team.slug], env);
const on = (verb: string, ...words: string[]) => run('conversation', verb, id, ...words);
const conversation = async (): Promise<Json> =>
  (await team.get(`/msgapp/conversations/${id}`)).data;

test('state is changed and shown, for people and as JSON', async () => {
  const assigned = json(await on('assign', '--user', user, '--json'));
  expect(assigned).toEqual(await conversation());
  expect(assigned.assignee_id).toBe(user);
  const snoozed = json(await on('snooze', '--until', '2h', '--json'));
  const ahead = Date.parse(String(snoozed.snoozed_until)) - Date.now();
  expect(ahead).toBeGreaterThan(6_000_000);
  expect(ahead).toBeLessThan(7_201_000);
  expect(outputOf(await on('resolve'))).toContain('resolved');
  const [all, open, one] = await Promise.all([
    run('conversation', 'list', '--json'),
    run('conversation', 'list', '--status', 'open', '--json'),
    on('show', '--json'),
  ]);
  expect(json(all)).toEqual({ conversations: [await conversation()], total: 1 });
  expect(json(open)).toEqual({ conversations: [], total: 0 });
  expect(json(one)).toEqual(await conversation());
  await Promise.all([on('reopen'), on('unassign')]);
  expect(await conversation()).toMatchObject({ status: 'open', assignee_id: null });
  const both = await on('assign', '--squad', team.squad, '--user', user);
  expect(outputOf(both)).toContain('Criação');
  const ofSquad = json(await run('conversation', 'list', '--squad', team.squad, '--json'));
  expect(ofSquad).toEqual({ conversations: [await conversation()], total: 1 });
  expect(await conversation()).toMatchObject({ assignee_id: user, squad_id: team.squad });
  await on('assign', '--squad', 'none');
  await on('unassign');
  expect(await conversation()).toMatchObject({ assignee_id: null, squad_id: null });
});

test('notes and read marks', async () => {
  const note = json(await on('note', '--user', user, '--text', 'Ligar amanhã', '--json'));
  const [notes, read, unread] = await Promise.all([
    on('notes'),
    on('read', '--user', user),
    run('conversation', 'unread', '--user', user, '--json'),
  ]);
  expect(outputOf(notes)).toContain(`${note.id}`);
  expect(outputOf(notes)).toContain('Ligar amanhã');
  expect(outputOf(read)).toMatch(/^Read up to /);
  expect(json(unread)).toEqual({
    conversations: 0,
    unread: [],
    muted_inbox_ids: [],
    blocked_conversation_ids: [],
  });
});

test('errors use the words of the command line', async () => {
  const nobody = uuidv7();
  const [lost, foreign, foreignSquad, without, past, time, word, status] = await Promise.all([
    run('conversation', 'resolve', nobody),
    on('assign', '--user', nobody),
    on('assign', '--squad', nobody),
    on('assign'),
    on('snooze', '--until', '2020-01-01T00:00:00Z'),
    on('snooze', '--until', 'tomorrow'),
    run('conversation', 'resolve', 'x'),
    run('conversation', 'list', '--status', 'closed'),
  ]);
  expect(refused(lost)).toBe(`pauta: The team has no conversation ${nobody}.\n`);
  expect(refused(foreign)).toBe('pauta: assignee_id: no user has this id.\n');
  expect(refused(foreignSquad)).toBe('pauta: squad_id: no squad has this id.\n');
  expect(misused(without)).toContain('--user is required if no squad is given');
  expect(misused(past)).toContain('--until must be in the future');
  expect(misused(time)).toContain('--until must be an ISO 8601 timestamp');
  expect(misused(word)).toContain('ID must be a UUID');
  expect(misused(status)).toContain('open, snoozed, resolved');
});

test('canned responses', async () => {
  const text = 'Olá {{contact.first_name}}, aqui é {{team.name}}';
  const created = json(
    await run('answer', 'create', '--shortcut', 'oi', '--title', 'Oi', '--text', text, '--json'),
  );
  const of = String(created.id);
  const [list, filled, unknown, twice, changed] = await Promise.all([
    run('answer', 'list'),
    run('answer', 'render', of, '--conversation', id, '--user', user, '--json'),
    run('answer', 'create', '--shortcut', 'x', '--title', 'X', '--text', '{{contact.nome}}'),
    run('answer', 'create', '--shortcut', 'oi', '--title', 'X', '--text', 'x'),
    run('answer', 'set', of, '--title', 'Saudação'),
  ]);
  expect(outputOf(list)).toContain('oi');
  expect(json(filled)).toEqual({
    content: 'Olá , aqui é Nossa',
    empty: ['contact.first_name'],
    unknown: [],
  });
  expect(misused(unknown)).toContain('--text contains unknown variables: contact.nome');
  expect(refused(twice)).toContain('already has a canned response oi');
  expect(outputOf(changed)).toBe('Changed canned response oi.\n');
  expect(outputOf(await run('answer', 'delete', of))).toBe(`Deleted canned response ${of}.\n`);
});
