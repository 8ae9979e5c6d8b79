import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { openDatabase } from '#server/db/database.ts';
import { openStorage } from '#server/features/files/storage.ts';
import { storeFile } from '#server/features/files/store.ts';
import { openMessaging } from '#server/features/receiving/local-messaging.ts';
import { write } from '#server/features/sending/operations.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { memoryMb } from '#test/support/processes.ts';
import { enduringTimeouts } from '#test/support/timeouts.ts';

/*
 * A process that sends one file in many messages at once, so that its memory can be measured. It reports its peak memory and the number of
 * sent messages on standard output.
 */

const {
  CONNECTION = '',
  TEAM = '',
  INBOX = '',
  SECRET = '',
  MANY = '1',
  BYTES = '1',
} = process.env;
const jidSuffix = 's.msgapp.net';
const target = JSON.parse(CONNECTION) as pg.ClientConfig;
const database = openDatabase(target, 'sending', 10, () => {}, enduringTimeouts);
const storage = openStorage(readConfig(process.env));
const secrets = secretsWith(Buffer.from(SECRET, 'hex'));
const messaging = openMessaging(database, secrets, { jidSuffix, sandboxDelayMs: 50, storage });
const db = database.team(TEAM);
const ctx: Context = {
  actor: { kind: 'operator' },
  team: { slug: 'team', strictTaxIds: false },
  db,
  settings: {
    secrets,
    jidSuffix,
    storage,
    services: { messaging: messaging.service, log: makeLog('silent') },
  },
};
const content = Buffer.alloc(Number(BYTES), 'x');
content.write('%PDF-1.7\n');
const { id } = await storeFile({ db, storage }, Readable.from([content]), {
  name: 'contrato.pdf',
  purpose: 'message',
});
const send = (i: number) =>
  perform(write, ctx, {
    body: { inbox_id: INBOX, phone: `55119${80_000_020 + 100 * i}`, file_id: id },
  }).then(
    () => true,
    (error: Error) => error.message,
  );
// Memory loaded by the first send is not part of the result.
await send(0);
const idle = memoryMb(process.pid, 'VmRSS');
writeFileSync('/proc/self/clear_refs', '5');
const sent = await Promise.all(Array.from({ length: Number(MANY) }, (_, i) => send(i + 1)));
const failures = sent.filter((each) => each !== true);
const peak = memoryMb(process.pid, 'VmHWM');
process.stdout.write(
  `${JSON.stringify({ idle, peak, sent: sent.length - failures.length, failures: failures.slice(0, 3) })}\n`,
);
messaging.stop();
await database.close();
await storage.blobs.close();
process.exit(0);
