import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TriggerType, triggers } from '#server/events/catalogue.ts';
import { called } from '#test/support/calls.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import {
  cleanUp,
  type Ended,
  type Env,
  newDirectory,
  onDatabase,
  serve,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/*
 * `pauta workflow …` as run by people and scripts, next to a service on the same database. The processes of a test run at the same time,
 * because a start costs half a second.
 */
const service = useService({ workers: 0 });
const uuid = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
);
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const examples = fileURLToPath(new URL('../../docs/workflows/', import.meta.url));

let env: Env;
let ours: TestTeam;
let theirs: TestTeam;
let directory: string;

beforeAll(async () => {
  env = onDatabase(service.connection, randomBytes(32));
  ours = await service.team('Nossa');
  theirs = await service.team('Deles');
  directory = newDirectory();
});
afterAll(cleanUp);

const run = (...args: string[]): Promise<Ended> => called(['workflow', ...args], env);

/** A file with this text or these bytes, or this as JSON. */
function file(content: unknown): string {
  const path = join(directory, `${uuidv7()}.json`);
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(path, isRaw ? content : JSON.stringify(content));
  return path;
}

const activity = { type: 'create_activity', with: { title: 'Ligar: {{deal.title}}' } };
const plain = { name: 'Simples', trigger: { type: 'deal_created' }, steps: [activity] };
const create = (team: string, path: string, ...more: string[]) =>
  run('create', '--team', team, '--file', path, ...more);
const newWorkflow = async (team: TestTeam, content: unknown) =>
  String(json(await create(team.slug, file(content), '--json')).id);
const workflowsOf = (team: TestTeam) =>
  service.sql('select * from workflows where team_id = $1 order by created_at, id', [team.id]);

