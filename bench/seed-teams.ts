import pg from 'pg';
import { clientConfig } from '#server/db/database.ts';

/*
 * Teams of any size, created inside the database: a million records in a few minutes. Values that lists sort and filter by are
 * distributed realistically: a few projects, phases and assignees have most of the records, most tasks have no priority, some
 * are in the trash. The same sizes give the same records.
 */

/** Number of records per team. */
export interface TeamSize {
  readonly team: string;
  readonly tasks: number;
  readonly deals: number;
  readonly clients: number;
  readonly activities: number;
  readonly contacts: number;
  readonly campaigns: number;
  readonly projects: number;
  readonly users: number;
  /** At most the number of contacts: each conversation has its contact, and one message. */
  readonly conversations?: number;
}

/** Search terms: one occurs in ten records of a large team, one in every tenth. */
export const rareWord = 'xilogravura';
export const commonWord = 'campanha';

const roots =
  'marc panfl fot vide text pagin anunci post vitrin sit logo rotul livr jorn cart filtr convit adesiv palc estand grafic cen rot ond faix sinal vent praç pont feir';
const endings = 'a o as os inha inho ao ista eiro eira oes al';

/** SQL functions for the statements below. Random numbers come from hashing, so they depend only on the record. */
const tools = `
  set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '128MB';
  create function pg_temp.u(i bigint, seed bigint) returns float8 language sql immutable
    return (hashint8extended(i, seed) & 1048575) / 1048576.0::float8;
  create function pg_temp.at(i bigint, n bigint) returns timestamptz language sql stable
    return date_trunc('milliseconds', now() - (n - i) * (interval '2 years' / n));
  create function pg_temp.id(team uuid, kind text, i bigint, n bigint) returns uuid language sql stable
    return (lpad(to_hex((extract(epoch from pg_temp.at(i, n)) * 1000)::bigint), 12, '0') || '7'
      || substr(md5(team::text || kind || i), 1, 3) || 'a' || substr(md5(team::text || kind || i), 4, 15))::uuid;
  create temp table vocabulary as
    select array_agg(root || ending order by md5(root || ending)) as words
    from unnest(string_to_array('${roots}', ' ')) root, unnest(string_to_array('${endings}', ' ')) ending;
  create function pg_temp.said(i bigint, seed bigint, n int) returns text language plpgsql stable as $$
  declare
    words text[] := (select v.words from vocabulary v);
    said text := '';
  begin
    for k in 1..n loop
      said := said || words[1 + floor(cardinality(words) * pg_temp.u(i, seed * 100 + k))::int] || ' ';
    end loop;
    return said;
  end $$;
  create function pg_temp.marked(i bigint, n bigint) returns text language sql immutable
    return case when pg_temp.u(i, 1) < 0.1 then '${commonWord} ' else '' end
      || case when i % greatest(n / 10, 1) = 1 then '${rareWord}' else '' end;`;

