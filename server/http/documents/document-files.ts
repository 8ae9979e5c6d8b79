import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/* Finds the documents to serve and their URLs: those in docs/ below /docs, and documents outside it that they link to. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Base path of the documents. */
export const home = '/docs/';

/** A served file. */
export interface DocumentFile {
  /** Path in the repository: `docs/api.md`. */
  readonly path: string;
  readonly file: string;
  /** Path of its raw content: `/docs/api.md`. */
  readonly address: string;
  /** Path of its page: `/docs/api`; a README has its folder's path. Absent if it is not a document. */
  readonly page?: string;
  /** Title of a document. */
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

/** Media type of a file; undefined if files of its type are not served. */
export const typeOf = (path: string) => types[extname(path)];

/** Folders with documents, and whether their subfolders are included. */
const folders: readonly (readonly [path: string, isDeep: boolean])[] = [
  ['.', false],
  ['deploy', false],
  ['docs', true],
];

/** Excludes the repository's README: docs/README.md is written for readers of a running service. */
const isServed = (path: string) =>
  path !== 'README.md' &&
  (path.startsWith('docs/') ? typeOf(path) !== undefined : path.endsWith('.md'));

async function servedAs(path: string): Promise<DocumentFile> {
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

/** All served files, by their path in the repository. */
export async function findDocument(): Promise<ReadonlyMap<string, DocumentFile>> {
  const lists = await Promise.all(folders.map(([folder, isDeep]) => filesIn(folder, isDeep)));
  const paths = lists.flat().filter(isServed).sort();
  const served = await Promise.all(paths.map(servedAs));
  return new Map(served.map((each) => [each.path, each]));
}

/** A link of a document. */
interface Link {
  readonly served: DocumentFile;
  /** Includes the `#`; may be empty. */
  readonly fragment: string;
}

/**
 * Resolves a link of a document; undefined if its target is external or not served.
 * @param from document that contains the link
 * @param href as written: a path relative to the document, or only a fragment
 */
export function resolve(
  all: ReadonlyMap<string, DocumentFile>,
  from: DocumentFile,
  href: string,
): Link | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(href)) return undefined;
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  if (path === '') return { served: from, fragment };
  const to = posix.join(dirname(from.path), path).replace(/\/$/, '');
  const served = all.get(to) ?? all.get(`${to}/README.md`);
  return served && { served, fragment };
}