describe('create', () => {
  test('refuses a second active one with the same name, since both would run', async () => {
    const team = await service.team('Gêmeos');
    const id = await newWorkflow(team, plain);
    expect(refused(await create(team.slug, file(plain)))).toContain(
      `Workflow ${id} has the same name`,
    );
    json(await run('disable', id, '--json'));
    const next = await newWorkflow(team, plain);
    // The old one cannot be enabled next to it.
    expect(refused(await run('enable', id))).toContain(`Workflow ${next} has the same name`);
    json(await run('enable', next, '--json'));
    // Another team's is independent.
    await newWorkflow(await service.team('Sósia'), plain);
  });

  test('creates a workflow from a file; the examples are accepted', async () => {
    const team = await service.team('Exemplos');
    const endpoint = await team.create('webhooks', { url: 'https://example.com/h' });
    // Ids in the examples represent records of each team.
    const recordIds = [(await team.create('projects')).id, team.inbox, endpoint.id];
    const names = readdirSync(examples);
    expect(names).toHaveLength(8);
    const texts = names.map((name) =>
      recordIds.reduce<string>(
        (text, id, i) => text.replaceAll(`00000000-0000-7000-8000-00000000000${i + 1}`, `${id}`),
        readFileSync(join(examples, name), 'utf8'),
      ),
    );
    const made = await Promise.all(texts.map((text) => create(team.slug, file(text), '--json')));
    const ids = made.map(json).map((answer) => {
      expect(answer).toEqual({ id: uuid });
      return answer.id;
    });
    const rows = new Map((await workflowsOf(team)).map((row) => [row.id, row]));
    expect(rows.size).toBe(8);
    for (const [i, text] of texts.entries()) {
      const written = JSON.parse(text);
      expect(rows.get(ids[i])).toMatchObject({
        name: written.name,
        is_active: true,
        event: triggers[written.trigger.type as TriggerType].event,
        from_phase: null,
        to_phase: written.trigger.to ?? null,
        conditions: written.conditions,
        // Workflows that the previous version of the service does not support are hidden from it.
        steps: written.trigger.type.startsWith('deal_') ? written.steps : [],
      });
      const versions = json(await run('versions', String(ids[i]), '--json'));
      expect(versions.versions).toMatchObject([{ version: 1, definition: written }]);
    }
  });

  test('accepts a file that starts with a byte order mark', async () => {
    const team = await service.team('Marca');
    await newWorkflow(team, `\ufeff${JSON.stringify(plain)}`);
  });

  test('prints the created workflow, which runs from the next change on', async () => {
    const team = await service.team('Primeira');
    await team.create('deals', { title: 'Antes' });
    const path = file({
      name: ' De a para b ',
      trigger: { type: 'deal_stage_changed', from: ' a', to: 'b' },
      steps: [activity],
    });
    const output = outputOf(await create(team.slug, path));
    const [row] = await workflowsOf(team);
    expect(output).toBe(`Created workflow De a para b (${row?.id})\n`);
    expect(row).toMatchObject({
      event: 'deal.stage_changed',
      from_phase: 'a',
      to_phase: 'b',
      conditions: [],
    });
    expect(await service.sql('select 1 from workflow_runs where team_id = $1', [team.id])).toEqual(
      [],
    );
    const deal = await team.create('deals', { phase: 'a' });
    await team.put(`/deals/${deal.id}`, { phase: 'b' });
    expect(
      await service.sql('select workflow_id, status::text from workflow_runs where team_id = $1', [
        team.id,
      ]),
    ).toEqual([{ workflow_id: row?.id, status: 'pending' }]);
  });

  test('refuses ids unknown to the team with the message for missing ids', async () => {
    const [foreignProject, project] = [
      (await theirs.create('projects')).id,
      (await ours.create('projects')).id,
    ];
    const before = await workflowsOf(ours);
    const steps = (projectId: unknown, inbox: unknown) => [
      { type: 'create_task', with: { title: 'T', project_id: project } },
      { type: 'create_task', with: { title: 'T', project_id: projectId } },
      {
        type: 'send_message',
        with: { inbox_id: inbox, phone: '5511999998888', content: 'Oi {{deal.title}}' },
      },
      { type: 'create_activity', with: { title: 'A', deal_id: '{{deal.id}}' } },
    ];
    const nobody = uuidv7();
    const [foreign, missing] = await Promise.all([
      create(ours.slug, file({ ...plain, steps: steps(foreignProject, theirs.inbox) })),
      create(ours.slug, file({ ...plain, steps: steps(nobody, nobody) })),
    ]);
    expect(refused(foreign)).toBe(
      `pauta: steps[1].with.project_id: no project has the id ${foreignProject}; steps[2].with.inbox_id: no inbox has the id ${theirs.inbox}.\n`,
    );
    expect(refused(missing)).toBe(
      foreign.stderr.replace(String(foreignProject), nobody).replace(theirs.inbox, nobody),
    );
    expect(await workflowsOf(ours)).toEqual(before);
    expect(
      json(
        await create(ours.slug, file({ ...plain, steps: steps(project, ours.inbox) }), '--json'),
      ),
    ).toEqual({ id: uuid });
  });

  test('refuses an invalid workflow, names the place, and creates nothing', async () => {
    const before = [await workflowsOf(ours), await workflowsOf(theirs)];
    const good = file(plain);
    const missing = join(directory, 'nada.json');
    const cases: [Promise<Ended>, ...says: (string | RegExp)[]][] = [
      [create('ninguem', good), /ninguem/],
      [create(ours.slug, missing), missing, 'cannot be read'],
      [create(ours.slug, directory), directory, 'cannot be read'],
      [create(ours.slug, file('{"name":')), 'is not well-formed JSON'],
      [create(ours.slug, file('')), 'is not well-formed JSON'],
      [
        create(
          ours.slug,
          file(Buffer.from(JSON.stringify({ ...plain, name: 'Negócio' }), 'latin1')),
        ),
        'is not encoded in UTF-8',
      ],
      [create(ours.slug, file([])), 'must be an object'],
      [create(ours.slug, file({ ...plain, steps: [] })), 'steps must be a list of 1 to 50'],
      [
        create(
          ours.slug,
          file({
            ...plain,
            trigger: { type: 'deal_won' },
            steps: [activity, { type: 'create_task', with: { title: '{{deal.titel}}' } }],
          }),
          '--json',
        ),
        'trigger.type must be one of deal_created, deal_stage_changed',
        'steps[1].with.title contains {{deal.titel}}',
        'steps[1].with.project_id is required',
      ],
    ];
    await Promise.all(
      cases.map(async ([ended, ...says]) => {
        const text = refused(await ended);
        for (const part of says) expect(text).toMatch(part);
      }),
    );
    expect([await workflowsOf(ours), await workflowsOf(theirs)]).toEqual(before);
  });
});

