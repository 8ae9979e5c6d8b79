import { getPhases } from '../features/crm/deals/phases-in-use.ts';
import { registry } from '../features/registry.ts';
import { getTags } from '../features/tags/operations.ts';
import type { Context } from '../operations/context.ts';
import type { Crud } from '../operations/crud.ts';
import { perform } from '../operations/operation.ts';
import { ApiError, invalid } from '../platform/errors.ts';
import { freeObject, isAlways, oneOf, required, texts, uuid, uuids } from '../records/fields.ts';
import { quoted } from '../records/invalid-values.ts';
import { defaultBytes, type Json, recordWithin, sparse } from './response-size.ts';
import { inTeamWords } from './team-vocabulary.ts';
import { tool } from './tool.ts';

/* Changes one record, or the same in many of a kind. */

const kinds = [
  'deals',
  'tasks',
  'clients',
  'contacts',
  'projects',
  'activities',
  'campaigns',
  'time_entries',
] as const;
type Kind = (typeof kinds)[number];

type Update = Crud['update'];
const updates = Object.fromEntries(
  kinds.map((kind) => [kind, registry.named(`${kind}.update`) as unknown as Update]),
) as Record<Kind, Update>;

const maxRecords = 50;

/** Fields that can be set to null. */
function clearableIn(kind: Kind): readonly string[] {
  const { accepts, of } = updates[kind].input.body;
  return accepts.filter((name) => {
    const field = of.fields[name];
    return field && (!isAlways(field) || typeof field.fallback === 'object');
  });
}

/** @throws ApiError VALIDATION_ERROR naming the wrong arguments */
function bodyFor(kind: Kind, changes: Json, clear: readonly string[]): Json {
  const { accepts } = updates[kind].input.body;
  const names = Object.keys(changes);
  const unknown = names.filter((name) => !accepts.includes(name) && name !== 'new_phase');
  if (unknown.length > 0)
    throw invalid(
      `changes: ${kind} have no ${unknown.slice(0, 20).map(quoted).join(', ')}; allowed: ${accepts.join(', ')}.`,
      unknown.slice(0, 20),
      'unknown',
    );
  const allowed = clearableIn(kind);
  const wrong = clear.filter((name) => !allowed.includes(name));
  if (wrong.length > 0)
    throw invalid(
      `clear: ${wrong.map(quoted).join(', ')} cannot be empty; allowed: ${allowed.join(', ')}.`,
      'clear',
      'not_allowed',
    );
  const both = clear.filter((name) => names.includes(name));
  if (both.length > 0)
    throw invalid(
      `clear: ${both.join(', ')} must not also be given a value.`,
      'clear',
      'conflicting',
    );
  if (names.length + clear.length === 0)
    throw invalid('changes must name at least one field.', 'changes', 'required');
  const { new_phase: _, ...values } = changes;
  return { ...values, ...Object.fromEntries(clear.map((name) => [name, null])) };
}

async function changeMany(ctx: Context, kind: Kind, ids: readonly string[], body: Json) {
  const changed: string[] = [];
  const refused: Json[] = [];
  for (const id of ids)
    try {
      await perform(updates[kind], ctx, { path: { id }, body });
      changed.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ id, code: error.code, message: error.message });
    }
  return { changed, ...(refused.length > 0 && { refused }) };
}

export const updateRecord = tool({
  name: 'update_record',
  title: 'Change records',
  description: `Changes only the given fields of one record, or of up to ${maxRecords} with ids; clear empties others.`,
  effect: 'changes',
  calls: [...Object.values(updates), getPhases, getTags],
  input: {
    kind: required(oneOf('text', kinds)),
    id: uuid,
    ids: uuids(maxRecords),
    changes: freeObject({ status: 'active' }),
    clear: texts(50, 64),
  },
  about: {
    changes:
      'Fields as in the create tools; also tasks: completed_at, actual_hours; clients: status; projects: completed_at; deals: new_phase. A wrong name is refused with those of the kind',
  },
  async run(ctx, values) {
    const { kind, id, ids, clear } = values;
    const changes = values.changes as Json;
    if ((id === null) === (ids.length === 0))
      throw invalid('Give either id or ids.', ['id', 'ids'], 'conflicting');
    const changed = bodyFor(kind, changes, clear);
    const body = await inTeamWords(ctx, kind, changed, {
      isNewRecord: false,
      isNewPhase: changes.new_phase === true,
    });
    if (id === null) return changeMany(ctx, kind, ids, body);
    const record = await perform(updates[kind], ctx, { path: { id }, body });
    return recordWithin(sparse(JSON.parse(record) as Json), defaultBytes);
  },
});
