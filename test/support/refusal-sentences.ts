import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { importsOf } from '#lint/imports.ts';

/*
 * Sentences with which the service refuses requests, read from its sources as gettext reads message ids: each string or template passed to
 * a function that makes a refusal. A sentence with filled-in parts has 'thing' in their place.
 */

/** Functions whose arguments are sentences, and classes whose second argument is one. */
const makers = ['invalid', 'conflict', 'duplicate', 'limitReached', 'refuse'];
/** Codes whose message gives a reason; for others the panel shows a title. */
const reasoned = ['VALIDATION_ERROR', 'CONFLICT', 'DUPLICATE_ENTRY', 'FORBIDDEN'];
/** Parts that no request of the panel reaches. */
const elsewhere =
  /^(cli|boot|demo|mcp)\/|^http\/(mcp|callback|callbacks|callback-limit|reference|hooks|approval)|^features\/(installation\/|accounts\/invitations\/(links|making)\.ts)/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
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

function* sentencesIn(
  program: unknown,
  isShown = (code: string) => reasoned.includes(code),
): Generator<string> {
  for (const node of nodesIn(program)) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    const name = nameOf(node.callee);
    const given = node.arguments as readonly Node[];
    if (name === 'ApiError') {
      const [code, message] = given;
      if (code?.type !== 'Literal' || isShown(String(code.value))) yield* textsIn(message);
    } else if (makers.includes(name)) yield* textsIn(given[0]);
    else if (name === 'problems.push') yield* textsIn(given);
  }
}

export interface Sentence {
  readonly file: string;
  readonly text: string;
}

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** Distinct sentences found by a reader in files of the server. */
function collect(
  files: readonly string[],
  read: (program: unknown) => Iterable<string>,
): readonly Sentence[] {
  const found = new Map<string, string>();
  for (const file of files)
    for (const text of read(parseAst(readFileSync(server + file, 'utf8'), { lang: 'ts' })))
      if (/[a-z] [a-z]/.test(text) && !found.has(text)) found.set(text, file);
  return [...found].map(([text, file]) => ({ file, text }));
}

/** All refusal sentences. */
export const refusalSentences = (): readonly Sentence[] =>
  collect(
    globSync('**/*.ts', { cwd: server }).filter((each) => !elsewhere.test(each)),
    sentencesIn,
  );

/** Functions that return the reason why a run does nothing. */
const obstacles = ['obstacleOf', 'runLimitReason', 'previewStep'];

/** Reasons of runs and their steps: values called reason or why, errors of steps, and literals that SQL stores as a reason. */
function* runReasonsIn(program: unknown): Generator<string> {
  for (const node of nodesIn(program)) {
    const { type } = node;
    if (type === 'VariableDeclarator' && /reason$/i.test(nameOf(node.id)))
      yield* textsIn(node.init);
    else if (type === 'Property' && /^(reason|why)$/.test(nameOf(node.key)))
      yield* textsIn(node.value);
    else if (type === 'FunctionDeclaration' && obstacles.includes(nameOf(node.id)))
      for (const inner of nodesIn(node.body))
        if (inner.type === 'ReturnStatement') yield* textsIn(inner.argument);
    if (type === 'NewExpression') {
      const [first, second] = node.arguments as readonly Node[];
      if (nameOf(node.callee) === 'PermanentFailure') yield* textsIn(first);
      if (nameOf(node.callee) === 'ApiError') yield* textsIn(second);
    }
    for (const [, stored = ''] of (textOf(node) ?? '').matchAll(/\breason = '([^']+)'/g))
      yield stored;
  }
}

/** Reasons that a workflow's run, its steps or its rehearsal give in addition to refusals. */
export const runReasons = (): readonly Sentence[] =>
  collect(globSync('features/workflows/*.ts', { cwd: server }), runReasonsIn);

/** Reasons of records in bulk changes, which the job gives in addition to the refusals of operations. */
function* bulkReasonsIn(program: unknown): Generator<string> {
  for (const node of nodesIn(program)) {
    if (node.type !== 'ObjectExpression') continue;
    const properties = node.properties as readonly Node[];
    const propertyOf = (name: string) =>
      properties.find(({ key }) => nameOf(key) === name)?.value as Node | undefined;
    if (reasoned.includes(String(propertyOf('code')?.value))) yield* textsIn(propertyOf('message'));
  }
}

/** Reasons why a bulk change kept or refused a record, in addition to refusals. */
export const bulkReasons = (): readonly Sentence[] =>
  collect(globSync('features/bulk/*.ts', { cwd: server }), bulkReasonsIn);

/** A file of the server and all that it imports. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  const path = `server/${file}`;
  for (const { to, isType, isLate } of importsOf({
    path,
    text: readFileSync(server + file, 'utf8'),
  }))
    if (to.startsWith('server/') && !isType && !isLate)
      reachedFrom(to.slice('server/'.length), reached);
  return reached;
}

/** Codes with which receiving ends before anything is kept of it, that are passing, or that only people are answered. */
const unkept = [
  ...['UNAUTHORIZED', 'RATE_LIMITED', 'TEAM_BUSY', 'UNAVAILABLE', 'INTERNAL_ERROR'],
  ...['REAUTH_REQUIRED', 'SECOND_FACTOR_REQUIRED'],
];

function* receptionReasonsIn(program: unknown): Generator<string> {
  yield* sentencesIn(program, (code) => !unkept.includes(code));
  for (const node of nodesIn(program))
    if (node.type === 'VariableDeclarator' && nameOf(node.id) === 'reason')
      yield* textsIn(node.init);
}

/** Reasons of receptions: refusals, of any code, of all that receiving calls. */
export const receptionReasons = (): readonly Sentence[] =>
  collect([...reachedFrom('features/webhooks/receive.ts')], receptionReasonsIn);