describe('list', () => {
  test('prints the workflows of one team', async () => {
    const team = await service.team('Lista');
    const first = await newWorkflow(team, plain);
    const second = await newWorkflow(team, {
      name: 'Dois passos',
      trigger: { type: 'deal_stage_changed', from: 'lead', to: 'ganho' },
      steps: [activity, activity],
    });
    const foreign = await newWorkflow(theirs, plain);
    json(await run('disable', first, '--json'));
    const [listed, text, none] = await Promise.all([
      run('list', '--team', team.slug, '--json'),
      run('list', '--team', team.slug),
      run('list', '--team', (await service.team('Nenhum')).slug, '--json'),
    ]);
    expect(json(listed)).toEqual({
      workflows: [
        {
          id: first,
          name: 'Simples',
          is_active: false,
          event: 'deal.created',
          from_phase: null,
          to_phase: null,
          steps: 1,
          version: 1,
          created_at: timestamp,
        },
        {
          id: second,
          name: 'Dois passos',
          is_active: true,
          event: 'deal.stage_changed',
          from_phase: 'lead',
          to_phase: 'ganho',
          steps: 2,
          version: 1,
          created_at: timestamp,
        },
      ],
    });
    const lines = outputOf(text).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^ID +NAME +ACTIVE +TRIGGER +STEPS$/);
    expect(lines[1]).toMatch(new RegExp(`^${first} +Simples +false +deal_created +1$`));
    expect(lines[2]).toMatch(
      new RegExp(`^${second} +Dois passos +true +deal_stage_changed from lead to ganho +2$`),
    );
    expect(text.stdout).not.toContain(foreign);
    expect(json(none)).toEqual({ workflows: [] });
  });
});

describe('enable and disable', () => {
  test('switch a workflow off and on', async () => {
    const team = await service.team('Chave');
    const id = await newWorkflow(team, plain);
    const otherWorkflow = await newWorkflow(team, { ...plain, name: 'Outro' });
    const active = async () =>
      new Map((await workflowsOf(team)).map((row) => [row.id, row.is_active]));
    expect(json(await run('disable', id, '--json'))).toEqual({
      id,
      name: 'Simples',
      is_active: false,
    });
    expect(await active()).toEqual(
      new Map([
        [id, false],
        [otherWorkflow, true],
      ]),
    );
    await team.create('deals');
    expect(
      await service.sql('select workflow_id from workflow_runs where team_id = $1', [team.id]),
    ).toEqual([{ workflow_id: otherWorkflow }]);
    // The waiting run continues; one of the disabled workflow ends.
    json(await run('disable', otherWorkflow, '--json'));
    expect(
      await service.sql(
        'select status::text, reason, next_step_at, completed_at is not null as ended from workflow_runs where team_id = $1',
        [team.id],
      ),
    ).toEqual([
      {
        status: 'skipped',
        reason: 'the workflow was disabled',
        next_step_at: null,
        ended: true,
      },
    ]);
    json(await run('enable', otherWorkflow, '--json'));
    // Disabling it again is no error.
    expect(outputOf(await run('disable', id.toUpperCase()))).toBe('Disabled workflow Simples.\n');
    expect(outputOf(await run('enable', id))).toBe('Enabled workflow Simples.\n');
    expect(await active()).toEqual(
      new Map([
        [id, true],
        [otherWorkflow, true],
      ]),
    );
  });
});

