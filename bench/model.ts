/*
 * The arithmetic of docs/scale.md: put in your own figures, run `node bench/model.ts`, and it prints the page's tables.
 */

// Measured: npm run bench:sizes --------------------------------------------------------------------------------------

/** Bytes per freshly packed row, indexes included. */
const bytes = {
  clients: 2_590,
  contacts: 2_120,
  projects: 3_650,
  pipelines: 510,
  columns: 370,
  tasks: 2_360,
  task_assignees: 230,
  deals: 2_200,
  campaigns: 3_440,
  activities: 2_230,
  conversations: 760,
  messages: 740,
  events: 1_120,
  deliveries: 580,
  delivery_attempts: 210,
  workflow_runs: 1_510,
  workflow_steps: 220,
  idempotency_keys: 860,
} as const;

/** Per operation: writing transactions, and WAL bytes with warm and with cold pages. */
const writes = {
  create: { ids: 1, warm: 6_500, cold: 125_000 },
  update: { ids: 1, warm: 10_000, cold: 115_000 },
  delete: { ids: 1, warm: 6_000, cold: 35_000 },
  /** With both confirmations. */
  send: { ids: 4, warm: 8_400, cold: 129_000 },
  /** Not measured: estimated as a third of a send with its confirmations. */
  receive: { ids: 1, warm: 3_000, cold: 43_000 },
  /** One event to one endpoint, in addition to the change itself: written, claimed, attempted, stored. */
  delivery: { ids: 2, warm: 1_900, cold: 44_000 },
  /** Three steps, in addition to the change that triggered it. */
  run: { ids: 4, warm: 18_000, cold: 285_000 },
} as const;

/** Statements; for POSTs with a key, additional ones. */
const statements = {
  get: 1,
  list: 1,
  create: 1,
  update: 1,
  delete: 1,
  send: 7,
  receive: 2,
  delivery: 2,
  run: 15,
  keyedCreate: 4,
  keyedSend: 7,
} as const;

/** CPU time in microseconds, of the service and of PostgreSQL. Replace with those of docs/performance.md. */
const processor = {
  get: { service: 49, postgresql: 45 },
  list: { service: 131, postgresql: 660 },
  create: { service: 217, postgresql: 690 },
  update: { service: 158, postgresql: 1_040 },
  // From here on estimated from the number of statements, not measured.
  delete: { service: 150, postgresql: 500 },
  send: { service: 600, postgresql: 2_000 },
  receive: { service: 200, postgresql: 700 },
  delivery: { service: 330, postgresql: 330 },
  run: { service: 1_000, postgresql: 3_500 },
  /** Looking up a key. */
  key: { service: 30, postgresql: 40 },
} as const;

/** Bytes sent: the response and its headers, or a delivery. */
const answers = { get: 1_300, list: 16_000, write: 1_200, delivery: 1_700 };
const logLine = 240;

// Assumed ------------------------------------------------------------------------------------------------------------

/** Monthly work of a team of twelve, with 22 working days. */
const month = {
  clients: 15,
  contacts: 60,
  projects: 8,
  tasks: 400,
  deals: 40,
  campaigns: 10,
  activities: 600,
  conversations: 60,
  sent: 1_500,
  received: 1_500,
  updates: 2_600,
  deletes: 100,
  gets: 15_000,
  lists: 15_000,
  runs: 80,
};
const assumed = {
  /** Deliveries per event. */
  listening: 0.5,
  columnsAPipeline: 5,
  assigneesATask: 1.3,
  /** Fraction of POSTs with an Idempotency-Key. */
  keyed: 0.5,
  workingDays: 22,
  /** The busiest hour as a fraction of the day, and the busiest minute as a multiple of that hour's average. */
  busiestHour: 0.15,
  busiestMinute: 2,
  /** Factor for changes and half-filled pages, compared with freshly packed rows. */
  slack: 1.5,
  /** CPU utilisation at the peak. */
  load: 0.5,
  /** Megabytes per team that PostgreSQL's machine should keep in memory. */
  hotMb: 5,
  pool: 10,
  processMb: 200,
};

