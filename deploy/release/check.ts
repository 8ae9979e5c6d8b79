import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { statementOf, verifyRelease } from './attestation.ts';
import { type Part, parts } from './build.ts';
import { panelDigests } from './panel-digests.ts';
import { startSampleSigstore } from './sample-sigstore.ts';

/*
 * Checks releases (docs/adr/0255-reproducible-releases.md): two builds of this commit, of checkouts that differ in place, modes, times, umask, time zone
 * and language, are byte-equal; packages contain what they should; attestations verify, and wrong ones do not.
 * `node deploy/release/check.ts [PART…] [--panel-digests FILE]`: FILE is of `PANEL_DIGESTS=FILE npm run panel:bars -- --only budgets`, so that the
 * panel is built once more instead of twice.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const repository = 'example/pauta';
const copied = [
  'LICENSE',
  'bin',
  'deploy',
  'package-lock.json',
  'package.json',
  'packages',
  'panel',
];

const say = (line: string) => process.stdout.write(`${line}\n`);
function must(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Modes and times that another umask and another day would have given. */
function alter(path: string, mode: number): void {
  const isDirectory = statSync(path).isDirectory();
  if (isDirectory)
    for (const name of readdirSync(path))
      if (name !== 'node_modules') alter(join(path, name), mode);
  chmodSync(path, isDirectory || statSync(path).mode & 0o100 ? mode | 0o100 : mode);
  const time = new Date('2001-02-03T04:05:06Z');
  if (mode === 0o600) utimesSync(path, time, time);
}

/** Copies the sources, without their packages and builds, which are shared. */
function checkout(to: string, mode: number): void {
  const skipped = /\/(node_modules|dist|__pycache__|\.mypy_cache)$/;
  for (const name of [...copied, 'server', 'tsconfig.json', 'docs'])
    cpSync(join(root, name), join(to, name), {
      recursive: true,
      filter: (source) => !skipped.test(source),
    });
  alter(to, mode);
  for (const directory of ['', 'packages/n8n-nodes-pauta'])
    if (existsSync(join(root, directory, 'node_modules')))
      symlinkSync(join(root, directory, 'node_modules'), join(to, directory, 'node_modules'));
}

