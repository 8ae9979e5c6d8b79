import { withAttribution } from '../operations/audit-attribution.ts';
import type { Context } from '../operations/context.ts';
import { keyCallerOf, readIdempotencyKey, runOncePerKey } from '../operations/idempotency.ts';
import {
  type CallInput,
  type InputOf,
  type Operation,
  perform,
  permit,
  type RawInput,
} from '../operations/operation.ts';
import { envelope, recordOf } from '../operations/response-envelope.ts';
import { notFound } from '../platform/errors.ts';
import type { Json } from './response-size.ts';

type Values = Readonly<Record<string, unknown>>;

/** Canonical JSON: the same bytes for the same arguments, regardless of key order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/**
 * Creates a record, only once per key if given.
 * @param path ids of the operation's path, if it has one
 * @param key identical for retries of the call; null for none
 * @returns the created record, with `replayed` if an earlier call created it
 * @throws ApiError of the operation, and CONFLICT or IDEMPOTENCY_KEY_REUSED for a key in use
 */
export async function createOnce<T extends CallInput>(
  operation: Operation<T, string>,
  ctx: Context,
  body: Values,
  key: string | null,
  path?: Readonly<Record<string, string>>,
): Promise<Json> {
  const raw: RawInput = { body, ...(path && { path }) };
  if (key === null) return JSON.parse(await perform(operation, ctx, raw)) as Json;
  permit(operation, ctx.actor);
  const keyed = {
    key: readIdempotencyKey(key, 'idempotency_key'),
    method: 'POST',
    path: `/mcp ${[operation.name, ...Object.values(path ?? {})].join(' ')}`,
    body: Buffer.from(canonical(body)),
    caller: keyCallerOf(ctx.actor),
    mostBytes: ctx.settings.bounds?.TEAM_IDEMPOTENCY_BYTES ?? 0,
  };
  const answer = operation.keepsKey
    ? await operation.keepsKey({ ...withAttribution(ctx, operation), keyed }, () =>
        operation.read(raw),
      )
    : await makeOnce(operation, ctx, raw, keyed);
  const record = JSON.parse(recordOf(answer)) as Json;
  return answer.replayed ? { ...record, replayed: true } : record;
}

/** Runs a create, and stores its response in the same transaction. */
async function makeOnce<T extends CallInput>(
  operation: Operation<T, string>,
  ctx: Context,
  raw: RawInput,
  keyed: Parameters<typeof runOncePerKey>[2],
) {
  let input: InputOf<T> | undefined;
  let committed: (() => void)[] = [];
  const answer = await runOncePerKey(
    ctx.db,
    ctx.settings.secrets,
    keyed,
    async (db) => {
      committed = [];
      const later = (work: () => void) => void committed.push(work);
      input = operation.read(raw);
      const output = await operation.run(withAttribution({ ...ctx, db, later }, operation), input);
      if (output === undefined) throw notFound(operation.one);
      return { status: 201, body: envelope(output) };
    },
    // A call with unreadable input never reached the database.
    async (error) => (input === undefined ? error : operation.explain(error, ctx.db, input)),
  );
  for (const work of committed) work();
  return answer;
}