/** Dollars per month and unit. Sources: docs/scale.md. */
const prices = {
  'low-cost hoster': {
    service: { vcpu: 4, gb: 8, dollars: 15 },
    database: { vcpu: 4, gb: 8, dollars: 15 },
    gbDisk: 0.067,
    gbOut: 0.0012,
    gbOutFree: 20_000,
  },
  'AWS São Paulo': {
    service: { vcpu: 2, gb: 8, dollars: 95 },
    database: { vcpu: 4, gb: 32, dollars: 558 },
    gbDisk: 0.184,
    gbOut: 0.15,
    gbOutFree: 100,
  },
} as const;
/** Up to here everything is on one machine, with the embedded database; beyond, at least two serve and PostgreSQL has a standby. */
const embeddedUpTo = { gbMemory: 4, gbDisk: 100 };

// Computed -----------------------------------------------------------------------------------------------------------

const creates =
  month.clients +
  month.contacts +
  month.projects +
  month.tasks +
  month.deals +
  month.campaigns +
  month.activities;
const events = creates + month.updates + month.deletes + 2 * month.sent + month.received;
const deliveries = events * assumed.listening;
const callbacks = 2 * month.sent + month.received;
const requests =
  month.gets + month.lists + creates + month.updates + month.deletes + month.sent + callbacks;

/** Gateway callbacks have no API key. */
const byKey = requests - callbacks;

/** Permanent rows per year. */
const stay = {
  clients: 12 * month.clients,
  contacts: 12 * month.contacts,
  projects: 12 * month.projects,
  pipelines: 12 * month.projects,
  columns: 12 * month.projects * assumed.columnsAPipeline,
  tasks: 12 * month.tasks,
  task_assignees: 12 * month.tasks * assumed.assigneesATask,
  deals: 12 * month.deals,
  campaigns: 12 * month.campaigns,
  activities: 12 * month.activities,
  conversations: 12 * month.conversations,
  messages: 12 * (month.sent + month.received),
};
/** Temporary rows: a month's worth at a time, a day's of idempotency keys. */
const standing = {
  events,
  deliveries,
  delivery_attempts: deliveries,
  workflow_runs: month.runs,
  workflow_steps: 3 * month.runs,
  idempotency_keys: ((creates + month.sent) * assumed.keyed) / assumed.workingDays,
};
const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
const sizeOf = (rows: Readonly<Partial<Record<keyof typeof bytes, number>>>) =>
  assumed.slack *
  sum(Object.entries(rows).map(([table, count]) => count * bytes[table as keyof typeof bytes]));

const done = {
  create: creates,
  update: month.updates,
  delete: month.deletes,
  send: month.sent,
  receive: month.received,
  delivery: deliveries,
  run: month.runs,
};
const wal = (kind: 'warm' | 'cold' | 'ids') =>
  sum(
    Object.entries(done).map(([what, count]) => count * writes[what as keyof typeof writes][kind]),
  );
const microseconds = (who: 'service' | 'postgresql') =>
  sum(
    Object.entries({ ...done, get: month.gets, list: month.lists, key: byKey }).map(
      ([what, count]) => count * processor[what as keyof typeof processor][who],
    ),
  );
const out =
  month.gets * answers.get +
  month.lists * answers.list +
  (creates + month.updates + month.deletes + month.sent + callbacks) * answers.write +
  deliveries * answers.delivery;

/** The busiest second's part of a month's amount. */
const peak = (amount: number) =>
  ((amount / assumed.workingDays) * assumed.busiestHour * assumed.busiestMinute) / 3_600;

const units: [number, string][] = [
  [1e12, ' T'],
  [1e9, ' G'],
  [1e6, ' M'],
  [1e3, ' k'],
];
function short(value: number): string {
  const [size, unit] = units.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const scaled = value / size;
  return `${Number(scaled.toPrecision(scaled >= 100 ? 3 : 2))}${unit}`;
}
const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Every request looks up its key: a team's requests are seldom within half a second of each other. */
const statementsPerMonth =
  byKey +
  assumed.keyed * (creates * statements.keyedCreate + month.sent * statements.keyedSend) +
  sum(
    Object.entries({ ...done, get: month.gets, list: month.lists }).map(
      ([what, count]) => count * statements[what as keyof typeof statements],
    ),
  );

