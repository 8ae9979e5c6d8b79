import type { Command } from 'commander';
import { program } from '../server/cli/program.ts';
import { registry } from '../server/features/registry.ts';
import { openapi } from '../server/http/openapi/document.ts';
import { panelOpenapi } from '../server/http/openapi/panel.ts';
import type { Json } from '../server/http/openapi/schemas.ts';
import { tools } from '../server/mcp/tools.ts';
import { dialect, opening } from './dialect.ts';

/*
 * Refuses unidiomatic words and noun-clause openings in the OpenAPI documents, the MCP tools and the help of the command line.
 */

/** A text that integrators read. */
interface PublicText {
  /** Path in its document: `/paths//v1/deals/get/summary`. */
  readonly path: string;
  readonly text: string;
}

const texts = new Set(['summary', 'description', 'title']);
/** Keys whose values are data: an example's `description` is not a text of the document. */
const data = new Set(['example', 'examples', 'enum', 'const', 'default']);
/** Keys whose values are maps from names: a field may be called `description`. */
const maps = new Set(['properties', 'schemas', 'paths', 'parameters', 'headers', 'responses']);

/** Finds the texts of a document. */
export function textsIn(value: unknown, path = '', isMap = false): PublicText[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, part]) => {
    const at = `${path}/${key}`;
    if (!isMap && typeof part === 'string') return texts.has(key) ? [{ path: at, text: part }] : [];
    if (!isMap && data.has(key)) return [];
    return textsIn(part, at, !isMap && !Array.isArray(part) && maps.has(key));
  });
}

function problemOf({ path, text }: PublicText): string | undefined {
  const [wrong] = dialect.exec(text) ?? opening.exec(text) ?? [];
  return wrong === undefined ? undefined : `${path}: rephrase "${wrong}" in: ${text}`;
}

/** One problem per text. */
export const findUnidiomatic = (all: readonly PublicText[]): string[] =>
  all.flatMap((each) => problemOf(each) ?? []);

const helpOf = (command: Command, path: string): PublicText[] => [
  { path, text: command.description() },
  ...[...command.registeredArguments, ...command.options].map((each) => ({
    path: `${path} ${each.name()}`,
    text: each.description,
  })),
  ...command.commands.flatMap((sub) => helpOf(sub, `${path} ${sub.name()}`)),
];

/** Reads all texts of the documents, the MCP tools and the command line. */
export const readPublicTexts = async (): Promise<PublicText[]> => [
  ...textsIn(openapi(registry), 'openapi'),
  ...textsIn(panelOpenapi(registry), 'panel'),
  ...textsIn(tools, 'mcp'),
  ...helpOf(await program([]), 'pauta'),
];

if (import.meta.main) {
  const problems = findUnidiomatic(await readPublicTexts());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
