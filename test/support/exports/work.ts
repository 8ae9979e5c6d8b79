import { exportQueue } from '#server/features/exports/exports-queue.ts';
import { makeLog } from '#server/platform/log.ts';
import type { Json, Service, TestTeam } from '#test/support/harness.ts';
import { ownPage, type TestPerson } from '#test/support/people.ts';

/* The worker of exports, and their downloads, without a running worker. */

/** Works on the exports of a team until nothing is due. @param stopped aborted to interrupt the work */
export async function workOnExports(
  { database, storage }: Service,
  team: TestTeam,
  stopped: AbortSignal = new AbortController().signal,
): Promise<void> {
  const queue = exportQueue(database.team(team.id), { storage, log: makeLog('silent') }, stopped);
  for (;;) {
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
    if (jobs.length === 0 || stopped.aborted) return;
  }
}

/** Downloads a file, or a part of it. */
export async function downloadExport(
  { app }: Service,
  team: TestTeam,
  person: TestPerson,
  id: string,
  headers: Record<string, string> = {},
) {
  const answer = await app.inject({
    url: `/api/panel/teams/${team.slug}/exports/${id}/content`,
    headers: { ...ownPage, cookie: `pauta_session=${person.token}`, ...headers },
  });
  const { statusCode: status, rawPayload: bytes, payload: text } = answer;
  return { status, headers: answer.headers, bytes, text };
}

/** Exports, and downloads the file. */
export async function exportedFile(
  service: Service,
  team: TestTeam,
  person: TestPerson,
  body: Json,
): Promise<Buffer> {
  const made = await person.post('/exports', body);
  if (made.status !== 201) throw new Error(made.text);
  await workOnExports(service, team);
  const file = await downloadExport(service, team, person, String(made.data.id));
  if (file.status !== 200)
    throw new Error(`${file.text} ${(await person.get(`/exports/${made.data.id}`)).text}`);
  return file.bytes;
}
