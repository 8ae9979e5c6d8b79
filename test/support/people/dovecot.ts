import { spawn } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import type { ImapUrl } from '#server/platform/config.ts';
import { freePort, isListening } from '#test/support/http.ts';
import { helping, newDirectory, programNamed } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* A real IMAP server with one mailbox. */

const program = programNamed('dovecot');

/** True if this machine has one. */
export const hasDovecot = program !== undefined;

interface StoredMessage {
  readonly isSeen: boolean;
  readonly text: string;
}

export interface TestImap {
  readonly url: ImapUrl;
  /** The same as text. */
  readonly address: string;
  /** Delivers a message. */
  deliver(message: string): Promise<void>;
  /** Messages of the mailbox, oldest first. */
  messages(): Promise<StoredMessage[]>;
  stop(): Promise<void>;
  /** Starts it again at the same port. */
  start(): Promise<void>;
}

const credentials = { user: 'bounces@example.com', password: 'postage' };

/** Starts one, which cleanUp() ends. */
export async function startDovecot(): Promise<TestImap> {
  if (program === undefined) throw new Error('dovecot-imapd is not installed');
  const path = program;
  const directory = newDirectory();
  const port = await freePort();
  const { username, uid, gid } = userInfo();
  // Started by root, it changes to these users, as root may not access mail.
  const isRoot = uid === 0;
  const [mailUid, mailGid] = isRoot ? [65_534, 65_534] : [uid, gid];
  const home = join(directory, 'home');
  mkdirSync(home);
  if (isRoot) chownSync(home, mailUid, mailGid);
  const users = isRoot
    ? ''
    : `default_internal_user = ${username}\ndefault_login_user = ${username}\ndefault_internal_group = ${gid}\n`;
  writeFileSync(
    join(directory, 'dovecot.conf'),
    `base_dir = ${join(directory, 'run')}
state_dir = ${join(directory, 'run')}
log_path = ${join(directory, 'log')}
protocols = imap
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:~/mail
${users}service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
passdb {
  driver = static
  args = password=${credentials.password}
}
userdb {
  driver = static
  args = uid=${mailUid} gid=${mailGid} home=${home}
}
`,
  );
  let child: ReturnType<typeof spawn> | undefined;
  async function start() {
    child = spawn(path, ['-F', '-c', join(directory, 'dovecot.conf')], { stdio: 'ignore' });
    helping(child);
    await until(() => isListening(port));
  }
  async function withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const auth = { user: credentials.user, pass: credentials.password };
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }
  await start();
  const url = { host: '127.0.0.1', port, isSecure: false, needsTls: false, credentials };
  return {
    url: { ...url, mailbox: 'INBOX' },
    address: `imap://${encodeURIComponent(credentials.user)}:${credentials.password}@127.0.0.1:${port}`,
    start,
    async stop() {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child?.kill('SIGTERM');
      await ended;
    },
    async deliver(message) {
      await withClient((client) => client.append('INBOX', message.replace(/\r?\n/g, '\r\n')));
    },
    messages: () =>
      withClient(async (client) => {
        const lock = await client.getMailboxLock('INBOX');
        try {
          const rows = await client.fetchAll('1:*', { flags: true, source: true });
          return rows.map(({ flags, source }) => ({
            isSeen: flags?.has('\\Seen') ?? false,
            text: source?.toString() ?? '',
          }));
        } finally {
          lock.release();
        }
      }),
  };
}
