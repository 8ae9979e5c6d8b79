import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import {
  connectInbox,
  deleteInbox,
  disconnectInbox,
  loginInbox,
  reconnectInbox,
  restartInbox,
} from '../features/inboxes/connect-operations.ts';
import { checkCallback, inboxHealth } from '../features/inboxes/health-operations.ts';
import { CommandError, print, readId, UsageError, wantsJson } from './command.ts';
import { noInbox, parseConfigOption, silentInboxWarning } from './inbox-messages.ts';
import { commandOf, onRecord, type PerformOn, withRecord } from './operation-command.ts';

/* Connects an inbox from the terminal. Login codes are only displayed, never stored. */

/** Interval between polls of the gateway for the next step. */
const pollIntervalMs = 1_000;
/** Gives up after this long without a code to scan. */
const noCodeMs = 60_000;

interface Connect {
  readonly phone?: string;
  readonly config?: string;
  readonly setup?: string;
  readonly wait: string;
}

type Login = NonNullable<Awaited<ReturnType<typeof loginInbox.run>>>;

/** Redraws in place if the stream is a terminal. */
function canvas(stream: NodeJS.WriteStream) {
  let height = 0;
  return (lines: readonly string[]) => {
    if (stream.isTTY && height > 0) stream.write(`\u001b[${height}A\u001b[J`);
    stream.write(lines.map((line) => `${line}\n`).join(''));
    height = lines.length;
  };
}

/** White on black, regardless of the terminal's colours: scanners need the light border. */
const drawn = (qr: string, isTTY: boolean): string[] =>
  renderUnicodeCompact(qr, { border: 2 })
    .split('\n')
    .map((line) => (isTTY ? `\u001b[97;40m${line}\u001b[0m` : line));

function linesOf({ qr, code, expires_at: until }: Login, isTTY: boolean): string[] {
  const seconds =
    until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000));
  const holds = until === null ? '' : ` It is valid for ${seconds} s and is then replaced.`;
  return [
    ...(qr === null ? [] : drawn(qr, isTTY)),
    ...(qr === null
      ? []
      : [`Scan it on the phone: Settings, Linked devices, Link a device.${holds}`]),
    ...(code === null
      ? []
      : [`Pairing code: ${code}. On the phone: Linked devices, Link with phone number.${holds}`]),
  ];
}

const timedOut = (id: string) =>
  `no QR code came within ${noCodeMs / 1_000} s: the gateway cannot reach the network, or its version is too old for it. Start again with pauta inbox reconnect ${id}.`;

/** Describes the step at which a login failed. */
function waitingFor(state: Login['state'] | undefined): string {
  if (state === 'scan') return 'nobody scanned the QR code';
  if (state === 'code') return 'nobody typed the pairing code on the phone';
  if (state === 'passkey') return 'nobody confirmed the passkey on the phone';
  return state === undefined ? 'the gateway reported nothing' : `its session is ${state}`;
}

/**
 * Follows the login until the inbox is connected.
 * @param show stream for codes; undefined if no user could see them
 * @throws CommandError with the reason if it does not connect
 */
async function logIn(
  performOn: PerformOn,
  id: string,
  phone: string | undefined,
  waitMs: number,
  show: NodeJS.WriteStream | undefined,
): Promise<void> {
  const draw = show && canvas(show);
  const isTTY = show?.isTTY === true;
  const end = Date.now() + waitMs;
  let lastCodeAt = Date.now();
  let last = '';
  let lastLogin: Login | undefined;
  while (Date.now() < end) {
    const login = await performOn(loginInbox, phone === undefined ? {} : { phone });
    if (!login) throw noInbox(id)();
    lastLogin = login;
    const { state, reason, qr, code } = login;
    if (state === 'connected') return;
    if (state === 'failed' || state === 'disconnected')
      throw new CommandError(`Inbox ${id} is not connected: ${reason ?? `it is ${state}`}.`);
    const isShown = qr !== null || code !== null || state === 'passkey';
    if (isShown) lastCodeAt = Date.now();
    else if (Date.now() - lastCodeAt > noCodeMs)
      throw new CommandError(`Inbox ${id}: ${timedOut(id)}`);
    const now = `${qr} ${code} ${state}`;
    if (now !== last || (isTTY && isShown)) draw?.(stepOf(login, isTTY));
    last = now;
    await sleep(pollIntervalMs);
  }
  throw new CommandError(
    `Inbox ${id} is not connected after ${waitMs / 1_000} s: ${waitingFor(lastLogin?.state)}.`,
  );
}

