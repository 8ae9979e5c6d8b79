import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * All rules for imports in server/, panel/src and packages/sdk/src (docs/adr/0123), and for texts that belong to one place only. Biome's
 * noImportCycles covers cycles.
 */

/** A file, by its path in the repository. */
interface Source {
  readonly path: string;
  readonly text: string;
}

/** An import or re-export. */
interface Import {
  /** Path in the repository, or name of a package. */
  readonly to: string;
  readonly isFile: boolean;
  readonly names: readonly string[];
  readonly isType: boolean;
  /** True for `import('…')`. */
  readonly isLate: boolean;
}

/** Layers, top first: a file imports only from lower layers. Entries of one layer do not import each other. */
const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'server/': [
    ['main.ts'],
    ['boot'],
    ['cli'],
    ['http', 'jobs', 'demo'],
    ['mcp'],
    ['features'],
    ['operations'],
    ['records'],
    ['events', 'outbound'],
    ['db'],
    ['platform'],
  ],
  'server/features/': [
    ['live'],
    ['registry.ts'],
    // Across kinds of records.
    [
      'record-context',
      'client-reports',
      'installation',
      'notifications',
      'calendar',
      'bulk',
      'day',
      'search',
      'tags',
      'transfer',
      'imports',
      'reports',
    ],
    ['audit', 'resources.ts', 'timeline', 'privacy', 'retainers', 'intelligence'],
    ['exports'],
    ['workflows', 'approvals', 'comments'],
    ['webhooks', 'sending'],
    ['receiving', 'event-kinds.ts'],
    ['conversations'],
    ['inboxes'],
    ['gateways'],
    ['accounts', 'files'],
    ['bulk-kinds.ts', 'views'],
    ['records.ts'],
    ['crm', 'work'],
  ],
  'panel/src/': [
    ['main.tsx'],
    ['app'],
    ['screens'],
    ['records'],
    ['parts'],
    ['display', 'pdf'],
    ['data', 'ui', 'live'],
    ['route'],
    ['commands'],
    ['api'],
    ['words'],
  ],
};

