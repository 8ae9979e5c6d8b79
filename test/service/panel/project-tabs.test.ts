import { beforeAll, expect, test } from 'vitest';
import { attachPdf } from '#test/support/files/attach.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';

/* Files and approvals of a project, for the tabs of its page. */
const service = useService();
let team: TestTeam;
let otherTeam: TestTeam;
let ana: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  team = await service.team('Aurora');
  otherTeam = await service.team('Boreal');
  ana = await makePerson(service, team, 'member');
  stranger = await makePerson(service, otherTeam, 'admin');
});

const attach = (record_type: string, { id: record_id }: Json) =>
  attachPdf(service, {
    team: team.slug,
    token: ana.token,
    record_type,
    record_id,
    name: 'peça.pdf',
  });

async function listOf(path: string, person: TestPerson, project_id: unknown): Promise<Json[]> {
  const answer = await person.get(`${path}?project_id=${String(project_id)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as Json[];
}
const idsOf = async (path: string, person: TestPerson, project_id: unknown) =>
  (await listOf(path, person, project_id)).map(({ id }) => id).sort();

test('files of a project are its own and those of its tasks and campaigns, with the names of these', async () => {
  const [project, another] = [
    await team.create('projects', { name: 'Site' }),
    await team.create('projects', { name: 'Feira' }),
  ];
  const task = await team.create('tasks', { title: 'Banner', project_id: project.id });
  const trashed = await team.create('tasks', { project_id: project.id });
  const campaign = await team.create('campaigns', { name: 'Verão', project_id: project.id });
  const files = {
    Site: await attach('projects', project),
    Banner: await attach('tasks', task),
    Verão: await attach('campaigns', campaign),
  };
  await attach('tasks', trashed);
  const elsewhere = await attach('projects', another);
  await attach('clients', await team.create('clients'));
  expect((await team.delete(`/tasks/${trashed.id}`)).status).toBe(200);

  const list = await listOf('/files', ana, project.id);
  expect(Object.fromEntries(list.map(({ record_name, id }) => [record_name, id]))).toEqual(files);
  expect(list).toHaveLength(3);
  expect(await idsOf('/files', ana, another.id)).toEqual([elsewhere]);

  expect(await idsOf('/files', stranger, project.id)).toEqual([]);
  expect((await ana.get('/files?project_id=site')).status).toBe(400);
});

test('approvals of a project are those that include one of its campaigns', async () => {
  const { id: client_id } = await team.create('clients');
  const [project, another, without] = [
    await team.create('projects', { client_id }),
    await team.create('projects', { client_id }),
    await team.create('projects', { client_id }),
  ];
  const request = async (...projects: readonly Json[]) => {
    const campaign_ids: unknown[] = [];
    for (const { id } of projects)
      campaign_ids.push((await team.create('campaigns', { project_id: id })).id);
    const answer = await ana.post('/approvals', { campaign_ids, title: 'Peças' });
    expect(answer.status, answer.text).toBe(201);
    return answer.data.id;
  };
  const one = await request(project);
  const two = await request(project, project);
  const both = await request(project, another);
  const last = await request(another);

  expect(await idsOf('/approvals', ana, project.id)).toEqual([one, two, both].sort());
  // A request over several projects belongs to each of them, with all its campaigns.
  expect(await idsOf('/approvals', ana, another.id)).toEqual([both, last].sort());
  const [shared] = (await listOf('/approvals', ana, another.id)).filter(({ id }) => id === both);
  expect(shared?.items).toHaveLength(2);
  expect(await idsOf('/approvals', ana, without.id)).toEqual([]);

  expect(await idsOf('/approvals', stranger, project.id)).toEqual([]);
});
