import { billContract } from '#server/features/retainers/billing.ts';
import type { Json, Service, TestTeam } from './harness.ts';

/** Makes a billing line of a new contract whose first month is over. */
export async function addBillingLine(service: Service, team: TestTeam): Promise<Json> {
  const [start] = await service.sql(`select (current_date - 40)::text as day`);
  const { id: client_id } = await team.create('clients');
  const { id } = await team.create('contracts', {
    ...{ client_id, period: 'monthly', starts_on: start?.day, ends_on: null, value: 100 },
    status: 'active',
  });
  await billContract(service.database.team(team.id), String(id), String(start?.day));
  const { data } = (await team.get(`/billing-lines?contract_id=${String(id)}`)).body;
  const [line] = data as Json[];
  if (!line) throw new Error('no billing line was made');
  return line;
}