/** Imports that the layers refuse, and why they are allowed. */
const exceptions: readonly (readonly [from: RegExp, to: RegExp])[] = [
  // `pauta serve` loads the service on demand.
  [/^server\/cli\/serve\.ts$/, /^server\/main\.ts$/],
  // Commands that call a remote instance use the SDK, as any program does.
  [/^server\/cli\//, /^packages\/sdk\/src\//],
  // The panel's requests share their code with the SDK's.
  [/^panel\/src\/api\//, /^packages\/sdk\/src\/exchange\.ts$/],
  [/^panel\/src\//, /\.css$/],
  // The panel and the texts that the service writes name phases and holidays alike.
  [/^panel\/src\/words\/phases\.ts$/, /^server\/platform\/phase-names\.ts$/],
  [/^panel\/src\/words\/holidays\/(pt-BR|en)\.ts$/, /^server\/platform\/holiday-names\.ts$/],
  // The table of a report and its CSV have the same labels and decimals.
  [
    /^panel\/src\/(screens\/reports|display\/charts)\/model\.ts$/,
    /^server\/platform\/report-labels\.ts$/,
  ],
  // Words are keyed by types generated from the API's document, and by the kinds of records.
  [/^panel\/src\/words\//, /^panel\/src\/api\/(schema|record-kinds)\.ts$/],
];

/** Files that a feature shares with others, in addition to its tables and the files that declare its operations. */
const sharedByFeatures = [
  // Messages and notes: written by workflows.
  'gateways/messaging-service.ts',
  // Spellings of phone numbers: a person is searched for by each.
  'gateways/phones.ts',
  'sending/drafts.ts',
  'sending/send-message.ts',
  'conversations/notes.ts',
  // The first question of a conversation, and the hours of contracts: counted by reports.
  'conversations/waiting-times.ts',
  'retainers/burn.ts',
  'retainers/carry-over.ts',
  // Hashes: also of an approval link's password.
  'accounts/people/passwords.ts',
  // Tokens and PINs of links for clients.
  'accounts/pin-links.ts',
  // Browsers of a session: notifications are pushed to them.
  'accounts/push-subscriptions.ts',
  // Current rights of a member: rechecked by bulk jobs and downloads.
  'accounts/members/member-permissions.ts',
  // Identifiers of erased persons: refused by imports.
  'privacy/erased-identifiers.ts',
  // Files that the worker writes: also packages of persons' data.
  'exports/archive.ts',
  'exports/column-sql.ts',
  'exports/spooled-file.ts',
  'exports/step-sizes.ts',
  'exports/text-formats.ts',
  // Storing and opening files: used by messages with attachments.
  'files/store.ts',
  'files/signed-urls.ts',
  // Formats by first bytes: the contents of files are searched by them.
  'files/file-types.ts',
  // Files to import are copied to the local disk.
  'files/spool.ts',
  // Storing messages of exported chats.
  'receiving/past-messages.ts',
  // The day of an activity: used by a user's day view.
  'crm/activities/activity-day.ts',
  // Lasting moves of deals: their win probability is learned from them.
  'crm/deals/phase-moves.ts',
  // Check digits of CPF and CNPJ: used by imports.
  'crm/clients/tax-ids.ts',
  // Numbers and positions of many new tasks: used by imports.
  'work/tasks/positions.ts',
  // Hours of imported tasks.
  'work/time-entries/task-sums.ts',
  // The content of a campaign that an approval is about.
  'work/campaigns/snapshot.ts',
];

/** Features that are one in several folders: they use each other's files. */
const messaging = ['sending', 'receiving', 'conversations', 'inboxes', 'gateways'];

/** Features that check and re-encrypt what others store. */
const operating = ['installation'];

/** Files of a kind of record that other kinds may import, in addition to its queries. */
const sharedByRecords = [
  'activities/TypeSelect.tsx',
  'activities/complete-activity.tsx',
  'campaigns/ProjectApprovals.tsx',
  'campaigns/Screen.tsx',
  'clients/Duplicates.tsx',
  'clients/RelatedTabs.tsx',
  'clients/Relations.tsx',
  'conversations/ChatLink.tsx',
  'conversations/outgoing/tab-lease.ts',
  'conversations/thread/failure-reasons.ts',
  'conversations/thread/message-line.ts',
  'deals/DealDialog.tsx',
  'inboxes/state.ts',
  'projects/ProjectPicker.tsx',
  'tasks/Screen.tsx',
  'tasks/open-composer.ts',
  'tasks/TaskBadges.tsx',
];

/** Places whose statements may span teams: accounts, the installation, and background work, which serves all teams in turn. */
const acrossTeams = [
  /^server\/db\//,
  /^server\/main\.ts$/,
  /^server\/events\/live\/event-reader\.ts$/,
  /^server\/features\/(accounts|installation)\//,
  /^server\/features\/.*\b(sweeps|queue|backlog|uploads|backup-copies|connection-checks|read-receipts|connection)\.ts$/,
];

/** Packages that load slowly and would delay every command: loaded on first use. */
const slow =
  /^(typebox|undici|ical-generator|pino-pretty|imapflow|ioredis|nodemailer|web-push|marked|@modelcontextprotocol\/server)(\/|$)/;

const featureOf = (path: string) => path.split('/')[0] ?? '';

/** Files that declare operations: those that the list of a feature's operations imports. */
type Declaring = ReadonlySet<string>;

/** Refuses imports between the folders of an area, except files that are open to other folders. */
const between = (
  area: string,
  isOpen: (within: string, from: string, declaring: Declaring) => boolean,
) => ({
  from: new RegExp(`^${area}[^/]+/`),
  refuses({ to }: Import, from: string, declaring: Declaring): boolean {
    const [source, target] = [from, to].map((path) =>
      path.startsWith(area) ? path.slice(area.length).split('/') : [],
    );
    if (!source?.[1] || !target?.[1] || source[0] === target[0]) return false;
    return !isOpen(target.join('/'), source.join('/'), declaring);
  },
});

/** Further rules: a file of `from` does not import what `refuses` is true for. */
const rules: readonly {
  readonly from: RegExp;
  readonly refuses: (each: Import, from: string, declaring: Declaring) => boolean;
  readonly why: string;
}[] = [
  {
    from: /^server\/(http|cli|mcp|demo|jobs)\//,
    refuses: ({ to }) => to === 'server/db/statement.ts',
    why: 'an entry point calls operations',
  },
  {
    from: /^server\//,
    refuses: ({ to, names }, from) =>
      to === 'server/db/statement.ts' &&
      names.includes('platformStatement') &&
      !acrossTeams.some((place) => place.test(from)),
    why: 'statements across teams are for accounts, the installation and background work',
  },
  {
    from: /^server\/(?!db\/|platform\/(log|violated-constraint)\.ts$)/,
    refuses: ({ to, isType }) => /^pg(-|$)/.test(to) && !isType,
    why: 'only db/ uses the driver',
  },
  {
    from: /^server\/(?!outbound\/http-connections\.ts$|mcp\/protocol\.ts$)/,
    refuses: ({ to, isType, isLate }) => slow.test(to) && !isType && !isLate,
    why: 'it takes long to load, and is loaded when needed',
  },
  {
    ...between(
      'server/features/',
      (path, from, declaring) =>
        /[/-](operations|table)\.ts$/.test(path) ||
        declaring.has(`server/features/${path}`) ||
        sharedByFeatures.includes(path) ||
        operating.includes(featureOf(from)) ||
        [from, path].every((each) => messaging.includes(featureOf(each))),
    ),
    why: 'of another feature, only operations and tables',
  },
  {
    ...between(
      'panel/src/records/',
      (path, from) =>
        !from.startsWith('shared/') &&
        (/^shared\/|^[^/]+\/queries\.ts$/.test(path) || sharedByRecords.includes(path)),
    ),
    why: 'of another kind, only queries and shared files',
  },
  { ...between('panel/src/screens/', () => false), why: 'screens do not know each other' },
  {
    from: /^panel\/src\/ui\//,
    refuses: ({ to }) => /^panel\/src\/(route|commands|api|words)\//.test(to),
    why: 'primitives know no data, addresses or words',
  },
  {
    from: /^packages\/sdk\/src\//,
    refuses: ({ to }) => !to.startsWith('packages/sdk/src/'),
    why: 'it has nothing but its own files',
  },
];

/** Texts that belong to one place only. */
const texts: readonly { readonly in: RegExp; readonly refuses: RegExp; readonly why: string }[] = [
  {
    in: /^server\/(http|cli|mcp|demo|jobs)\//,
    // A string literal that starts like an SQL statement.
    refuses:
      /[`'"]\s*(select\s[^`'"]*(\bfrom\b|\bas\b|\()|insert\s+into\s|update\s+\w+\s+(\w+\s+)?set\s|delete\s+from\s|with\s+\w+\s+as\s|lock\s+table\s)/i,
    why: 'holds SQL: an entry point calls operations',
  },
  {
    in: /^panel\/src\//,
    // Inputs that browsers render in the browser's language instead of the panel's.
    refuses: /\btype=(?:"|\{[^}]*')(date|datetime-local|time|month|week)["']/,
    why: 'has a native input of dates: use ui/date/DateInput.tsx (ADR 107)',
  },
  {
    in: /^panel\/src\//,
    // It accepts the decimal sign of the browser's language only, and changes by the wheel.
    refuses: /\btype=["'{]+number\b/,
    why: 'has a native input of numbers: use parts/NumberInput.tsx (ADR 170)',
  },
  {
    in: /^panel\/src\/(?!ui\/select\/SelectInput\.tsx$)/,
    refuses: /<select\b/,
    why: 'has a native select: use parts/Select.tsx (ADR 170)',
  },
  {
    in: /^panel\/src\/(?!data\/can\.ts$)/,
    refuses: /[!=]==? ?'(member|admin|owner)'|\bis(Admin|Owner)\b|\bme\??\.sees_values/,
    why: 'decides a right: ask data/can.ts',
  },
  {
    in: /^panel\/src\/(?!data\/can\.ts$|api\/)|^packages\/n8n-nodes-pauta\/nodes\//,
    refuses: /(?<![!=]==? ?)'(member|admin|owner)'/,
    why: 'repeats a role: take it from api/least-roles.ts',
  },
  {
    in: /^panel\/src\/(?!api\/)/,
    refuses: /\b(?:m(?:ax|in)(?:Length|imum)?|itemLength)(?:=\{|\?? [:=] |: )-?\d/,
    why: 'repeats a limit: take it from api/records/, api/input-limits.ts or api/text-limits.ts',
  },
  {
    // A phone number is typed with punctuation, which the service does not accept.
    in: /^panel\/src\/(?!api\/|records\/inboxes\/PhoneForm\.tsx$)/,
    refuses: /\bpattern="[^"]*\{\d/,
    why: 'repeats a limit: take the pattern from api/input-limits.ts',
  },
  {
    in: /^packages\/n8n-nodes-pauta\/nodes\/(?!Pauta\/records\.ts$)/,
    refuses: /\b(?:maxLength|maxValue|limit): \d|\bMath\.min\(\d/,
    why: 'repeats a limit: take it from records.ts',
  },
];

const importing =
  /^(?:import|export)\s+(?<type>type\s+)?(?<names>[\w\s{},*$]*?)\s*\bfrom\s+'(?<from>[^']+)'|^import\s+'(?<bare>[^']+)'|\bimport\s*\(\s*'(?<late>[^']+)'/gm;

/** Resolves the text of an import. */
function targetOf(path: string, to: string): string {
  if (to.startsWith('.')) return join(path, '..', to);
  const alias = /^#([a-z]+)\//.exec(to);
  if (!alias) return to;
  return join(alias[1] === 'panel' ? 'panel/src' : (alias[1] ?? ''), to.slice(alias[0].length));
}

/** Imports and re-exports of a file. */
export const importsOf = ({ path, text }: Source): Import[] =>
  [...text.matchAll(importing)].map(({ groups: { type, names, from, bare, late } = {} }) => {
    const name = from ?? bare ?? late ?? '';
    return {
      to: targetOf(path, name),
      isFile: /^[.#]/.test(name),
      names: names?.match(/\w+/g) ?? [],
      isType: type !== undefined,
      isLate: late !== undefined,
    };
  });

/** Index of a file's layer, -1 without one. */
const layerOf = (root: string, path: string) =>
  (layers[root] ?? []).findIndex((names) => names.includes(entryOf(root, path)));
const entryOf = (root: string, path: string) =>
  path.startsWith(root) ? (path.slice(root.length).split('/')[0] ?? '') : '';

/** An area within an area has layers for imports among its files only. */
const isWithin = (root: string, path: string, { to }: Import) =>
  path.startsWith(root) && (to.startsWith(root) || root !== 'server/features/');

function layerProblem(path: string, each: Import): string | undefined {
  const { to, isFile } = each;
  if (!isFile || exceptions.some(([from, allowed]) => from.test(path) && allowed.test(to)))
    return undefined;
  for (const root of Object.keys(layers).filter((name) => isWithin(name, path, each))) {
    const [above, below] = [layerOf(root, path), layerOf(root, to)];
    if (above < 0 || below < 0) return `${path} imports ${to}, which has no layer`;
    if (entryOf(root, path) !== entryOf(root, to) && above >= below)
      return `${path} imports ${to}: imports point down`;
  }
  return undefined;
}

function problemsOf(source: Source, declaring: Declaring): string[] {
  const { path, text } = source;
  return [
    ...texts
      .filter((each) => each.in.test(path) && each.refuses.test(text))
      .map(({ why }) => `${path} ${why}`),
    ...importsOf(source).flatMap((each) => [
      ...[layerProblem(path, each)].filter((problem) => problem !== undefined),
      ...rules
        .filter(({ from, refuses }) => from.test(path) && refuses(each, path, declaring))
        .map(({ why }) => `${path} imports ${each.to}: ${why}`),
    ]),
  ];
}

/** Violations of the rules. */
export function findProblems(sources: readonly Source[]): string[] {
  const lists = sources.filter(({ path }) => /^server\/features\/[^/]+\/index\.ts$/.test(path));
  const declaring = new Set(lists.flatMap(importsOf).map(({ to }) => to));
  return sources.flatMap((source) => problemsOf(source, declaring));
}

const repository = fileURLToPath(new URL('..', import.meta.url));

/** Reads all modules below folders of the repository. */
export const readSources = (...folders: readonly string[]): Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') })),
  );

/** Reads all files that the rules are for. */
export const readLinted = (): Source[] =>
  readSources('server', 'panel/src', 'packages/sdk/src', 'packages/n8n-nodes-pauta/nodes');

if (import.meta.main) {
  const problems = findProblems(readLinted());
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}
