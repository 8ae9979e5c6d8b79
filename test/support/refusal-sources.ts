import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

/*
 * Refusals in the service's sources, read as gettext reads message ids: each string or template passed to a function. A sentence with
 * filled-in parts has 'thing' in their place.
 */

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* nodesIn(each);
  else if (isNode(value)) {
    yield value;
    for (const each of Object.values(value)) yield* nodesIn(each);
  }
}

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier') return String(node.name);
  return node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : '';
};

/** Text of a string or a template; undefined for anything else. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  const parts = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return parts.map(({ value }) => value.cooked).join('thing');
}

/** Strings and templates in an argument, without those inside a template or a comparison. */
function* textsIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const each of node) yield* textsIn(each);
  if (!isNode(node)) return;
  const text = textOf(node);
  if (text !== undefined) yield text;
  else if (node.type === 'ConditionalExpression') yield* textsIn([node.consequent, node.alternate]);
  else if (node.type === 'ArrayExpression') yield* textsIn(node.elements);
  else if (node.type === 'SpreadElement') yield* textsIn(node.argument);
  else if (node.type === 'LogicalExpression') yield* textsIn(node.right);
}

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** A call that makes an error: its name, or the code for `new ApiError`, and its arguments. */
interface RefusalSite {
  readonly file: string;
  readonly maker: string;
  /** Texts of the message. */
  readonly messages: readonly string[];
  /** Source of the other arguments. */
  readonly details: string;
}

const makers = ['invalid', 'invalidRequest', 'conflict', 'duplicate', 'forbidden'];

/** All calls in the service's sources that refuse a request. */
export const refusalSites = (): readonly RefusalSite[] =>
  globSync('**/*.ts', { cwd: server }).flatMap((file) => {
    const source = readFileSync(server + file, 'utf8');
    return [...nodesIn(parseAst(source, { lang: 'ts' }))].flatMap((node) => {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
      const name = nameOf(node.callee);
      const [first, ...others] = node.arguments as readonly (Node & Place)[];
      const isPlain = name === 'ApiError';
      if (!first || !(isPlain || makers.includes(name))) return [];
      const [message, ...details] = isPlain ? others : [first, ...others];
      const end = details.at(-1);
      return {
        file,
        maker: isPlain ? String(first.value) : name,
        messages: [...textsIn(message)],
        details: end && details[0] ? source.slice(details[0].start, end.end) : '',
      };
    });
  });

/** Regular expressions in a source. */
export const patternsIn = (source: string, lang: 'ts' | 'tsx'): readonly string[] =>
  [...nodesIn(parseAst(source, { lang }))].flatMap(({ type, regex }) =>
    type === 'Literal' && regex ? [(regex as { readonly pattern: string }).pattern] : [],
  );
