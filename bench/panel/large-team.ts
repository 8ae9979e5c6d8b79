import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import type { Target } from '#server/db/database-target.ts';
import { wrongTotals } from '#server/features/installation/totals-repair.ts';
import { makeBrowserTeam } from '#test/browser/team.ts';
import { ask } from '../fixture.ts';
import { seedTeams } from '../seed-teams.ts';
import type { Cookie } from './panel-service.ts';

/* A team with as many records as the limits assume. */

export interface LargeTeam {
  readonly slug: string;
  /** A conversation as long as one with a single person over years. */
  readonly conversation: string;
  /** A new session of its owner. */
  session(): Promise<Cookie>;
}

/** Cards of a board, for tasks and deals alike. */
export const cards = 1_000;
/** Rows of a table. */
export const rows = 5_000;
/** Messages of a conversation. */
export const messages = 10_000;
/** Id of one of them, counting from 1. */
export const messageId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** An inbox of the sandbox, and its messages with one contact, eleven minutes apart. */
const writes = (team: string, conversation: string) => [
  `insert into inboxes (team_id, id, name, type, gateway) values ('${team}', '${conversation}', 'Atendimento', 'session', 'sandbox')`,
  `insert into conversations (team_id, id, inbox_id, contact_id, last_message_at, last_incoming_at)
    select '${team}', '${conversation}', '${conversation}', id, now() - interval '1 minute', now() - interval '1 minute'
    from contacts where team_id = '${team}' order by id limit 1`,
  `insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status,
      created_at, reply_to, reactions)
    select '${team}', ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, '${conversation}', '${conversation}', 'x', 'n' || i,
      case when i % 3 = 0 then 'outgoing' else 'incoming' end::message_direction, 'text',
      'Mensagem ' || i || repeat(' com mais algumas palavras', i * 7 % 12), case when i % 3 = 0 then 'read' else 'received' end::message_status,
      now() - (${messages} - i) * interval '11 minutes' - interval '1 minute',
      case when i % 10 = 0 then ('00000000-0000-7000-8000-' || lpad((i - 5)::text, 12, '0'))::uuid end,
      case when i % 25 = 0 then '[{"direction": "incoming", "emoji": "👍"}]'::json end
    from generate_series(1, ${messages}) i`,
  `insert into conversation_reads (team_id, conversation_id, user_id, read_up_to)
    select team_id, '${conversation}', id, now() from users where team_id = '${team}'`,
  'analyze messages',
];

export async function fillLargeTeam(
  database: Database,
  { connection, secrets }: Target,
  enter: (personId: string) => Promise<Cookie>,
): Promise<LargeTeam> {
  const browserTeam = await makeBrowserTeam(database, secrets, 'Agência Jequitibá');
  const owner = await browserTeam.add('Otto Prado', 'owner');
  const { slug } = browserTeam;
  const [team] = await ask(connection, `select id from teams where slug = '${slug}'`);
  const id = String(team?.id);
  const conversation = randomUUID();
  const crowd = { team: id, activities: cards, contacts: rows, campaigns: 100 };
  const more = { tasks: cards, deals: cards, clients: rows, projects: 40, users: 12 };
  await seedTeams(connection, [{ ...crowd, ...more }], () => {});
  // Boards leave out tasks finished long ago, and trashed or archived records.
  for (const sql of [
    `update tasks set deleted_at = null, completed_at = case when completed_at is not null then now() end where team_id = '${id}'`,
    `update deals set status = 'ativo', archived_at = null where team_id = '${id}'`,
    `update teams set deal_phases = array['lead', 'contato', 'proposta', 'ganho', 'perdido'] where id = '${id}'`,
    ...writes(id, conversation),
  ])
    await ask(connection, sql);
  await wrongTotals(database.platform, true);
  return { slug, conversation, session: () => enter(owner.personId) };
}
