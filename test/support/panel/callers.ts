import { v7 as uuidv7 } from 'uuid';
import { registry, resources } from '#server/features/registry.ts';
import { type PanelOperation, panelTeamPath } from '#server/operations/registry.ts';
import type { Role } from '#server/operations/roles.ts';
import { type Contract, into } from '#test/support/contract.ts';
import type { Answer, Json, Service, TestTeam } from '#test/support/harness.ts';
import { makePerson, panelContract, type TestPerson } from '#test/support/people.ts';
import { populate } from '#test/support/samples.ts';

/* All kinds of callers of the panel: two teams with records of every kind, and their people. */

/** Value of one of our deals, which occurs nowhere else. */
export const secretValue = 98_765_432.1;

/** Members of our team. */
interface Member {
  readonly role: Role;
  readonly seesValues?: boolean;
  readonly mayExport?: boolean;
}
const kinds = {
  member: { role: 'member' },
  blind: { role: 'member', seesValues: false },
  exporter: { role: 'member', mayExport: true },
  exportingAdmin: { role: 'admin', mayExport: true },
  admin: { role: 'admin' },
  owner: { role: 'owner' },
} as const satisfies Record<string, Member>;
type Kind = keyof typeof kinds;

export interface Everybody {
  readonly ours: TestTeam;
  readonly theirs: TestTeam;
  /** The owner of the other team. */
  readonly foreign: TestPerson;
  readonly suspended: TestPerson;
  /** An owner whose last proof of identity is too old. */
  readonly stale: TestPerson;
  readonly contract: Contract;
  /** Calls as a member of our team; a member whose call removed them is replaced. */
  ask(kind: Kind, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Content of all tables for a team. */
  stateOf(team: TestTeam): Promise<unknown>;
}

export const noTeam = /"You are not a member of a team with this address\."/;

export async function everybodyOf(service: Service): Promise<Everybody> {
  const [ours, theirs] = [await service.team('Nossa'), await service.team('Deles')];
  const tables = resources.map(({ table }) => table);
  for (const team of [ours, theirs]) await populate(team, tables);
  await ours.create('deals', { value: secretValue });
  // One owner who stays, whatever the others do to the team.
  await makePerson(service, ours, 'owner');
  const foreign = await makePerson(service, theirs, 'owner');
  // Records that no example body creates: a task in the trash, and a workflow that has run.
  await theirs.delete(`/tasks/${(await theirs.create('tasks')).id}`);
  const definition = {
    name: 'Boas-vindas',
    trigger: { type: 'deal_created' },
    steps: [{ type: 'create_activity', with: { title: 'Ligar' } }],
  };
  await foreign.post('/workflows', { definition });
  await theirs.create('deals');
  const [campaign] = recordsIn(await foreign.get('/campaigns'));
  await foreign.post('/approvals', { campaign_ids: [campaign?.id] });
  const record = { record_type: 'tasks', record_id: String((await theirs.create('tasks')).id) };
  await foreign.post('/comments', { ...record, content: 'Oi' });
  await foreign.post(`/files?${new URLSearchParams({ ...record, name: 'a.json' })}`, { a: 1 });
  const chat = new URLSearchParams({ name: 'a.json', purpose: 'import' });
  const file = await foreign.post(`/files?${chat}`, { a: 1 });
  await foreign.post('/imports', { file_id: file.data.id });
  await service.sql(
    `insert into notifications (team_id, id, user_id, kind, record_type, record_id)
    values ($1, gen_random_uuid(), $2, 'assigned', 'tasks', $3)`,
    [theirs.id, foreign.userId, record.record_id],
  );
  await foreign.post('/bulk/jobs', { kind: 'deals', change: { is_starred: true } });
  const suspended = await makePerson(service, ours, 'owner');
  await service.sql('update users set suspended_at = now() where team_id = $1 and id = $2', [
    ours.id,
    suspended.userId,
  ]);
  const stale = await makePerson(service, ours, 'owner');
  await service.sql(
    `update sessions set authenticated_at = now() - interval '11 minutes' where person_id = $1`,
    [stale.personId],
  );
  const people = new Map<Kind, TestPerson>();
  const personAs = async (kind: Kind): Promise<TestPerson> => {
    const member: Member = kinds[kind];
    const person = people.get(kind) ?? (await makePerson(service, ours, member.role, member));
    people.set(kind, person);
    return person;
  };
  return {
    ours,
    theirs,
    foreign,
    suspended,
    stale,
    contract: await panelContract(service.app),
    async ask(kind, method, path, body) {
      const answer = await (await personAs(kind)).call(method, path, body);
      if (method === 'DELETE' && path === '/membership' && answer.status === 200) {
        // A removed member is replaced before the next call.
        people.delete(kind);
        await personAs(kind);
        return answer;
      }
      if (!noTeam.test(answer.text) && answer.status !== 401) return answer;
      people.delete(kind);
      return (await personAs(kind)).call(method, path, body);
    },
    stateOf: stateBy(service),
  };
}

/** Content of all tables for a team, as a digest of each. */
function stateBy({ sql }: Service): Everybody['stateOf'] {
  let digest: string | undefined;
  return async ({ id }) => {
    if (digest === undefined) {
      const tables = await sql(
        `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
      );
      digest = tables
        .map(
          ({ name }) =>
            `select '${name}' as name, md5(string_agg(t::text, ' ' order by t::text)) as rows from ${name} t where team_id = $1`,
        )
        .join(' union all ');
    }
    return sql(digest, [id], 'digests');
  };
}

// Cases -------------------------------------------------------------------------------------------------------------

export const cases = registry.panel.map((operation) => ({ id: operation.id, operation }));

/** Example body of an operation in the document. */
export function exampleOf({ contract }: Everybody, path: string, method: string): unknown {
  const at = `${panelTeamPath}${path}`.replaceAll(/:(\w+)/g, '{$1}');
  const operation = contract.operations.find((each) => each.method === method && each.path === at);
  if (!operation) throw new Error(`the document has no ${method} ${at}`);
  const content = into(operation.pointer, 'requestBody', 'content', 'application/json', 'example');
  return contract.at(content) ?? emptyBody({ method });
}

export const emptyBody = ({ method }: { readonly method: string }) =>
  method === 'POST' || method === 'PUT' ? {} : undefined;

type Ids = Record<string, string>;
/** A path with ids; unknown ones by default. */
export const withIds = (path: string, ids: Ids = {}) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? uuidv7());
export const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const recordsIn = ({ status, body }: Answer): readonly Json[] =>
  status === 200 && Array.isArray(body.data) ? (body.data as Json[]) : [];

/** Ids of the other team's records, from the lists above a path; undefined without such a list, or if it is empty. */
export async function foreignIds(
  everybody: Everybody,
  { panel: { path } }: PanelOperation,
): Promise<Ids | undefined> {
  const ids: Ids = {};
  for (const name of namesIn(path)) {
    const list = path.slice(0, path.indexOf(`/:${name}`));
    const [record] = await recordsAt(everybody, list, ids);
    if (record?.id === undefined) return undefined;
    ids[name] = String(record.id);
  }
  return ids;
}

/** Records in the other team's list; if it is empty, one created from the example of its POST. */
async function recordsAt(everybody: Everybody, list: string, ids: Ids): Promise<readonly Json[]> {
  const { foreign } = everybody;
  const serves = (method: string) =>
    registry.panel.some(({ panel }) => panel.method === method && panel.path === list);
  if (!serves('GET')) return [];
  const records = recordsIn(await foreign.get(withIds(list, ids)));
  if (records.length > 0 || !serves('POST')) return records;
  await foreign.post(withIds(list, ids), exampleOf(everybody, list, 'POST'));
  return recordsIn(await foreign.get(withIds(list, ids)));
}
