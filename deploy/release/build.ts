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
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/*
 * Builds the files of a release into a directory: `node deploy/release/build.ts --repository owner/name --to release`. Two builds of one
 * commit are byte-equal (docs/adr/0255-reproducible-releases.md): file modes, times and the place of the checkout do not matter.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Parts of a release. */
export const parts = ['sdk', 'n8n', 'python', 'panel', 'sbom'] as const;
export type Part = (typeof parts)[number];

/** Time of all files, in seconds: 1985-10-26, as in packages of npm. ZIP has none before 1980. */
const epoch = '499162500';

interface Build {
  /** Of GitHub, `owner/name`: part of the metadata that npm compares with the provenance. */
  readonly repository: string;
  readonly to: string;
  readonly only?: readonly Part[];
}

interface Place {
  readonly repository: string;
  readonly to: string;
  /** Directory of temporary files. */
  readonly scratch: string;
  run(command: string, args: readonly string[], cwd: string): string;
}

/** Sets the modes of a tree, which depend on the umask of the checkout. */
function setModes(path: string): void {
  const isDirectory = statSync(path).isDirectory();
  chmodSync(path, isDirectory ? 0o755 : 0o644);
  if (!isDirectory) return;
  for (const name of readdirSync(path)) if (name !== 'node_modules') setModes(join(path, name));
}

/** Copies a package into a new directory, with the repository in its metadata. */
function stage({ scratch, repository }: Place, name: string, files: readonly string[]): string {
  const staged = join(scratch, name);
  for (const file of files) {
    const target = join(staged, file);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, 'packages', name, file), target, { recursive: true });
  }
  const about = join(staged, 'package.json');
  if (existsSync(about)) {
    const { url, directory } = {
      url: `git+https://github.com/${repository}.git`,
      directory: `packages/${name}`,
    };
    const metadata = JSON.parse(readFileSync(about, 'utf8')) as Record<string, unknown>;
    metadata.repository = { type: 'git', url, directory };
    writeFileSync(about, `${JSON.stringify(metadata, undefined, 2)}\n`);
  }
  return staged;
}

function pack({ run, to }: Place, staged: string): void {
  setModes(staged);
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', to], staged);
}

const builders: Readonly<Record<Part, (place: Place) => void>> = {
  sdk(place) {
    const staged = stage(place, 'sdk', ['package.json', 'README.md', 'LICENSE']);
    place.run('node', [join(root, 'packages/sdk/build.ts'), join(staged, 'dist')], root);
    pack(place, staged);
  },
  n8n(place) {
    const name = 'n8n-nodes-pauta';
    const files = ['package.json', 'README.md', 'LICENSE.md', 'tsconfig.json', 'credentials'];
    const staged = stage(place, name, [...files, 'icons', 'nodes']);
    symlinkSync(join(root, 'packages', name, 'node_modules'), join(staged, 'node_modules'));
    place.run(join(staged, 'node_modules/.bin/n8n-node'), ['build'], staged);
    // Paths of this build, which npm would pack.
    rmSync(join(staged, 'dist/tsconfig.tsbuildinfo'), { force: true });
    rmSync(join(staged, 'node_modules'));
    pack(place, staged);
  },
  python(place) {
    const staged = stage(place, 'python', ['pyproject.toml', 'README.md', 'LICENSE', 'pauta']);
    rmSync(join(staged, 'pauta/__pycache__'), { recursive: true, force: true });
    setModes(staged);
    const build = `from setuptools.build_meta import build_wheel; build_wheel(${JSON.stringify(place.to)})`;
    place.run('/usr/bin/python3', ['-c', build], staged);
  },
  panel(place) {
    const built = join(place.scratch, 'panel');
    place.run('node', [join(root, 'bin/pauta.js'), 'panel', 'build', '--to', built], root);
    setModes(built);
    const archive = join(place.to, 'pauta-panel.tar');
    const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=ustar'];
    place.run('tar', [...options, `--mtime=@${epoch}`, '-cf', archive, '-C', built, '.'], root);
  },
  sbom({ run, to }) {
    const sbom = JSON.parse(run('node', [join(root, 'deploy/sbom.ts')], root)) as {
      serialNumber?: string;
      metadata: { timestamp?: string };
    };
    // Different in each run.
    delete sbom.serialNumber;
    delete sbom.metadata.timestamp;
    writeFileSync(join(to, 'pauta.cdx.json'), `${JSON.stringify(sbom, undefined, 2)}\n`);
  },
};

/** @returns the names of the files */
export function build({ repository, to, only = parts }: Build): string[] {
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
    throw new Error('--repository must be owner/name, as on GitHub');
  // Modes of files that tools create, such as the metadata of a wheel.
  process.umask(0o022);
  const scratch = mkdtempSync(join(tmpdir(), 'pauta-release-'));
  mkdirSync(to, { recursive: true });
  const env = {
    ...process.env,
    SOURCE_DATE_EPOCH: epoch,
    // Order of names, and times.
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  };
  const run: Place['run'] = (command, args, cwd) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    return execFileSync(command, args, {
      ...{ cwd, env, stdio: [...stdio] },
      maxBuffer: 64 * 1_048_576,
    }).toString();
  };
  try {
    for (const part of only) builders[part]({ repository, to: resolve(to), scratch, run });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return readdirSync(to).sort();
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      repository: { type: 'string', default: '' },
      to: { type: 'string', default: 'release' },
      only: { type: 'string' },
    },
  });
  const only = values.only?.split(',') as Part[] | undefined;
  const { repository, to } = values;
  for (const name of build({ repository, to, ...(only && { only }) }))
    process.stdout.write(`${name}\n`);
}
