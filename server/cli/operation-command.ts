import type { Command } from 'commander';
import { type FoundTeam, teamBySlug, teamOwning } from '../features/accounts/teams.ts';
import { openStorage } from '../features/files/storage.ts';
import { readValues } from '../operations/call-values.ts';
import type { Context, Settings } from '../operations/context.ts';
import { type InstallationOperation, manage } from '../operations/installation-operation.ts';
import { type CallInput, type Operation, perform, type RawInput } from '../operations/operation.ts';
import type { CommandOperation } from '../operations/registry.ts';
import { publicUrlOf } from '../platform/config.ts';
import { ApiError } from '../platform/errors.ts';
import { pageUrlOf } from '../platform/panel-url.ts';
import type { Fields } from '../records/fields.ts';
import { InvalidValues } from '../records/invalid-values.ts';
import { CommandError, UsageError, type Workplace, withDatabase } from './command.ts';

/* Commands backed by operations: arguments become the operation's input, and its output becomes text. */

/** Command groups and their descriptions. */
const groups: Readonly<Record<string, string>> = {
  team: 'teams',
  key: 'API keys',
  user: 'users',
  squad: 'squads',
  pipeline: 'pipelines and their columns',
  contract: 'contracts',
  inbox: 'messaging inboxes',
  sandbox: 'the built-in network for trials and tests',
  template: 'templates of official numbers',
  conversation: 'conversations, their state and notes',
  message: 'messages, their media and reactions',
  answer: 'canned responses to contacts',
  task: 'tasks',
  file: 'files',
  privacy: 'requests of persons about their data',
  workflow: 'workflows and their runs',
  secrets: 'the keys that encrypt secrets in the database',
};

/** Formats an operation's summary for the help text. */
export const helpOf = ({ summary }: Pick<CommandOperation, 'summary'>): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1);

/** Returns a command group, adding it if it does not exist. */
export const groupOf = (pauta: Command, name: string): Command =>
  pauta.commands.find((each) => each.name() === name) ??
  pauta.command(name).description(groups[name] ?? '');

/** Adds an operation's command to its group. */
export function commandOf(
  pauta: Command,
  operation: Pick<CommandOperation, 'summary'> & { readonly cli?: string },
): Command {
  const [name = '', verb = ''] = operation.cli?.split(' ') ?? [];
  return groupOf(pauta, name).command(verb).description(helpOf(operation));
}

/** Operation fields → their names on the command line, if not `--field-name`. */
type Labels = Readonly<Record<string, string>>;

const usageOf = ({ problems }: InvalidValues, labels: Labels) =>
  new UsageError(
    `${problems
      .map(({ name, problem }) => `${labels[name] ?? `--${name.replaceAll('_', '-')}`} ${problem}`)
      .join('; ')}.`,
  );

/** Runs `work`. @throws UsageError if it rejects values, which came from the command line */
async function inWords<T>(labels: Labels, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidValues ? usageOf(error, labels) : error;
  }
}

/** Validates values before the database is opened. @throws UsageError naming the invalid options */
export const checkOptions = (
  fields: Fields,
  options: Values,
  labels: Labels = {},
): Promise<unknown> => inWords(labels, () => readValues(fields, options));

type Values = Record<string, unknown>;

const actor = { kind: 'operator' } as const;

export function settingsOf({ config, database, target: { secrets } }: Workplace): Settings {
  const { MSGAPP_JID_SUFFIX: jidSuffix, SANDBOX_DELAY_MS: sandboxDelayMs } = config;
  const storage = openStorage(config);
  return {
    secrets,
    jidSuffix,
    bounds: config,
    publicUrl: publicUrlOf(config),
    storage,
    async startMessaging() {
      const { openMessaging } = await import('../features/receiving/local-messaging.ts');
      return openMessaging(database, secrets, { jidSuffix, sandboxDelayMs, storage });
    },
  };
}

function contextOf(place: Workplace, { id, slug, strictTaxIds }: FoundTeam): Context {
  const db = place.database.team(id);
  return { actor, team: { slug, strictTaxIds }, db, settings: settingsOf(place) };
}

/** @throws CommandError if no team has this slug */
export async function teamNamed({ platform }: Workplace, slug: string): Promise<FoundTeam> {
  const team = await teamBySlug(platform, slug);
  if (!team) throw noTeam(slug);
  return team;
}

const noTeam = (slug: string) =>
  new CommandError(`There is no team with the slug ${slug}; pauta team list shows all teams.`);

/** Error for a record id that does not exist. */
type Absent = () => CommandError;

