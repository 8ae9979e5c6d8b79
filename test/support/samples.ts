import type { Field } from '#server/records/fields.ts';
import { isAlways } from '#server/records/fields.ts';
import type { Table } from '#server/records/table.ts';
import { inputsOf, type Json, minimal, type TestTeam } from './team.ts';

/** Two different valid values for a field that is not a link. */
export function goodValues(name: string, field: Field): [unknown, unknown] {
  const schema = field.schema as Json;
  const enumeration = schema.enum as string[] | undefined;
  if (enumeration) return [enumeration[0], enumeration[1]];
  if (schema.format === 'date') return ['2026-02-28', '2027-12-31'];
  if (schema.format === 'date-time')
    return ['2026-02-28T10:00:00.000Z', '2027-01-01T02:30:00.000Z'];
  switch (name) {
    case 'color':
      return ['#fff', '#11223344'];
    case 'slug':
      return ['um-slug', 'outro-slug'];
    case 'cpf':
      return ['529.982.247-25', '11144477735'];
    case 'cnpj':
      return ['12.ABC.345/01DE-35', '11222333000181'];
    case 'phone':
      return ['5511988887777', '551133334444'];
    case 'url':
      return ['https://example.com/a', 'http://example.com/b'];
    case 'events':
      return [['deal.created'], ['*']];
    case 'address':
      return [{ city: 'São Paulo' }, { street: 'Rua A', zip_code: null }];
    case 'goals':
    case 'field_mapping':
      return [{ z: 1, a: [1, { b: null }] }, { title: 'lead.name' }];
    default:
  }
  if (schema.type === 'array') return [['b', 'a'], ['c']];
  if (schema.type === 'boolean') return [true, false];
  if (schema.type === 'number') return [12.5, 3];
  if (schema.type === 'integer') return [12, 3];
  return ['Ação', 'Öther'];
}

/** Id of a new record of the team for the link field. */
export async function linkValue(team: TestTeam, resource: Table, name: string): Promise<unknown> {
  const target = resource.links.get(name);
  switch (target) {
    case 'users':
      return resource.fields[name]?.sql === 'uuid[]' ? [team.users[0]] : team.users[0];
    case 'squads':
      return team.squad;
    case 'contracts':
      return team.contract;
    case 'pipelines':
      return team.pipeline.id;
    case 'columns':
      return team.pipeline.columns[0]?.id;
    case undefined:
      throw new Error(`${name} is no link`);
    default: {
      const { id } = await team.create(target);
      return resource.fields[name]?.sql === 'uuid[]' ? [id] : id;
    }
  }
}

/** A body for create with every accepted field. */
export async function fullBody(team: TestTeam, resource: Table): Promise<Json> {
  const body: Json = {};
  for (const name of inputsOf(resource).create.accepts) {
    const field = resource.fields[name];
    if (!field) throw new Error(name);
    // It must be in the same project, see below.
    if (name === 'parent_id') continue;
    body[name] = resource.links.has(name)
      ? await linkValue(team, resource, name)
      : goodValues(name, field)[0];
  }
  const least = await minimal(team, resource.name);
  if (resource.name === 'clients')
    for (const name of ['cnpj', 'legal_name', 'trade_name', 'state_registration'])
      delete body[name];
  if (resource.name === 'tasks')
    Object.assign(body, {
      column: 'last',
      assignee_id: team.users[1],
      assignee_ids: [...team.users],
      parent_id: (await team.create('tasks', { project_id: least.project_id })).id,
    });
  // The project follows from the task.
  if (resource.name === 'time_entries') delete body.project_id;
  return { ...body, ...least };
}

/** Fields that update may clear, and those that always have a value. */
export const updatable = (resource: Table) => {
  const names = inputsOf(resource).update.accepts;
  const isEmptied = (name: string) => typeof resource.fields[name]?.fallback === 'object';
  const always = names.filter((name) => {
    const field = resource.fields[name];
    return field && isAlways(field) && !isEmptied(name);
  });
  return {
    always,
    emptied: names.filter(isEmptied),
    nullable: names.filter((name) => !always.includes(name) && !isEmptied(name)),
  };
};

/** Creates at least one record of everything that a team can list. */
export async function populate(team: TestTeam, resources: readonly Table[]): Promise<void> {
  for (const resource of resources) {
    const made = await team.post(resource.path, await fullBody(team, resource));
    if (made.status !== 201) throw new Error(`${resource.name}: ${made.text}`);
    if (resource.name === 'webhooks') await team.post(`${resource.path}/${made.data.id}/test`);
  }
  await team.post('/msgapp/messages', {
    inbox_id: team.inbox,
    phone: '5511955550001',
    content: 'Olá',
  });
}
