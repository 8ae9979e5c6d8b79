import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webId } from '#test/gateways/gateway.ts';
import type { Json } from '#test/support/harness.ts';
import { useMessaging } from '#test/support/messaging/fixture.ts';
import { type Ended, onDatabase, shell } from '#test/support/processes.ts';

/*
 * The page "Connecting an inbox" as a newcomer follows it: its files and commands as written, with the gateway's address and keys, the team
 * and the printed ID in place of the examples.
 */

const messaging = useMessaging();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const whole = readFileSync(join(root, 'docs/operating.md'), 'utf8');

/** Text below a heading, up to the next heading of its level or above. */
function section(text: string, heading: string): string {
  const [, level = '', rest = ''] =
    new RegExp(`^(#+) ${heading}\\n([\\s\\S]*)$`, 'm').exec(text) ?? [];
  expect(level, heading).not.toBe('');
  return rest.split(new RegExp(`^#{1,${level.length}} `, 'm'))[0] ?? '';
}
const page = section(whole, 'Connecting an inbox');
const blocks = (text: string, language: string) =>
  Array.from(
    text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')),
    ([, block = '']) => block,
  );

let directory: string;
let env: Record<string, string>;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'pauta-page-'));
  writeFileSync(
    join(directory, 'pauta'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/pauta.js')}' "$@"\n`,
    { mode: 0o755 },
  );
  const { connection, secret } = messaging.service;
  env = {
    ...onDatabase(connection, secret),
    PUBLIC_URL: messaging.origin,
    SANDBOX_DELAY_MS: '50',
    PATH: [directory, process.env.PATH].join(delimiter),
  };
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const exampleId = '01a1fab6-0c3b-7d11-9e52-6a4f0e0c9b1d';
/** Runs lines of the page with a reader's own values. */
function run(lines: string, values: Readonly<Record<string, string>>): Promise<Ended> {
  const replacements = { ...values, 'agencia-ipe': messaging.team.slug };
  const text = Object.entries(replacements).reduce(
    (all, [example, value]) => all.replaceAll(example, value),
    lines,
  );
  return shell(text, env, directory).ended;
}

const outputOf = ({ status, stdout, stderr }: Ended): string => {
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
};
/** The lines of a block that create the inbox, and the one that connects it. */
function split(block: string) {
  const at = block.indexOf('pauta inbox connect');
  expect(at).toBeGreaterThan(0);
  return [block.slice(0, at), block.slice(at)] as const;
}
const idIn = (output: string) =>
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(output)?.[0] ?? 'none';

const commandsOf = (text: string) =>
  Array.from(text.matchAll(/^\| `(pauta inbox [^`]+)` \|/gm), ([, command = '']) => command);

test('Evolution from scratch: connected in a minute, receiving, with every command of the table', async () => {
  const { fake } = await messaging.evolution();
  Object.assign(fake, { exists: false, state: 'close' });
  const values = {
    'https://evolution.example.com': fake.url,
    '"agencia-ipe"': JSON.stringify(fake.instance),
    '429683C4C977415CAAFCCE10F7D57E11': fake.globalKey,
  };
  const [block = ''] = blocks(section(page, 'Connect in a minute'), 'sh');
  const [create, connect] = split(block);
  const id = idIn(outputOf(await run(create, values)));
  /** Runs a command that shows a QR code, while a phone scans it. */
  const scanned = async (command: string) => {
    const running = run(command, { [exampleId]: id, ID: id });
    await expect.poll(() => fake.exists && fake.state, { timeout: 30_000 }).toBe('connecting');
    await expect
      .poll(() => fake.log.filter(({ path }) => path.startsWith('/instance/connect/')).length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);
    fake.state = 'open';
    return outputOf(await running);
  };
  const words = await scanned(connect);
  expect(words).toMatch(/Inbox Atendimento is connected/);
  expect(words).toMatch(/Write to this number now/);

  const commands = commandsOf(page);
  expect(commands.map((command) => command.split(' ')[2])).toEqual([
    'health',
    'check',
    'restart',
    'reconnect',
    'disconnect',
    'delete',
  ]);
  for (const command of commands) {
    if (command.includes('health')) {
      fake.webhookSecret = String(
        (fake.webhook?.headers as Json | undefined)?.['x-webhook-secret'],
      );
      const from = '5511976549001';
      await fake.receive(String(fake.webhook?.url), { from, name: 'Ana', text: 'Oi', id: webId() });
      await expect
        .poll(async () => outputOf(await run(command, { ID: id })), { timeout: 30_000 })
        .toMatch(/Last message received: \d+ s ago/);
    } else if (command.includes('reconnect')) await scanned(command);
    else outputOf(await run(command, { ID: id }));
  }
  expect(fake.exists).toBe(false);
}, 180_000);

test('Evolution by hand: created, callback set with the shown request, tested', async () => {
  const { fake } = await messaging.evolution();
  const chapter = section(page, 'Evolution API');
  const [file = '', request = ''] = blocks(chapter, 'json');
  const values = {
    'https://evolution.example.com': fake.url,
    '"agencia-ipe"': JSON.stringify(fake.instance),
    '429683C4C977415CAAFCCE10F7D57E11': fake.apiKey,
  };
  const written = Object.entries(values).reduce(
    (all, [example, value]) => all.replaceAll(example, value),
    file,
  );
  writeFileSync(join(directory, 'evolution.json'), written);
  const [minute = ''] = blocks(section(page, 'Connect in a minute'), 'sh');
  const create = minute.split('\n').find((line) => line.startsWith('pauta inbox create')) ?? '';
  const made = outputOf(await run(create, {}));
  const id = idIn(made);
  const body = request
    .replace('https://pauta.example.com', messaging.origin)
    .replace('agencia-ipe', messaging.team.slug)
    .replace(exampleId, id);
  expect(chapter).toContain('`POST /webhook/set/agencia-ipe` with the header `apikey`');
  const set = await fetch(`${fake.url}/webhook/set/${encodeURIComponent(fake.instance)}`, {
    method: 'POST',
    headers: { apikey: fake.apiKey, 'content-type': 'application/json' },
    body,
  });
  expect(set.status).toBe(201);
  const [byHand = ''] = blocks(section(page, 'Manually'), 'sh');
  expect(outputOf(await run(byHand, { [exampleId]: id }))).toContain('the session is open');
  fake.webhookSecret = 'sRk3vJ0q8mXbT5wZ';
  const from = '5511976549002';
  const { status } = await fake.receive(String(fake.webhook?.url), {
    from,
    name: 'Ana',
    text: 'Oi',
  });
  expect(status).toBe(200);
}, 120_000);

test('WAHA', async () => {
  const { fake } = await messaging.waha({ version: '2026.7.1', session: 'default' });
  fake.state.status = undefined;
  const chapter = section(page, 'WAHA');
  const [file = ''] = blocks(chapter, 'json');
  const values = { 'https://waha.example.com': fake.url, '0a4b1c6e2f7d4e0b': fake.apiKey };
  const written = Object.entries(values).reduce(
    (all, [example, value]) => all.replaceAll(example, value),
    file,
  );
  writeFileSync(join(directory, 'waha.json'), written);
  const [block = ''] = blocks(chapter, 'sh');
  const [create, connect] = split(block);
  const id = idIn(outputOf(await run(create, {})));
  const running = run(connect, { [exampleId]: id });
  await expect.poll(() => fake.state.status, { timeout: 30_000 }).toBe('SCAN_QR_CODE');
  fake.state.scan('5511912345678@c.us');
  expect(outputOf(await running)).toMatch(/Inbox Vendas is connected/);
}, 120_000);

test('the official API', async () => {
  const { fake } = await messaging.cloud();
  const chapter = section(page, 'Cloud: the official API');
  const [file = ''] = blocks(chapter, 'json');
  const example = JSON.parse(file) as Json;
  const settings = {
    ...example,
    url: fake.url,
    phone_number_id: fake.phoneNumberId,
    access_token: fake.accessToken,
    app_secret: fake.appSecret,
  };
  writeFileSync(join(directory, 'cloud.json'), JSON.stringify(settings));
  const [block = ''] = blocks(chapter, 'sh');
  const [create, connect] = split(block);
  const id = idIn(outputOf(await run(create, {})));
  const account = /"business_account_id": "(\d+)"/.exec(connect)?.[1] ?? 'none';
  const words = outputOf(
    await run(connect, { [exampleId]: id, [account]: fake.businessAccountId }),
  );
  expect(words).toMatch(/Inbox Oficial is connected/);
}, 120_000);

test('the sandbox', async () => {
  const [block = ''] = blocks(section(page, 'Sandbox'), 'sh');
  const [create = '', receive = ''] = block.trim().split('\n');
  const id = idIn(outputOf(await run(create, {})));
  outputOf(await run(receive, { [exampleId]: id }));
  const { data } = await messaging.team.get(`/msgapp/conversations?inbox_id=${id}`);
  expect(data).toMatchObject([{ contact: { name: 'Rita' } }]);
}, 120_000);
