import { expect } from 'vitest';
import { storeFile } from '#server/features/files/store.ts';
import { importQueue } from '#server/features/imports/imports-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import { pieces } from '#test/support/files/fixture.ts';
import type { Json, Service, TestTeam } from '#test/support/harness.ts';
import { makePerson } from '#test/support/people.ts';

/* Imports in tests: uploading a file, and working on it as the worker does. */

const neverStops = new AbortController().signal;

/** Works on the imports of a team until nothing is due. @param stopped aborted to hand the rest over */
export async function workOnImports(
  { database, storage, secrets }: Service,
  team: TestTeam,
  stopped = neverStops,
): Promise<void> {
  const parts = { storage, secrets, jidSuffix: 's.msgapp.net', log: makeLog('silent') };
  const queue = importQueue(database.team(team.id), parts, stopped);
  for (;;) {
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
    if (jobs.length === 0 || stopped.aborted) return;
  }
}

/** A team with an admin who imports tables. */
export async function importStage(service: Service, ofTeam?: TestTeam) {
  const team = ofTeam ?? (await service.team());
  const admin = await makePerson(service, team, 'admin', { name: 'Ana Admin' });
  const get = async (id: string) => (await admin.get(`/imports/${id}`)).data;
  const upload = async (content: string | Buffer, name = 'contatos.csv') => {
    const file = await storeFile(
      { db: service.database.team(team.id), storage: service.storage },
      pieces(Buffer.from(content)),
      { name, purpose: 'import' },
    );
    const made = await admin.post('/imports', { file_id: file.id });
    expect(made.status, made.text).toBe(201);
    return String(made.data.id);
  };
  const read = async (content: string | Buffer, name?: string) => {
    const id = await upload(content, name);
    await workOnImports(service, team);
    return id;
  };
  const check = async (id: string, choices: Json = {}) => {
    const checked = await admin.put(`/imports/${id}/mapping`, choices);
    expect(checked.status, checked.text).toBe(200);
    await workOnImports(service, team);
    return get(id);
  };
  const apply = async (id: string) => {
    const started = await admin.post(`/imports/${id}/apply`, {});
    expect(started.status, started.text).toBe(200);
    await workOnImports(service, team);
    return get(id);
  };
  const undo = async (id: string) => {
    const started = await admin.post(`/imports/${id}/undo`, {});
    expect(started.status, started.text).toBe(200);
    await workOnImports(service, team);
    return get(id);
  };
  const run = async (content: string | Buffer, choices: Json = {}, name?: string) => {
    const id = await read(content, name);
    const checked = await check(id, choices);
    expect(checked.reason, JSON.stringify(checked.reason_details)).toBe(null);
    return { ...(await apply(id)), id, checked: checked.row_counts as Json } as Json;
  };
  const problems = async (id: string) =>
    (await admin.get(`/imports/${id}/problems`)).data as unknown as Json[];
  return { team, admin, get, upload, read, check, apply, undo, run, problems };
}

/** The sum of the outcomes of an import's rows. */
export const sumOf = (counts: Json): number =>
  ['created', 'updated', 'unchanged', 'refused', 'in_trash']
    .map((name) => Number(counts[name]))
    .reduce((a, b) => a + b, 0);
