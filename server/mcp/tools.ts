import type { Context } from '../operations/context.ts';
import { invalid } from '../platform/errors.ts';
import { pipelineSummary } from './pipeline.ts';
import { reading } from './reading.ts';
import { annotationsOf, isOpenTo, type Tool } from './tool.ts';
import { writing } from './writing.ts';

/** Every tool, in the order in which agents see them. */
export const tools: readonly Tool[] = [...reading, pipelineSummary, ...writing];

/** Which tools somebody wants to see, of those that are open to them. */
export interface Choice {
  /** Only these; all when absent. */
  readonly names?: readonly string[] | undefined;
  /** Only those that read. */
  readonly readsOnly?: boolean;
}

/**
 * Names of tools as addresses and commands have them: with commas between them.
 * @throws ApiError VALIDATION_ERROR naming those that are no tools, or where there is no name: that would not narrow anything
 */
export function namesIn(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) throw invalid('tools must name at least one tool.');
  const unknown = names.filter((name) => !tools.some((tool) => tool.name === name)).slice(0, 20);
  if (unknown.length > 0)
    throw invalid(
      `tools: there is no ${unknown.map((name) => JSON.stringify(name.slice(0, 64))).join(', ')}; allowed: ${tools.map(({ name }) => name).join(', ')}.`,
    );
  return names;
}

/** The tools that an actor may use, of those that they chose. */
export const toolsFor = (ctx: Pick<Context, 'actor'>, { names, readsOnly }: Choice): Tool[] =>
  tools.filter(
    (tool) =>
      (names === undefined || names.includes(tool.name)) &&
      (readsOnly !== true || tool.effect === 'reads') &&
      isOpenTo(tool, ctx),
  );

/** A tool as the protocol lists it. */
export const definitionOf = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  annotations: annotationsOf(tool),
});
