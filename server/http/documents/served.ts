import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Which documents a service serves, and where: those of docs/ below /docs, and beside them the ones outside that they lead to.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the documents answer. */
export const home = '/docs/';

/** A file that is served. */
export interface Served {
  /** Of the repository: `docs/api.md`. */
  readonly path: string;
  readonly file: string;
  /** Where its bytes are: `/docs/api.md`. */
  readonly address: string;
  /** Where it is a page: `/docs/api`, that of a README its folder's. Absent where it is no document. */
  readonly page?: string;
  /** What a document calls itself. */
  readonly title?: string;
}

const types: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.yml': 'text/yaml; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** The media type of a file; undefined where its kind is not served. */
export const typeOf = (path: string) => types[extname(path)];

/** Folders with documents, and how deep they are looked through. */
const folders: readonly (readonly [path: string, isDeep: boolean])[] = [
  ['.', false],
  ['deploy', false],
  ['docs', true],
];

/** The README of the repository is not served: docs/README.md leads readers of a running service. */
const isServed = (path: string) =>
  path !== 'README.md' &&
  (path.startsWith('docs/') ? typeOf(path) !== undefined : path.endsWith('.md'));

async function servedAs(path: string): Promise<Served> {
  const address = home + (path.startsWith('docs/') ? path.slice('docs/'.length) : path);
  const file = join(root, path);
  if (!path.endsWith('.md')) return { path, file, address };
  const [, title = path] = /^# (.*)$/m.exec(await readFile(file, 'utf8')) ?? [];
  return { path, file, address, page: address.replace(/(?:(?<=\/)README)?\.md$/, ''), title };
}

async function filesIn(folder: string, recursive: boolean): Promise<string[]> {
  // An installation without this folder serves the others.
  const entries = await readdir(join(root, folder), { recursive, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .map((path) => path.replaceAll('\\', '/'));
}

/** Everything that is served, by its path in the repository. */
export async function findServed(): Promise<ReadonlyMap<string, Served>> {
  const found = await Promise.all(folders.map(([folder, isDeep]) => filesIn(folder, isDeep)));
  const paths = found.flat().filter(isServed).sort();
  const served = await Promise.all(paths.map(servedAs));
  return new Map(served.map((each) => [each.path, each]));
}

/** A link of a document. */
export interface Link {
  readonly served: Served;
  /** With its `#`; may be empty. */
  readonly fragment: string;
}

/**
 * What a link of a document leads to; undefined where that is elsewhere, or not served.
 * @param from the document that has it
 * @param href as the document writes it: a path relative to the document's, or only a fragment
 */
export function resolve(
  all: ReadonlyMap<string, Served>,
  from: Served,
  href: string,
): Link | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(href)) return undefined;
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  if (path === '') return { served: from, fragment };
  const to = posix.join(dirname(from.path), path).replace(/\/$/, '');
  const served = all.get(to) ?? all.get(`${to}/README.md`);
  return served && { served, fragment };
}
