import { getPhases } from '../features/crm/deals/phases-in-use.ts';
import { getTags, taggedKinds } from '../features/tags/operations.ts';
import type { Context } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { withoutMarks } from '../platform/combining-marks.ts';
import { invalid } from '../platform/errors.ts';
import { quoted } from '../records/invalid-values.ts';
import type { Json } from './response-size.ts';

/*
 * Free texts that work as a team's own vocabulary. Maps an agent's spelling to the team's, so that a typing error does not add a
 * column to a board (docs/adr/0112-agents-phases.md).
 */

/** Normalises case, accents and word separators. */
const folded = (text: string): string =>
  withoutMarks(text, 'NFKD')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .join(' ');

/** The known word that equals `text`, exactly or normalised; undefined if none does. */
function wordFor(text: string, words: readonly string[]): string | undefined {
  if (words.includes(text)) return text;
  const wanted = folded(text);
  return words.find((word) => folded(word) === wanted);
}

interface TeamPhase {
  readonly phase: string;
  readonly meaning: string;
  readonly is_listed: boolean;
}

/** Phase of a deal created without one. */
const defaultPhase = 'lead';
/** Maximum phases named in an error. */
const maxNamedPhases = 50;

async function readPhases(ctx: Context): Promise<readonly TeamPhase[]> {
  const answer = JSON.parse(String(await perform(getPhases, ctx, {}))) as {
    readonly phases: readonly TeamPhase[];
  };
  return answer.phases;
}

/** @throws ApiError VALIDATION_ERROR naming the phases of the team */
function refusePhase(phase: string, phases: readonly string[], rest: string): never {
  const named = phases.slice(0, maxNamedPhases).map(quoted).join(', ');
  const more = phases.length > maxNamedPhases ? ` and ${phases.length - maxNamedPhases} more` : '';
  throw invalid(
    `phase: the team has no phase ${quoted(phase)}; it has ${named}${more}.${rest}`,
    'phase',
    'not_found',
  );
}

/**
 * Resolves the phase to store in a deal.
 * @param input undefined if a deal is created without one
 * @param isNew true if the caller declares that it is new to the team
 * @throws ApiError VALIDATION_ERROR for an unknown phase
 */
async function phaseToWrite(
  ctx: Context,
  input: string | undefined,
  isNew: boolean,
): Promise<string> {
  const phases = await readPhases(ctx);
  const listed = phases.filter(({ is_listed }) => is_listed);
  const allowed =
    listed.length > 0
      ? listed.map(({ phase }) => phase)
      : [...new Set([defaultPhase, ...phases.map(({ phase }) => phase)])];
  const match = wordFor(input ?? defaultPhase, allowed);
  if (match !== undefined) return match;
  if (input === undefined) {
    const first = listed.find(({ meaning }) => meaning === 'open') ?? listed[0];
    return first?.phase ?? defaultPhase;
  }
  if (isNew) return input;
  return refusePhase(
    input,
    allowed,
    ' A new phase adds a column to the board: if that is meant, repeat the call with new_phase: true.',
  );
}

/** Resolves the phase by which deals are filtered. @throws ApiError VALIDATION_ERROR if no deal can have it */
export async function phaseToFind(ctx: Context, input: string): Promise<string> {
  const allowed = (await readPhases(ctx)).map(({ phase }) => phase);
  return wordFor(input, allowed) ?? refusePhase(input, allowed, '');
}

type TaggedKind = (typeof taggedKinds)[number];

export const isTagged = (name: string): name is TaggedKind =>
  (taggedKinds as readonly string[]).includes(name);

/** Tags in the team's spelling on records of the same kind; unknown ones are unchanged. */
async function tagsToWrite(
  ctx: Context,
  kind: TaggedKind,
  input: readonly string[],
): Promise<readonly string[]> {
  const inUse = JSON.parse(String(await perform(getTags, ctx, {}))) as Record<
    TaggedKind,
    readonly string[]
  >;
  return input.map((tag) => wordFor(tag, inUse[kind]) ?? tag);
}

/** Replaces texts of a new or changed record with the team's words. */
export async function inTeamWords(
  ctx: Context,
  kind: string,
  body: Json,
  { isNewRecord, isNewPhase }: { readonly isNewRecord: boolean; readonly isNewPhase: boolean },
): Promise<Json> {
  const { phase, tags } = body;
  const writesPhase = kind === 'deals' && (isNewRecord || typeof phase === 'string');
  const writesTags = isTagged(kind) && Array.isArray(tags) && tags.length > 0;
  return {
    ...body,
    ...(writesPhase && {
      phase: await phaseToWrite(ctx, phase as string | undefined, isNewPhase),
    }),
    ...(writesTags && { tags: await tagsToWrite(ctx, kind, tags as string[]) }),
  };
}