function stepOf(login: Login, isTTY: boolean): string[] {
  const lines = linesOf(login, isTTY);
  if (lines.length > 0) return lines;
  return [login.state === 'passkey' ? 'Confirm with the passkey on the phone.' : 'Connecting…'];
}

function readWait(text: string): number {
  if (!/^\d{1,4}$/.test(text) || Number(text) === 0)
    throw new UsageError('--wait must be a whole number of seconds from 1 to 9999.');
  return Number(text) * 1_000;
}

type Beginning = typeof connectInbox | typeof reconnectInbox;

function connectCommand(pauta: Command, operation: Beginning): void {
  commandOf(pauta, operation)
    .argument('<id>')
    .option('--phone <number>', 'request a pairing code for this number instead of a QR code')
    .option(
      '--config <json>',
      'keys of the configuration to change; - reads them from standard input',
    )
    .option(
      '--setup <json>',
      'values required for connecting, such as {"global_key": "…"}; - reads them from standard input',
    )
    .option('--wait <seconds>', 'maximum time to wait for the phone', '300')
    .action(async (text: string, options: Connect, command: Command) => {
      const id = readId(text, 'ID');
      if (options.config === '-' && options.setup === '-')
        throw new UsageError('Only one of --config and --setup can be read from standard input.');
      const waitMs = readWait(options.wait);
      const { phone } = options;
      if (phone !== undefined && !/^\d{10,15}$/.test(phone))
        throw new UsageError('--phone must be 10 to 15 digits, with the country code.');
      const input = {
        config: await parseConfigOption(options.config),
        setup: await parseConfigOption(options.setup, '--setup'),
      };
      const isJson = wantsJson(command);
      // Standard output is reserved for the result.
      const show = isJson ? (process.stderr.isTTY ? process.stderr : undefined) : process.stdout;
      const answer = await withRecord('inboxes', id, noInbox(id), async (performOn) => {
        const begun = await performOn(operation, input);
        if (!begun) throw noInbox(id)();
        if (!isJson)
          show?.write(`${begun.name} (${begun.gateway}) calls back at ${begun.callback}\n`);
        await logIn(performOn, id, phone, waitMs, show);
        const health = await performOn(inboxHealth, {});
        return { ...begun, state: health?.state ?? 'connected', phone: health?.phone ?? null };
      });
      const as = answer.phone === null ? '' : ` as ${answer.phone}`;
      const proof =
        'Write to this number now, from another phone: `pauta inbox health` shows when a message was received.';
      print(command, answer, `Inbox ${answer.name} is connected${as}. ${proof}`);
    });
}

type Health = NonNullable<Awaited<ReturnType<typeof inboxHealth.run>>>;

const ago = (instant: string | null) => {
  if (instant === null) return 'never seen';
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(instant)) / 1_000));
  if (seconds < 120) return `${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} h ago`;
};

