import type { TeamDb } from '#server/db/database.ts';
import { type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { targets } from '#server/records/fields.ts';
import type { Problem } from '#server/records/invalid-values.ts';
import type { Table } from '#server/records/table.ts';
import { activities } from '../crm/activities/table.ts';
import { deals } from '../crm/deals/table.ts';
import { webhooks } from '../webhooks/table.ts';
import { campaigns } from '../work/campaigns/table.ts';
import { projectTemplates } from '../work/project-templates/table.ts';
import { projects } from '../work/projects/table.ts';
import { tasks } from '../work/tasks/table.ts';
import type { Definition } from './definition.ts';
import type { StepType } from './step-input.ts';

/** Target of a step's field: a table, and the noun for one of its records. */
interface Target {
  readonly table: string;
  readonly one: string;
}

const linksOf = ({ links }: Table): Record<string, Target> =>
  Object.fromEntries(
    [...links].map(([name, table]): [string, Target] => [name, { table, one: targets[table] }]),
  );

const referenceFields: Partial<Record<StepType, Record<string, Target>>> = {
  create_task: linksOf(tasks),
  create_activity: linksOf(activities),
  create_project: {
    ...linksOf(projects),
    template_id: { table: projectTemplates.name, one: projectTemplates.one },
  },
  update_deal: linksOf(deals),
  update_task: linksOf(tasks),
  update_campaign: linksOf(campaigns),
  assign_conversation: {
    assignee_id: { table: 'users', one: targets.users },
    squad_id: { table: 'squads', one: targets.squads },
  },
  send_message: {
    inbox_id: { table: 'inboxes', one: targets.inboxes },
    conversation_id: { table: 'conversations', one: targets.conversations },
  },
  call_webhook: { webhook_id: { table: webhooks.name, one: webhooks.one } },
};

const statements = new Map<string, TeamStatement>();

/** Returns the statement that selects those of `$ids` which the team does not have in a table. */
function missing(table: string): TeamStatement {
  const statement =
    statements.get(table) ??
    teamStatement(`select w.id from unnest($ids::uuid[]) w (id)
      where not exists (select from ${table} x where x.team_id = $team and x.id = w.id)`);
  statements.set(table, statement);
  return statement;
}

/**
 * Finds ids in a workflow that the team does not have. Ignores templates, whose targets are known only when a step is done.
 * @returns problems, each with its place
 */
export async function brokenReferences(db: TeamDb, { steps }: Definition): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [i, step] of steps.entries())
    for (const [name, value] of Object.entries(step.with)) {
      const place = referenceFields[step.type]?.[name];
      const ids = [value].flat().filter((id) => typeof id === 'string' && isUuid(id));
      if (!place || ids.length === 0) continue;
      for (const { id } of await db.run(missing(place.table), { ids }))
        problems.push({
          name: `steps[${i}].with.${name}`,
          problem: `: no ${place.one} has the id ${id}`,
          code: 'not_found',
        });
    }
  return problems;
}
