import { expect } from 'vitest';
import type { Json, Service } from '#test/support/harness.ts';

/** Why an operation that writes leaves no entry: told of those that do not, by their names. */
export type Unwritten = Readonly<Record<string, string>>;

/** The entries that a team gets while something is done, the first first. */
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

/** Holds operations that write to what is known of them: each was tried, or is said to leave no entry. */
export function expectAll(
  writing: readonly { readonly name: string }[],
  tried: Iterable<string>,
  unwritten: Unwritten,
): void {
  const known = new Set([...tried, ...Object.keys(unwritten)]);
  const names = writing.map(({ name }) => name);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  // What is there no more has no reason either.
  expect(Object.keys(unwritten).filter((name) => !names.includes(name))).toEqual([]);
}
