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
