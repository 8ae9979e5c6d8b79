import type { Command } from 'commander';
import { type FoundTeam, teamBySlug, teamOwning } from '../features/accounts/teams.ts';
import { openStorage } from '../features/files/storage.ts';
import type { Context, Settings } from '../operations/context.ts';
import { type InstallationOperation, manage } from '../operations/installation.ts';
import { type Operation, perform, type RawInput, type Takes } from '../operations/operation.ts';
import type { CommandOperation } from '../operations/registry.ts';
import { InvalidValues, readValues } from '../operations/values.ts';
import { publicUrlOf } from '../platform/config.ts';
import { ApiError } from '../platform/errors.ts';
import { pageUrlOf } from '../platform/page-address.ts';
import type { Fields } from '../records/fields.ts';
import { CommandError, UsageError, type Workplace, withDatabase } from './command.ts';

/*
 * Commands that are operations: words become the operation's input, and its output becomes text.
 */

/** The groups of commands, with what they are about. */
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
  answer: 'ready answers to contacts',
  task: 'tasks',
  file: 'files',
  workflow: 'workflows and their runs',
  secrets: 'the keys that encrypt secrets in the database',
};

/** An operation's summary as help shows it. */
export const helpOf = ({ summary }: Pick<CommandOperation, 'summary'>): string =>
  summary.charAt(0).toLowerCase() + summary.slice(1);

/** A group of commands, which is added where it is not there. */
export const groupOf = (pauta: Command, name: string): Command =>
  pauta.commands.find((known) => known.name() === name) ??
  pauta.command(name).description(groups[name] ?? '');

/** Adds the command of an operation, under its group. */
export function commandOf(
  pauta: Command,
  operation: Pick<CommandOperation, 'summary'> & { readonly cli?: string },
): Command {
  const [name = '', verb = ''] = operation.cli?.split(' ') ?? [];
  return groupOf(pauta, name).command(verb).description(helpOf(operation));
}

/** Fields of an operation → the words for them on the command line, where these are not `--field-name`. */
type Labels = Readonly<Record<string, string>>;

const usageOf = ({ problems }: InvalidValues, labels: Labels) =>
  new UsageError(
    `${problems
      .map(({ name, problem }) => `${labels[name] ?? `--${name.replaceAll('_', '-')}`} ${problem}`)
      .join('; ')}.`,
  );

/** Runs `work`. @throws UsageError where it finds values wrong: they are what the words said */
async function inWords<T>(labels: Labels, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InvalidValues ? usageOf(error, labels) : error;
  }
}

/** Checks values before the database is opened. @throws UsageError naming the words that are wrong */
export const checkWords = (fields: Fields, given: Values, labels: Labels = {}): Promise<unknown> =>
  inWords(labels, () => readValues(fields, given));

type Values = Record<string, unknown>;

const actor = { kind: 'operator' } as const;

export const settingsOf = ({ config, target }: Workplace): Settings => ({
  secrets: target.secrets,
  jidSuffix: config.MSGAPP_JID_SUFFIX,
  bounds: config,
  publicUrl: publicUrlOf(config),
  sandboxDelayMs: config.SANDBOX_DELAY_MS,
  storage: openStorage(config),
});

function contextOf(place: Workplace, { id, slug, strictTaxIds }: FoundTeam): Context {
  const db = place.database.team(id);
  return { actor, team: { slug, strictTaxIds }, db, settings: settingsOf(place) };
}

/** @throws CommandError when there is no team with this slug */
export async function teamNamed({ platform }: Workplace, slug: string): Promise<FoundTeam> {
  const team = await teamBySlug(platform, slug);
  if (!team) throw noTeam(slug);
  return team;
}

const noTeam = (slug: string) =>
  new CommandError(`There is no team with the slug ${slug}; pauta team list shows all teams.`);

/** What a command says that is given the id of a record which is not there. */
type Absent = () => CommandError;

async function call<T extends Takes, O>(
  operation: Operation<T, O>,
  labels: Labels,
  raw: RawInput,
  find: (place: Workplace) => Promise<FoundTeam>,
  absent?: Absent,
  upload?: Context['upload'],
): Promise<O> {
  const { fields } = operation.takes;
  if (fields) await checkWords(fields, raw.body ?? {}, labels);
  return inWords(labels, () =>
    withDatabase(async (place) => {
      const context = contextOf(place, await find(place));
      return perform(operation, upload ? { ...context, upload } : context, raw);
    }),
  ).catch((error: unknown) => {
    throw absent && error instanceof ApiError && error.code === 'NOT_FOUND' ? absent() : error;
  });
}

/** What else a command may say of an operation that it runs. */
interface OnTeam {
  readonly labels?: Labels;
  readonly absent?: Absent;
  /** The bytes that go with the call. */
  readonly upload?: Context['upload'];
}

/** Runs an operation on the data of the team with this slug. */
export const onTeam = <T extends Takes, O>(
  slug: string,
  operation: Operation<T, O>,
  raw: RawInput,
  { labels = {}, absent, upload }: OnTeam = {},
): Promise<O> => call(operation, labels, raw, (place) => teamNamed(place, slug), absent, upload);

/** Runs an operation on one record, in the team that has it. */
export const onRecord = <T extends Takes, O>(
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

/** Performs operations on a team's data, one after the other. */
export type Perform = <T extends Takes, O>(operation: Operation<T, O>, raw: RawInput) => Promise<O>;

/** Works with the data of the team with this slug while the database stays open. @throws CommandError where there is none */
export const withTeam = <R>(slug: string, work: (perform: Perform) => Promise<R>): Promise<R> =>
  inWords({}, () =>
    withDatabase(async (place) => {
      const ctx = contextOf(place, await teamNamed(place, slug));
      return work((operation, raw) => perform(operation, ctx, raw));
    }),
  );

/** Performs operations on one record, one after the other. */
export type PerformOn = <T extends Takes, O>(
  operation: Operation<T, O>,
  body: Values,
) => Promise<O>;

/** Works with one record, in the team that has it, while the database stays open. @throws CommandError where it is not there */
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
  given: Values,
  labels: Labels = {},
): Promise<O> {
  await checkWords(operation.takes, given, labels);
  return withDatabase((place) => manageAt(place, operation, given));
}

/** Runs an operation on the installation that is about the team with this slug. */
export async function onTeamItself<F extends Fields, O>(
  slug: string,
  operation: InstallationOperation<F, O>,
  given: Values,
): Promise<O> {
  return inWords({}, () =>
    withDatabase(async (place) => {
      const { id } = await teamNamed(place, slug);
      return manageAt(place, operation, { ...given, id });
    }),
  );
}

/** The same where the database is open already. */
export async function manageAt<F extends Fields, O>(
  place: Workplace,
  operation: InstallationOperation<F, O>,
  given: Values,
): Promise<O> {
  const { config, platform, target } = place;
  const keyDirectory = config.SECRET_KEY === undefined ? target.dataDir : undefined;
  // People open these links in a browser; only operations of a team send gateways their callback.
  const settings = { ...settingsOf(place), publicUrl: await pageUrlOf(config) };
  return manage(operation, { actor, platform, settings, keyDirectory }, given);
}
