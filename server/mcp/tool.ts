import type { Context } from '../operations/context.ts';
import { type Operation, permit } from '../operations/operation.ts';
import { readValues, type ValuesOf } from '../operations/values.ts';
import { ApiError } from '../platform/errors.ts';
import type { Fields } from '../records/fields.ts';
import { quoted } from '../records/input.ts';
import { schemaOf } from './schemas.ts';

/*
 * A tool: operations as an agent calls them. It holds no rules of its own; what it may, takes and refuses is what its operations do.
 */

type Values = Readonly<Record<string, unknown>>;

/** What a tool does to the team's data. */
export type Effect =
  /** Nothing. */
  | 'reads'
  /** A record more. */
  | 'adds'
  /** Other values in place of those that were there. */
  | 'changes'
  /** It reaches people, and cannot be taken back. */
  | 'sends';

/** What is checked of a caller before an operation. */
export type Called = Pick<Operation, 'name' | 'allow' | 'fresh' | 'exports'>;

/** What is declared of a tool. */
interface Declaration<F extends Fields> {
  /** As agents call it: `list_deals`. */
  readonly name: string;
  /** As people see it. */
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** Every operation that it may call: nobody sees it who may not call them all. */
  readonly calls: readonly Called[];
  readonly takes: F;
  /** What arguments mean, where their names do not say so. */
  readonly about?: Readonly<Record<string, string>>;
  /** @param given which arguments there were: an absent one and null are the same */
  run(ctx: Context, values: ValuesOf<F>, given: readonly string[]): Promise<object>;
}

export interface Tool extends Omit<Declaration<Fields>, 'run' | 'about' | 'takes'> {
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** @returns what is answered, as a JSON object @throws ApiError naming every argument that is wrong */
  run(ctx: Context, given: Values): Promise<object>;
}

/** Declares a tool. */
export function tool<const F extends Fields>({
  takes,
  about = {},
  run,
  ...rest
}: Declaration<F>): Tool {
  return {
    ...rest,
    inputSchema: schemaOf(takes, about),
    async run(ctx, given) {
      const names = Object.keys(given).filter((name) => (given[name] ?? null) !== null);
      const unknown = names.filter((name) => !Object.hasOwn(takes, name)).slice(0, 20);
      if (unknown.length > 0)
        throw new ApiError(
          'VALIDATION_ERROR',
          `${unknown.map(quoted).join(', ')}: no argument of ${rest.name}; it takes ${Object.keys(takes).join(', ') || 'none'}.`,
        );
      return run(ctx, readValues(takes, given), names);
    },
  };
}

/** Whether an actor may call all that a tool calls. */
export function isOpenTo(
  { calls }: Pick<Tool, 'calls'>,
  { actor }: Pick<Context, 'actor'>,
): boolean {
  try {
    for (const operation of calls) permit(operation, actor);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The same as hints of the protocol (specification 2026-07-28, Tool annotations). */
export const annotationsOf = ({ title, effect }: Pick<Tool, 'title' | 'effect'>) => ({
  title,
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes' || effect === 'sends',
  // A create may be repeated with its idempotency_key only; a send always has one.
  idempotentHint: effect !== 'adds',
  openWorldHint: effect === 'sends',
});
