import { describe, expect, test } from 'vitest';
import { finding } from '#server/outbound/messaging/findings.ts';
import { refused } from '#server/outbound/messaging/outgoing-message.ts';
import type { Json, TestTeam } from '#test/support/harness.ts';
import { makePerson, type TestPerson } from '#test/support/people.ts';
import { useWorkflows } from '#test/support/workflows/fixture.ts';

/* Messages of workflows as shown to people: their author, and one message for all tries of a step. */
const fixture = useWorkflows();
const { service } = fixture;

let numbers = 0;
const number = () => `5531${90_000 + numbers++}5555`;

interface Scene {
  readonly team: TestTeam;
  readonly admin: TestPerson;
  readonly member: TestPerson;
  readonly phone: string;
  readonly workflow: string;
}

/** A workflow whose message the gateway refuses until `fixture.answers` says otherwise, and a run of it. */
async function begin(): Promise<Scene> {
  const team = await service.team();
  const phone = number();
  fixture.answers.set(phone, () => refused('network', finding('unreached', 'connection refused')));
  const with_ = { inbox_id: team.inbox, phone, content: 'Olá, {{deal.title}}!' };
  const workflow = await fixture.workflow(team, {
    name: 'Boas-vindas',
    steps: [{ type: 'send_message', with: with_ }],
  });
  await team.create('deals', { title: 'Site' });
  await fixture.settled(team);
  const [admin, member] = [
    await makePerson(service, team, 'admin'),
    await makePerson(service, team, 'member'),
  ];
  return { team, admin, member, phone, workflow };
}

const conversationOf = async ({ member }: Scene) =>
  String(((await member.get('/msgapp/conversation-rows')).data.rows as Json[])[0]?.id);
const thread = async (scene: Scene) => {
  const at = `/msgapp/conversations/${await conversationOf(scene)}/thread`;
  return (await scene.member.get(at)).data.messages as Json[];
};
const stored = (scene: Scene) =>
  service.sql(
    'select id, status::text, superseded_by from messages where team_id = $1 order by id',
    [scene.team.id],
  );

describe('a message of a workflow', () => {
  test('names the workflow and its run as author', async () => {
    const scene = await begin();
    const { id } = await fixture.run(scene.team);
    const author = { type: 'workflow', id: scene.workflow, name: 'Boas-vindas', run_id: id };
    expect(await thread(scene)).toMatchObject([{ content: 'Olá, Site!', author }]);
    const { rows } = (await scene.member.get('/msgapp/conversation-rows')).data as {
      rows: Json[];
    };
    expect(rows).toMatchObject([{ last_message: { author } }]);
  });

  test('is one in the thread for all tries of its step, and stays due while the run retries', async () => {
    const scene = await begin();
    const { team, phone } = scene;
    const first = await thread(scene);
    expect(first).toMatchObject([{ status: 'failed', step_due_at: expect.any(String) }]);
    const due = Date.parse(String(first[0]?.step_due_at));
    expect(due - Date.parse(String(first[0]?.created_at))).toBeGreaterThan(4_000);
    await fixture.pass(team, 6);
    await fixture.pass(team, 31);
    const now = await thread(scene);
    expect(now).toMatchObject([{ status: 'failed', step_due_at: expect.any(String) }]);
    const tries = await stored(scene);
    expect(tries).toMatchObject([
      { superseded_by: tries[1]?.id },
      { superseded_by: tries[2]?.id },
      { id: now[0]?.id, superseded_by: null },
    ]);
    // The list shows the same message, and events announce which message replaces which.
    const { rows } = (await scene.member.get('/msgapp/conversation-rows')).data as { rows: Json[] };
    expect(rows).toMatchObject([{ last_message: { id: now[0]?.id } }]);
    const events = (await fixture.events(team, tries[0]?.id)).filter(
      ({ type }) => type === 'message.updated',
    );
    expect(events).toMatchObject([
      { data: { superseded_by: tries[1]?.id }, previous: { superseded_by: null } },
    ]);
    fixture.answers.delete(phone);
    await fixture.pass(team, 121);
    expect(await thread(scene)).toMatchObject([{ step_due_at: null }]);
    expect((await thread(scene))[0]?.status).not.toBe('failed');
  });

  test('is no longer due once the run has failed, was stopped or its step is skipped', async () => {
    const failing = await begin();
    for (const seconds of [6, 31, 121, 601, 3_601]) await fixture.pass(failing.team, seconds);
    expect(await fixture.run(failing.team)).toMatchObject({ status: 'failed' });
    expect(await thread(failing)).toMatchObject([{ status: 'failed', step_due_at: null }]);

    const scene = await begin();
    const { id } = await fixture.run(scene.team);
    await scene.admin.post(`/workflow-runs/${id}/stop`);
    expect(await thread(scene)).toMatchObject([{ status: 'failed', step_due_at: null }]);
    // After continuing it is still one message.
    const went = await scene.admin.post(`/workflow-runs/${id}/continue`, {});
    expect(went.status, went.text).toBe(200);
    await fixture.settled(scene.team);
    expect(await thread(scene)).toMatchObject([
      { status: 'failed', step_due_at: expect.any(String) },
    ]);
    await scene.admin.post(`/workflow-runs/${id}/stop`);
    await scene.admin.post(`/workflow-runs/${id}/continue`, { skip: true });
    expect(await thread(scene)).toMatchObject([{ status: 'failed', step_due_at: null }]);
  });

  test('is reported to live streams whenever the run decides about it', async () => {
    const scene = await begin();
    const { id } = await fixture.run(scene.team);
    const [message] = await stored(scene);
    const notices = async () =>
      (
        await service.sql(
          `select count(*)::int as n from live_notices where team_id = $1 and record_type = 'messages' and record_id = $2`,
          [scene.team.id, message?.id],
        )
      )[0]?.n as number;
    const before = await notices();
    // The failure, and that the step is due again.
    expect(before).toBe(2);
    await scene.admin.post(`/workflow-runs/${id}/stop`);
    expect(await notices()).toBe(before + 1);
  });
});
