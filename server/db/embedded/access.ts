import * as fs from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { superuser } from './socket.ts';
import { nobody, passwd, type User } from './user.ts';

/**
 * Who may connect: only the cluster's owner and root, as the operating system identifies them. In files of our own, so that
 * PostgreSQL's stay as an earlier version left them. Where the owner has no name, users cannot be told apart.
 */
const accessFiles = { hba: 'pauta_hba.conf', ident: 'pauta_ident.conf' } as const;

export const accessSettings = ({ files }: Cluster): string[] => [
  `hba_file=${join(files, accessFiles.hba)}`,
  `ident_file=${join(files, accessFiles.ident)}`,
];

export function writeAccessFiles({ files }: Cluster, user: User): void {
  const name = ownName(user);
  const method = name === undefined ? 'trust' : 'peer map=pauta';
  const write = (file: string, text: string) => {
    const fresh = join(files, `${file}.new`);
    fs.rmSync(fresh, { force: true });
    fs.writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
    if (user) fs.chownSync(fresh, user.uid, user.gid);
    fs.renameSync(fresh, join(files, file));
  };
  // A standby on this machine runs as the same user, who may have no name to check; whoever reaches the socket can read the
  // replicated files anyway.
  write(accessFiles.hba, `local all all ${method}\nlocal replication all trust\n`);
  const lines = [...new Set(['root', name ?? 'root'])].map(
    (each) => `pauta "${each}" ${superuser}\n`,
  );
  write(accessFiles.ident, lines.join(''));
}

/** The user name that may connect besides root; root where it is root's alone, undefined where users have no names. */
function ownName(user: User): string | undefined {
  if (user) {
    const entry = passwd().find(({ uid }) => uid === user.uid);
    return entry && entry.uid !== nobody().uid ? entry.name : 'root';
  }
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
