import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { called } from '#test/support/calls.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { cleanUp, onDatabase } from '#test/support/processes.ts';

/* Connecting an inbox in the terminal, on the sandbox, whose QR codes are scanned automatically after half a second here. */

const service = useService({ workers: 0 });
let ours: TestTeam;
let env: Record<string, string>;
beforeAll(async () => {
  ours = await service.team();
  env = {
    ...onDatabase(service.connection, service.secret),
    SANDBOX_DELAY_MS: '100',
    PUBLIC_URL: 'https://pauta.example.com',
  };
});
afterAll(cleanUp);

const run = (...words: string[]) => called(words, env);

async function newInbox(): Promise<string> {
  const words = [
    '--team',
    ours.slug,
    '--name',
    'Treino',
    '--type',
    'session',
    '--gateway',
    'sandbox',
  ];
  return String(json(await run('inbox', 'create', ...words, '--json')).id);
}

const inboxOf = async (id: string) => (await ours.get(`/inboxes/${id}`)).data;

describe('pauta inbox', () => {
  test('connect draws a QR code and ends when the phone is linked', async () => {
    const id = await newInbox();
    const words = outputOf(await run('inbox', 'connect', id));
    expect(words).toContain(`https://pauta.example.com/api/gateways/${ours.slug}/${id}`);
    expect(words).toMatch(/(?:[█▀▄ ]{30,}\n){15,}/);
    expect(words).toMatch(/is valid for \d+ s/);
    expect(words).toContain('Inbox Treino is connected');
    expect(await inboxOf(id)).toMatchObject({ state: 'connected', connected: true });

    const health = json(await run('inbox', 'health', id, '--json'));
    expect(health).toMatchObject({ id, ok: true, state: 'connected', advice: null });
    expect(outputOf(await run('inbox', 'health', id))).toContain('Last callback');
    const off = json(await run('inbox', 'disconnect', id, '--json'));
    expect(off).toMatchObject({ id, state: 'disconnected' });
    expect(refused(await run('inbox', 'health', id))).toContain('reconnect it');

    const phone = '5511987654321';
    const again = json(await run('inbox', 'reconnect', id, '--phone', phone, '--json'));
    expect(again).toMatchObject({ id, state: 'connected', phone });
    expect(outputOf(await run('inbox', 'restart', id))).toContain('connected');
    const list = json(await run('inbox', 'list', '--team', ours.slug, '--json')).inboxes as Json[];
    expect(list.find((each) => each.id === id)).toMatchObject({ state: 'connected' });
  });

  test('connect gives the reason for a failure', async () => {
    const id = await newInbox();
    const expires = ['--setup', '{"play":"expires"}'];
    const { status, stderr } = await run('inbox', 'connect', id, ...expires, '--wait', '60');
    expect([status, stderr]).toEqual([1, expect.stringContaining('nobody scanned')]);
    expect(await inboxOf(id)).toMatchObject({ state: 'failed', connected: false });
    const silent = await run('inbox', 'connect', id, '--setup', '{"play":"silent"}', '--wait', '2');
    expect([silent.status, silent.stderr]).toEqual([
      1,
      expect.stringContaining('not connected after 2 s: its session is connecting'),
    ]);
  });

  test('delete keeps only the conversations', async () => {
    const id = await newInbox();
    expect(json(await run('inbox', 'delete', id, '--json'))).toEqual({
      id,
      deleted: true,
      removed: true,
    });
    for (const command of ['connect', 'health', 'check', 'restart', 'delete'])
      expect(refused(await run('inbox', command, id))).toBe(`pauta: There is no inbox ${id}.\n`);
  });

  test('wrong arguments are a usage error', async () => {
    const id = uuidv7();
    const cases: [RegExp, ...string[]][] = [
      [/ID must be a UUID/, 'connect', 'first'],
      [/--phone must be 10 to 15 digits/, 'connect', id, '--phone', '+55'],
      [/--wait must be a whole number/, 'connect', id, '--wait', 'long'],
      [/--setup must be JSON/, 'connect', id, '--setup', '{'],
      [/--config must be a JSON object/, 'reconnect', id, '--config', '[]'],
      [/Only one of/, 'connect', id, '--setup', '-', '--config', '-'],
    ];
    for (const [says, ...words] of cases)
      expect(misused(await run('inbox', ...words))).toMatch(says);
    const inbox = await newInbox();
    const play = await run('inbox', 'connect', inbox, '--setup', '{"play":"chess"}');
    expect(misused(play)).toMatch(/--setup .*play must be one of/);
  });
});
