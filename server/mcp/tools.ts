import type { Context } from '../operations/context.ts';
import { invalid } from '../platform/errors.ts';
import { clientTools } from './client-tools.ts';
import { collaborating } from './collaboration-tools.ts';
import { pipelineSummary } from './pipeline-summary.ts';
import { reading } from './read-tools.ts';
import { report } from './report-tool.ts';
import { annotationsOf, isOpenTo, type Tool } from './tool.ts';
import { updateRecord } from './update-record.ts';
import { conversing, writing } from './write-tools.ts';

/** All tools, in display order. */
export const tools: readonly Tool[] = [
  ...reading,
  ...clientTools,
  pipelineSummary,
  report,
  ...writing,
  updateRecord,
  ...collaborating,
  ...conversing,
];

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

/** Tools that are listed for an actor: those that newer ones replace only if the client selects them. */
export const listedFor = (ctx: Pick<Context, 'actor'>, choice: Choice): Tool[] =>
  toolsFor(ctx, choice).filter(
    ({ isReplaced }) => isReplaced !== true || choice.names !== undefined,
  );

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
