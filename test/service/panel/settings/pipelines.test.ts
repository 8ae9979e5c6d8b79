import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Pipelines and their columns. Removing a column never loses its tasks. */
const service = useSharedService();
let team: TestTeam;
let admin: TestPerson;
let project: Json;
beforeAll(async () => {
  team = await service.team();
  admin = await makePerson(service, team, 'admin');
  project = await team.create('projects');
});

interface Column {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly is_finishing: boolean;
}
const columnsOf = (pipeline: Json) => pipeline.columns as Column[];
const slugsOf = (pipeline: Json) => columnsOf(pipeline).map(({ slug }) => slug);

async function made(...slugs: string[]): Promise<Json> {
  const answer = await admin.post('/pipelines', {
    name: 'Produção',
    columns: slugs.map((slug) => ({ slug, name: slug })),
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.data;
}

const column = (pipeline: Json, slug: string): string => {
  const match = columnsOf(pipeline).find((each) => each.slug === slug);
  if (!match) throw new Error(`no column ${slug}`);
  return match.id;
};

const task = (pipeline: Json, slug: string, fields: Json = {}) =>
  team.create('tasks', {
    project_id: project.id,
    pipeline_id: pipeline.id,
    column: slug,
    ...fields,
  });

const titlesIn = async (pipeline: Json, slug: string) =>
  (
    (await team.get(`/tasks?pipeline_id=${pipeline.id}&column=${slug}&sort=position&limit=100`))
      .body.data as Json[]
  ).map(({ title }) => title);

describe('a pipeline', () => {
  test('is created, renamed, shown and deleted', async () => {
    const pipeline = await made('a', 'b');
    expect(pipeline).toMatchObject({
      name: 'Produção',
      project_id: null,
      is_default: false,
      is_template: false,
      columns: [
        { slug: 'a', is_finishing: false },
        { slug: 'b', is_finishing: true },
      ],
    });
    const renamed = await admin.put(`/pipelines/${pipeline.id}`, { name: 'Vídeo' });
    expect(renamed.data).toEqual({ ...pipeline, name: 'Vídeo' });
    expect((await admin.get(`/pipelines/${pipeline.id}`)).data).toEqual(renamed.data);
    expect((await admin.delete(`/pipelines/${pipeline.id}`)).data).toEqual({
      id: pipeline.id,
      deleted: true,
    });
    expect((await admin.get(`/pipelines/${pipeline.id}`)).status).toBe(404);
    const left = await service.sql('select 1 from columns where pipeline_id = $1', [pipeline.id]);
    expect(left).toEqual([]);
  });

  test('with tasks cannot be deleted, not even if they are in the trash', async () => {
    const pipeline = await made('a');
    const { id } = await task(pipeline, 'a');
    const refused = async () => {
      const answer = await admin.delete(`/pipelines/${pipeline.id}`);
      expect(answer.status, answer.text).toBe(409);
    };
    await refused();
    await team.delete(`/tasks/${id}`);
    await refused();
    expect((await admin.get(`/pipelines/${pipeline.id}`)).data.columns).toHaveLength(1);
  });

  test('of a project is distinguished from those of the team, and names its project', async () => {
    const shared = await made('a');
    const pipelinesOf = async (query: string) =>
      (await admin.get(`/pipelines?limit=100&${query}`)).body.data as Json[];
    const ofTeam = await pipelinesOf('is_shared=true');
    expect(ofTeam.map(({ id }) => id)).toContain(shared.id);
    expect(ofTeam.every((each) => each.project_id === null && each.project === null)).toBe(true);
    const ofProjects = await pipelinesOf('is_shared=false');
    expect(ofProjects.length).toBeGreaterThan(0);
    for (const each of ofProjects) expect(each.project).toMatchObject({ id: each.project_id });
    expect(ofProjects.find((each) => each.project_id === project.id)?.project).toEqual({
      id: project.id,
      name: project.name,
    });
  });

  test('that new projects copy cannot be deleted, nor can the default one of a project', async () => {
    const all = (await admin.get('/pipelines?limit=100')).body.data as Json[];
    const template = all.find((each) => each.is_template === true);
    const projectPipeline = all.find((each) => each.project_id === project.id);
    for (const pipeline of [template, projectPipeline])
      expect((await admin.delete(`/pipelines/${pipeline?.id}`)).status).toBe(409);
  });
});

describe('columns', () => {
  test('are added at the end or before another, with a slug derived from their name', async () => {
    const pipeline = await made('a', 'b');
    const path = `/pipelines/${pipeline.id}/columns`;
    const end = await admin.post(path, { name: 'Em Revisão' });
    expect(end.status, end.text).toBe(201);
    expect(slugsOf(end.data)).toEqual(['a', 'b', 'em-revisao']);
    const again = await admin.post(path, { name: 'Em revisão', before: column(pipeline, 'a') });
    expect(slugsOf(again.data)).toEqual(['em-revisao-2', 'a', 'b', 'em-revisao']);
    const named = await admin.post(path, { name: 'X', slug: 'meu_x', is_finishing: true });
    expect(columnsOf(named.data).at(-1)).toMatchObject({ slug: 'meu_x', is_finishing: true });
    expect((await admin.post(path, { name: 'X', slug: 'meu_x' })).error.code).toBe(
      'DUPLICATE_ENTRY',
    );
  });

  test('added concurrently all exist', async () => {
    const pipeline = await made('a');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        admin.post(`/pipelines/${pipeline.id}/columns`, { name: 'Nova' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const slugs = slugsOf((await admin.get(`/pipelines/${pipeline.id}`)).data);
    expect(slugs).toEqual(['a', 'nova', 'nova-2', 'nova-3', 'nova-4', 'nova-5', 'nova-6']);
  });

  test('are renamed, marked as finishing and reordered; their slugs stay', async () => {
    const pipeline = await made('a', 'b', 'c');
    const a = column(pipeline, 'a');
    const renamed = await admin.put(`/columns/${a}`, { name: 'Novo', is_finishing: true });
    expect(columnsOf(renamed.data)[0]).toEqual({
      id: a,
      slug: 'a',
      name: 'Novo',
      is_finishing: true,
      limit: null,
    });
    expect(columnsOf((await admin.put(`/columns/${a}`, { is_finishing: false })).data)[0]).toEqual({
      id: a,
      slug: 'a',
      name: 'Novo',
      is_finishing: false,
      limit: null,
    });
    const ids = ['c', 'a', 'b'].map((slug) => column(pipeline, slug));
    const path = `/pipelines/${pipeline.id}/columns`;
    expect(slugsOf((await admin.put(path, { ids })).data)).toEqual(['c', 'a', 'b']);
    expect((await admin.put(path, { ids: ids.slice(1) })).status).toBe(409);
    expect((await admin.put(path, { ids: [...ids, uuidv7()] })).error.message).toMatch(/^ids /);
    expect(slugsOf((await admin.get(`/pipelines/${pipeline.id}`)).data)).toEqual(['c', 'a', 'b']);
  });

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'X', slug: 'Não' }, 'slug'],
    [{ name: 'X', before: 'x' }, 'before'],
    [{ name: 'X', before: uuidv7() }, 'before'],
    [{ name: 'X', position: 1 }, 'position'],
  ])('cannot be added by %j', async (body, field) => {
    const answer = await admin.post(`/pipelines/${team.pipeline.id}/columns`, body);
    expect(answer.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(field),
    });
  });

  test('of other teams are unknown', async () => {
    const otherTeam = await service.team();
    const [first] = otherTeam.pipeline.columns;
    for (const [method, path, body] of [
      ['PUT', `/pipelines/${otherTeam.pipeline.id}`, { name: 'X' }],
      ['POST', `/pipelines/${otherTeam.pipeline.id}/columns`, { name: 'X' }],
      ['PUT', `/pipelines/${otherTeam.pipeline.id}/columns`, { ids: [first?.id] }],
      ['PUT', `/columns/${first?.id}`, { name: 'X' }],
      ['POST', `/columns/${first?.id}/remove`, {}],
      ['DELETE', `/pipelines/${otherTeam.pipeline.id}`, undefined],
    ] as const)
      expect((await admin.call(method, path, body)).status, path).toBe(404);
    const foreign = await admin.post(`/columns/${team.pipeline.columns[0]?.id}/remove`, {
      to: first?.id,
    });
    expect(foreign.error.message).toMatch(/^to /);
  });
});

