import { teamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError, conflict, invalid } from '#server/platform/errors.ts';
import { explains, textOf, type Values } from '#server/records/crud-queries.ts';
import { about, singleLine, uuid } from '#server/records/fields.ts';
import { parsed } from '#server/records/read-after-write.ts';
import { document } from '#server/records/statements.ts';
import { createContract } from '../crm/contracts/operations.ts';
import { contracts } from '../crm/contracts/table.ts';
import { createFromTemplateOperation } from '../work/project-templates/create-project.ts';
import projects from '../work/projects/operations.ts';
import { fields as projectFields, projects as projectTable } from '../work/projects/table.ts';

/*
 * A won deal becomes a contract and a project, in one transaction. The lock on the deal lets only one of several calls create them; the
 * others return its contract.
 */

const lockDeal = teamStatement(
  `select d.client_id, d.value::float8 as value, d.responsible_id, d.title,
    d.phase = any((select x.won_phases from teams x where x.id = $team)::text[]) as is_won
  from deals d where d.team_id = $team and d.id = $id for no key update of d`,
);
const contractOf = teamStatement(
  `select ${document(contracts, '(select t.* from contracts t where t.team_id = $team and t.deal_id = $id)')} as data`,
);

const { status, value, period, starts_on, ends_on, renews_on, notice_days } =
  contracts.fields as Required<typeof contracts.fields>;
const { included_hours, carry_over, overage_rate, owner_id } = contracts.fields;
const { squad_id } = projectFields;
const [explainContract, explainProject] = [explains(contracts), explains(projectTable)];

/** Creates a project, from a template if one is given. @throws ApiError NOT_FOUND naming the template */
async function createProjectOf(ctx: Context, template: string | null, body: Values) {
  if (template === null) return projects.create.run(ctx, projects.create.read({ body }));
  const input = createFromTemplateOperation.read({ path: { id: template }, body });
  const project = await createFromTemplateOperation.run(ctx, input);
  if (project === undefined)
    throw new ApiError('NOT_FOUND', 'template_id: no project template has this id.', {
      fields: [{ name: 'template_id', code: 'not_found' }],
    });
  return project;
}

export const contractFromDeal = operation({
  name: 'deals.create_contract',
  id: 'createContractFromDeal',
  summary: 'Create a contract and a project from a won deal',
  note: 'Both have the client of the deal; the contract has its title, its value and its responsible user, unless others are given. A deal becomes one contract only: repeating the call, also with other values, returns the existing one. Returns 409 if the phase of the deal does not mean won.',
  allow: { key: 'full', user: 'admin' },
  panel: { method: 'POST', path: '/deals/:id/contract', status: 201 },
  emits: ['contract.created', 'project.created', 'task.created'],
  input: {
    path: ['id'],
    fields: {
      title: about('The title of the contract. Default: that of the deal.', singleLine(255, 1)),
      project_name: about(
        'The name of the new project; without it, none is created.',
        singleLine(255, 1),
      ),
      template_id: about('The template of the new project.', uuid),
      squad_id: about('The squad of the new project.', squad_id),
      status,
      value: about('In BRL per period. Default: the value of the deal.', value),
      period,
      starts_on,
      ends_on,
      renews_on,
      notice_days,
      included_hours,
      carry_over,
      overage_rate,
      owner_id,
    },
  },
  output: { kind: 'record', table: contracts },
  mayFail: ['CONFLICT'],
  one: 'deal',
  run: (ctx, { id, values }) =>
    ctx.db.transaction(async (db) => {
      const [deal] = await db.run(lockDeal, { id });
      if (!deal) return undefined;
      const existing = textOf((await db.run(contractOf, { id }))[0]);
      if (existing !== undefined) return existing;
      if (deal.is_won !== true)
        throw conflict('The deal is not won: only a won deal becomes a contract.', 'changed');
      if (values.template_id !== null && values.project_name === null)
        throw invalid('template_id needs project_name.', 'template_id', 'not_allowed');
      const within = { ...ctx, db };
      const { project_name, template_id, squad_id, ...terms } = values;
      const { client_id } = deal;
      const project_ids: string[] = [];
      if (project_name !== null) {
        const body = {
          name: project_name,
          client_id,
          squad_id,
          status: 'active',
          start_date: terms.starts_on,
        };
        const project = await createProjectOf(within, template_id, body);
        project_ids.push(parsed<{ id: string }>(project ?? '').id);
      }
      const contract = {
        ...terms,
        client_id,
        project_ids,
        title: terms.title ?? deal.title,
        value: terms.value ?? deal.value,
        owner_id: terms.owner_id ?? deal.responsible_id,
      };
      return createContract(within, contract, id);
    }),
  explain: async (error, db, { values }) => {
    const explained = await explainContract(error, db, values);
    return explained === error
      ? explainProject(error, db, { squad_id: values.squad_id })
      : explained;
  },
});
