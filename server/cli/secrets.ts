import type { Command } from 'commander';
import { renewMacs } from '../features/installation/erasure-macs.ts';
import { type Counts, sumOf } from '../features/installation/key-rotation.ts';
import {
  type Forgotten,
  forgetSecrets,
  rotateSecrets,
} from '../features/installation/operations.ts';
import { ledgerOf } from '../features/privacy/ledger.ts';
import { CommandError, print, table, withDatabase } from './command.ts';
import { commandOf, onInstallation } from './operation-command.ts';

const closedLines = (closed: Counts): string[] =>
  sumOf(closed) === 0
    ? []
    : [`None of the keys can decrypt ${sumOf(closed)} of them; these are unchanged.`];

const passwordLines = (passwords: number, says: string): string[] =>
  passwords === 0 ? [] : [`Passwords encrypted with another key: ${passwords}. ${says}`];

/** Makes the MACs of erasures with the first key. */
const renewErasures = () =>
  withDatabase(({ platform, config, target }) =>
    renewMacs(platform, ledgerOf(config), target.secrets),
  );

async function rotate(command: Command): Promise<void> {
  const { key, isNew, done, closed, late, passwords } = await onInstallation(rotateSecrets, {});
  await renewErasures();
  print(command, { key, new_key: isNew, resealed: done, closed, old_keys_needed: late > 0 }, [
    ...(isNew ? [`Added a new key at the top of secret.key (${key}).`] : []),
    ...table(
      ['TABLE', 'RE-ENCRYPTED', 'UNREADABLE'],
      Object.entries(done).map(([name, n]) => [name, n, closed[name]]),
    ),
    ...closedLines(closed),
    ...passwordLines(
      passwords,
      'Each is re-encrypted when its user signs in; without the old key, it is lost.',
    ),
    late > 0
      ? `A process still encrypts with another key (${late} rows just now). Restart it, then run this command again.`
      : 'The old key is no longer needed by the service. Keep it while you need backups and page links made with it, then run: pauta secrets forget',
  ]);
  if (late > 0) throw new CommandError('The old key is still needed; see above.');
}

const outcomes: Record<Forgotten['outcome'], string> = {
  'only one key': 'There is only one key: nothing to forget.',
  'set SECRET_KEY':
    'The other keys in SECRET_KEY are no longer needed: remove them and restart every process.',
  removed: 'secret.key now holds only the new key. Keep a copy in a safe place.',
};

export function secrets(pauta: Command): void {
  commandOf(pauta, rotateSecrets).action((_options: object, command: Command) => rotate(command));
  commandOf(pauta, forgetSecrets).action(async (_options: object, command: Command) => {
    await renewErasures();
    const { forgotten, closed, passwords, outcome } = await onInstallation(forgetSecrets, {});
    print(command, { forgotten }, [
      ...closedLines(closed),
      ...passwordLines(passwords, 'Their users need a link for a new password.'),
      outcomes[outcome],
    ]);
  });
}
