import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { formatsOf } from '#panel/display/charts/model.ts';
import { labelOf } from '#panel/screens/reports/model.ts';
import { words as en } from '#panel/words/reports/en.ts';
import { words as pt } from '#panel/words/reports/pt-BR.ts';
import { defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { reportCsv } from '#server/features/reports/csv.ts';
import {
  type Dimension,
  type ReportName,
  reports,
  type Unit,
} from '#server/features/reports/definitions.ts';
import { getReport, listReportRecords } from '#server/features/reports/operations.ts';
import type { Actor } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { type Json, type TestTeam, useService } from '#test/support/harness.ts';
import { makePerson, ownPage, type TestPerson } from '#test/support/people.ts';
import { connectTo } from '#test/support/processes.ts';
import { fillAgency } from './agency.ts';

/* Reports: periods, refusals, masked values, and teams. Their numbers are tested in equality.test.ts. */

const service = useService();

let team: TestTeam;
let owner: TestPerson;
let masked: TestPerson;
beforeAll(async () => {
  team = await service.team();
  await fillAgency(service, team, 11);
  owner = await makePerson(service, team, 'owner');
  masked = await makePerson(service, team, 'member', { seesValues: false });
});

interface Report {
  readonly totals: readonly { measure: string; value: number | null; previous: number | null }[];
  readonly rows: readonly {
    key: string | null;
    label: string | null;
    values: readonly (number | null)[];
    previous: readonly (number | null)[];
  }[];
  readonly columns: readonly { measure: string; unit: string }[];
  readonly is_masked: boolean;
  readonly [name: string]: unknown;
}

const reportOf = async (person: TestPerson, query: string) => {
  const { status, data, text } = await person.get(`/reports?${query}`);
  expect(status, `${query}: ${text}`).toBe(200);
  return data as unknown as Report;
};

const year = 'from=2026-01-01&to=2026-12-31';
const names = Object.keys(reports) as ReportName[];

test('the period is the current month by default, and the one before has the same number of months or days', async () => {
  const [today] = await service.sql(
    `select (now() at time zone time_zone)::date::text as day from teams where id = $1`,
    [team.id],
  );
  const current = await reportOf(owner, '');
  expect(current).toMatchObject({ report: 'funnel', by: 'phase', is_approximate: false });
  expect(String(current.from)).toBe(`${String(today?.day).slice(0, 7)}-01`);
  for (const [from, to, previous_from, previous_to] of [
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    ['2026-03-02', '2026-03-31', '2026-01-31', '2026-03-01'],
    ['2026-03-10', '2026-03-10', '2026-03-09', '2026-03-09'],
  ])
    expect(await reportOf(owner, `from=${from}&to=${to}`)).toMatchObject({
      ...{ from, to, previous_from, previous_to },
    });
});

test('rows of months and weeks are complete, in order, next to those of the previous period', async () => {
  const { rows, totals, columns } = await reportOf(
    owner,
    'report=won_lost&by=month&from=2026-01-01&to=2026-03-31',
  );
  expect(rows.map(({ key }) => key)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01']);
  const before = await reportOf(owner, 'report=won_lost&by=month&from=2025-10-01&to=2025-12-31');
  expect(rows.map(({ previous }) => previous)).toEqual(before.rows.map(({ values }) => values));
  expect(totals.map(({ previous }) => previous)).toEqual(before.totals.map(({ value }) => value));
  const won = columns.findIndex(({ measure }) => measure === 'won');
  expect(rows.reduce((sum, { values }) => sum + Number(values[won]), 0)).toBe(totals[won]?.value);
  const weeks = await reportOf(owner, 'report=hours&by=week&from=2026-03-04&to=2026-03-17');
  expect(weeks.rows.map(({ key }) => key)).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
});

test.each([
  ['report=sales', 'report'],
  ['by=inbox', 'by'],
  ['report=funnel&project_id=0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11', 'project_id'],
  ['from=2026-01-01', 'from'],
  ['from=2026-02-01&to=2026-01-31', 'to'],
  ['from=2024-01-01&to=2026-02-01', 'to'],
  ['from=1999-01-01&to=1999-02-01', 'from'],
  ['from=2026-02-30&to=2026-03-01', 'from'],
  ['client_id=1', 'client_id'],
])('%s is refused, naming the parameter', async (query, name) => {
  for (const path of ['/reports', '/reports/records']) {
    const { status, body } = await owner.get(`${path}?${query}`);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(name);
  }
});

test('measures without records, and contradicting rows, are refused', async () => {
  for (const query of [
    'report=hours&measure=capacity',

    'report=retainers&measure=available',
    'report=won_lost&measure=constructor',
    'report=won_lost&measure=won&row=a&without_key=true',
    'page=0',
    'limit=101',
  ])
    expect((await owner.get(`/reports/records?${query}`)).status, query).toBe(400);
});

test('a member who may not see values gets null for money and what follows from it, in lists too', async () => {
  for (const name of names) {
    const { measures, by } = reports[name];
    const confidential = Object.entries(measures).filter(
      ([, { isConfidential }]) => isConfidential,
    );
    for (const dimension of by.filter((each) => each !== 'week')) {
      const query = `report=${name}&by=${dimension}&${year}`;
      const [all, hidden] = [await reportOf(owner, query), await reportOf(masked, query)];
      expect([all.is_masked, hidden.is_masked]).toEqual([false, confidential.length > 0]);
      const places = new Set(
        all.columns.flatMap(({ measure }, i) =>
          confidential.some(([each]) => each === measure) ? [i] : [],
        ),
      );
      expect(hidden.totals).toEqual(
        all.totals.map((total, i) =>
          places.has(i) ? { ...total, value: null, previous: null } : total,
        ),
      );
      const without = (values: readonly (number | null)[]) =>
        values.map((value, i) => (places.has(i) ? null : value));
      const ordered = (rows: Report['rows']) =>
        rows.toSorted((a, b) => String(a.key).localeCompare(String(b.key)));
      expect(ordered(hidden.rows)).toEqual(
        ordered(all.rows).map((row) => ({
          ...row,
          values: without(row.values),
          previous: without(row.previous),
        })),
      );
    }
    for (const [measure] of confidential) {
      const query = `report=${name}&measure=${measure}&${year}`;
      const expected = await owner.get(`/reports/records?${query}`);
      const { data } = await masked.get(`/reports/records?${query}`);
      expect(data).toMatchObject({ is_masked: true });
      expect(data.records).toEqual(
        (expected.data.records as Json[]).map((each) => ({ ...each, value: null })),
      );
    }
  }
});

test('a member who loses the right to see values loses them within a second', async () => {
  const bia = await makePerson(service, team, 'member');
  const query = `report=won_lost&by=month&${year}`;
  expect((await reportOf(bia, query)).is_masked).toBe(false);
  expect((await owner.put(`/members/${bia.userId}`, { sees_values: false })).status).toBe(200);
  // Rights of a session are cached for about a second.
  await expect.poll(async () => (await reportOf(bia, query)).is_masked).toBe(true);
});

test('a member counts no conversations of inboxes that are hidden from them', async () => {
  const inboxes = await service.sql(
    `select distinct inbox_id as id from conversations where team_id = $1`,
    [team.id],
  );
  const [hidden] = inboxes;
  const before = await reportOf(masked, `report=answers&by=inbox&${year}`);
  const names = before.columns.map(({ measure }) => measure);
  const of = ({ rows }: Report, inbox: unknown) => rows.find(({ key }) => key === inbox)?.values;
  expect(of(before, hidden?.id)).toBeDefined();
  const restricted = { access: 'chosen', user_ids: [owner.userId], squad_ids: [] };
  expect((await owner.put(`/inboxes/${String(hidden?.id)}/access`, restricted)).status).toBe(200);
  const query = `report=answers&by=inbox&${year}`;
  // Permissions are read again half a second later.
  await expect.poll(async () => of(await reportOf(masked, query), hidden?.id)).toBeUndefined();
  const [all, visible] = [await reportOf(owner, query), await reportOf(masked, query)];
  expect(of(all, hidden?.id)).toEqual(of(before, hidden?.id));
  for (const measure of ['answers', 'resolutions', 'backlog']) {
    const place = names.indexOf(measure);
    const missing = Number(of(all, hidden?.id)?.[place]);
    expect(missing).toBeGreaterThan(0);
    expect(visible.totals[place]?.value).toBe(Number(all.totals[place]?.value) - missing);
    const list = await masked.get(`/reports/records?${query}&measure=${measure}`);
    expect(list.data.total).toBe(visible.totals[place]?.value);
    const named = await masked.get(
      `/reports/records?${query}&measure=${measure}&row=${String(hidden?.id)}`,
    );
    expect(named.data.total).toBe(0);
    const filtered = await masked.get(
      `/reports/records?${query}&measure=${measure}&inbox_id=${String(hidden?.id)}`,
    );
    expect(filtered.data.total).toBe(0);
  }
});

describe('teams', () => {
  test('a team without records has reports without values', async () => {
    const empty = await service.team();
    const person = await makePerson(service, empty, 'owner');
    for (const name of names) {
      const { totals } = await reportOf(person, `report=${name}&${year}`);
      for (const { measure, value } of totals)
        if (measure !== 'capacity' && measure !== 'utilisation') expect(value || null).toBeNull();
      const records = await person.get(`/reports/records?report=${name}&${year}`);
      expect(records.data).toMatchObject({ total: 0, records: [] });
    }
  });

  test('records of another team change nothing, and its ids as filters give nothing', async () => {
    const otherTeam = await service.team();
    await fillAgency(service, otherTeam, 12);
    const [{ id: client } = {}] = await service.sql(`select id from clients where team_id = $1`, [
      otherTeam.id,
    ]);
    const [{ id: user } = {}] = await service.sql(`select id from users where team_id = $1`, [
      otherTeam.id,
    ]);
    for (const name of names) {
      const { filters } = reports[name];
      for (const [filter, id] of [
        ['client_id', client],
        ['user_id', user],
      ] as const) {
        if (!filters.includes(filter)) continue;
        const { totals } = await reportOf(owner, `report=${name}&${filter}=${String(id)}&${year}`);
        for (const { measure, value } of totals)
          if (measure !== 'capacity' && measure !== 'utilisation')
            expect(value || null, `${name}.${measure}`).toBeNull();
        const records = await owner.get(
          `/reports/records?report=${name}&${filter}=${String(id)}&${year}`,
        );
        expect(records.data.total).toBe(0);
      }
    }
    const ids = new Set(
      (await service.sql(`select id from deals where team_id = $1`, [otherTeam.id])).map(
        ({ id }) => id,
      ),
    );
    const { data } = await owner.get(`/reports/records?report=funnel&${year}&limit=100`);
    for (const { id } of data.records as Json[]) expect(ids.has(id)).toBe(false);
  });
});

test('billable hours are revenue on the days before and after a contract of the project, in the team’s time zone', async () => {
  const [project] = await service.sql(
    `select p.id, c.id as client from projects p, clients c where p.team_id = $1 and c.team_id = $1 limit 1`,
    [team.id],
  );
  await service.sql(
    `with contract as (
      insert into contracts (team_id, id, title, client_id, value, period, status, starts_on, ends_on, project_ids)
      values ($1, uuid7(), 'Maio', $3, 1, 'monthly', 'active', '2021-05-10', '2021-05-10', array[$2::uuid]) returning id)
    insert into contract_projects (team_id, contract_id, project_id) select $1, c.id, $2 from contract c`,
    [team.id, project?.id, project?.client],
  );
  await service.sql(
    `insert into time_entries (team_id, id, user_id, project_id, client_id, started_at, minutes, is_billable, hourly_rate, origin)
    select $1, uuid7(), $4, $2, $3, e.at::timestamp at time zone 'America/Sao_Paulo', 60, true, e.rate, 'typed'
    from (values ('2021-05-09 23:59:59', 1), ('2021-05-10 00:00', 10), ('2021-05-10 23:59:59', 100), ('2021-05-11 00:00', 1000)) e (at, rate)`,
    [team.id, project?.id, project?.client, owner.userId],
  );
  onTestFinished(async () => {
    for (const sql of [
      `delete from time_entries where team_id = $1 and started_at < '2022-01-01'`,
      `delete from contract_projects where team_id = $1 and contract_id in (select id from contracts where ends_on = '2021-05-10')`,
      `delete from contracts where team_id = $1 and ends_on = '2021-05-10'`,
    ])
      await service.sql(sql, [team.id]);
  });
  const query = `report=profit&by=month&from=2021-05-01&to=2021-05-31&project_id=${String(project?.id)}`;
  const { totals } = await reportOf(owner, query);
  expect(totals.find(({ measure }) => measure === 'revenue')?.value).toBe(1001);
});

test('a report that takes too long is refused, and says what to change', async () => {
  const limits = { ...defaultTimeouts.command, statement: 3_000, scan: 500 };
  const database = openDatabase(service.connection, 'test', 10, () => {}, limits);
  const operator = await connectTo(service.connection);
  onTestFinished(async () => {
    await database.close();
    await operator.end();
  });
  const db = database.team(team.id);
  const ctx = { db, actor: { kind: 'operator' }, team, settings: {} } as never;
  const query = { report: 'hours', from: '2026-01-01', to: '2026-12-31' };
  // Statements of the report wait for the table; those in front of it do not.
  await operator.query('begin; lock table time_entries in access exclusive mode');
  const sum =
    'This report reads too many records, and is now being added up: repeat it in a minute, or choose a shorter period.';
  const narrow = 'This report reads too many records: choose a shorter period, or add a filter.';
  const filtered = { ...query, user_id: owner.userId };
  const calls = [
    [() => perform(getReport, ctx, { query }), sum],
    [() => perform(reportCsv, ctx, { query }), sum],
    // Sums serve neither filters nor lists of records.
    [() => perform(getReport, ctx, { query: filtered }), narrow],
    [() => perform(listReportRecords, ctx, { query }), narrow],
  ] as const;
  for (const [call, message] of calls)
    await expect(call()).rejects.toMatchObject({
      ...{ code: 'TOO_COSTLY', status: 422, message },
      reason: message === sum ? 'being_added_up' : undefined,
    });
  await operator.query('rollback');
  for (const [call] of calls) await call();
});

test('reports of records that the database has not analysed yet are not refused', async () => {
  const newTeam = await service.team();
  await service.sql(
    `insert into deals (team_id, id, title, phase, created_at)
     select $1, uuid7(), 'Site', 'proposta', now() - interval '20 days' from generate_series(1, 6000)`,
    [newTeam.id],
  );
  await service.sql(
    `insert into moves (team_id, resource, id, record_id, field, was, became, moved_at)
     select $1, 'deals', uuid7(), d.id, 'phase', m.was, m.became, d.created_at + m.days * interval '1 day' from deals d
       cross join (values (1, 'lead', 'contato'), (2, 'contato', 'proposta')) m (days, was, became) where d.team_id = $1`,
    [newTeam.id],
  );
  await service.sql('delete from pg_statistic');
  await service.sql(
    `update pg_class set reltuples = -1, relpages = 0 where relnamespace = 'public'::regnamespace`,
  );
  const database = openDatabase(service.connection, 'test', 10, () => {}, {
    ...defaultTimeouts.command,
    ...{ statement: 3_000, scan: 500 },
  });
  onTestFinished(() => database.close());
  const ctx = {
    db: database.team(newTeam.id),
    actor: { kind: 'operator' },
    team: newTeam,
  } as never;
  const query = { report: 'funnel', from: '2026-01-01', to: '2026-12-31' };
  expect(await perform(getReport, ctx, { query })).toMatchObject({
    totals: [{ measure: 'entries', value: 18_000 }, {}, {}, {}],
  });
  // They are in no count of the team's records, and the next tests need statistics.
  for (const table of ['moves', 'deals'])
    await service.sql(`delete from ${table} where team_id = $1`, [newTeam.id]);
  await service.sql('analyze');
});

test('a key reads reports', async () => {
  const { status, data } = await team.get(`/reports?report=won_lost&${year}`);
  expect(status).toBe(200);
  expect(data.totals).toEqual((await reportOf(owner, `report=won_lost&${year}`)).totals);
});

describe('the CSV', () => {
  const fileOf = async (person: TestPerson, query: string) => {
    const { statusCode, payload } = await service.app.inject({
      url: `/api/panel/teams/${team.slug}/reports.csv?${query}`,
      headers: { cookie: `pauta_session=${person.token}`, ...ownPage },
    });
    expect(statusCode, payload).toBe(200);
    return payload
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').map((cell) => cell.replace(/^"(.*)"$/, '$1')));
  };

  /** Cells of the panel's table: of each measure, the value and that of the previous period. */
  const tableOf = (report: Report, name: ReportName, locale: 'pt-BR' | 'en') => {
    const words = { 'pt-BR': pt, en }[locale];
    const by = report.by as Dimension;
    const { without, buckets, deleted } = words;
    const lines = [
      ...report.rows.map((row) => ({
        ...row,
        label: labelOf(by, row, { locale, without, buckets, deleted }),
      })),
      {
        label: words.total,
        values: report.totals.map(({ value }) => value),
        previous: report.totals.map(({ previous }) => previous),
      },
    ];
    const formats = report.columns.map(({ unit }, at) =>
      formatsOf(unit as Unit, locale).column(
        lines.flatMap(({ values, previous }) => [values[at] ?? null, previous[at] ?? null]),
      ),
    );
    return {
      head: [
        words.dimensions[by],
        ...report.columns.flatMap(({ measure }) =>
          Array(2).fill(words.measures[`${name}.${measure}`]?.name),
        ),
      ],
      lines: lines.map(({ label, values, previous }) => [
        label,
        ...formats.flatMap((format, at) =>
          [values, previous].map((each) => format(each[at] ?? null)),
        ),
      ]),
    };
  };

  /** A cell of the table as a file has it: without units and thousands separators; a dash is an empty cell. */
  const plain = (text: string, locale: 'pt-BR' | 'en') => {
    const digits = text.replaceAll(/[^\d.,–-]/g, '');
    if (digits === '–') return '';
    return locale === 'en' ? digits.replaceAll(',', '') : digits.replaceAll('.', '');
  };
  /** Without zeros at the end of the decimals: money is 1,50 in the table and 1,5 in the file. */
  const trimmed = (text: string) => text.replace(/([.,]\d*?)0+$/, '$1').replace(/[.,]$/, '');
  const unitsOf = {
    count: '',
    money: 'R$',
    hours: 'h',
    days: /dias?|days?/,
    percent: '%',
  } as const;

  test.each([
    ['pt-BR', 'pt', 'período anterior'],
    ['en', 'en', 'previous period'],
  ] as const)(
    'in %s equals the table of the panel in every cell, with the units in its headers',
    async (locale, language, before) => {
      const seeing = await makePerson(service, team, 'member', { mayExport: true });
      const blind = await makePerson(service, team, 'member', {
        seesValues: false,
        mayExport: true,
      });
      for (const person of [seeing, blind])
        for (const name of names)
          for (const by of reports[name].by) {
            const query = `report=${name}&by=${by}&${year}`;
            const report = await reportOf(person, query);
            const [head = [], ...lines] = await fileOf(person, `${query}&language=${language}`);
            const table = tableOf(report, name, locale);
            expect(
              lines.map(([label]) => label),
              query,
            ).toEqual(table.lines.map(([label]) => label));
            expect(
              lines.map(([, ...cells]) => cells),
              query,
            ).toEqual(
              table.lines.map(([, ...cells]) => cells.map((text) => trimmed(plain(text, locale)))),
            );
            expect(head[0]).toBe(table.head[0]);
            for (const [at, { unit }] of report.columns.entries()) {
              const title = String(table.head[1 + 2 * at]);
              const unitText = unitsOf[unit as Unit];
              // The unit in the header is that of the cells.
              const cell = table.lines
                .flatMap((line) => line[1 + 2 * at] ?? [])
                .find((text) => text !== '–');
              if (cell !== undefined) expect(cell).toMatch(unitText);
              const [current = '', previous = ''] = head.slice(1 + 2 * at);
              const notes = (text: string) =>
                /^ \((.*)\)$/.exec(text.slice(title.length))?.[1] ?? text.slice(title.length);
              expect([current.startsWith(title), previous.startsWith(title)]).toEqual([true, true]);
              expect(notes(current)).toMatch(unitText);
              expect(notes(previous)).toBe([notes(current), before].filter(Boolean).join(', '));
            }
          }
    },
  );

  test('is for members who may export, without values that they may not see', async () => {
    const query = `report=profit&${year}`;
    expect((await masked.get(`/reports.csv?${query}`)).status).toBe(403);
    const blind = await makePerson(service, team, 'member', { seesValues: false, mayExport: true });
    const lines = await fileOf(blind, query);
    const [head] = lines;
    expect(head?.slice(0, 3)).toEqual([
      'Cliente',
      'Receita (R$)',
      'Receita (R$, período anterior)',
    ]);
    for (const line of lines.slice(1)) expect(line.slice(1, 9)).toEqual(Array(8).fill(''));
    expect((await blind.get(`/reports.csv?${query}&by=inbox`)).status).toBe(400);
  });

  test('contains no formula', async () => {
    const exporter = await makePerson(service, team, 'owner', { mayExport: true });
    await service.sql(`update clients set name = '=1+1' where team_id = $1`, [team.id]);
    const lines = await fileOf(exporter, `report=hours&by=client&${year}`);
    expect(lines.length).toBeGreaterThan(3);
    for (const [label] of lines.slice(1, -2)) expect(label).toMatch(/^('=1\+1|Sem cliente)$/);
  });

  test('ends once the member may no longer export or see values', async () => {
    const exporter = await makePerson(service, team, 'member', { mayExport: true });
    const query = `report=profit&by=project&${year}`;
    const actor: Actor = {
      kind: 'user',
      userId: exporter.userId,
      personId: exporter.personId,
      sessionId: exporter.sessionId,
      role: 'member',
      authenticatedAt: Date.now(),
      mayExport: true,
      seesValues: true,
    };
    const db = service.database.team(team.id);
    for (const [change, back] of [
      ['may_export = false', 'may_export = true'],
      ['sees_values = false', 'sees_values = true'],
      ['suspended_at = now()', 'suspended_at = null'],
    ] as const) {
      const { stream } = await perform(
        reportCsv,
        { db, actor, team: { slug: team.slug, strictTaxIds: false }, settings: {} as never },
        { query: Object.fromEntries(new URLSearchParams(query)) },
      );
      const parts: string[] = [];
      const download = async () => {
        for await (const part of stream) {
          parts.push(String(part));
          await service.sql(`update users set ${change} where id = $1`, [exporter.userId]);
        }
      };
      await expect(download(), change).rejects.toThrow('reports.export');
      expect(parts.length).toBeLessThan(3);
      await service.sql(`update users set ${back} where id = $1`, [exporter.userId]);
    }
  });
});
