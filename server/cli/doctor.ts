import type { Command } from 'commander';
import { Redis } from 'ioredis';
import { steadyMs } from '../db/clock.ts';
import type { Platform, Row } from '../db/database.ts';
import { EmbeddedError } from '../db/embedded/errors.ts';
import { MigrationError } from '../db/migrate.ts';
import { platformStatement } from '../db/statement.ts';
import type { Messaging } from '../features/messaging/callbacks.ts';
import { connectionOf, storedInbox } from '../features/messaging/inboxes.ts';
import { backlogsIn } from '../jobs/backlogs.ts';
import type { Health } from '../outbound/messaging.ts';
import { readConfig } from '../platform/config.ts';
import {
  CommandError,
  print,
  storedSecrets,
  type Workplace,
  withDatabase,
  withMessaging,
} from './command.ts';
import { wrongTotals } from './recount.ts';
import { staleRows } from './sealed.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was found. */
  readonly found: string;
  /** What to do; only where something is wrong. */
  readonly advice?: string;
}

const server = platformStatement(`
  select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
    current_setting('server_version_num')::int as version_num,
    (select count(*) from teams) as teams, extract(epoch from clock_timestamp()) * 1000 as now`);

/** Since when, and why, nothing is removed; and whether the clock is behind what workers saw of it. */
const clock = platformStatement(`
  select to_char(steady_since, 'YYYY-MM-DD HH24:MI:SS "UTC"') as since, leap_ms,
    steady_since > now() - interval '${steadyMs} milliseconds' as waits, leapt_at >= steady_since as leapt,
    round(extract(epoch from seen_at - now()))::int as ahead
  from clock`);

const gateways = platformStatement(`
  select i.id, i.team_id, t.slug as team, i.name, i.gateway, i.is_active, i.is_connected, i.config
  from inboxes i join teams t on t.id = i.team_id order by t.slug, i.created_at`);

const switchedOff = platformStatement(
  'select count(*) as off from webhooks where disabled_reason is not null',
);

const mostClockSkewMs = 2_000;
const mostAheadSeconds = 120;
/** A killed worker's claims run out within a minute. */
const mostOverdueSeconds = 120;
const gatewayTimeoutMs = 5_000;
const replicaWaitMs = 2_000;

async function checkDatabase({ platform }: Workplace): Promise<Check[]> {
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
      ok: Math.abs(skew) <= mostClockSkewMs,
      found: `this machine's clock and the database's differ by ${Math.abs(skew)} ms`,
      ...(Math.abs(skew) <= mostClockSkewMs
        ? {}
        : { advice: 'Synchronise both clocks (NTP): expiry and retries depend on them.' }),
    },
    ...(await checkLeaps(platform)),
  ];
}

/** The minor version of each PostgreSQL that mended security holes last, as far as this Pauta knows (SECURITY.md). */
const mended: Readonly<Record<number, number>> = { 15: 19, 16: 15, 17: 11, 18: 6 };

/** That a PostgreSQL lacks security fixes, and what to do: nothing is wrong with what it does. */
function securityNote(version: number): string {
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
  const wanted = mended[major];
  if (wanted === undefined || minor >= wanted) return '';
  return `; it lacks the security fixes of ${major}.${wanted}: update it; if it is the embedded one and this matters to you, move to a PostgreSQL of your own (pauta move, DATABASE_URL)`;
}

