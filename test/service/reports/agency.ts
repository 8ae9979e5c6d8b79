import { v7 as uuidv7 } from 'uuid';
import { seedTeams } from '#bench/seed-teams.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import type { Json, Service, TestTeam } from '#test/support/harness.ts';

/* A team with two years of an agency's records, the same in each run, for reports. */

/** Random numbers from 0 to 1 of a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = () => number;
export const pick = <T>(random: Random, of: readonly T[]): T =>
  of[Math.floor(random() * of.length)] as T;

export const phases = ['lead', 'contato', 'proposta', 'ganho', 'perdido'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Rows of a table, as JSON. */
export const rowsOf = async (service: Service, team: TestTeam, table: string): Promise<Json[]> =>
  ((
    await service.sql(
      `select json_agg(row_to_json(t)) as rows from ${table} t where team_id = $1`,
      [team.id],
    )
  )[0]?.rows ?? []) as Json[];

async function insert(service: Service, table: string, rows: readonly Json[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  await service.sql(
    `insert into ${table} (${names.map((name) => `"${name}"`).join()}) select ${names.map((name) => `"${name}"`).join()}
     from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

const iso = (at: number) => new Date(at).toISOString();
const moveOf = (team: TestTeam, values: Json): Json => ({
  ...{ team_id: team.id, id: uuidv7(), user_id: null, was: null, value: null },
  ...values,
});

/** Moves of deals that end in their phase; some are undone within minutes. */
function movesOfDeals(team: TestTeam, deals: readonly Json[], random: Random): Json[] {
  return deals.flatMap((deal) => {
    const moves: Json[] = [];
    const steps = Math.floor(random() * 5);
    let at = Date.parse(String(deal.created_at));
    let was = steps === 0 ? deal.phase : pick(random, phases);
    for (let step = 0; step < steps; step += 1) {
      const isLast = step === steps - 1;
      const became = isLast ? deal.phase : pick(random, phases);
      at += (random() < 0.2 ? 1 / 24 / 20 : random() * 40) * dayMs;
      if (at > Date.now()) break;
      if (became !== was) {
        const by = {
          record_id: deal.id,
          resource: 'deals',
          field: 'phase',
          user_id: team.users[0],
        };
        moves.push(moveOf(team, { ...by, was, became, moved_at: iso(at) }));
        if (random() < 0.15) {
          // Undone, and done again.
          moves.push(moveOf(team, { ...by, was: became, became: was, moved_at: iso(at + 60_000) }));
          moves.push(moveOf(team, { ...by, was, became, moved_at: iso(at + 120_000) }));
          at += 120_000;
        }
      }
      was = became;
    }
    return moves;
  });
}

/** Days of months back from today, as their first days. */
const monthsBack = (count: number) =>
  Array.from({ length: count }, (_, n) => {
    const date = new Date();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() - n);
    return iso(date.getTime()).slice(0, 10);
  });

/** Fills a team. */
export async function fillAgency(service: Service, team: TestTeam, seed: number): Promise<void> {
  const random = randomOf(seed);
  await seedTeams(
    service.connection,
    [
      {
        team: team.id,
        ...{ tasks: 600, deals: 500, clients: 12, activities: 1, contacts: 200, campaigns: 80 },
        ...{ projects: 15, users: 6, conversations: 200 },
      },
    ],
    () => {},
  );
  await service.sql(
    `update teams set deal_phases = $2, won_phases = '{ganho}', lost_phases = '{perdido}',
      phase_rules = '[{"phase":"lead","limit_days":null,"probability":10},{"phase":"proposta","limit_days":null,"probability":60}]' where id = $1`,
    [team.id, phases],
  );
  await service.sql(
    `update deals set loss_reason = (array['preço', 'prazo', null])[1 + abs(hashtext(id::text)) % 3],
      probability = (array[20, 50, 90, null])[1 + abs(hashtext(id::text || 'p')) % 4] where team_id = $1`,
    [team.id],
  );
  await service.sql(
    `update tasks set estimated_hours = 1 + abs(hashtext(id::text)) % 20, actual_hours = abs(hashtext(id::text || 'a')) % 25
      where team_id = $1 and abs(hashtext(id::text || 'e')) % 3 > 0`,
    [team.id],
  );
  // The sample may name a member twice, which the service never stores.
  await service.sql(
    `update tasks set assignee_ids = assignee_ids[1:1] where team_id = $1 and assignee_ids[1] = assignee_ids[2]`,
    [team.id],
  );
  const [deals, tasks, users] = await Promise.all(
    ['deals', 'tasks', 'users'].map((table) => rowsOf(service, team, table)),
  );
  await insert(service, 'moves', movesOfDeals(team, deals ?? [], random));
  const moved = (tasks ?? []).flatMap((task) =>
    Array.from({ length: Math.floor(random() * 3) }, () =>
      moveOf(team, {
        ...{
          record_id: task.id,
          resource: 'tasks',
          field: 'column',
          was: 'todo',
          became: 'review',
        },
        moved_at: iso(Date.parse(String(task.created_at)) + random() * 30 * dayMs),
      }),
    ),
  );
  await insert(service, 'moves', moved);
  const ids = (users ?? []).map(({ id }) => id);
  const entries = Array.from({ length: 1_500 }, () => {
    const task = pick(random, tasks ?? []);
    return {
      team_id: team.id,
      id: uuidv7(),
      user_id: random() < 0.95 ? pick(random, ids) : null,
      task_id: task.id,
      project_id: random() < 0.95 ? task.project_id : null,
      client_id: null,
      started_at: iso(Date.now() - random() * 730 * dayMs),
      minutes: random() < 0.02 ? 0.5 : Math.round(random() * 300),
      note: null,
      is_billable: random() < 0.7,
      hourly_rate: random() < 0.9 ? 150 : null,
      hourly_cost: random() < 0.9 ? 63.37 : null,
      origin: 'typed',
      created_at: iso(Date.now()),
      updated_at: iso(Date.now()),
    };
  });
  await insert(service, 'time_entries', entries);
  await service.sql(
    `update time_entries e set client_id = p.client_id from projects p where p.team_id = e.team_id and p.id = e.project_id and e.team_id = $1`,
    [team.id],
  );
  for (const month of monthsBack(14).slice(1)) {
    if (random() < 0.2) continue;
    await service.sql(
      `insert into deal_snapshots (team_id, month, time_zone, deals) values ($1, $2, 'America/Sao_Paulo', 0)`,
      [team.id, month],
    );
    await service.sql(
      `insert into deal_snapshot_entries (team_id, month, deal_id, value, probability, phase_probability, phase, expected_close_date, responsible_id)
       select $1, $2::date, id, value, probability, case phase when 'lead' then 10 end, phase,
         $2::date + (abs(hashtext(id::text || $2::text)) % 90 - 30), responsible_id
       from deals where team_id = $1 and abs(hashtext(id::text || $2::text || 'x')) % 4 = 0`,
      [team.id, month],
    );
  }
  await fillConversations(service, team, random);
  await fillContracts(service, team, random);
  await fillApprovals(service, team, random);
  await wrongTotals(service.database.platform, true);
}

/** Open time of the team, and of its first inbox. */
export const businessHours = {
  team: {
    weekly: [1, 2, 3, 4, 5].flatMap((weekday) => [
      { weekday, from: '09:00', to: '12:00' },
      { weekday, from: '13:30', to: '18:00' },
    ]),
    national_holidays: false,
    holidays: [{ date: '2024-12-24', name: 'Recesso', yearly: true }],
  },
  inbox: {
    weekly: [0, 2, 6].map((weekday) => ({ weekday, from: '18:00', to: '24:00' })),
    national_holidays: false,
    holidays: [],
  },
};

async function fillConversations(service: Service, team: TestTeam, random: Random) {
  await service.sql(`update teams set business_hours = $2 where id = $1`, [
    team.id,
    businessHours.team,
  ]);
  await service.sql(
    `update inboxes set business_hours = $2 where id = (select min(id::text)::uuid from inboxes where team_id = $1 and gateway = 'sandbox')`,
    [team.id, businessHours.inbox],
  );
  const statuses = ['open', 'snoozed', 'resolved'];
  for (const conversation of await rowsOf(service, team, 'conversations')) {
    const begin = Date.parse(String(conversation.created_at));
    const askedAt = begin + Math.floor(random() * 3_600) * 1_000;
    const answered = askedAt + Math.floor(random() ** 3 * 6 * 86_400) * 1_000;
    if (random() < 0.9)
      await service.sql(
        `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
         values ($1, $2, $3, $4, 'x', 'incoming', 'Oi', 'received', $5, $5)`,
        [team.id, uuidv7(), conversation.id, conversation.inbox_id, iso(askedAt)],
      );
    else if (random() < 0.5)
      await service.sql(`delete from messages where team_id = $1 and conversation_id = $2`, [
        team.id,
        conversation.id,
      ]);
    if (random() < 0.7 && answered < Date.now())
      await service.sql(
        `update conversations set first_answered_at = $3 where team_id = $1 and id = $2`,
        [team.id, conversation.id, iso(answered)],
      );
    const moves: Json[] = [];
    let [at, was] = [begin, 'open'];
    const steps = Math.floor(random() * 6);
    for (let step = 0; step <= steps; step += 1) {
      const became = step === steps ? String(conversation.status) : pick(random, statuses);
      at += random() ** 2 * 60 * dayMs;
      if (at > Date.now()) break;
      if (became !== was)
        moves.push(
          moveOf(team, {
            ...{ record_id: conversation.id, resource: 'conversations', field: 'status' },
            ...{ was, became, moved_at: iso(at) },
          }),
        );
      was = became;
    }
    await insert(service, 'moves', moves);
    await service.sql(
      `update conversations set status = $3::conversation_status, snoozed_until = case when $3 = 'snoozed' then now() + interval '1 day' end,
        waiting_since = null where team_id = $1 and id = $2`,
      [team.id, conversation.id, was],
    );
  }
}

async function fillContracts(service: Service, team: TestTeam, random: Random) {
  const [clients, projects, users] = (await Promise.all(
    ['clients', 'projects', 'users'].map((table) => rowsOf(service, team, table)),
  )) as [Json[], Json[], Json[]];
  for (let n = 0; n < 10; n += 1) {
    const status = pick(random, ['active', 'active', 'active', 'paused', 'draft', 'ended']);
    const ids = projects.filter(() => random() < 0.15).map(({ id }) => id);
    const starts = Date.now() - (100 + random() * 700) * dayMs;
    const contract = {
      ...{ team_id: team.id, id: uuidv7(), title: `Contrato ${n}`, status },
      client_id: pick(random, clients).id,
      owner_id: random() < 0.8 ? pick(random, users).id : null,
      value: 1_000 + n * 100.5,
      period: pick(random, ['monthly', 'monthly', 'quarterly', 'yearly', 'one_off']),
      starts_on: random() < 0.8 ? iso(starts).slice(0, 10) : null,
      ends_on: random() < 0.5 ? iso(starts + (100 + random() * 500) * dayMs).slice(0, 10) : null,
      renews_on: random() < 0.7 ? iso(Date.now() - random() * 500 * dayMs).slice(0, 10) : null,
      included_hours: random() < 0.8 ? 5 + n * 3 : null,
      carry_over: Math.floor(random() * 3),
      overage_rate: random() < 0.8 ? 133.33 : null,
      project_ids: `{${ids.join()}}`,
      ...{ created_at: iso(starts), updated_at: iso(Date.now()) },
      ...{ bills_from: '2100-01-01', bill_check_on: null },
    };
    await service.sql(
      `insert into contracts (${Object.keys(contract).join()}) values (${Object.keys(contract)
        .map((_, i) => `$${i + 1}`)
        .join()})`,
      Object.values(contract),
    );
    for (const id of ids)
      await service.sql(
        `insert into contract_projects (team_id, contract_id, project_id) values ($1, $2, $3)`,
        [team.id, contract.id, id],
      );
    for (const month of monthsBack(24).filter(() => random() < 0.4))
      await service.sql(
        `insert into billing_lines (team_id, id, contract_id, client_id, title, starts_on, ends_on, status, total)
         values ($1, $2, $3, $4, 'Linha', $5::date, ($5::date + interval '1 month - 1 day')::date, $6::billing_status, $7)`,
        [
          ...[team.id, uuidv7(), contract.id, contract.client_id, month],
          ...[pick(random, ['open', 'billed', 'waived']), Math.round(random() * 1e6) / 100],
        ],
      );
  }
}

async function fillApprovals(service: Service, team: TestTeam, random: Random) {
  const [clients, campaigns, users] = (await Promise.all(
    ['clients', 'campaigns', 'users'].map((table) => rowsOf(service, team, table)),
  )) as [Json[], Json[], Json[]];
  for (const campaign of campaigns) {
    let round = 0;
    for (let n = 0; n < 3; n += 1) {
      const [request, first] = [uuidv7(), round + 1];
      const stage = random() < 0.8 ? 'client' : 'internal';
      let at = Date.now() - random() * 700 * dayMs;
      await service.sql(
        `insert into approval_requests (team_id, id, stage, title, client_id, created_by, created_at) values ($1, $2, $3, 'Peça', $4, $5, $6)`,
        [
          ...[team.id, request, stage, random() < 0.9 ? pick(random, clients).id : null],
          ...[pick(random, users).id, iso(at)],
        ],
      );
      round += 1 + Math.floor(random() * 3);
      const state = pick(random, ['approved', 'approved', 'rejected', 'changes', 'pending']);
      const times = Array.from({ length: round - first + 1 }, () => {
        at += random() * 5 * dayMs;
        return iso(at);
      });
      const decided = state === 'pending' ? null : iso(at + random() * 4 * dayMs);
      await service.sql(
        `insert into approval_items (team_id, request_id, n, campaign_id, round, state, decided_at, is_live)
         values ($1, $2, 1, $3, $4, $5, $6, false)`,
        [team.id, request, campaign.id, round, state, decided],
      );
      for (const [i, time] of times.entries())
        await service.sql(
          `insert into approval_rounds (team_id, request_id, n, round, campaign_id, stage, revision, snapshot, sha256, created_at)
           values ($1, $2, 1, $3, $4, $5, 0, '{}', sha256('x'), $6)`,
          [team.id, request, first + i, campaign.id, stage, time],
        );
    }
  }
}