function perTeam(): string {
  const line = (name: string, amount: number, unit = '') =>
    row([
      name,
      `${short(amount)}${unit}`,
      `${short(12 * amount)}${unit}`,
      `${short((amount / requests) * 1e6)}${unit}`,
    ]);
  const removed = sum(Object.values(standing));
  return [
    row(['One team', 'a month', 'a year', 'a million requests']),
    row(['---', '---:', '---:', '---:']),
    line('requests', requests),
    line('permanent rows', sum(Object.values(stay)) / 12),
    line('their disk', sizeOf(stay) / 12, 'B'),
    row(['rows deleted after 30 days (keys: after one)', `${short(removed)} at a time`, '', '']),
    row(['their disk', `${short(sizeOf(standing))}B at a time`, '', '']),
    line('events', events),
    line('deliveries', deliveries),
    line('statements', statementsPerMonth),
    line('transaction ids', wal('ids')),
    line('WAL, pages warm', wal('warm'), 'B'),
    line('WAL, pages cold', wal('cold'), 'B'),
    line('CPU seconds, service', microseconds('service') / 1e6),
    line('CPU seconds, PostgreSQL', microseconds('postgresql') / 1e6),
    line('bytes sent', out, 'B'),
    line('log', requests * logLine, 'B'),
  ].join('\n');
}

function sized(teams: number) {
  const cores = (who: 'service' | 'postgresql') =>
    (teams * peak(microseconds(who))) / 1e6 / assumed.load;
  const processes = Math.max(1, Math.ceil(cores('service')));
  const disk = teams * (sizeOf(stay) + sizeOf(standing));
  const memory = (teams * assumed.hotMb) / 1_000;
  return { cores, processes, disk, memory };
}

function byTeams(counts: readonly number[]): string {
  const lines = counts.map((teams) => {
    const { cores, processes, disk, memory } = sized(teams);
    return row([
      teams.toLocaleString('en'),
      short(teams * peak(requests)),
      short(teams * peak(statementsPerMonth)),
      short(teams * sum(Object.values(stay))).replace(' G', ' bn'),
      `${short(disk)}B`,
      `${short((teams * wal('warm')) / 22)}B … ${short((teams * wal('cold')) / 22)}B`,
      `${short(peak(teams * wal('cold')))}B`,
      short(teams * peak(wal('ids'))),
      cores('service') < 0.1 ? '< 0.1' : short(cores('service')),
      cores('postgresql') < 0.1 ? '< 0.1' : short(cores('postgresql')),
      processes * assumed.pool,
      `${short(memory * 1e9)}B`,
    ]);
  });
  return [
    row([
      'Teams',
      'requests/s at peak',
      'statements/s at peak',
      'rows after a year',
      'disk after a year',
      'WAL per working day, warm … cold',
      'WAL/s at peak, cold',
      'transactions/s at peak',
      'cores, service',
      'cores, PostgreSQL',
      'connections',
      'memory for PostgreSQL',
    ]),
    row(['---:', ...Array(11).fill('---:')]),
    ...lines,
  ].join('\n');
}

/** Machines for CPU, at the assumed utilisation, and for memory; disk with a quarter to spare. */
function money(counts: readonly number[]): string {
  const names = Object.keys(prices) as (keyof typeof prices)[];
  const cells = (teams: number) =>
    names.flatMap((name) => {
      const { service, database, gbDisk, gbOut, gbOutFree } = prices[name];
      const { cores, disk, memory } = sized(teams);
      const isEmbedded = memory <= embeddedUpTo.gbMemory && disk / 1e9 <= embeddedUpTo.gbDisk;
      const copies = isEmbedded ? 1 : 2;
      const databases = Math.ceil(
        Math.max(cores('postgresql') / database.vcpu, memory / database.gb),
      );
      const parts = {
        service: Math.max(copies, Math.ceil(cores('service') / service.vcpu)) * service.dollars,
        PostgreSQL: isEmbedded ? 0 : copies * databases * database.dollars,
        disk: copies * (disk / 1e9) * 1.25 * gbDisk,
        traffic: Math.max(0, (teams * out) / 1e9 - gbOutFree) * gbOut,
      };
      const all = sum(Object.values(parts));
      const [most] = Object.entries(parts).toSorted(([, a], [, b]) => b - a);
      const each = (amount: number) =>
        `$${amount >= 100 ? short(amount) : Number(amount.toPrecision(2))}`;
      return [each(all), each(all / teams), each((all / teams / requests) * 1e6), most?.[0] ?? ''];
    });
  return [
    row([
      'Teams',
      ...names.flatMap((name) => [
        `${name}: a month`,
        'a team',
        'a million requests',
        'largest part',
      ]),
    ]),
    row(['---:', ...names.flatMap(() => ['---:', '---:', '---:', '---'])]),
    ...counts.map((teams) => row([teams.toLocaleString('en'), ...cells(teams)])),
  ].join('\n');
}

const counts = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
console.log([perTeam(), byTeams(counts), money(counts)].join('\n\n'));
