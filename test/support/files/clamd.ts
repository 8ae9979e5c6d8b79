import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clamdAt } from '#server/features/files/scanner.ts';
import type { Scanner } from '#server/outbound/storage.ts';
import { freePort, isListening } from '#test/support/http.ts';
import { helping, newDirectory, programNamed } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* A real clamd with one signature. */

const program = programNamed('clamd');

/** True if this machine has one. */
export const hasClamd = program !== undefined;

/** The signature that it treats as malware, anywhere in a file. */
export const malware = Buffer.from('PAUTA-TEST-MALWARE-8f2c1d');

/** Starts one, which cleanUp() ends. @returns its port and a scanner that uses it */
export async function startClamd(): Promise<{ readonly port: number; readonly scanner: Scanner }> {
  if (program === undefined) throw new Error('clamd is not installed');
  const directory = newDirectory();
  const port = await freePort();
  mkdirSync(join(directory, 'signatures'));
  writeFileSync(
    join(directory, 'signatures', 'test.ndb'),
    `Pauta-Test:0:*:${malware.toString('hex')}\n`,
  );
  writeFileSync(
    join(directory, 'clamd.conf'),
    `TCPSocket ${port}
TCPAddr 127.0.0.1
DatabaseDirectory ${join(directory, 'signatures')}
StreamMaxLength 1M
Foreground yes
`,
  );
  const options = [`--config-file=${join(directory, 'clamd.conf')}`];
  helping(spawn(program, options, { stdio: 'ignore' }));
  await until(() => isListening(port));
  return { port, scanner: clamdAt({ host: '127.0.0.1', port }) };
}