async function call<T extends CallInput, O>(
  operation: Operation<T, O>,
  labels: Labels,
  raw: RawInput,
  find: (place: Workplace) => Promise<FoundTeam>,
  absent?: Absent,
  upload?: Context['upload'],
): Promise<O> {
  const { fields } = operation.input;
  if (fields) await checkOptions(fields, raw.body ?? {}, labels);
  return inWords(labels, () =>
    withDatabase(async (place) => {
      const context = contextOf(place, await find(place));
      return perform(operation, upload ? { ...context, upload } : context, raw);
    }),
  ).catch((error: unknown) => {
    throw absent && error instanceof ApiError && error.code === 'NOT_FOUND' ? absent() : error;
  });
}

/** Options for running a team's operation. */
interface OnTeam {
  readonly labels?: Labels;
  readonly absent?: Absent;
  /** Content uploaded with the call. */
  readonly upload?: Context['upload'];
}

/** Runs an operation on the data of the team with this slug. */
export const onTeam = <T extends CallInput, O>(
  slug: string,
  operation: Operation<T, O>,
  raw: RawInput,
  { labels = {}, absent, upload }: OnTeam = {},
): Promise<O> => call(operation, labels, raw, (place) => teamNamed(place, slug), absent, upload);

/** Runs an operation on one record, in the team that owns it. */
export const onRecord = <T extends CallInput, O>(
  table: Parameters<typeof teamOwning>[1],
  id: string,
  operation: Operation<T, O>,
  body: Values,
  absent: Absent,
  { labels = {}, upload }: Pick<OnTeam, 'labels' | 'upload'> = {},
): Promise<O> =>
  call(
    operation,
    labels,
    { path: { id }, body },
    async ({ platform }) => {
      const team = await teamOwning(platform, table, id);
      if (!team) throw absent();
      return team;
    },
    absent,
    upload,
  );

/** Runs operations on a team's data, one after another. */
type Perform = <T extends CallInput, O>(operation: Operation<T, O>, raw: RawInput) => Promise<O>;

/** Works on the data of the team with this slug over one database connection. @throws CommandError if no team has this slug */
export const withTeam = <R>(slug: string, work: (perform: Perform) => Promise<R>): Promise<R> =>
  inWords({}, () =>
    withDatabase(async (place) => {
      const ctx = contextOf(place, await teamNamed(place, slug));
      return work((operation, raw) => perform(operation, ctx, raw));
    }),
  );

/** Works in the context of the team with this slug, for commands that run background work themselves. @throws CommandError if there is none */
export const withTeamContext = <R>(
  slug: string,
  labels: Labels,
  work: (ctx: Context, place: Workplace) => Promise<R>,
): Promise<R> =>
  inWords(labels, () =>
    withDatabase(async (place) => work(contextOf(place, await teamNamed(place, slug)), place)),
  );

/** Runs operations on one record, one after another. */
export type PerformOn = <T extends CallInput, O>(
  operation: Operation<T, O>,
  body: Values,
) => Promise<O>;

/** Works on one record, in the team that owns it, over one database connection. @throws CommandError if it does not exist */
export const withRecord = <R>(
  table: Parameters<typeof teamOwning>[1],
  id: string,
  absent: Absent,
  work: (performOn: PerformOn) => Promise<R>,
): Promise<R> =>
  inWords({}, () =>
    withDatabase(async (place) => {
      const team = await teamOwning(place.platform, table, id);
      if (!team) throw absent();
      const ctx = contextOf(place, team);
      return work((operation, body) => perform(operation, ctx, { path: { id }, body }));
    }),
  ).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'NOT_FOUND' ? absent() : error;
  });

/** Runs an operation on the installation. */
export async function onInstallation<F extends Fields, O>(
  operation: InstallationOperation<F, O>,
  input: Values,
  labels: Labels = {},
): Promise<O> {
  await checkOptions(operation.input, input, labels);
  return withDatabase((place) => manageAt(place, operation, input));
}

/** Runs an installation operation about the team with this slug. */
export async function onTeamItself<F extends Fields, O>(
  slug: string,
  operation: InstallationOperation<F, O>,
  input: Values,
): Promise<O> {
  return inWords({}, () =>
    withDatabase(async (place) => {
      const { id } = await teamNamed(place, slug);
      return manageAt(place, operation, { ...input, id });
    }),
  );
}

/** Runs an installation operation on an open database. */
export async function manageAt<F extends Fields, O>(
  place: Workplace,
  operation: InstallationOperation<F, O>,
  input: Values,
): Promise<O> {
  const { config, platform, target } = place;
  const keyDirectory = config.SECRET_KEY === undefined ? target.dataDir : undefined;
  // Users open these links in a browser; only team operations give gateways their callback URL.
  const settings = { ...settingsOf(place), publicUrl: await pageUrlOf(config) };
  return manage(operation, { actor, platform, settings, keyDirectory }, input);
}
