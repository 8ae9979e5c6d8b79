import { readValues, type ValuesOf } from '../operations/call-values.ts';
import type { Context } from '../operations/context.ts';
import { type Operation, permit } from '../operations/operation.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import type { Fields } from '../records/fields.ts';
import { quoted, shortened } from '../records/invalid-values.ts';
import { schemaOf } from './schemas.ts';
import { withUserIds } from './user-arguments.ts';

/*
 * A tool: operations in a form that agents call. It has no rules beyond those of its operations, which define its permissions,
 * input and errors.
 */

type Values = Readonly<Record<string, unknown>>;

/** Effect of a tool on the team's data. */
type Effect =
  /** No effect. */
  | 'reads'
  /** Creates records. */
  | 'adds'
  /** Overwrites values. */
  | 'changes'
  /** Reaches people and cannot be undone. */
  | 'sends';

/** Permissions of an operation that are checked before a call. */
type Called = Pick<Operation, 'name' | 'allow' | 'fresh' | 'exports'>;

/** Declaration of a tool. */
interface Declaration<F extends Fields> {
  /** Name for agents: `list_deals`. */
  readonly name: string;
  /** Name for users. */
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  /** All operations that it may call: it is listed only for callers who may call all of them. */
  readonly calls: readonly Called[];
  readonly input: F;
  /** Descriptions of arguments with non-obvious names. */
  readonly about?: Readonly<Record<string, string>>;
  /** True for a tool that a newer one replaces: it can be called and selected, but is not listed otherwise. */
  readonly isReplaced?: true;
  /** @param names names of the arguments present: in `values`, an absent one and null are the same */
  run(ctx: Context, values: ValuesOf<F>, names: readonly string[]): Promise<object>;
}

export interface Tool extends Omit<Declaration<Fields>, 'run' | 'about' | 'input'> {
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** @returns the result, a JSON object @throws ApiError naming every invalid argument */
  run(ctx: Context, input: Values): Promise<object>;
}

/** Declares a tool. */
export function tool<const F extends Fields>({
  input,
  about = {},
  run,
  ...rest
}: Declaration<F>): Tool {
  return {
    ...rest,
    inputSchema: schemaOf(input, about),
    async run(ctx, argumentValues) {
      const names = Object.keys(argumentValues).filter(
        (name) => (argumentValues[name] ?? null) !== null,
      );
      const unknown = names.filter((name) => !Object.hasOwn(input, name)).slice(0, 20);
      if (unknown.length > 0)
        throw invalid(
          `${unknown.map(quoted).join(', ')}: not an argument of ${rest.name}; allowed: ${Object.keys(input).join(', ') || 'none'}.`,
          unknown.map(shortened),
          'unknown',
        );
      return run(ctx, readValues(input, withUserIds(argumentValues, ctx)), names);
    },
  };
}

/** True if an actor may call all operations of a tool. */
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

/**
 * The tool's effect as protocol hints (specification 2026-07-28, Tool annotations). Hints that have their default value are omitted, as are
 * those without a meaning for tools that only read.
 */
export const annotationsOf = ({ effect }: Pick<Tool, 'effect'>) => ({
  ...(effect === 'reads' && { readOnlyHint: true }),
  ...(effect === 'adds' && { destructiveHint: false }),
  // A create is repeatable only with its idempotency_key; a send always has one.
  ...((effect === 'changes' || effect === 'sends') && { idempotentHint: true }),
  ...(effect !== 'sends' && { openWorldHint: false }),
});