/** Whether the database's clock has leapt of late. */
async function checkLeaps(platform: Platform): Promise<Check[]> {
  const [row] = await platform.run(clock);
  if (!row) return [];
  const { since, waits, leapt, leap_ms: leap, ahead } = row;
  const name = 'clock of the database';
  if (Number(ahead) > mostAheadSeconds)
    return [
      {
        name,
        ok: false,
        found: `it is ${ahead} s behind what a worker last saw`,
        advice:
          'Was it set back? If it is right now, start a worker (or let it run for ten seconds): it reschedules what the wrong clock put off.',
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

/** A database that cannot be used is told as a check, and leaves nothing else to look at in it. */
function unusable(error: unknown): Check[] {
  if (!(error instanceof EmbeddedError || error instanceof MigrationError)) throw error;
  const advice =
    'Start the database, or correct DATABASE_URL or DATA_DIR; its contents can only be checked then.';
  return [{ name: 'database', ok: false, found: error.message, advice }];
}

/** While there are several keys: which rows may still need another than the first. */
async function checkKeys({ platform, target: { secrets } }: Workplace): Promise<Check[]> {
  const keys = secrets.keys().length;
  if (keys < 2) return [];
  const stale = Object.entries(await staleRows(platform, secrets)).filter(([, rows]) => rows > 0);
  const where = stale.map(([table, rows]) => `${rows} ${table}`).join(', ');
  const found =
    stale.length > 0
      ? `not yet encrypted with the first: ${where}; run pauta secrets rotate`
      : 'everything is encrypted with the first; pauta secrets forget removes the others';
  return [{ name: 'secret keys', ok: true, found: `${keys} keys, ${found}` }];
}

async function checkSecrets({ platform, target }: Workplace): Promise<Check> {
  const { count, closed } = await storedSecrets(platform, target.secrets);
  const ok = closed === 0;
  return {
    name: 'secrets',
    ok,
    found: ok
      ? `stored: ${count}, all can be decrypted`
      : `stored: ${count}, cannot be decrypted: ${closed}`,
    ...(ok
      ? {}
      : {
          advice:
            'SECRET_KEY (or DATA_DIR/secret.key) is not the key they were encrypted with; restore it from your backup.',
        }),
  };
}

/** What waits for a worker, and the endpoints that the service gave up. */
async function checkWork({ database, platform }: Workplace): Promise<Check> {
  const backlogs = await backlogsIn(database);
  const late = Math.round(Math.max(...Object.values(backlogs).map((each) => each.overdue_seconds)));
  const [row] = await platform.run(switchedOff);
  const waiting = Object.entries(backlogs).map(
    ([queue, each]) => `${each.waiting} ${queue.replace('_', ' ')}`,
  );
  const off = `webhook endpoints disabled by the service: ${row?.off}`;
  const ok = late <= mostOverdueSeconds;
  return {
    name: 'work',
    ok,
    found: ok
      ? `waiting: ${waiting.join(', ')}; ${off}`
      : `waiting: ${waiting.join(', ')}, the oldest overdue by ${late} s; ${off}`,
    ...(ok
      ? {}
      : {
          advice:
            'Is the service running? Processes with ROLE=all or ROLE=worker do this work. If one is running, check its log or start more of them.',
        }),
  };
}

/** Whether lists tell as many records as there are. */
async function checkTotals({ platform }: Workplace, mend: boolean): Promise<Check> {
  const wrong = await wrongTotals(platform, mend);
  const where = wrong.map(({ resource, teams }) => `${resource} (teams: ${teams})`).join(', ');
  const ok = mend || wrong.length === 0;
  return {
    name: 'totals',
    ok,
    found: wrong.length === 0 ? 'match the records' : `${mend ? 'corrected' : 'wrong'}: ${where}`,
    ...(ok ? {} : { advice: 'Correct them, even while the service runs: pauta doctor --mend' }),
  };
}

/** All at once: a gateway that does not answer holds up nobody. */
const checkGateways = (place: Workplace): Promise<Check[]> =>
  withMessaging(
    place,
    async (messaging) => {
      const rows = await place.platform.run(gateways);
      return Promise.all(rows.map((row) => checkGateway(messaging, row)));
    },
    gatewayTimeoutMs,
  );

async function checkGateway({ service, secrets }: Messaging, row: Row): Promise<Check> {
  const name = `inbox ${row.team}/${row.name}`;
  const set = `pauta inbox set ${row.id}`;
  const inbox = storedInbox(row);
  const { gateway } = inbox;
  const connection = connectionOf(secrets, inbox);
  if (typeof connection === 'string')
    return {
      name,
      ok: false,
      found: `${gateway}: ${connection}`,
      advice: `Configure the inbox: ${set} --config - < FILE`,
    };
  if (!row.is_active) return { name, ok: true, found: `${gateway}, not active` };
  const { connected, found, fault } = await service.health(connection);
  const advice = [
    ...(connected ? [] : [adviceFor(fault, set)]),
    ...(row.is_connected ? [] : [`Let the inbox send again: ${set} --connected true`]),
  ];
  return {
    name,
    ok: advice.length === 0,
    found: `${gateway}: ${found}${row.is_connected ? '' : '; the inbox is set to disconnected'}`,
    ...(advice.length === 0 ? {} : { advice: advice.join('. ') }),
  };
}

/** What to do about a connection that is not good. */
function adviceFor(fault: Health['fault'], set: string): string {
  if (fault === 'configuration')
    return `Correct the inbox's configuration: ${set} --config - < FILE`;
  if (fault === 'gateway')
    return 'Check the gateway: is it running, and can this machine reach it at the configured address?';
  return 'Check the gateway: reconnect the session or the number there';
}

async function checkReplica(url: string, { target }: Workplace): Promise<Check> {
  const [{ examineReplica }, { replicaName }] = await Promise.all([
    import('../db/replicas/examine.ts'),
    import('../db/replicas/probe.ts'),
  ]);
  const name = `replica ${replicaName(url)}`;
  const say = (found: string, advice?: string): Check => ({
    name,
    ok: advice === undefined,
    found,
    ...(advice === undefined ? {} : { advice }),
  });
  try {
    const lag = await examineReplica(url, target.connection, replicaWaitMs);
    return lag === undefined
      ? say(
          `answers, is in recovery, and lags by more than ${replicaWaitMs / 1_000} s`,
          'Check the replica: is replication paused, broken, or held up by a long query? Reads go to the primary meanwhile.',
        )
      : say(`answers, is in recovery, and caught up with the primary after ${lag} ms`);
  } catch (error) {
    return say(
      (error as Error).message,
      'Start the replica or correct DATABASE_REPLICA_URL; reads go to the primary meanwhile.',
    );
  }
}

async function checkRedis(url: string): Promise<Check> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
    return { name: 'redis', ok: true, found: 'answers' };
  } catch (error) {
    const advice =
      'Start Redis or correct REDIS_URL; until then each node counts requests for itself.';
    return { name: 'redis', ok: false, found: (error as Error).message, advice };
  } finally {
    redis.disconnect();
  }
}

export function doctor(pauta: Command): void {
  pauta
    .command('doctor')
    .description('check the database, secrets, clock and gateways, and say what to do')
    .option('--mend', 'correct the totals of lists where they are wrong')
    .action(async ({ mend = false }: { mend?: boolean }, command: Command) => {
      const config = readConfig(process.env);
      const checks = [
        ...(await withDatabase(async (place) => [
          ...(await checkDatabase(place)),
          await checkSecrets(place),
          ...(await checkKeys(place)),
          await checkWork(place),
          await checkTotals(place, mend),
          ...(await checkGateways(place)),
          ...(await Promise.all(
            config.DATABASE_REPLICA_URL.map((url) => checkReplica(url, place)),
          )),
        ]).catch(unusable)),
        ...(config.REDIS_URL ? [await checkRedis(config.REDIS_URL)] : []),
      ];
      const ok = checks.every((check) => check.ok);
      print(
        command,
        { ok, checks },
        checks.flatMap((check) => [
          `${check.ok ? 'ok   ' : 'WRONG'}  ${check.name}: ${check.found}`,
          ...(check.advice ? [`       ${check.advice}`] : []),
        ]),
      );
      if (!ok) throw new CommandError('Something is wrong; see above.');
    });
}