describe('runs', () => {
  test('prints only runs with the requested status', async () => {
    const team = await service.team('Situação');
    await newWorkflow(team, plain);
    await team.create('deals');
    const of = (status: string) => run('runs', '--team', team.slug, '--status', status, '--json');
    expect((json(await of('pending')).runs as Json[]).map((row) => row.status)).toEqual([
      'pending',
    ]);
    expect(json(await of('failed')).runs).toEqual([]);
    expect(outputOf(await run('runs', '--team', team.slug, '--status', 'failed'))).toBe(
      'No runs match.\n',
    );
    expect(misused(await of('lost'))).toContain('pending, done, skipped, failed');
  });

  test('prints the last runs step by step, while a service runs', async () => {
    const team = await service.team('Corridas');
    const [done, failing, skipped, waiting] = [
      await newWorkflow(team, { ...plain, name: 'Feito' }),
      await newWorkflow(team, {
        ...plain,
        name: 'Falha',
        steps: [
          activity,
          {
            type: 'send_message',
            with: { inbox_id: team.inbox, phone: '5511999990000', content: 'Oi' },
          },
        ],
      }),
      await newWorkflow(team, {
        ...plain,
        name: 'Pulado',
        conditions: [{ field: 'value', op: 'gt', value: 1 }],
      }),
      await newWorkflow(team, {
        ...plain,
        name: 'Espera',
        steps: [{ type: 'wait', with: { for: '2h' } }, activity],
      }),
    ];
    const foreign = await newWorkflow(theirs, { ...plain, name: 'Deles' });
    const worker = await serve({ ...env, ROLE: 'worker' });
    const [deal] = await Promise.all([team.create('deals'), theirs.create('deals')]);
    await until(async () => {
      const rows = await service.sql(
        `select 1 from workflow_runs where status = 'pending' and (next_step_at <= now() or claimed_until > now())`,
      );
      return rows.length === 0;
    });
    const of = ['runs', '--team', team.slug];
    const [all, table, one, last, lent] = await Promise.all([
      run(...of, '--json'),
      run(...of),
      run(...of, '--workflow', failing, '--json'),
      run(...of, '--limit', '1', '--json'),
      run(...of, '--workflow', foreign, '--json'),
    ]);
    const { runs } = json(all) as { runs: Json[] };
    const byWorkflow = new Map(runs.map((each) => [each.workflow_id, each]));
    expect(runs).toHaveLength(4);
    const about = { record_type: 'deals', record_id: deal.id, deal_id: deal.id };
    const common = {
      id: uuid,
      ...about,
      version: 1,
      depth: 1,
      created_at: timestamp,
      is_stopping: false,
    };
    const madeActivity = {
      step: 1,
      type: 'create_activity',
      status: 'done',
      effect_id: uuid,
      reason: null,
      started_at: timestamp,
      completed_at: timestamp,
    };
    expect(byWorkflow.get(done)).toEqual({
      ...common,
      workflow_id: done,
      workflow: 'Feito',
      status: 'done',
      reason: null,
      completed_at: timestamp,
      next_step_at: null,
      steps: [madeActivity],
    });
    const reason = 'rejected: the sandbox refuses numbers that end in 0000';
    expect(byWorkflow.get(failing)).toEqual({
      ...common,
      workflow_id: failing,
      workflow: 'Falha',
      status: 'failed',
      reason,
      completed_at: timestamp,
      next_step_at: null,
      steps: [
        madeActivity,
        {
          step: 2,
          type: 'send_message',
          status: 'failed',
          effect_id: uuid,
          reason,
          started_at: timestamp,
          completed_at: timestamp,
        },
      ],
    });
    expect(byWorkflow.get(skipped)).toMatchObject({
      status: 'skipped',
      reason: 'the deal did not meet: value gt 1',
      next_step_at: null,
      steps: [],
    });
    expect(byWorkflow.get(waiting)).toMatchObject({
      status: 'pending',
      reason: null,
      next_step_at: timestamp,
      steps: [{ step: 1, type: 'wait', status: 'done', effect_id: null }],
    });
    const { runs: ofOne } = json(one) as { runs: Json[] };
    expect(ofOne).toEqual([byWorkflow.get(failing)]);
    const { runs: newest } = json(last) as { runs: Json[] };
    expect(newest).toEqual([runs[0]]);
    expect(runs.map(({ id }) => id)).toEqual(
      runs
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    expect(json(lent)).toEqual({ runs: [] });

    const text = outputOf(table);
    const made = (byWorkflow.get(done)?.steps as Json[] | undefined)?.[0]?.effect_id;
    expect(text).toMatch(
      new RegExp(
        `^\\S+Z  done  Feito  \\(run ${byWorkflow.get(done)?.id}, deal ${deal.id}\\)$`,
        'm',
      ),
    );
    expect(text).toContain(`\n    1. create_activity: done ${made}\n`);
    expect(text).toMatch(/ {2}failed {2}Falha {2}\(run \S+, deal \S+\)\n/);
    expect(text).toMatch(/ {2}pending {2}Espera {2}\(run \S+, deal \S+, next step at \S+Z\)\n/);
    expect(text).toContain(`\n    ${reason}\n    1. create_activity: done`);
    expect(text).toMatch(/\n {4}2\. send_message: failed \S+\n/);
    expect(text).toMatch(/ {2}skipped {2}Pulado .*\n {4}the deal did not meet: value gt 1(\n|$)/);
    expect(text).toContain('    1. wait: done');
    expect((await worker.stop()).status).toBe(0);
  });

  test('reports that there are no runs', async () => {
    const team = await service.team('Quieta');
    const [text, listed] = await Promise.all([
      run('runs', '--team', team.slug),
      run('runs', '--team', team.slug, '--json'),
    ]);
    expect(outputOf(text)).toBe('No workflow has run yet.\n');
    expect(json(listed)).toEqual({ runs: [] });
  });
});

test('a missing workflow is refused with status 1', async () => {
  const nobody = uuidv7();
  const endings = await Promise.all([
    run('list', '--team', 'ninguem'),
    run('runs', '--team', 'ninguem', '--json'),
    run('enable', nobody),
    run('disable', nobody, '--json'),
  ]);
  const [list, runs, enable, disable] = endings.map(refused);
  for (const text of [list, runs]) expect(text).toContain('ninguem');
  for (const text of [enable, disable])
    expect(text).toBe(`pauta: There is no workflow ${nobody}.\n`);
});

test('wrong arguments are a usage error, with status 2', async () => {
  const before = await workflowsOf(ours);
  const team = ['--team', ours.slug];
  const good = file(plain);
  const cases: [says: RegExp, ...args: string[]][] = [
    [/Usage/],
    [/unknown command/, 'delete', uuidv7()],
    [/--team/, 'create', '--file', good],
    [/--file/, 'create', ...team],
    [/too many arguments/, 'create', ...team, '--file', good, 'x'],
    [/--team/, 'list'],
    [/--limit.*1 to 1000/, 'runs', ...team, '--limit', '0'],
    [/--limit.*1 to 1000/, 'runs', ...team, '--limit', '1001'],
    [/--workflow.*UUID/, 'runs', ...team, '--workflow', 'x'],
    [/missing required argument/, 'enable'],
    [/ID.*UUID/, 'disable', 'all'],
  ];
  // Four at a time.
  const rest = [...cases];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const [says, ...args] = next;
      const ended = await run(...args);
      expect({ args, status: ended.status }).toEqual({ args, status: 2 });
      expect(misused(ended)).toMatch(says);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  expect(await workflowsOf(ours)).toEqual(before);
});

describe('the number of active workflows', () => {
  test('is limited by TEAM_WORKFLOWS, also under concurrency; the refusal names it', async () => {
    const team = await service.team('Poucos');
    const bounded = { ...env, TEAM_WORKFLOWS: '2' };
    const path = (name: string) => file({ ...plain, name });
    const made = await Promise.all(
      ['um', 'dois', 'três', 'quatro'].map((name) =>
        called(
          ['workflow', 'create', '--team', team.slug, '--file', path(name), '--json'],
          bounded,
        ),
      ),
    );
    const [good, bad] = [
      made.filter(({ status }) => status === 0),
      made.filter(({ status }) => status === 1),
    ];
    expect([good.length, bad.length]).toEqual([2, 2]);
    for (const ended of bad)
      expect(ended.stderr).toContain(
        'A team can have at most 2 active workflows (TEAM_WORKFLOWS). Disable one first.',
      );
    const { id } = JSON.parse(good[0]?.stdout ?? '{}') as { id: string };
    expect((await called(['workflow', 'disable', id], bounded)).status).toBe(0);
    const third = ['workflow', 'create', '--team', team.slug, '--file', path('cinco')];
    expect((await called(third, bounded)).status).toBe(0);
    expect((await called(['workflow', 'enable', id], bounded)).status).toBe(1);
    // A workflow that is already active needs no further place.
    const otherWorkflow = JSON.parse(good[1]?.stdout ?? '{}') as { id: string };
    expect(
      (await called(['workflow', 'enable', otherWorkflow.id], { ...env, TEAM_WORKFLOWS: '0' }))
        .status,
    ).toBe(0);
  });
});