/** The statements in order; each reads the table `crowd`, and links to records of earlier ones. */
const fills = [
  `insert into users (team_id, id, name, email)
    select team, pg_temp.id(team, 'user', i, users), 'Pessoa ' || i, 'p' || i || '@example.com' from crowd, generate_series(1, users) i`,
  `insert into clients (team_id, id, type, name, email, phone, cpf, cnpj, status, deactivated_at, tags, created_at, updated_at)
    select team, pg_temp.id(team, 'client', i, clients), case when pf then 'PF' else 'PJ' end::client_type,
      initcap(pg_temp.said(i, 2, 3)) || pg_temp.marked(i, clients) || i,
      case when pg_temp.u(i, 3) < 0.7 then 'c' || i || '@' || trim(pg_temp.said(i, 4, 1)) || '.com.br' end, '11' || 900000000 + i,
      case when pf then lpad(i::text, 11, '0') end, case when not pf then lpad(i::text, 14, '0') end,
      case when gone then 'inactive' else 'active' end::client_status, case when gone then now() end,
      array[trim(pg_temp.said(i, 5, 1))], pg_temp.at(i, clients), now() - pg_temp.u(i, 6) * interval '1 year'
    from crowd, generate_series(1, clients) i, lateral (select pg_temp.u(i, 7) < 0.3 as pf, pg_temp.u(i, 8) < 0.15 as gone) z`,
  `insert into contacts (team_id, id, phone, jid, push_name, custom_name, tags, client_id, created_at, updated_at)
    select team, pg_temp.id(team, 'contact', i, contacts), '5511' || 900000000 + i, 'x',
      case when pg_temp.u(i, 2) < 0.8 then initcap(pg_temp.said(i, 3, 2)) || pg_temp.marked(i, contacts) end,
      case when pg_temp.u(i, 4) < 0.4 then initcap(pg_temp.said(i, 5, 2)) end,
      (array['vip', 'lead', 'fornecedor', 'imprensa', 'antigo'])[1:1 + floor(5 * pg_temp.u(i, 6) ^ 3)::int],
      case when pg_temp.u(i, 7) < 0.5 then pg_temp.id(team, 'client', 1 + floor(clients * pg_temp.u(i, 8) ^ 4)::int, clients) end,
      pg_temp.at(i, contacts), now() - pg_temp.u(i, 9) * interval '1 year'
    from crowd, generate_series(1, contacts) i`,
  `insert into inboxes (team_id, id, name, type, gateway)
    select team, pg_temp.id(team, 'inbox', i, 4), 'Número ' || i, 'session', 'sandbox' from crowd, generate_series(1, 4) i where conversations > 0`,
  `insert into conversations (team_id, id, inbox_id, contact_id, status, snoozed_until, assignee_id, created_at, last_message_at, activity_at,
      last_incoming_at, waiting_since)
    select team, pg_temp.id(team, 'conversation', i, conversations), pg_temp.id(team, 'inbox', 1 + floor(4 * pg_temp.u(i, 2) ^ 2)::int, 4),
      pg_temp.id(team, 'contact', i, contacts), status, case when status = 'snoozed' then now() + interval '1 day' end,
      case when pg_temp.u(i, 3) < 0.6 then pg_temp.id(team, 'user', 1 + floor(users * pg_temp.u(i, 4) ^ 2)::int, users) end,
      pg_temp.at(i, conversations), latest, latest, latest, case when status = 'open' and pg_temp.u(i, 5) < 0.4 then latest end
    from crowd, generate_series(1, conversations) i, lateral (
      select case when s < 0.1 then 'open' when s < 0.12 then 'snoozed' else 'resolved' end::conversation_status as status,
        date_trunc('milliseconds', pg_temp.at(i, conversations) + (now() - pg_temp.at(i, conversations)) * pg_temp.u(i, 7) ^ 4) as latest
      from pg_temp.u(i, 6) s) z`,
  `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, direction, content, status, created_at, sent_at)
    select c.team_id, pg_temp.id(team, 'message' || c.id, 1, 1), c.id, c.inbox_id, 'x', 'incoming', 'Bom dia', 'received', c.last_message_at, c.last_message_at
    from crowd join conversations c on c.team_id = team`,
  `insert into projects (team_id, id, name, slug, description, status, priority, archived_at, start_date, due_date, client_id, created_at, updated_at)
    select team, pg_temp.id(team, 'project', i, projects), initcap(pg_temp.said(i, 2, 2)) || pg_temp.marked(i, projects), 'projeto-' || i,
      pg_temp.said(i, 3, 12), status, (enum_range(null::project_priority))[1 + floor(4 * pg_temp.u(i, 4))::int],
      case when status = 'cancelled' then now() end,
      case when pg_temp.u(i, 5) < 0.7 then (pg_temp.at(i, projects))::date end, case when pg_temp.u(i, 6) < 0.6 then (pg_temp.at(i, projects))::date + 60 end,
      case when pg_temp.u(i, 7) < 0.8 then pg_temp.id(team, 'client', 1 + floor(clients * pg_temp.u(i, 8) ^ 3)::int, clients) end,
      pg_temp.at(i, projects), now() - pg_temp.u(i, 9) * interval '1 year'
    from crowd, generate_series(1, projects) i,
      lateral (select (enum_range(null::project_status))[1 + floor(5 * pg_temp.u(i, 10))::int] as status) z`,
  `insert into pipelines (team_id, id, name, project_id, is_default)
    select team, pg_temp.id(team, 'pipeline', i, projects), 'Quadro', pg_temp.id(team, 'project', i, projects), true
    from crowd, generate_series(1, projects) i`,
  `insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
    select team, pg_temp.id(team, 'column' || slug, i, projects), pg_temp.id(team, 'pipeline', i, projects), slug, slug, n, slug = 'done'
    from crowd, generate_series(1, projects) i, unnest(array['backlog', 'todo', 'in_progress', 'review', 'done']) with ordinality c (slug, n)`,
  `insert into tasks (team_id, id, title, description, project_id, pipeline_id, "column", priority, assignee_ids, due_date, position, tags,
      completed_at, deleted_at, created_at, updated_at)
    select team, pg_temp.id(team, 'task', i, tasks), initcap(pg_temp.said(i, 2, 3)) || pg_temp.marked(i, tasks), pg_temp.said(i, 3, 10),
      pg_temp.id(team, 'project', project, projects), pg_temp.id(team, 'pipeline', project, projects), slug,
      case when p < 0.6 then 'none' when p < 0.7 then 'low' when p < 0.85 then 'medium' when p < 0.95 then 'high' else 'urgent' end::task_priority,
      case when a < 0.3 then '{}' when a < 0.9 then array[person] else
        array[person, pg_temp.id(team, 'user', 1 + (hashint8extended(i, 15) & 1023) % users, users)] end,
      case when pg_temp.u(i, 4) < 0.4 then (pg_temp.at(i, tasks))::date + floor(90 * pg_temp.u(i, 5))::int end, i, array[trim(pg_temp.said(i, 6, 1))],
      case when slug = 'done' then pg_temp.at(i, tasks) + pg_temp.u(i, 7) * interval '60 days' end,
      case when pg_temp.u(i, 8) < 0.02 then now() end, pg_temp.at(i, tasks), pg_temp.at(i, tasks) + pg_temp.u(i, 9) * interval '90 days'
    from crowd, generate_series(1, tasks) i,
      lateral (select 1 + floor(projects * pg_temp.u(i, 10) ^ 3)::int as project, pg_temp.u(i, 11) as p, pg_temp.u(i, 12) as a,
        pg_temp.id(team, 'user', 1 + floor(users * pg_temp.u(i, 13) ^ 2)::int, users) as person,
        case when s < 0.15 then 'backlog' when s < 0.3 then 'todo' when s < 0.4 then 'in_progress' when s < 0.45 then 'review' else 'done' end as slug
        from pg_temp.u(i, 14) s) z`,
  `insert into task_assignees (team_id, task_id, user_id)
    select t.team_id, t.id, a from crowd join tasks t on t.team_id = team, unnest(t.assignee_ids) a on conflict do nothing`,
  `insert into deals (team_id, id, title, description, value, phase, status, archived_at, expected_close_date, source, client_id, responsible_id, created_at, updated_at)
    select team, pg_temp.id(team, 'deal', i, deals), initcap(pg_temp.said(i, 2, 3)) || pg_temp.marked(i, deals), pg_temp.said(i, 3, 8),
      case when pg_temp.u(i, 4) < 0.9 then round((100 * exp(7 * pg_temp.u(i, 5)))::numeric, 2) end,
      (array['lead', 'contato', 'proposta', 'ganho', 'perdido'])[1 + floor(5 * pg_temp.u(i, 6) ^ 2)::int],
      case when gone then 'arquivado' else 'ativo' end::deal_status, case when gone then now() end,
      case when pg_temp.u(i, 8) < 0.5 then (pg_temp.at(i, deals))::date + 45 end,
      case when pg_temp.u(i, 9) < 0.7 then (array['site', 'indicacao', 'evento', 'anuncio'])[1 + floor(4 * pg_temp.u(i, 10) ^ 2)::int] end,
      case when pg_temp.u(i, 11) < 0.8 then pg_temp.id(team, 'client', 1 + floor(clients * pg_temp.u(i, 12) ^ 3)::int, clients) end,
      case when pg_temp.u(i, 13) < 0.9 then pg_temp.id(team, 'user', 1 + floor(users * pg_temp.u(i, 14) ^ 2)::int, users) end,
      pg_temp.at(i, deals), now() - pg_temp.u(i, 15) * interval '1 year'
    from crowd, generate_series(1, deals) i, lateral (select pg_temp.u(i, 7) < 0.3 as gone) z`,
  `insert into campaigns (team_id, id, name, project_id, description, status, cancelled_at, start_date, end_date, created_at, updated_at)
    select team, pg_temp.id(team, 'campaign', i, campaigns), initcap(pg_temp.said(i, 2, 2)) || pg_temp.marked(i, campaigns),
      pg_temp.id(team, 'project', 1 + floor(projects * pg_temp.u(i, 3) ^ 2)::int, projects), pg_temp.said(i, 4, 10), status,
      case when status = 'cancelled' then now() end,
      case when pg_temp.u(i, 5) < 0.7 then (pg_temp.at(i, campaigns))::date end, case when pg_temp.u(i, 6) < 0.6 then (pg_temp.at(i, campaigns))::date + 30 end,
      pg_temp.at(i, campaigns), now() - pg_temp.u(i, 7) * interval '1 year'
    from crowd, generate_series(1, campaigns) i,
      lateral (select (enum_range(null::campaign_status))[1 + floor(6 * pg_temp.u(i, 8))::int] as status) z`,
  `insert into activities (team_id, id, title, type, description, occurred_at, is_completed, completed_at, due_date, priority, client_id, deal_id, assigned_to, created_at, updated_at)
    select team, pg_temp.id(team, 'activity', i, activities), initcap(pg_temp.said(i, 2, 2)) || pg_temp.marked(i, activities),
      (array['task', 'call', 'email', 'meeting', 'note', 'follow_up', 'deadline'])[1 + floor(7 * pg_temp.u(i, 3) ^ 2)::int], pg_temp.said(i, 4, 8),
      pg_temp.at(i, activities) + pg_temp.u(i, 5) * interval '30 days', done, case when done then now() end,
      case when pg_temp.u(i, 6) < 0.5 then (pg_temp.at(i, activities))::date + 7 end,
      case when pg_temp.u(i, 7) < 0.4 then (enum_range(null::activity_priority))[1 + floor(3 * pg_temp.u(i, 8))::int] end,
      case when pg_temp.u(i, 9) < 0.6 then pg_temp.id(team, 'client', 1 + floor(clients * pg_temp.u(i, 10) ^ 3)::int, clients) end,
      case when pg_temp.u(i, 11) < 0.4 then pg_temp.id(team, 'deal', 1 + floor(deals * pg_temp.u(i, 12) ^ 2)::int, deals) end,
      pg_temp.id(team, 'user', 1 + floor(users * pg_temp.u(i, 13) ^ 2)::int, users), pg_temp.at(i, activities), pg_temp.at(i, activities)
    from crowd, generate_series(1, activities) i, lateral (select pg_temp.u(i, 14) < 0.7 as done) z`,
];

