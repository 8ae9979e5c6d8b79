import { expect, test } from 'vitest';
import { type ExportedResource, exportedColumns } from '#server/records/exported-columns.ts';
import { createEveryField } from '#test/support/exports/every-field.ts';
import { exportedFile } from '#test/support/exports/work.ts';
import { useSharedService } from '#test/support/harness.ts';
import { importStage } from '#test/support/imports.ts';
import { makePerson } from '#test/support/people.ts';

/* export → empty team → import → export returns the same bytes, for records that use every field. */

const service = useSharedService();

/** In the order in which their links resolve. */
const order = [
  ...['clients', 'contacts', 'projects', 'tasks', 'deals', 'campaigns', 'activities'],
] as const satisfies readonly string[] as readonly ExportedResource[];

const writable = (resource: ExportedResource) =>
  exportedColumns[resource].filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name);

test.each(['csv', 'jsonl'] as const)(
  '%s files are the same after an import into an empty team',
  async (format) => {
    const from = await service.team('De');
    const ana = await makePerson(service, from, 'owner', { name: 'Ana' });
    const rui = await makePerson(service, from, 'member', { name: 'Rui' });
    const squad = await ana.post('/squads', { name: 'Criação' });
    const contract = await ana.post('/contracts', { title: 'Anual' });
    await createEveryField(from, [ana, rui], String(squad.data.id), String(contract.data.id));

    const into = await importStage(service);
    const owner = await makePerson(service, into.team, 'owner', { name: 'Dona' });
    await owner.post('/squads', { name: 'Criação' });
    await owner.post('/contracts', { title: 'Anual' });
    for (const { email, personId } of [ana, rui])
      await service.sql(
        `insert into users (team_id, id, person_id, name, email, role)
      select $1, gen_random_uuid(), $2, name, $3, 'member' from users where person_id = $2`,
        [into.team.id, personId, email],
      );
    const body = (resource: ExportedResource) => ({
      ...{ resource, format, columns: writable(resource), query: 'sort=created_at' },
    });
    const before = new Map<ExportedResource, string>();
    for (const resource of order)
      before.set(resource, (await exportedFile(service, from, ana, body(resource))).toString());
    for (const [resource, text] of before) {
      const done = await into.run(text, {}, `${resource}.${format}`);
      expect(done.state, JSON.stringify(done)).toBe('applied');
    }
    for (const [resource, text] of before)
      expect(
        (await exportedFile(service, into.team, owner, body(resource))).toString(),
        resource,
      ).toBe(text);
  },
);
