import { expect } from 'vitest';
import type { Json, Service } from '#test/support/harness.ts';

/** Reasons why writing operations leave no entry, by operation name. */
export type Unwritten = Readonly<Record<string, string>>;

/** Audit entries that a team gets during the work, in order. */
export async function entriesWhile(
  { sql }: Pick<Service, 'sql'>,
  team: string,
  work: () => Promise<unknown>,
): Promise<Json[]> {
  const [before] = await sql(
    'select id from audit_entries where team_id = $1 order by id desc limit 1',
    [team],
  );
  await work();
  return sql(
    `select class, actor, actor_id, operation, record_type, record_id, before::json, after::json, request_id, session_id,
      host(address) as address
    from audit_entries where team_id = $1 and ($2::uuid is null or id > $2) order by id`,
    [team, before?.id ?? null],
  );
}

/** Checks that each writing operation was tested, or has a reason for leaving no entry. */
export function expectAll(
  writing: readonly { readonly name: string }[],
  tried: Iterable<string>,
  unwritten: Unwritten,
): void {
  const covered = new Set([...tried, ...Object.keys(unwritten)]);
  const names = writing.map(({ name }) => name);
  expect(names.filter((name) => !covered.has(name))).toEqual([]);
  // Reasons of operations that no longer exist are removed.
  expect(Object.keys(unwritten).filter((name) => !names.includes(name))).toEqual([]);
}
