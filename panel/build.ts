import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { type Manifest, preloads } from './preloads.ts';
import { config } from './vite.config.ts';

/*
 * Builds the panel into a directory, compressed: `node panel/build.ts DIRECTORY ID`. build.json is written last.
 */

const [, , into = '', id = ''] = process.argv;
await build({
  ...config(id),
  configFile: false,
  logLevel: 'error',
  build: { ...config(id).build, outDir: into },
});

const page = readFileSync(join(into, 'index.html'), 'utf8');
const manifest = JSON.parse(readFileSync(join(into, '.vite', 'manifest.json'), 'utf8')) as Manifest;
writeFileSync(
  join(into, 'assets', `preloads-${id}.json`),
  JSON.stringify(preloads(manifest, page)),
);

const compressible = /\.(m?js|css|svg|html|json|webmanifest)$/;
const assets = readdirSync(join(into, 'assets'), { recursive: true, encoding: 'utf8' });
const files = ['index.html', ...assets.map((name) => join('assets', name))];
for (const file of files.filter((name) => compressible.test(name))) {
  const path = join(into, file);
  const bytes = readFileSync(path);
  writeFileSync(
    `${path}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
writeFileSync(join(into, 'build.json'), JSON.stringify({ id }));
