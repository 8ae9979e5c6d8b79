import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/*
 * Checks the manifests against the Kubernetes API's types (npm package kubernetes-types): unknown, missing and wrongly typed
 * fields are errors. Argument: the node_modules with that package and yaml.
 */

const [modules = 'node_modules'] = process.argv.slice(2).map((path) => resolve(path));
const { parseAllDocuments } = createRequire(join(modules, '..', 'x.js'))('yaml') as {
  parseAllDocuments(text: string): { toJS(): { apiVersion: string; kind: string } }[];
};

const manifests = new URL('kubernetes/', import.meta.url);
const directory = mkdtempSync(join(tmpdir(), 'pauta-types-'));
try {
  symlinkSync(modules, join(directory, 'node_modules'));
  for (const name of readdirSync(manifests)) {
    // Kustomize's configuration file is not an API object.
    if (name === 'kustomization.yaml') continue;
    const documents = parseAllDocuments(readFileSync(new URL(name, manifests), 'utf8'));
    const lines = documents.map((document, i) => {
      const value = document.toJS();
      const [version, group] = value.apiVersion.split('/').reverse();
      const path = `kubernetes-types/${(group ?? 'core').split('.')[0]}/${version}`;
      return `export const d${i}: import('${path}').${value.kind} = ${JSON.stringify(value, null, 2)};\n`;
    });
    writeFileSync(join(directory, `${name}.ts`), lines.join(''));
  }
  const files = readdirSync(directory).filter((name) => name.endsWith('.ts'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const { status } = spawnSync('tsc', [...options, ...files], { cwd: directory, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
