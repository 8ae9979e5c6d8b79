import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import {
  type ExportedResource,
  exportedColumns,
  joinList,
} from '#server/records/exported-columns.ts';
import { type Json, useSharedService } from '#test/support/harness.ts';
import { importStage } from '#test/support/imports.ts';

/* Exports of Pauta itself: recognized by their columns, read exactly, and linked by the ids of the Pauta that they came from. */

const service = useSharedService();

type Values = Readonly<Record<string, unknown>>;

const times = { created_at: '2026-01-05T12:00:00.123Z', updated_at: '2026-02-06T12:00:00.456Z' };
const client = { id: uuidv7(), type: 'PF', name: 'Ana; Lima', cpf: '529.982.247-25', ...times };
const project = {
  ...{ id: uuidv7(), name: 'Site', slug: 'site-antigo', key: 'ANTIGO', status: 'active' },
  ...{ priority: 'low', client: client.name, client_id: client.id, ...times },
};
const files: readonly (readonly [ExportedResource, Values])[] = [
  ['clients', { ...client, address_city: 'Recife', status: 'inactive', tags: ['a, b', 'c\\d'] }],
  ['contacts', { id: uuidv7(), phone: '5511999990001', custom_name: '=1+1', ...times }],
  ['projects', project],
  [
    'tasks',
    {
      ...{ id: uuidv7(), title: '-', project: project.name, project_id: project.id },
      ...{ column: 'A fazer', column_slug: 'todo', position: 7, priority: 'none' },
      ...{ estimated_hours: 1.234, tags: ['x'], ...times },
    },
  ],
  [
    'deals',
    {
      ...{ id: uuidv7(), title: 'Proposta', value: 1234.5, phase: 'lead', priority: 'alta' },
      ...{ status: 'arquivado', is_starred: true, client: client.name, client_id: client.id },
      ...times,
    },
  ],
  [
    'activities',
    { id: uuidv7(), title: 'Ligar', type: 'call', occurred_at: times.created_at, ...times },
  ],
];

const cellOf = (value: unknown, mark: string) =>
  Array.isArray(value)
    ? joinList(value)
    : typeof value === 'number'
      ? String(value).replace('.', mark)
      : (value ?? '');

const csv = (resource: ExportedResource, values: Values, language: 'pt' | 'en') => {
  const columns = exportedColumns[resource];
  const mark = language === 'pt' ? ',' : '.';
  return (
    byteOrderMark +
    csvLine(columns.map((column) => column[language])) +
    csvLine(columns.map(({ name }) => cellOf(values[name], mark)))
  );
};

const jsonLines = (resource: ExportedResource, values: Values) =>
  `${JSON.stringify(
    Object.fromEntries(exportedColumns[resource].map(({ name }) => [name, values[name] ?? null])),
  )}\n`;

describe.each(['pt', 'en', 'json'] as const)('exports in %s', (language) => {
  test('are recognized, and make the same records', async () => {
    const { run, team } = await importStage(service);
    for (const [resource, values] of files) {
      const file =
        language === 'json' ? jsonLines(resource, values) : csv(resource, values, language);
      const imported = await run(file, {}, `${resource}.csv`);
      expect((imported.table as Json).guess).toMatchObject({
        ...{ preset: 'pauta', source: 'pauta', unmapped: [], questions: [] },
      });
      expect(imported.row_counts, resource).toMatchObject({ created: 1, refused: 0, noted: 0 });
      const again = await run(file, {}, `${resource}.csv`);
      expect(again.row_counts, resource).toMatchObject({ unchanged: 1, created: 0, updated: 0 });
    }
    const one = async (path: string) => ((await team.get(path)).data as unknown as Json[])[0];
    const ours = await one('/clients');
    expect(ours).toMatchObject({
      ...{ type: 'PF', name: 'Ana; Lima', cpf: '529.982.247-25', status: 'inactive', ...times },
      ...{ tags: ['a, b', 'c\\d'], address: { city: 'Recife' } },
    });
    expect(await one('/msgapp/contacts')).toMatchObject({ custom_name: '=1+1', ...times });
    const site = await one('/projects');
    expect(site).toMatchObject({
      ...{ slug: 'site-antigo', key: 'ANTIGO', client_id: ours?.id, priority: 'low', ...times },
    });
    expect(await one('/tasks')).toMatchObject({
      ...{ title: '-', project_id: site?.id, column: 'todo', position: 7, estimated_hours: 1.234 },
      ...times,
    });
    expect(await one('/deals')).toMatchObject({
      ...{ value: 1234.5, status: 'arquivado', is_starred: true, client_id: ours?.id, ...times },
    });
    expect(await one('/activities')).toMatchObject({ type: 'call', ...times });
  });
});
