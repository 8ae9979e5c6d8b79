import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Queues } from '#server/db/job-queue.ts';
import { triggers } from '#server/events/catalogue.ts';
import { readDefinition } from '#server/features/workflows/definition.ts';
import { startRuns } from '#server/jobs/worker.ts';
import type { Outgoing, Sent } from '#server/outbound/messaging/outgoing-message.ts';
import { type Json, type Service, type TestTeam, useService } from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';
import { earlier, second } from '#test/support/webhooks/time.ts';

/*
 * Workflows that run in this process. Time passes by moving stored moments back.
 */

/** Runs SQL as an operator would. */
type Sql = (text: string, values?: unknown[]) => Promise<Json[]>;

/** A workflow's file; fires on a new deal by default. */
interface File {
  readonly name?: string;
  readonly trigger?: Json;
  readonly conditions?: readonly Json[];
  readonly steps: readonly { readonly type: string; readonly with: Json }[];
}

/** Creates a workflow of a team, like `pauta workflow create`. @returns its id */
export async function define(sql: Sql, team: string, file: File): Promise<string> {
  const { name, trigger, conditions, steps } = readDefinition({
    name: 'Teste',
    trigger: { type: 'deal_created' },
    ...file,
  });
  const id = uuidv7();
  await sql(
    `insert into workflows (team_id, id, name, event, from_phase, to_phase, conditions, steps)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      team,
      id,
      name,
      triggers[trigger.type].event,
      trigger.from ?? null,
      trigger.to ?? null,
      JSON.stringify(conditions),
      JSON.stringify(steps),
    ],
  );
  return id;
}

/** A stored run with its steps. */
interface Run {
  readonly id: string;
  readonly workflow_id: string;
  readonly deal: string;
  readonly depth: number;
  readonly status: string;
  readonly reason: string | null;
  readonly step: number;
  readonly failures: number;
  /** Remaining wait, in seconds. */
  readonly wait: number | null;
  readonly steps: readonly RunStep[];
}

interface RunStep {
  readonly step: number;
  readonly type: string;
  readonly status: string;
  readonly effect_id: string | null;
  readonly reason: string | null;
}

/** The payload of an event. */
interface Event {
  readonly id: string;
  readonly type: string;
  readonly data: Json;
  readonly previous: Json | null;
}

interface Fixture {
  readonly service: Service;
  /** Log lines: level and message. */
  readonly log: readonly (Json & { level: number; msg: string })[];
  /** Texts that the messaging service was asked to send, whatever the outcome. */
  readonly sends: readonly Outgoing[];
  /** The gateway's answer for a number, instead of the sandbox's. */
  readonly answers: Map<string, (message: Outgoing) => Sent | Promise<Sent>>;
  /** Another process that runs workflows, until the file ends. */
  another(): Queues;
  /** Stops the process that runs workflows, and starts it again. */
  restart(): Promise<void>;
  workflow(team: TestTeam, file: File): Promise<string>;
  /** All runs of a team, or of one workflow, the oldest first. */
  runs(team: TestTeam, workflow?: string): Promise<Run[]>;
  /** The only run of a team, or of a workflow. */
  run(team: TestTeam, workflow?: string): Promise<Run>;
  /** Waits until the team has no run in flight or due. */
  settled(team: TestTeam): Promise<void>;
  /** Advances time for the team's runs by the given seconds; waits until everything then due is done. */
  pass(team: TestTeam, seconds: number): Promise<void>;
  /** Events of a record, or of the whole team. */
  events(team: TestTeam, record?: unknown): Promise<Event[]>;
  /** Their kinds. */
  told(team: TestTeam, record?: unknown): Promise<string[]>;
  /** Opens a transaction on a separate connection that holds the statement's locks until the returned function is called. */
  holding(statement: string, values?: unknown[]): Promise<() => Promise<void>>;
}

/** @see Fixture; everything ends with the test file */
export function useWorkflows(): Fixture {
  const service = useService({ workers: 0 });
  const log: (Json & { level: number; msg: string })[] = [];
  const sends: Outgoing[] = [];
  const answers: Fixture['answers'] = new Map();
  const running: Queues[] = [];
  const holders = new Set<() => Promise<void>>();

  const stream = new Writable({
    write(chunk, _encoding, done) {
      log.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const start = (): Queues => {
    const { service: sender } = service.messaging;
    const messaging = {
      ...service.messaging,
      service: {
        ...sender,
        async send(...[connection, message]: Parameters<typeof sender.send>) {
          sends.push(message);
          const answer = answers.get(message.to.phone ?? '');
          return answer ? answer(message) : sender.send(connection, message);
        },
      },
    };
    const queues = startRuns(service.database, {
      messaging,
      log: pino({ serializers: { err: pino.stdSerializers.err } }, stream),
    });
    running.push(queues);
    return queues;
  };
  beforeAll(() => {
    start();
  });
  // A failed test must not block later ones.
  afterEach(() => Promise.all([...holders].map((release) => release())));
  afterAll(() => Promise.all(running.map((queues) => queues.stop())));

  const fixture: Fixture = {
    service,
    log,
    sends,
    answers,
    another: start,
    async restart() {
      await Promise.all(running.splice(0).map((queues) => queues.stop()));
      start();
    },
    workflow: (team, file) => define(service.sql, team.id, file),
    runs: async (team, workflow) =>
      (await service.sql(
        `select id, workflow_id, payload::json -> 'data' ->> 'id' as deal, depth, status::text, reason, step, failures,
          extract(epoch from next_step_at - now())::float8 as wait,
          (select coalesce(json_agg(s order by s.step), '[]') from (
            select step, type, status, effect_id, reason from workflow_steps s
            where s.team_id = r.team_id and s.run_id = r.id) s) as steps
        from workflow_runs r where team_id = $1 and ($2::uuid is null or workflow_id = $2) order by id`,
        [team.id, workflow ?? null],
      )) as unknown as Run[],
    async run(team, workflow) {
      const [run, ...others] = await fixture.runs(team, workflow);
      expect(others).toEqual([]);
      if (!run) throw new Error('the team has no run');
      return run;
    },
    async settled(team) {
      await until(async () => {
        const [row] = await service.sql(
          `select 1 from workflow_runs where team_id = $1 and status = 'pending'
            and (next_step_at <= now() or claimed_until > now()) limit 1`,
          [team.id],
        );
        return row === undefined;
      });
    },
    async pass(team, seconds) {
      await service.sql(
        `update workflow_runs set next_step_at = ${earlier('next_step_at', '$2')},
          claimed_until = ${earlier('claimed_until', '$2')} where team_id = $1 and status = 'pending'`,
        [team.id, seconds * second],
      );
      await fixture.settled(team);
    },
    events: async (team, record = null) =>
      (
        await service.sql(
          `select payload from events where team_id = $1 and ($2::uuid is null or record_id = $2) order by id`,
          [team.id, record],
        )
      ).map(({ payload }) => JSON.parse(String(payload)) as Event),
    told: async (team, record) => (await fixture.events(team, record)).map(({ type }) => type),
    async holding(statement, values) {
      const client = new pg.Client(service.connection);
      await client.connect();
      await client.query('begin');
      await client.query(statement, values);
      const release = async () => {
        if (!holders.delete(release)) return;
        await client.query('commit');
        await client.end();
      };
      holders.add(release);
      return release;
    },
  };
  return fixture;
}