function buildIn(
  directory: string,
  only: readonly Part[],
  env: Record<string, string>,
  umask: string,
): string {
  const to = join(directory, 'release');
  const script = `umask ${umask} && exec node deploy/release/build.ts --repository ${repository} --to release --only ${only.join(',')}`;
  execFileSync('sh', ['-c', script], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return to;
}

/** Files of packages, by the name's beginning. */
const contents: Readonly<Record<string, RegExp>> = {
  'pauta-0': /^package\/(dist\/[\w-]+\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/,
  n8n: /^package\/(dist\/(nodes|credentials|icons)\/[\w/.-]+\.(js|json|svg)|README\.md|LICENSE\.md|package\.json)$/,
};
const required = ['README.md', 'package.json'];

function checkPackages(directory: string): void {
  for (const [beginning, pattern] of Object.entries(contents)) {
    const file = readdirSync(directory).find(
      (name) => name.startsWith(beginning) && name.endsWith('.tgz'),
    );
    if (file === undefined) continue;
    const tar = (...words: string[]) =>
      execFileSync('tar', [...words, '-f', join(directory, file)]).toString();
    const names = tar('-tz').trim().split('\n');
    const strange = names.filter((name) => !pattern.test(name));
    must(strange.length === 0, `${file} contains ${strange.join()}`);
    for (const name of required) must(names.includes(`package/${name}`), `${file} lacks ${name}`);
    must(
      names.some((name) => name.includes('LICENSE')),
      `${file} lacks its license`,
    );
    const metadata = JSON.parse(
      execFileSync('tar', ['-xzO', '-f', join(directory, file), 'package/package.json']).toString(),
    ) as Record<string, unknown>;
    must(
      JSON.stringify(metadata.repository).includes(`github.com/${repository}.git`) &&
        typeof metadata.license === 'string' &&
        metadata.engines instanceof Object &&
        (metadata.scripts === undefined) === (beginning !== 'n8n'),
      `the metadata of ${file} is incomplete`,
    );
    say(`ok ${file}: ${names.length} files`);
  }
}

function refuses(what: string, work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
  throw new Error(`the verification accepts ${what}`);
}

/** Attests the files through a Sigstore instance of this process, as the workflow does through the public one, and verifies them. */
async function checkAttestations(directory: string): Promise<void> {
  const names = readdirSync(directory);
  const files = Object.fromEntries(
    names.map((name) => [name, readFileSync(join(directory, name))]),
  );
  const [file = Buffer.alloc(0)] = Object.values(files);
  const policy = { repository, commit: 'a'.repeat(40) };
  const { attest, trustedRoot } = await startSampleSigstore();
  const bundle = await attest(statementOf(files, policy), {
    identity: `https://github.com/${repository}/.github/workflows/release.yml@refs/tags/v0.0.0`,
    issuer: 'https://token.actions.githubusercontent.com',
  });
  const verify = (bytes: Buffer, changes = {}) =>
    verifyRelease([bundle], bytes, { ...policy, ...changes }, trustedRoot);
  for (const bytes of Object.values(files)) verify(bytes);
  const changed = Buffer.from(file);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  refuses('a changed file', () => verify(changed));
  refuses('another repository', () => verify(file, { repository: 'a/b' }));
  refuses('another commit', () => verify(file, { commit: 'b'.repeat(40) }));
  // The public root of trust, which real releases are verified with, does not contain the certificate of this run.
  refuses('a certificate that Sigstore has not issued', () =>
    verifyRelease([bundle], file, policy),
  );
  say(`ok attestation of ${names.length} files, verified by the Sigstore libraries of npm`);
}

/** Builds the panel and compares it with a build of another checkout, by hashes that were written there. */
function checkPanel(directory: string, digests: string): void {
  const built = buildIn(directory, ['panel'], altered, '077');
  const unpacked = join(directory, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xf', join(built, 'pauta-panel.tar'), '-C', unpacked]);
  const rebuilt = panelDigests(unpacked);
  const recorded = JSON.parse(readFileSync(digests, 'utf8')) as Readonly<Record<string, string>>;
  const names = new Set([...Object.keys(rebuilt), ...Object.keys(recorded)]);
  const different = [...names].filter((name) => rebuilt[name] !== recorded[name]);
  must(different.length === 0, `two builds of the panel differ: ${different.join(', ')}`);
  say(`ok two builds of the panel are equal: ${names.size} files`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'panel-digests': { type: 'string' } },
});
const only = positionals.length > 0 ? (positionals as Part[]) : parts;
const digests = values['panel-digests'];
const altered = { TZ: 'America/Sao_Paulo', LC_ALL: 'C.UTF-8' };
const directory = mkdtempSync(join(tmpdir(), 'pauta-release-check-'));
try {
  // Equally deep: the panel's manifest names packages relative to the checkout, and they are linked from elsewhere only here.
  const [first, second] = [join(directory, 'a'), join(directory, 'another place')];
  checkout(first, 0o644);
  checkout(second, 0o600);
  const built = buildIn(first, only, { TZ: 'UTC', LC_ALL: 'C' }, '022');
  const again = buildIn(second, only, altered, '077');
  const names = readdirSync(built);
  must(names.join() === readdirSync(again).join(), 'the builds have different files');
  const different = names.filter(
    (name) => !readFileSync(join(built, name)).equals(readFileSync(join(again, name))),
  );
  must(different.length === 0, `two builds differ: ${different.join(', ')}`);
  say(`ok two builds are byte-equal: ${names.join(', ')}`);
  checkPackages(built);
  await checkAttestations(built);
  if (digests !== undefined) checkPanel(join(directory, 'another place'), digests);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
