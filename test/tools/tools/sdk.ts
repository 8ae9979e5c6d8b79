import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildSdk } from '../../../packages/sdk/build.ts';
import { type Check, must } from '../check.ts';

/* The SDK as it would be published: packed, installed into an empty project, compiled against with TypeScript 5, called. */

export const title = 'packages/sdk, packed';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packageDirectory = join(root, 'packages/sdk');
const programs = fileURLToPath(new URL('../programs', import.meta.url));
/** Maximum compressed size, in bytes. */
const most = 15_000;

export const check: Check = async ({ origin, newTeam, run, temp }) => {
  const built = buildSdk();
  const modules = readdirSync(built).filter((name) => name.endsWith('.js'));
  const text = modules.map((name) => readFileSync(join(built, name), 'utf8')).join('');
  const size = gzipSync(text).length;
  must(size < most, `its modules are ${size} bytes with gzip`);

  const packed = await run('npm', ['pack', packageDirectory, '--json']);
  const [{ filename = '', files: held = [] } = {}] = JSON.parse(packed.stdout) as {
    readonly filename?: string;
    readonly files?: readonly { readonly path: string }[];
  }[];
  const strange = held.filter(
    ({ path }) => !/^(dist\/[\w-]+\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(path),
  );
  must(strange.length === 0, `the package holds ${strange.map(({ path }) => path).join()}`);
  must(
    held.some(({ path }) => path === 'README.md') && held.some(({ path }) => path === 'LICENSE'),
    'README or LICENSE is missing',
  );

  const project = { name: 'empty', private: true, type: 'module' };
  writeFileSync(join(temp, 'package.json'), JSON.stringify(project));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`]);
  for (const name of ['sdk.ts', 'sdk-plain.mjs', 'day.ts'])
    copyFileSync(join(programs, name), join(temp, name));
  const options = {
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    rewriteRelativeImportExtensions: true,
    // The package's declarations are compiled too.
    skipLibCheck: false,
    outDir: 'compiled',
  };
  // Examples in documents must compile unchanged.
  const snippets = ['packages/sdk/README.md', 'docs/sdk.md'].flatMap((path) =>
    Array.from(
      readFileSync(join(root, path), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm),
      ([, code = '']) => code,
    ),
  );
  must(snippets.length > 8, 'the documents show no code');
  const files = snippets.map((code, i) => {
    writeFileSync(join(temp, `shown-${i}.ts`), code);
    return `shown-${i}.ts`;
  });
  const tsconfig = { compilerOptions: options, files: ['sdk.ts', ...files] };
  writeFileSync(join(temp, 'tsconfig.json'), JSON.stringify(tsconfig));
  await run('tsc', ['-p', '.']);
  const { key } = await newTeam();
  const env = { PAUTA_URL: origin, PAUTA_API_KEY: key };
  await run(process.execPath, ['sdk-plain.mjs'], { env });
  const { stdout } = await run(process.execPath, [join('compiled', 'sdk.js')], { env });

  // Receiving webhooks does not bundle the client, nor the client the webhooks.
  const bundle = async (source: string) => {
    writeFileSync(join(temp, 'part.js'), source);
    const flags = ['--bundle', '--minify', '--format=esm', '--log-level=warning'];
    return (await run('esbuild', ['part.js', ...flags])).stdout;
  };
  const receiving = await bundle("export { unwrap } from 'pauta/webhooks';");
  const calling = await bundle("export { Pauta } from 'pauta';");
  must(!receiving.includes('idempotency-key'), 'unwrap brings the client along');
  must(!calling.includes('webhook-signature'), 'the client brings unwrap along');
  const weight = (of: string) => `${(gzipSync(of).length / 1_000).toFixed(1)} kB`;
  return `${stdout.trim()}; ${weight(text)}, bundled ${weight(calling)}, unwrap ${weight(receiving)}`;
};