const healthLines = (health: Health): string[] => [
  `Inbox ${health.name} (${health.gateway}): ${health.state ?? 'state unknown'}${health.phone ? `, ${health.phone}` : ''}`,
  ...(health.active ? [] : ['It is not active: nothing is sent through it.']),
  ...(health.state_reason === null ? [] : [`Reason: ${health.state_reason}`]),
  `The gateway says: ${health.found}`,
  ...(health.dead === null ? [] : [`But it seems to be down: ${health.dead}`]),
  `Last callback: ${ago(health.last_callback_at)}`,
  `Last confirmation: ${ago(health.last_confirmed_at)}`,
  `Last message received: ${ago(health.last_incoming_at)}`,
  ...silentInboxWarning(health.heard),
  `Last message sent: ${ago(health.last_sent_at)}${health.unanswered_sends > 0 ? `, ${health.unanswered_sends} since the last callback` : ''}`,
  `Failed sends since the last successful one: ${health.failed_sends}${health.failed_sends > 0 ? ` (${health.last_failure})` : ''}`,
  ...(health.callback_url === null
    ? ['It was not connected by this service: its callback is not checked.']
    : [`The gateway calls back at ${health.callback_url}`]),
];

const stateWords = (
  what: string,
  {
    name,
    state,
    state_reason: reason,
  }: { name: string; state: string | null; state_reason: string | null },
) => `${what} inbox ${name}: ${state ?? 'state unknown'}${reason === null ? '' : ` (${reason})`}.`;

/** Describes the callback that a check found before setting ours. */
function hadWords({ had, callback }: { had: string | null; callback: string }): string {
  if (had === null) return 'had no callback';
  return had === callback
    ? 'called this service back, but without its secret or some events, or was switched off'
    : `called back at ${had}`;
}

/** Commands that connect and maintain inboxes. */
export function connectCommands(pauta: Command): void {
  connectCommand(pauta, connectInbox);
  connectCommand(pauta, reconnectInbox);

  commandOf(pauta, inboxHealth)
    .argument('<id>')
    .action(async (text: string, _options, command: Command) => {
      const id = readId(text, 'ID');
      const absent = noInbox(id);
      const health = await onRecord('inboxes', id, inboxHealth, {}, absent);
      if (!health) throw absent();
      if (health.ok || wantsJson(command)) print(command, health, healthLines(health));
      if (!health.ok)
        throw new CommandError(
          wantsJson(command)
            ? `Inbox ${health.name}: ${health.advice ?? 'not active'}.`
            : [...healthLines(health), `What to do: ${health.advice ?? 'activate it'}.`].join('; '),
        );
    });

  for (const [operation, what] of [
    [restartInbox, 'Restarted'],
    [disconnectInbox, 'Disconnected'],
  ] as const)
    commandOf(pauta, operation)
      .argument('<id>')
      .action(async (text: string, _options, command: Command) => {
        const id = readId(text, 'ID');
        const absent = noInbox(id);
        const now = await onRecord('inboxes', id, operation, {}, absent);
        if (!now) throw absent();
        print(command, now, stateWords(what, now));
      });

  commandOf(pauta, deleteInbox)
    .argument('<id>')
    .option('--force', 'even if the gateway does not remove the session')
    .action(async (text: string, { force }: { force?: true }, command: Command) => {
      const id = readId(text, 'ID');
      const absent = noInbox(id);
      const input = { force: force ?? false };
      const gone = await onRecord('inboxes', id, deleteInbox, input, absent);
      if (!gone) throw absent();
      const left = gone.removed ? '' : ' Nothing was removed at the gateway.';
      print(command, gone, `Deleted inbox ${id}; its conversations stay readable.${left}`);
    });

  commandOf(pauta, checkCallback)
    .argument('<id>')
    .option('--restart', 'restart the session, which makes the gateway call back')
    .action(async (text: string, { restart }: { restart?: true }, command: Command) => {
      const id = readId(text, 'ID');
      const absent = noInbox(id);
      const input = { restart: restart ?? false };
      const check = await onRecord('inboxes', id, checkCallback, input, absent);
      if (!check) throw absent();
      const set = check.set
        ? `The gateway ${hadWords(check)}; set to ${check.callback}.`
        : `The gateway calls back at ${check.callback}.`;
      const proof = check.proven
        ? 'A callback has arrived.'
        : `No callback has arrived since (the last: ${ago(check.last_callback_at)}); send a message, or try --restart.`;
      print(command, check, [set, proof, ...silentInboxWarning(check.heard)]);
    });
}
