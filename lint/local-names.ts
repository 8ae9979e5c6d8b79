import { parseSync } from 'vite';
import { readTracked, type TrackedFile } from './tracked-files.ts';

/*
 * Refuses bare participles and pointing words as names of variables, parameters, functions and imports: a name says what the value is.
 */

type Node = Record<string, unknown>;

const refused = 'found given shown known asked told kept said own other here around beside';
const isRefused = new Set(refused.split(' '));

/** Matches the places where a name may be declared, so that few files are parsed. */
const candidate = new RegExp(
  `\\b(?:${refused.replaceAll(' ', '|')})\\s*(?:[=,:;)\\]}?(]|of\\b|in\\b)`,
);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Reads the identifiers that a pattern declares. */
function identifiersIn(pattern: unknown): Node[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [pattern];
  // The key of a property and a default value declare nothing.
  const { key: _, right: __, typeAnnotation: ___, ...declaring } = pattern;
  return childrenOf(declaring).flatMap(identifiersIn);
}

function declaredIn(node: Node): Node[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return identifiersIn(node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [node.id, ...[node.params].flat()].flatMap(identifiersIn);
    case 'CatchClause':
      return identifiersIn(node.param);
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return identifiersIn(node.local);
    default:
      return [];
  }
}

function problemsIn({ path, text }: TrackedFile): string[] {
  if (!candidate.test(text)) return [];
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const problems: string[] = [];
  const visit = (node: Node) => {
    for (const { name, start } of declaredIn(node)) {
      if (!isRefused.has(String(name))) continue;
      const line = text.slice(0, Number(start)).split('\n').length;
      problems.push(`${path}:${line}: name "${name}" after what it holds`);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(program as unknown as Node);
  return problems;
}

/** Finds names that do not say what the value is, one problem each. */
export const findVagueNames = (files: readonly TrackedFile[]): string[] =>
  files.flatMap(problemsIn);

/** Generated, or programs that integrators would write. */
const exempt = /^(?:packages\/sdk\/src|panel\/src\/api)\/schema\.ts$|^test\/tools\/programs\//;

/** Reads the tracked sources that people write. */
export const readSources = (): TrackedFile[] =>
  readTracked((path) => /\.tsx?$/.test(path) && !exempt.test(path));

if (import.meta.main) {
  const problems = findVagueNames(readSources());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
