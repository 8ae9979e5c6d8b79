import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, type TestTeam, useSharedService } from '#test/support/harness.ts';
import { importStage, sumOf } from '#test/support/imports.ts';

/*
 * Generated files against records that are active, archived, in the trash or deleted: every row of the file has exactly one outcome, which is traced to
 * its line, a check counts what applying does, and the same file again changes nothing.
 */

const service = useSharedService();

/** Cells from small pools, so that rows repeat each other and match records. Some are wrong. */
const pools = {
  external: ['A1', 'A2', 'A3', 'A4', '', ''],
  taxId: ['11.222.333/0001-81', '529.982.247-25', '52998224725', '11.222.333/0001-80', '', ''],
  phone: ['(11) 99876-5432', '+55 11 9876-5432', '11 3333-4444', '5,51E+12', '123', ''],
  email: ['maria@aurora.com.br', 'MARIA@aurora.com.br', 'joao@example.com', 'x@', ''],
  name: ['Maria Souza', 'Padaria Aurora', 'padaria aurora', 'João\nLima', '=1+1', 'Ação', ''],
  date: ['05/10/2026', '31/02/2026', '2026-11-01', ''],
  place: ['Fazendo', 'fazendo', 'Feito', ''],
  status: ['ativo', 'inativo', '', '', ''],
  outcome: ['Aberto', 'Ganho', 'Perdido', 'talvez', '', ''],
  value: ['1.234,56', '10', 'muito', ''],
  tags: ['vip', 'vip, novo', ''],
} as const;
type Pool = keyof typeof pools | 'id';

interface Kind {
  readonly records: readonly Json[];
  /** Field of each column as `record.field`, and its pool. */
  readonly columns: readonly (readonly [target: string, pool: Pool])[];
  readonly primary: string;
  readonly resource: string;
  readonly matchBy: readonly (string | null | undefined)[];
}

/** Names of the columns, by their fields. */
const headers: Readonly<Record<string, string>> = {
  ...{ id: 'ID', external_id: 'Código', tax_id: 'CPF/CNPJ', name: 'Nome', custom_name: 'Contato' },
  ...{ phone: 'Telefone', email: 'E-mail', status: 'Situação', tags: 'Etiquetas', title: 'Título' },
  ...{ value: 'Valor', phase: 'Etapa', outcome: 'Resultado', client_name: 'Cliente' },
  ...{ column: 'Coluna', project_name: 'Projeto', due_date: 'Prazo', expected_close_date: 'Data' },
};

const single = (key: string, resource: string) => [{ key, resource, links: {} }];

const kinds: Readonly<Record<string, Kind>> = {
  clients: {
    ...{ resource: 'clients', primary: 'client', records: single('client', 'clients') },
    columns: [
      ['client.id', 'id'],
      ['client.external_id', 'external'],
      ['client.tax_id', 'taxId'],
      ['client.name', 'name'],
      ['client.phone', 'phone'],
      ['client.email', 'email'],
      ['client.status', 'status'],
    ],
    matchBy: [undefined, null, 'id', 'external_id', 'document', 'phone', 'email'],
  },
  contacts: {
    ...{ resource: 'contacts', primary: 'contact' },
    records: [
      { key: 'client', resource: 'clients', links: {} },
      { key: 'contact', resource: 'contacts', links: { client_id: 'client' } },
    ],
    columns: [
      ['contact.id', 'id'],
      ['contact.external_id', 'external'],
      ['contact.phone', 'phone'],
      ['contact.custom_name', 'name'],
      ['client.name', 'name'],
      ['client.email', 'email'],
      ['contact.tags', 'tags'],
    ],
    matchBy: [undefined, null, 'id', 'external_id', 'phone'],
  },
  deals: {
    ...{ resource: 'deals', primary: 'deal', records: single('deal', 'deals') },
    columns: [
      ['deal.id', 'id'],
      ['deal.external_id', 'external'],
      ['deal.title', 'name'],
      ['deal.value', 'value'],
      ['deal.phase', 'place'],
      ['deal.outcome', 'outcome'],
      ['deal.client_name', 'name'],
      ['deal.expected_close_date', 'date'],
    ],
    matchBy: [undefined, null, 'id', 'external_id'],
  },
  tasks: {
    ...{ resource: 'tasks', primary: 'task', records: single('task', 'tasks') },
    columns: [
      ['task.id', 'id'],
      ['task.external_id', 'external'],
      ['task.title', 'name'],
      ['task.column', 'place'],
      ['task.project_name', 'name'],
      ['task.due_date', 'date'],
      ['task.tags', 'tags'],
    ],
    matchBy: [undefined, null, 'id', 'external_id'],
  },
};