/** Fills empty teams. @param say called with each step and the seconds it took */
export async function seedTeams(
  connection: pg.ClientConfig,
  crowds: readonly TeamSize[],
  say: (step: string, seconds: number) => void,
): Promise<void> {
  const client = new pg.Client({ ...clientConfig(connection, 'bench'), options: '' });
  await client.connect();
  const run = async (step: string, sql: string, values?: unknown[]) => {
    const begin = performance.now();
    await client.query(sql, values);
    say(step, (performance.now() - begin) / 1_000);
  };
  try {
    await client.query(tools);
    await client.query(`create temp table crowd (team uuid, tasks int, deals int, clients int, activities int, contacts int, campaigns int,
      projects int, users int, conversations int)`);
    await client.query(
      'insert into crowd select * from json_populate_recordset(null::crowd, $1::json)',
      [JSON.stringify(crowds.map((crowd) => ({ conversations: 0, ...crowd })))],
    );
    await client.query('analyze crowd');
    // The same now() for all: IDs, and so links, are derived from it.
    await client.query('begin');
    // Rebuilding indexes afterwards is several times faster than maintaining them row by row.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname in ('tasks', 'deals', 'clients', 'activities', 'contacts', 'conversations', 'messages') and not i.indisunique`);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const sql of fills) await run(/^insert into (\w+)/.exec(sql)?.[1] ?? '', sql);
    for (const { name, definition } of indexes) await run(name, definition);
    await client.query('commit');
    await run('vacuum', 'vacuum (analyze)');
  } finally {
    await client.end();
  }
}
