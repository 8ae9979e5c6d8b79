import { setTimeout as sleep } from 'node:timers/promises';
import { ownPage } from '#test/support/people.ts';
import { until } from '#test/support/wait.ts';

/* A signed-in person at a running service: requests as a browser sends them, and imports from the upload to their result. */

export interface PanelClient {
  /** Calls a path below /api/panel/teams/{slug}. @throws Error unless it succeeds @returns its data */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Uploads a file for an import. @returns its id */
  upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<string>;
}

/** @param originOf such as http://127.0.0.1:3000, before each request */
export function panelClient(originOf: () => string, slug: string, token: string): PanelClient {
  const headers = { ...ownPage, cookie: `pauta_session=${token}` };
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${originOf()}/api/panel/teams/${slug}${path}`, init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${init.method} ${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Record<string, unknown> }).data;
  };
  return {
    call: (method, path, body) =>
      send(path, {
        method,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async upload(name, content) {
      const query = new URLSearchParams({ name, purpose: 'import' });
      const file = await send(`/files?${query}`, { method: 'POST', headers, body: content });
      return String(file.id);
    },
  };
}

/** Calls until a service answers. */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (turn === 200) throw error;
      await sleep(200);
    }
  }
}

/** Waits until an import is in a state. @returns the import @throws Error if it failed */
export async function importIn(
  client: PanelClient,
  id: string,
  state: string,
  milliseconds: number,
): Promise<Record<string, unknown>> {
  let last: Record<string, unknown> = {};
  await until(async () => {
    last = await client.call('GET', `/imports/${id}`).catch(() => ({}));
    if (last.state === 'failed') throw new Error(`the import failed: ${String(last.reason)}`);
    return last.state === state;
  }, milliseconds);
  return last;
}
