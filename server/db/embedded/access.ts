import * as fs from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { superuser } from './socket.ts';
import { nobody, passwd, type User } from './user.ts';

/**
 * Access rules: only the cluster's owner and root, as identified by the operating system, may connect. Uses separate files, so
 * that PostgreSQL's own stay as an earlier version left them. If the owner has no name, users cannot be distinguished.
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
  // A standby on this machine runs as the same user, which may have no name to check; a user who can reach the socket can also
  // read the replicated files.
  write(accessFiles.hba, `local all all ${method}\nlocal replication all trust\n`);
  const lines = [...new Set(['root', name ?? 'root'])].map(
    (each) => `pauta "${each}" ${superuser}\n`,
  );
  write(accessFiles.ident, lines.join(''));
}

/** User name that may connect in addition to root; root if only root may, undefined if users have no names. */
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
