import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fingerprint } from '#server/platform/panel-build.ts';
import { copyDatabase } from '#test/support/harness.ts';
import {
  cleanUp,
  newDirectory,
  onDatabase,
  pauta,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* The first start builds the panel, by real processes, and later ones find it. */

const { connection, drop } = await copyDatabase();
afterAll(async () => {
  await cleanUp();
  await drop();
});
const html = { accept: 'text/html', 'accept-encoding': 'br' };
const pageOf = ({ origin }: Service) => fetch(`${origin}/`, { headers: html });
const isReady = async (service: Service) => (await pageOf(service)).status === 200;

test('two services that start at once on one DATA_DIR both serve it; the API does not wait, and old builds are removed', {
  timeout: 900_000,
}, async () => {
  const dataDir = newDirectory();
  const env = { ...onDatabase(connection), DATA_DIR: dataDir, PANEL: 'on' };
  const builds = join(dataDir, 'panel');
  // Earlier builds: of three, the oldest two are no longer open in any tab.
  for (const [n, digit] of ['1', '2', '3'].entries()) {
    const old = join(builds, digit.repeat(64));
    mkdirSync(join(old, 'assets'), { recursive: true });
    writeFileSync(join(old, 'assets', `old-${digit}.js`), digit);
    writeFileSync(join(old, 'build.json'), JSON.stringify({ id: digit.repeat(64) }));
    utimesSync(join(old, 'build.json'), n, n + 1_000);
  }
  const services = await Promise.all([serve(env), serve(env)]);
  const [one] = services as [Service, Service];
  expect((await fetch(`${one.origin}/api/openapi.json`)).status).toBe(200);
  const first = await pageOf(one);
  expect([200, 503]).toContain(first.status);
  for (const service of services) await until(() => isReady(service), 600_000);
  const page = await (await pageOf(one)).text();
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const path of files) {
    const file = await fetch(`${one.origin}${path}`, { headers: html });
    expect([path, file.status, file.headers.get('content-encoding')]).toEqual([path, 200, 'br']);
  }
  // A strict policy would refuse inline code and styles.
  expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  const id = await fingerprint();
  await until(() => readdirSync(builds).length === 2, 30_000);
  expect(readdirSync(builds).sort()).toEqual([`${id}`, '3'.repeat(64)].sort());
  expect(await (await fetch(`${one.origin}/assets/old-3.js`)).text()).toBe('3');
  await Promise.all(services.map((service) => service.stop()));

  // The next start builds nothing.
  const built = readFileSync(join(builds, `${id}`, 'index.html'), 'utf8');
  writeFileSync(join(builds, `${id}`, 'index.html.br'), '');
  const again = await serve(env);
  expect((await pageOf(again)).status).toBe(200);
  expect(readFileSync(join(builds, `${id}`, 'index.html'), 'utf8')).toBe(built);
  await again.stop();
});

test('a failed build leaves the API up and is reported', async () => {
  const dataDir = newDirectory();
  // A file is in the place of the builds.
  writeFileSync(join(dataDir, 'panel'), '');
  const service = await serve({ ...onDatabase(connection), DATA_DIR: dataDir, PANEL: 'on' });
  await until(() => service.log().some(({ msg }) => msg === 'the panel could not be built'));
  expect((await fetch(`${service.origin}/health/ready`)).status).toBe(200);
  expect((await pageOf(service)).status).toBe(503);
  await service.stop();
});

test('a worker builds nothing', async () => {
  const dataDir = newDirectory();
  const service = await serve({
    ...onDatabase(connection),
    DATA_DIR: dataDir,
    PANEL: 'on',
    ROLE: 'worker',
  });
  await service.stop();
  expect(existsSync(join(dataDir, 'panel'))).toBe(false);
});

test('pauta panel build builds immediately, into a given directory', async () => {
  const to = join(newDirectory(), 'dist');
  const { status, stdout, stderr } = await pauta(['panel', 'build', '--to', to, '--json'], {});
  expect([status, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({ directory: to });
  expect(existsSync(join(to, 'index.html.br'))).toBe(true);
  expect(existsSync(join(to, '.vite', 'license.md'))).toBe(true);
});