/** A row of a generated file: indexes into the pools, and the blank lines before it. */
interface GeneratedRow {
  readonly picks: readonly number[];
  readonly blank: number;
}

const generatedRow = (width: number): fc.Arbitrary<GeneratedRow> =>
  fc.record({
    picks: fc.array(fc.nat(1_000), { minLength: width, maxLength: width }),
    blank: fc.constantFrom(0, 0, 0, 1, 2),
  });

/** Writes the file, and returns the line of each of its rows. */
function fileOf({ columns }: Kind, rows: readonly GeneratedRow[], ids: readonly string[]) {
  const quoted = (cell: string) => (/["\n;]/.test(cell) ? `"${cell}"` : cell);
  let text = `${columns.map(([target]) => headers[target.replace(/^\w+\./, '')] ?? target).join(';')};Marca\n`;
  const lines: number[] = [];
  let line = 2;
  for (const { picks, blank } of rows) {
    text += `${';'.repeat(columns.length)}\n`.repeat(blank);
    line += blank;
    const cells = columns.map(([, pool], i) => {
      const values = pool === 'id' ? [...ids, 'nenhum', '', '', '', ''] : pools[pool];
      return values[(picks[i] ?? 0) % values.length] ?? '';
    });
    const written = [...cells, 'fim'].map(quoted).join(';');
    lines.push(line);
    text += `${written}\n`;
    line += written.split('\n').length;
  }
  return { text, lines };
}

const recordTables = ['clients', 'contacts', 'projects', 'deals', 'tasks', 'comments', 'columns'];

/** All records of a team, as the database has them. */
const dumpOf = async (team: TestTeam) =>
  Object.fromEntries(
    await Promise.all(
      recordTables.map(async (name) => [
        name,
        await service.sql(
          `select row_to_json(t)::text as row from ${name} t where team_id = $1 order by id`,
          [team.id],
        ),
      ]),
    ),
  ) as Record<string, Json[]>;

/** Rows with another outcome in a second run, and why the first one refused them. */
const differences = `
  select a.line, a.outcome, a.problems -> 0 ->> 'code' as was, b.outcome as became, b.problems
  from import_rows a join import_rows b on b.import_id = $2 and b.n = a.n
  where a.import_id = $1 and (b.outcome in ('created', 'updated') or (a.outcome = 'refused') <> (b.outcome = 'refused'))
  order by a.n`;

const combinations = Object.entries(kinds).flatMap(([name, { matchBy }]) =>
  matchBy.map((by) => [name, by] as const),
);

/** Deletes, archives or trashes some of the records. */
async function leaveSome(team: TestTeam, { resource }: Kind): Promise<string[]> {
  const rows = await service.sql(`select id from ${resource} where team_id = $1 order by id`, [
    team.id,
  ]);
  const ids = rows.map(({ id }) => String(id));
  const path = resource === 'contacts' ? '/msgapp/contacts' : `/${resource}`;
  for (const [i, id] of ids.entries()) {
    if (i % 3 === 1) await team.delete(`${path}/${id}`);
  }
  return ids;
}

const optionsOf = (kind: Kind, by: string | null | undefined, choices: Json): Json => ({
  records: kind.records,
  columns: kind.columns.map(([target], column) => {
    const [record, field] = target.split('.');
    return { column, record, field };
  }),
  primary: kind.primary,
  ...(by === undefined ? {} : { match_by: { [kind.primary]: by } }),
  ...choices,
});

test.each(combinations)(
  '%s, found by %s: each row has one outcome and its line, and the same file changes nothing',
  async (name, by) => {
    const kind = kinds[name] as Kind;
    const at = await importStage(service);
    const { team } = at;
    const project = await team.create('projects', { name: 'Site' });
    const further = kind.resource === 'tasks' ? { project_id: project.id } : {};

    /** Imports a file and holds its report to the file and to the database. */
    async function imported(rows: readonly GeneratedRow[], ids: readonly string[], choices: Json) {
      const { text, lines } = fileOf(kind, rows, ids);
      const options = optionsOf(kind, by, { ...choices, ...further });
      const before = await dumpOf(team);
      const result = await at.run(text, options, `${name}.csv`);
      const counts = result.row_counts as Json;
      expect(result.state, text).toBe('applied');
      expect(sumOf(counts), text).toBe(rows.length);
      expect(counts, text).toMatchObject({ total: rows.length, done: rows.length });
      const outcomes = await service.sql(
        'select n, line, outcome, problems from import_rows where import_id = $1 order by n',
        [result.id],
      );
      expect(outcomes.map(({ n, line }) => [n, line])).toEqual(lines.map((l, i) => [i + 1, l]));
      for (const outcome of ['created', 'updated', 'unchanged', 'refused', 'in_trash'])
        expect(outcomes.filter((row) => row.outcome === outcome)).toHaveLength(
          Number(counts[outcome]),
        );
      for (const { outcome, problems } of outcomes)
        if (outcome === 'refused') expect(problems, text).not.toBe(null);
      expect(result.checked, `check of\n${text}`).toEqual(counts);
      const after = await dumpOf(team);
      const made = counts.records as Record<string, { created: number }>;
      for (const table of ['clients', 'contacts', 'deals', 'tasks', 'projects'])
        expect(after[table]?.length, `${table} of\n${text}`).toBe(
          Number(before[table]?.length) + Number(made[table]?.created ?? 0),
        );
      const [changes] = await service.sql(
        `select count(*) filter (where action = 'created')::int as created,
          count(distinct n)::int as rows from import_changes where import_id = $1`,
        [result.id],
      );
      const ofRecords = Object.values(made).reduce((sum, { created }) => sum + created, 0);
      expect(changes).toEqual({
        created: ofRecords,
        rows: Number(counts.created) + Number(counts.updated),
      });
      return { id: String(result.id), text, after, options };
    }

    const width = kind.columns.length;
    const rowsOf = fc.array(generatedRow(width), { minLength: 8, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        rowsOf,
        fc.tuple(rowsOf, rowsOf, rowsOf),
        fc.shuffledSubarray(['skip', 'restore_and_update', 'create_new'], { minLength: 3 }),
        async (first, files, inactive) => {
          await imported(first, [], {});
          const ids = await leaveSome(team, kind);
          for (const [i, on_match] of ['skip', 'fill_blanks', 'overwrite'].entries()) {
            const choices = { on_match, on_inactive: inactive[i] };
            const { id, text, after, options } = await imported(files[i] ?? [], ids, choices);
            if (by === null) continue;
            let { id: last, after: records } = { id, after };
            for (let runs = 0; ; runs += 1) {
              const again = await at.run(text, options, `${name}.csv`);
              const differing = await service.sql(differences, [last, again.id]);
              expect(sumOf(again.row_counts as Json)).toBe(files[i]?.length);
              // A later row has created the record that the first one could not, or has replaced the document, phone or e-mail address by
              // which an earlier one is found: then it is the next run that changes nothing.
              const isAdded = differing.some(({ was }) => was === 'missing');
              const hasNewKeys = kind.resource === 'clients' && on_match === 'overwrite';
              if ((isAdded || (hasNewKeys && differing.length > 0)) && runs < 2) {
                ({ last, records } = { last: String(again.id), records: await dumpOf(team) });
                continue;
              }
              const context = `${JSON.stringify({ choices, differing })}\n${text}`;
              expect(again.row_counts, context).toMatchObject({ created: 0, updated: 0 });
              expect(await dumpOf(team), context).toEqual(records);
              break;
            }
          }
        },
      ),
      {
        ...{ numRuns: 1, endOnFailure: true },
        reporter: ({ failed, seed, errorInstance }) => {
          if (failed) throw new Error(`seed ${seed}`, { cause: errorInstance });
        },
      },
    );
  },
);
