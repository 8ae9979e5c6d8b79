import type { Context } from '../operations/context.ts';
import { invalid } from '../platform/errors.ts';
import { pipelineSummary } from './pipeline-summary.ts';
import { reading } from './read-tools.ts';
import { annotationsOf, isOpenTo, type Tool } from './tool.ts';
import { writing } from './write-tools.ts';

/** All tools, in display order. */
export const tools: readonly Tool[] = [...reading, pipelineSummary, ...writing];

/** Tools that a client selects among those it may use. */
export interface Choice {
  /** Only these; all if absent. */
  readonly names?: readonly string[] | undefined;
  /** Read-only tools only. */
  readonly readsOnly?: boolean;
}

/**
 * Parses a comma-separated list of tool names, as in URLs and commands.
 * @throws ApiError VALIDATION_ERROR naming unknown tools, or for an empty list, which would not restrict anything
 */
export function namesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw invalid('tools must name at least one tool.', 'tools', 'required');
  const unknown = names.filter((name) => !tools.some((tool) => tool.name === name)).slice(0, 20);
  if (unknown.length > 0)
    throw invalid(
      `tools: there is no ${unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ')}; allowed: ${tools.map(({ name }) => name).join(', ')}.`,
      'tools',
      'not_allowed',
    );
  return names;
}

/** Tools that an actor may use, within its selection. */
export const toolsFor = (ctx: Pick<Context, 'actor'>, { names, readsOnly }: Choice): Tool[] =>
  tools.filter(
    (tool) =>
      (names === undefined || names.includes(tool.name)) &&
      (readsOnly !== true || tool.effect === 'reads') &&
      isOpenTo(tool, ctx),
  );

/** Definition of a tool in the protocol's list. */
export const definitionOf = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  annotations: annotationsOf(tool),
});