describe('a column that is removed', () => {
  test('sends its tasks to the end of another, in their order, like a move', async () => {
    const pipeline = await made('a', 'b', 'done');
    const moved = [
      await task(pipeline, 'a', { title: '1' }),
      await task(pipeline, 'a', { title: '2' }),
    ];
    await task(pipeline, 'done', { title: '0' });
    const binned = await task(pipeline, 'a', { title: 'lixo' });
    await team.delete(`/tasks/${binned.id}`);
    const hook = await team.create('webhooks', {
      target_pipeline_id: pipeline.id,
      target_column_id: column(pipeline, 'a'),
      field_mapping: { title: 'title', project_id: 'project' },
    });
    const empty = await admin.post(`/columns/${column(pipeline, 'a')}/remove`, {});
    expect(empty.status, empty.text).toBe(409);
    const answer = await admin.post(`/columns/${column(pipeline, 'a')}/remove`, {
      to: column(pipeline, 'done'),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(slugsOf(answer.data)).toEqual(['b', 'done']);
    expect(await titlesIn(pipeline, 'done')).toEqual(['0', '1', '2']);
    for (const { id } of moved) {
      expect((await team.get(`/tasks/${id}`)).data.completed_at).toMatch(/Z$/);
      const events = await service.sql(
        `select type, payload from events where team_id = $1 and record_id = $2 and type <> 'task.created' order by id`,
        [team.id, id],
      );
      expect(events.map(({ type }) => type)).toEqual(['task.updated', 'task.moved']);
      expect(JSON.parse(String(events[1]?.payload))).toMatchObject({
        data: { id, column: 'done' },
        previous: { column: 'a', completed_at: null },
      });
    }
    expect((await team.get('/tasks?column=a')).body.pagination).toMatchObject({ total: 0 });
    expect((await team.get(`/webhooks/${hook.id}`)).data.target_column_id).toBe(
      column(pipeline, 'done'),
    );
    const trashed = await service.sql('select "column" from tasks where id = $1', [binned.id]);
    expect(trashed).toEqual([{ column: 'done' }]);
  });

  test('cannot be the last one, and must name a destination for its tasks', async () => {
    const pipeline = await made('a', 'b');
    const [a, b] = [column(pipeline, 'a'), column(pipeline, 'b')];
    for (const to of [a, uuidv7(), team.pipeline.columns[0]?.id])
      expect((await admin.post(`/columns/${a}/remove`, { to })).error.message).toMatch(/^to /);
    expect((await admin.post(`/columns/${a}/remove`)).status).toBe(200);
    expect((await admin.post(`/columns/${a}/remove`)).status).toBe(404);
    expect((await admin.post(`/columns/${b}/remove`)).status).toBe(409);
  });

  test('loses no task that is added to it concurrently', async () => {
    const pipeline = await made('a', 'b', 'c');
    for (let i = 0; i < 5; i += 1) await task(pipeline, 'a', { title: 'antes' });
    const roaming = await task(pipeline, 'c', { title: 'viajante' });
    let stopped = false;
    const statuses = new Map<number, number>();
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const writing = Promise.all([
      ...[0, 1, 2].map(async () => {
        while (!stopped) {
          const { status } = await team.post('/tasks', {
            title: 'agora',
            project_id: project.id,
            pipeline_id: pipeline.id,
            column: 'a',
          });
          count(status);
          if (status !== 201) return;
        }
      }),
      (async () => {
        for (let i = 0; !stopped; i += 1) {
          const { status } = await team.put(`/tasks/${roaming.id}`, { column: i % 2 ? 'b' : 'a' });
          if (status !== 200) return;
        }
      })(),
    ]);
    await expect.poll(() => statuses.get(201) ?? 0).toBeGreaterThan(5);
    const answer = await admin.post(`/columns/${column(pipeline, 'a')}/remove`, {
      to: column(pipeline, 'b'),
    });
    expect(answer.status, answer.text).toBe(200);
    await writing;
    stopped = true;
    // Late requests were refused: 400, since the column no longer exists, or 409 at the very moment.
    expect([...statuses.keys()].filter((status) => ![201, 400, 409].includes(status))).toEqual([]);
    const [{ n } = {}] = await service.sql(
      `select count(*)::int as n from tasks where pipeline_id = $1 and "column" = 'b' and title <> 'viajante'`,
      [pipeline.id],
    );
    expect(n).toBe(5 + (statuses.get(201) ?? 0));
    const twins = await service.sql(
      `select position from tasks where pipeline_id = $1 and "column" = 'b' group by position having count(*) > 1`,
      [pipeline.id],
    );
    expect(twins).toEqual([]);
  });
});
