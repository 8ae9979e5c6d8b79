import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { constants as osConstants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Logger } from './log.ts';

/*
 * Builds the panel from panel/ on the service's first start, in a separate low-priority process, into
 * DATA_DIR/panel/<fingerprint>. A build appears there atomically, by a rename: any number of processes may build at once.
 * Container images include a build in panel/dist.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = join(root, 'panel');
const shipped = join(sources, 'dist');
const program = join(sources, 'build.ts');
/** Request code shared by the panel and the SDK. */
const kernel = join(root, 'packages/sdk/src/exchange.ts');
/** Builds to keep: the current one, and one that open tabs may still load files from. */
const maxBuildsKept = 2;
/** A build takes seconds; an older directory was left by a killed process. */
const leftBehindMs = 60 * 60_000;
/** Of a build next to a serving process, ten steps below it. */
const backgroundPriority = osConstants.priority.PRIORITY_NORMAL + 10;

/** Command to build the panel where it could not be built automatically. */
export const buildCommand = 'npm ci && npx pauta panel build';

export type PanelState =
  | { readonly is: 'ready'; readonly directory: string; readonly id: string }
  | { readonly is: 'building' }
  /** `reason` in one line; the log has details. */
  | { readonly is: 'failed'; readonly reason: string }
  /** Vite is missing: `npm ci --omit=dev`. */
  | { readonly is: 'unbuildable' };

/** All inputs of a build: the panel's sources, the kernel and the versions of its packages. */
async function filesOf(): Promise<string[]> {
  const entries = await readdir(sources, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(shipped, '/')) && !file.includes('/panel/test/'));
  return [...files.sort(), kernel, join(root, 'package-lock.json')];
}

/** SHA-256 over paths and contents, as 64 hexadecimal digits; undefined without sources. */
export async function fingerprint(): Promise<string | undefined> {
  if (!existsSync(program)) return undefined;
  const sum = createHash('sha256');
  for (const file of await filesOf()) {
    const bytes = await readFile(file);
    sum.update(`${file.slice(root.length)}\0${bytes.length}\0`).update(bytes);
  }
  return sum.digest('hex');
}

/** Id of a directory's build; undefined if it has no complete one. */
async function idIn(directory: string): Promise<string | undefined> {
  try {
    const { id } = JSON.parse(await readFile(join(directory, 'build.json'), 'utf8'));
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

const canBuild = (): boolean => {
  try {
    return existsSync(fileURLToPath(import.meta.resolve('vite')));
  } catch {
    return false;
  }
};

const buildsIn = (dataDir: string) => join(dataDir, 'panel');
const failureOf = (directory: string) => `${directory}.failed`;

/** The build in panel/dist, if it matches the sources. */
async function shippedBuild(wanted: string | undefined): Promise<PanelState | undefined> {
  const id = await idIn(shipped);
  if (id === undefined || (wanted !== undefined && id !== wanted)) return undefined;
  return { is: 'ready', directory: shipped, id };
}

/** Access to the panel's build for serving processes. */
export interface Panel {
  readState(): Promise<PanelState>;
  /** Directories of earlier builds, newest first: open tabs still request their files. */
  earlier(): Promise<readonly string[]>;
}

/** Finds the panel's build for a DATA_DIR, regardless of which process builds it. */
export function panelIn(dataDir: string): Panel {
  let wanted: Promise<string | undefined> | undefined;
  let ready: PanelState | undefined;
  const look = async (): Promise<PanelState> => {
    wanted ??= fingerprint();
    const id = await wanted;
    const shipped = await shippedBuild(id);
    if (shipped) return shipped;
    if (id === undefined) return { is: 'unbuildable' };
    const directory = join(buildsIn(dataDir), id);
    if ((await idIn(directory)) !== undefined) return { is: 'ready', directory, id };
    const reason = await readFile(failureOf(directory), 'utf8').catch(() => undefined);
    if (reason !== undefined) return { is: 'failed', reason };
    return canBuild() ? { is: 'building' } : { is: 'unbuildable' };
  };
  return {
    async readState() {
      if (ready) return ready;
      const state = await look();
      if (state.is === 'ready') ready = state;
      return state;
    },
    earlier: async () => (await listBuilds(dataDir)).map(({ directory }) => directory),
  };
}

/** Complete builds of a DATA_DIR, most recently used first. */
async function listBuilds(dataDir: string) {
  const names = await readdir(buildsIn(dataDir)).catch(() => []);
  const builds = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{64}$/.test(name))
      .map(async (name) => {
        const directory = join(buildsIn(dataDir), name);
        const used = await stat(join(directory, 'build.json')).catch(() => undefined);
        return { directory, usedAt: used?.mtimeMs ?? 0 };
      }),
  );
  return builds.filter(({ usedAt }) => usedAt > 0).sort((a, b) => b.usedAt - a.usedAt);
}

