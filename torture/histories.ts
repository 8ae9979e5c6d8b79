import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { startEvolution } from '#test/gateways/evolution.ts';
import { type EvolutionIncoming, upsert } from '#test/gateways/evolution-messages.ts';
import { connectTo } from '#test/support/processes.ts';
import { callerOf, newTeams, newTestDatabase } from './fixture.ts';
import { newInbox, Victims } from './idempotency.ts';
import { counted, type Size, type Tally, type Torture } from './torture-test.ts';

/* The history of an inbox, which processes read while they are killed, and while some of its messages arrive live. */

const sizes = {
  short: { chats: 16, messages: 450, turns: 6, isHurried: true },
  full: { chats: 40, messages: 500, turns: 30, isHurried: false },
};
/** Several times the lifetime of a claim whose process has died; the short form ends claims. */
const patienceMs = { short: 300_000, full: 600_000 };
/** Every message with a multiple of this number also arrives live. */
const liveEvery = 50;

/** All processes are dead: their claims end now instead of in two minutes. */
const hurry = `update inbox_histories set claimed_until = now() where claimed_until > now()`;

const phoneOf = (chat: number) => `55119${String(10_000_000 + chat)}`;

interface Stored {
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly rows: number;
}

/** Delivers a message live, until a process that is alive has stored it. */
async function deliver(
  gateway: Awaited<ReturnType<typeof startEvolution>>,
  addressOf: (turn: number) => string,
  message: EvolutionIncoming,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const { status } = await gateway.receive(addressOf(turn), message).catch(() => ({ status: 0 }));
    if (status === 200) return;
    await sleep(200);
  }
}

async function judge(
  tally: Tally,
  client: pg.Client,
  sent: ReadonlyMap<string, EvolutionIncoming>,
): Promise<void> {
  const { rows } = await client.query<Stored>(`
    select m.msgapp_message_id as id, min(k.phone) as phone, min(m.content) as text, count(*)::int as rows
    from messages m join conversations c on c.team_id = m.team_id and c.id = m.conversation_id
      join contacts k on k.team_id = c.team_id and k.id = c.contact_id
    group by m.msgapp_message_id`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { from, text }] of sent) {
    const row = stored.get(id);
    if (!row) tally.addLost(`${id}: not stored`);
    else if (row.rows > 1) tally.addWrong(`${id}: ${row.rows} times`);
    else if (row.phone !== from || row.text !== text)
      tally.addWrong(`${id}: “${row.text}” of ${row.phone}, not “${text}” of ${from}`);
  }
  for (const id of stored.keys()) if (!sent.has(id)) tally.addWrong(`${id}: never written`);
  const [counts] = (
    await client.query<{ state: string; stored: number; past: number; present: number }>(`
      select h.state, (select sum(c.stored)::int from inbox_history_chats c where c.history_id = h.id) as stored,
        (select sum(c.present)::int from inbox_history_chats c where c.history_id = h.id) as present,
        (select count(*)::int from messages m where m.history_id = h.id) as past
      from inbox_histories h`)
  ).rows;
  if (counts?.state !== 'done') tally.addLost(`the history is ${counts?.state}`);
  else if (counts.stored !== counts.past || counts.stored + counts.present !== sent.size)
    tally.addWrong(
      `${counts.stored} stored and ${counts.present} present were counted, of ${counts.past} and ${sent.size}`,
    );
  const [opened] = (
    await client.query<{ n: number }>(`
      select count(*)::int as n from conversations c where c.status = 'open' and not exists (
        select from messages m where m.conversation_id = c.id and m.history_id is null)`)
  ).rows;
  if (opened && opened.n > 0) tally.addWrong(`${opened.n} conversations opened by past messages`);
}

async function run(tally: Tally, size: Size): Promise<string> {
  const { chats, messages, turns, isHurried } = sizes[size];
  const gateway = await startEvolution();
  const { connection, env } = await newTestDatabase();
  const client = await connectTo(connection);
  const victims = new Victims(env, async () => isHurried && (await client.query(hurry)));
  await victims.start();
  const [team] = await newTeams(connection, callerOf(victims.address(0)), 1);
  if (!team) throw new Error('there is no team');
  const inbox = await newInbox(client, team, gateway, String(env.SECRET_KEY));
  const start = Math.floor(Date.now() / 1_000) - 86_400;
  const sent = new Map<string, EvolutionIncoming>();
  const live: EvolutionIncoming[] = [];
  for (let n = 0; n < chats * messages; n += 1) {
    const [from, id] = [phoneOf(n % chats), `H${n}`];
    const message = { from, name: 'Ana', text: `texto ${n}`, id, at: start + n };
    sent.set(id, message);
    gateway.history.push({ ...upsert(message, gateway.instance), MessageUpdate: [] });
    if (n % liveEvery === 0) live.push(message);
  }
  const addressOf = (turn: number) =>
    `${new URL(victims.address(turn)).origin}/api/gateways/${team.slug}/${inbox}`;
  await client.query(
    `insert into inbox_histories (team_id, id, inbox_id, period) values ($1, $2, $3, 'all')`,
    [team.id, uuidv7(), inbox],
  );
  const isRunning = async () => {
    const { rows } = await client.query(`select 1 from inbox_histories where state = 'running'`);
    return rows.length > 0;
  };
  try {
    const killing = victims.killOn(turns);
    for (const message of live) await deliver(gateway, addressOf, message);
    await killing;
    if (isHurried) await client.query(hurry);
    const deadline = performance.now() + patienceMs[size];
    while ((await isRunning()) && performance.now() < deadline) await sleep(200);
  } finally {
    await victims.stop();
    await gateway.close();
  }
  await judge(tally, client, sent);
  tally.aim(victims.kills >= turns, `${victims.kills} kills`);
  tally.remarks.push(`${counted(live.length)} of them arrived live, too`);
  return `${counted(sent.size)} past messages of ${counted(chats)} chats, ${counted(victims.kills)} kills`;
}

export default {
  title: 'Histories under kills',
  what: `The history of an inbox is read from its gateway by two services on one database, one of them with several processes, which are killed (SIGKILL) one after
the other and both at once. Meanwhile some of its messages also arrive live. Then SQL shows what was stored. Lost: a message that is missing, or a history that did not
end. Wrong: a message that is stored twice, in another conversation or with another text; counts of the history that are not those of the table; a conversation that past messages
opened. Each chat has several pages. The full form has 20,000 messages; the short form ends the claims of dead processes instead of waiting two minutes.`,
  broken: [
    {
      how: 'a chat that was read in part counts as read',
      file: 'server/features/receiving/history/run.ts',
      find: "await store('pending');",
      replace: "await store('done');",
    },
    {
      how: 'messages that the history has stored before are counted as present',
      file: 'server/features/receiving/past-messages.ts',
      find: 'stored: new Set([...stored, ...earlier])',
      replace: 'stored: new Set(stored)',
    },
  ],
  run,
} satisfies Torture;
