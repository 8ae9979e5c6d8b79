import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { openFile } from '#server/features/files/store.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { ApiError } from '#server/platform/errors.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { isBehavior, type SandboxWorld, type Session } from './session.ts';

/* Persistent state of the sandbox: sessions in a dedicated table, files among the team's files. */

const find = teamStatement(`
  select play, phase, phone, callback_url, extract(epoch from since) * 1000 as since
  from sandbox_sessions where team_id = $team and inbox_id = $inbox`);

const storeSession = teamStatement(`
  insert into sandbox_sessions (team_id, inbox_id, play, phase, since, phone, callback_url)
  values ($team, $inbox, $play, $phase, to_timestamp($since::float8 / 1000), $phone, $callback_url)
  on conflict (team_id, inbox_id) do update set play = excluded.play, phase = excluded.phase, since = excluded.since,
    phone = excluded.phone, callback_url = excluded.callback_url`);

/** @param storage holds the files; without it the sandbox returns none */
export const sandboxWorld = (
  teamDb: (team: string) => TeamDb,
  storage: Storage | undefined,
): SandboxWorld => ({
  async session({ team, inbox }: Connection): Promise<Session | undefined> {
    const [row] = await teamDb(team).run(find, { inbox });
    if (!row) return undefined;
    const { play, phase, phone, callback_url: url } = row as Record<string, string | null>;
    return {
      play: isBehavior(play) ? play : 'scans',
      phase: phase as Session['phase'],
      since: Number(row.since),
      phone: phone ?? undefined,
      callbackUrl: url ?? undefined,
    };
  },

  async storeSession({ team, inbox }, { play, phase, since, phone, callbackUrl }) {
    await teamDb(team).run(storeSession, {
      inbox,
      play,
      phase,
      since,
      phone: phone ?? null,
      callback_url: callbackUrl ?? null,
    });
  },

  async open({ team }, file) {
    if (!storage || !isUuid(file)) return undefined;
    try {
      return await openFile({ db: teamDb(team), storage }, file);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  },
});