/** Deletes builds that no open tab needs, and leftovers of killed builds. */
async function tidy(dataDir: string): Promise<void> {
  for (const { directory } of (await listBuilds(dataDir)).slice(maxBuildsKept))
    await rm(directory, { recursive: true, force: true });
  for (const name of await readdir(buildsIn(dataDir))) {
    if (!name.startsWith('building-')) continue;
    const left = join(buildsIn(dataDir), name);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > leftBehindMs) await rm(left, { recursive: true, force: true });
  }
}

/** A build in progress. */
interface Building {
  /** Settles once the build is available, or known to be impossible. */
  readonly done: Promise<PanelState>;
  /** Aborts the build. */
  stop(): void;
}

/** Ensures that the panel is built: returns at once if it is, otherwise builds it in a separate process. Never throws. */
export function ensureBuilt(dataDir: string, log: Logger): Building {
  const run: Run = { priority: backgroundPriority, stopped: false };
  const done = build(dataDir, run).then(
    (state) => {
      if (state.is === 'unbuildable')
        log.warn(`the panel is not built, and its tools are not installed: ${buildCommand}`);
      return state;
    },
    (error: Error): PanelState => {
      if (!run.stopped) log.error({ reason: error.message }, 'the panel could not be built');
      return { is: 'failed', reason: error.message };
    },
  );
  return {
    done,
    stop() {
      run.stopped = true;
      run.child?.kill();
    },
  };
}

interface Run {
  /** As for `setPriority`; undefined for that of this process. */
  readonly priority?: number;
  stopped: boolean;
  child?: ChildProcess;
}

async function build(dataDir: string, run: Run): Promise<PanelState> {
  const id = await fingerprint();
  const shipped = await shippedBuild(id);
  if (shipped) return shipped;
  if (id === undefined) return { is: 'unbuildable' };
  const directory = join(buildsIn(dataDir), id);
  if ((await idIn(directory)) === undefined) {
    await rm(failureOf(directory), { force: true });
    if (!canBuild()) return { is: 'unbuildable' };
    try {
      await buildInto(directory, id, run);
    } catch (error) {
      const line = (error as Error).message.split('\n', 1)[0] ?? '';
      if (!run.stopped) await writeFile(failureOf(directory), line).catch(() => {});
      throw error;
    }
  }
  const now = new Date();
  await utimes(join(directory, 'build.json'), now, now).catch(() => {});
  await tidy(dataDir).catch(() => {});
  return { is: 'ready', directory, id };
}

/** Builds the panel into a directory, which appears when it is complete. */
async function buildInto(
  directory: string,
  id: string,
  run: Run = { stopped: false },
): Promise<void> {
  const parent = dirname(directory);
  await mkdir(parent, { recursive: true });
  const building = join(parent, `building-${process.pid}-${Date.now()}`);
  try {
    await runBuild(building, id, run);
    await rename(building, directory).catch(async (error: NodeJS.ErrnoException) => {
      // Another process was faster; its result is identical, unless it is incomplete.
      if ((await idIn(directory)) === id) return;
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      await rm(directory, { recursive: true, force: true });
      await rename(building, directory);
    });
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

function runBuild(into: string, id: string, run: Run): Promise<void> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env;
  const child = spawn(process.execPath, [program, into, id], {
    cwd: root,
    // Passes no secrets: the build runs third-party code.
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  run.child = child;
  if (run.stopped) child.kill();
  try {
    if (child.pid !== undefined && run.priority !== undefined) setPriority(child.pid, run.priority);
  } catch {
    // It has already ended, or this system has no priorities.
  }
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0) resolve();
      else reject(new Error(reasonIn(output) ?? `the build ended with ${signal ?? status}`));
    });
  });
}

/** Line of a failed build's output that states the cause; otherwise its first line. */
export function reasonIn(output: string): string | undefined {
  // The bundler prints colours regardless of settings.
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim());
  return (
    lines.find((line) => /^\[[A-Z_]+\]|\bError: |Cannot find/.test(line)) ??
    lines.find((line) => line !== '')
  );
}

/** Builds the panel now: for a DATA_DIR, or into a directory for a container image. @returns its location */
export async function buildNow(dataDir: string, to: string | undefined): Promise<string> {
  const id = await fingerprint();
  if (id === undefined || !canBuild())
    throw new Error('The panel can only be built in a checkout after npm ci.');
  const directory = to ?? join(buildsIn(dataDir), id);
  if ((await idIn(directory)) !== id) {
    await rm(failureOf(directory), { force: true });
    await buildInto(directory, id);
  }
  return directory;
}
