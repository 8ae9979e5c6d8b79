import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { startEvolution } from '#test/gateways/evolution.ts';
import { connectTo } from '#test/support/processes.ts';
import type { TestTeam } from '#test/support/team.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { newInbox, Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* Scheduled messages whose time comes while the processes that send them are killed. */

const sizes = {
  short: { messages: 120, turns: 6, isHurried: true },
  full: { messages: 1_000, turns: 30, isHurried: false },
};
/** Several times the lifetime of a claim whose process has died; the short form ends claims. */
const patienceMs = { short: 300_000, full: 300_000 };
/** Time in which the messages become due. */
const spreadSeconds = { short: 8, full: 60 };

/** Conversations, each with one message that becomes due soon. Most are due in an hour, until the clock jumps forward. */
async function plan(
  client: pg.Client,
  team: TestTeam,
  inbox: string,
  count: number,
  seconds: number,
): Promise<void> {
  await client.query(
    `with k as (
      insert into contacts (team_id, id, phone, jid)
      select $1, gen_random_uuid(), '55119' || 10000000 + i, '55119' || 10000000 + i || '@s.whatsapp.net' from generate_series(1, $3) i
      returning id, phone),
    c as (
      insert into conversations (team_id, id, inbox_id, contact_id, activity_at) select $1, gen_random_uuid(), $2, id, now() from k
      returning id),
    n as (select id, row_number() over () as i from c)
    insert into scheduled_messages (team_id, id, conversation_id, inbox_id, author, author_id, content, scheduled_at, due_at)
    select $1, gen_random_uuid(), n.id, $2, 'key', (select id from api_keys where team_id = $1 limit 1), 'agendada-' || n.i, d.at, d.at
    from n cross join lateral (
      select now() + n.i * interval '1 second' * $4::float8 / $3 + case n.i % 4 when 0 then interval '1 hour' else interval '0' end) d (at)`,
    [team.id, inbox, count, seconds],
  );
}

/** The clock jumps forward by an hour, for the rows that wait for it. */
const leap = `update scheduled_messages set due_at = due_at - interval '1 hour' where due_at > now() + interval '30 minutes'`;
/** All processes are dead: their claims end now instead of in 45 seconds. */
const hurry = `update scheduled_messages set claimed_until = now() where claimed_until > now()`;

interface Row {
  readonly text: string;
  readonly status: string;
  readonly reason: string | null;
  readonly messages: number;
  readonly message_status: string | null;
}

/** Each was sent once, or if its process died midway, at most once. */
function judge(tally: Tally, row: Row, sent: number): void {
  const state = `${row.text}: ${row.status} (${row.reason}), ${sent} sent, ${row.messages} messages, ${row.message_status}`;
  if (sent > 1 || row.messages > 1) tally.addWrong(`twice: ${state}`);
  else if (row.status === 'sent') {
    if (sent !== 1 || row.message_status !== 'sent') tally.addLost(state);
  } else if (row.status !== 'failed') tally.addLost(`never sent: ${state}`);
  else if (row.reason !== 'outcome_unknown' || row.message_status !== 'pending')
    tally.addWrong(state);
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { messages, turns, isHurried } = sizes[size];
  const gateway = await startEvolution();
  // Long enough for a kill to happen in between.
  gateway.onSend = () => sleep(Math.random() * 60);
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const victims = new Victims(env, async () => isHurried && (await client.query(hurry)));
  await victims.start();
  const [team] = await newTeams(connection, callerOf(victims.address(0)), 1);
  if (!team) throw new Error('there is no team');
  const inbox = await newInbox(client, team, gateway, String(env.SECRET_KEY));
  await plan(client, team, inbox, messages, spreadSeconds[size]);
  const waiting = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from scheduled_messages where settled_at is null',
    );
    return rows[0]?.count ?? 0;
  };
  try {
    const killing = victims.killOn(turns);
    await sleep((spreadSeconds[size] * 1_000) / 2);
    await client.query(leap);
    await killing;
    if (isHurried) await client.query(hurry);
    const deadline = performance.now() + patienceMs[size];
    while ((await waiting()) > 0 && performance.now() < deadline) await sleep(200);
  } finally {
    await victims.stop();
    await gateway.close();
  }
  const sends = Map.groupBy(gateway.sends, ({ text }) => text);
  const { rows } = await client.query<Row>(`
    select s.content as text, s.status, s.reason,
      (select count(*)::int from messages m where m.content = s.content) as messages,
      (select m.status::text from messages m where m.id = s.id) as message_status from scheduled_messages s`);
  for (const row of rows) judge(tally, row, sends.get(row.text)?.length ?? 0);
  const unknown = rows.filter(({ reason }) => reason === 'outcome_unknown').length;
  tally.aim(rows.length === messages, `${rows.length} of ${messages} scheduled messages`);
  tally.aim(victims.kills >= turns, `${victims.kills} kills`);
  tally.remarks.push(
    `${counted(gateway.sends.length)} sends counted by the gateway; ${counted(unknown)} with an unknown outcome, because their process died`,
  );
  return `${counted(messages)} scheduled messages, ${counted(victims.kills)} kills`;
}

export default {
  title: 'Scheduled messages under kills',
  what: `Scheduled messages of as many conversations become due, a quarter of them at once as if the clock had jumped forward by an hour, while two services
on one database, one of them with several processes, are killed (SIGKILL) one after the other and both at once. Then the gateway's own count, and SQL, show what
was sent. Lost: a message that was not sent, or is reported as sent but was not. Wrong: one that was sent or stored twice; one whose outcome is
unknown without a message that says so. Those whose process died while it called the gateway were sent at most once. The full form has 1,000 messages; the
short form ends the claims of dead processes instead of waiting 45 seconds.`,
  broken: [
    {
      how: 'the message is marked only after it was sent',
      file: 'server/features/sending/scheduled/scheduled-queue.ts',
      find: '          await tx.run(markSending, { id: job.id });\n',
      replace: '',
    },
    {
      how: 'a process takes messages that another one is sending',
      file: 'server/features/sending/scheduled/scheduled-queue.ts',
      find: `due_at <= now() and \${isUnclaimed('s')} and not exists (`,
      replace: 'due_at <= now() and not exists (',
    },
  ],
  run,
} satisfies Torture;
