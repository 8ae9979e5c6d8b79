import type { Client } from 'pg';
import type { TestTeam } from '#test/support/harness.ts';

/** Adds records that only people and the worker create: a project template and a billing line. @returns their ids, by table */
export async function addReadables(
  client: Pick<Client, 'query'>,
  team: Pick<TestTeam, 'id' | 'contract'>,
): Promise<{ readonly project_templates: string; readonly billing_lines: string }> {
  const { rows } = await client.query<{ template: string; line: string }>(
    `with template as (
      insert into project_templates (team_id, id, name) values ($1, uuid7(), 'Modelo') returning id),
    line as (
      insert into billing_lines (team_id, id, contract_id, title, starts_on, ends_on, status)
      values ($1, uuid7(), $2, 'Cuidado', '2026-01-01', '2026-01-31', 'waived') returning id)
    select template.id::text as template, line.id::text as line from template, line`,
    [team.id, team.contract],
  );
  const [row] = rows;
  if (!row) throw new Error('no records were added');
  return { project_templates: row.template, billing_lines: row.line };
}

/** Comments on a deal, and requests the approval of a campaign by the team. @returns the id of the approval */
export async function addCommentAndApproval(team: TestTeam, text: string): Promise<string> {
  const [deal, campaign] = [await team.create('deals'), await team.create('campaigns')];
  const record = { record_type: 'deals', record_id: deal.id, author_id: team.users[0] };
  const comment = await team.post('/comments', { ...record, content: text });
  const campaign_ids = [campaign.id];
  const approval = await team.post('/approvals', { campaign_ids, stage: 'internal', title: text });
  for (const { status, text } of [comment, approval])
    if (status !== 201) throw new Error(`a comment or an approval answered ${text}`);
  return String(approval.data.id);
}
