import { steadyMs } from '#server/db/clock.ts';
import { EmbeddedError } from '#server/db/embedded/errors.ts';
import { MigrationError } from '#server/db/migrate.ts';
import { platformStatement } from '#server/db/statement.ts';
import type { Check, Examined } from './check.ts';

const server = platformStatement(`
  select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    current_setting('server_version_num')::int as version_num,
    (select count(*) from teams) as teams, extract(epoch from clock_timestamp()) * 1000 as now`);

/** Reads since when and why the removal of expired data is paused, and whether the clock is behind the time that workers last saw. */
const clock = platformStatement(`
  select to_char(steady_since, 'YYYY-MM-DD HH24:MI:SS "UTC"') as since, leap_ms,
    steady_since > now() - interval '${steadyMs} milliseconds' as waits, leapt_at >= steady_since as leapt,
    round(extract(epoch from seen_at - now()))::int as ahead
  from clock`);

const maxClockSkewMs = 2_000;
const maxAheadSeconds = 120;

/** Checks version, size and clock skew. */
export async function checkDatabase({ platform }: Examined): Promise<Check[]> {
  const before = Date.now();
  const [row] = await platform.run(server);
  const between = (before + Date.now()) / 2;
  const skew = Math.round((row?.now as number) - between);
  const megabytes = Math.round((row?.bytes as number) / 1_000_000);
  return [
    {
      name: 'database',
      ok: true,
      found: `PostgreSQL ${row?.version}, up to date, ${row?.teams} teams, ${megabytes} MB${securityNote(Number(row?.version_num))}`,
    },
    {
      name: 'clock',
      ok: Math.abs(skew) <= maxClockSkewMs,
      found: `this machine's clock and the database's differ by ${Math.abs(skew)} ms`,
      ...(Math.abs(skew) <= maxClockSkewMs
        ? {}
        : { advice: 'Synchronise both clocks (NTP): expiry and retries depend on them.' }),
    },
  ];
}

/** Minor version of each PostgreSQL with the latest security fixes known to this Pauta (SECURITY.md). */
const patchedMinorVersions: Readonly<Record<number, number>> = { 15: 19, 16: 15, 17: 11, 18: 6 };

/** Notes that a PostgreSQL lacks security fixes, and the remedy. Not a failure: it works. */
function securityNote(version: number): string {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const wanted = patchedMinorVersions[major];
  if (wanted === undefined || minor >= wanted) return '';
  return `; it lacks the security fixes of ${major}.${wanted}: update it; if it is the embedded one and this matters to you, move to your own PostgreSQL server (pauta move, DATABASE_URL)`;
}

/** Detects a recent jump of the database's clock. */
export async function checkClock({ platform }: Examined): Promise<Check[]> {
  const [row] = await platform.run(clock);
  if (!row) return [];
  const { since, waits, leapt, leap_ms: leap, ahead } = row;
  const name = 'clock of the database';
  if (Number(ahead) > maxAheadSeconds)
    return [
      {
        name,
        ok: false,
        found: `it is ${ahead} s behind the time that a worker last recorded`,
        advice:
          'Was it set back? If it is right now, start a worker (or let it run for ten seconds): it reschedules the work that the wrong clock delayed.',
      },
    ];
  if (waits !== true) return [{ name, ok: true, found: 'steady' }];
  if (leapt !== true)
    return [
      { name, ok: true, found: `observed since ${since}; nothing is removed in the first hour` },
    ];
  return [
    {
      name,
      ok: false,
      found: `it jumped by ${Math.round(Number(leap) / 1_000)} s, to ${since}; expired data is kept for an hour from then`,
      advice:
        'Is it right now? If not, correct it (NTP) within that hour: after that, idempotency keys (kept a day) and logs (kept 30 days) expire by it.',
    },
  ];
}

/** Reports an unusable database as a failed check; nothing else can be checked then. */
export function unusable(error: unknown): Check[] {
  if (!(error instanceof EmbeddedError || error instanceof MigrationError)) throw error;
  const advice =
    'Start the database, or correct DATABASE_URL or DATA_DIR; its contents can only be checked then.';
  return [{ name: 'database', ok: false, found: error.message, advice }];
}
