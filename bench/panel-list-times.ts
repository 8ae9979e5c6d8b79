import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { registry } from '#server/features/registry.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { ask } from './fixture.ts';
import { quantile } from './report.ts';
import { commonWord, rareWord } from './seed-teams.ts';

const help = `Processor time of the panel's lists in the large team of a directory that \`npm run bench:size -- --at DIR\` has filled.

  npm run bench:size:panel -- --at DIR [--rounds 5] [--match getDay]`;

const text = { type: 'string' } as const;
const { values } = parseArgs({
  options: { at: text, rounds: text, match: text, help: { type: 'boolean' } },
});
if (values.help || values.at === undefined) {
  console.log(help);
  process.exit(values.help ? 0 : 1);
}

const log = { info() {}, warn() {}, error() {} };
const embedded = await openEmbedded({ dataDir: values.at, serve: false, log });
const { connection } = embedded;
const team = await idOf(`select id from teams where slug = 'large'`);
const timeouts = { ...defaultTimeouts.bulk, statement: 5_000, answer: 10_000 };
const database = openDatabase(connection, 'panel lists', 1, () => {}, timeouts);
try {
  await measure();
} finally {
  await database.close();
  await embedded.stop();
}

/** The value in the only row of a statement. */
async function idOf(sql: string): Promise<string> {
  const [row] = await ask(connection, sql);
  return String(Object.values(row ?? {})[0]);
}

/** The most frequent value of a column in the team. */
function mostFrequent(table: string, column: string): Promise<string> {
  return idOf(`select ${column} from ${table} where team_id = '${team}' and ${column} is not null
    group by 1 order by count(*) desc limit 1`);
}

/** Milliseconds of processor time of the connection; NaN without /proc. */
function processorOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

async function measure(): Promise<void> {
  const user = await mostFrequent('task_assignees', 'user_id');
  const project = await mostFrequent('tasks', 'project_id');
  const pipeline = await mostFrequent('tasks', 'pipeline_id');
  const client = await mostFrequent('deals', 'client_id');
  const inbox = await mostFrequent('conversations', 'inbox_id');
  const contact = await mostFrequent('conversations', 'contact_id');
  const open = { is_done: 'false' };
  const latest = { sort: 'latest' };
  const terms = [rareWord, commonWord, 'xi', '5511900000042'];
  const queries: Record<string, Record<string, string>[]> = {
    listTeamTasks: [
      {},
      ...[{ project_id: project }, { pipeline_id: pipeline }, { assignee_id: user }],
      open,
      { ...open, sort: 'due_date' },
      { ...open, project_id: project },
      { ...open, assignee_id: user },
      { ...open, priority: 'urgent' },
      { ...open, due_to: '2026-11-27' },
      { is_done: 'true' },
      { is_assigned: 'false' },
      { is_dated: 'false' },
      { tag: 'vip' },
      { due_from: '2026-11-01', due_to: '2026-11-30' },
    ],
    getTaskBoard: [
      { project_id: project },
      { pipeline_id: pipeline },
      { ...open, assignee_id: user },
    ],
    listTrash: [{}, { project_id: project }],
    listTeamDeals: [{}, { is_starred: 'true' }, { tag: 'vip' }],
    getDealBoard: [{}, { client_id: client }, { search: commonWord }],
    getDealTerms: [{}],
    listTeamActivities: [
      { completed: 'false', assigned_to: user },
      { from: '2026-11-01', to: '2026-11-30' },
    ],
    listContacts: [{}, { client_id: client }],
    listClients: [{}],
    listTeamProjects: [{}, { is_open: 'true' }, { is_late: 'true' }],
    listTeamCampaigns: [{}, { approval_status: 'pending' }],
    getTags: [{}],
    listConversationRows: [
      {},
      latest,
      ...['mine', 'unassigned'].map((view) => ({ view })),
      ...['resolved', 'snoozed', 'any'].map((status) => ({ ...latest, status })),
      { inbox_id: inbox },
      { ...latest, client_id: client, status: 'any' },
      ...terms.map((search) => ({ search })),
    ],
    countUnread: [{}],
    getDay: [{}],
    searchAll: terms.map((q) => ({ q })),
    listNotifications: [{}],
    listApprovals: [{}],
    getProjectOverview: [{}],
    getClientTimeline: [{}],
    getContactTimeline: [{}],
  };
  const pathOf: Record<string, string> = {
    getProjectOverview: project,
    getClientTimeline: client,
    getContactTimeline: contact,
  };
  const context: Context = {
    actor: {
      kind: 'user',
      userId: user,
      personId: user,
      sessionId: user,
      authenticatedAt: 0,
      role: 'admin',
      seesValues: true,
      mayExport: true,
    },
    team: { slug: 'large', strictTaxIds: false },
    db: database.team(team),
    settings: { secrets: secretsWith(randomBytes(32)), jidSuffix: 's.msgapp.net' },
  };
  const rounds = Number(values.rounds ?? 5);
  const match = new RegExp(values.match ?? '');
  console.log('| | ms of processor time, median | maximum |\n|---|--:|--:|');
  for (const operation of registry.operations) {
    for (const query of queries[operation.id ?? ''] ?? []) {
      const name = `${operation.id} ${new URLSearchParams(query)}`;
      if (!match.test(name)) continue;
      const id = pathOf[operation.id ?? ''];
      const used: number[] = [];
      try {
        for (let i = 0; i < 3 + rounds; i++) {
          const pid = await idOf(`select pid from pg_stat_activity
            where application_name = 'pauta panel lists' and backend_type = 'client backend' order by backend_start desc limit 1`);
          const before = processorOf(pid);
          await perform(operation, context, { query, ...(id && { path: { id } }) });
          if (i >= 3) used.push(processorOf(pid) - before);
        }
        console.log(
          `| ${name} | ${quantile(used, 0.5).toFixed(1)} | ${Math.max(...used).toFixed(1)} |`,
        );
      } catch (error) {
        console.log(`| ${name} | ${error instanceof Error ? error.message : error} | |`);
      }
    }
  }
}
