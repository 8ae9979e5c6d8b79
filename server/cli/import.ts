import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { create } from '../features/files/operations.ts';
import { importQueue } from '../features/imports/imports-queue.ts';
import { applyImport, createImport, getImport } from '../features/imports/operations.ts';
import { checkRows, readAgain } from '../features/imports/rows/operations.ts';
import { exportRefusedRows } from '../features/imports/rows/refused-rows.ts';
import { type Context, storageOf } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { makeLog } from '../platform/log.ts';
import { CommandError, operatorPath, print, UsageError, wantsJson } from './command.ts';
import { sourceOf } from './file.ts';
import { helpOf, withTeamContext } from './operation-command.ts';

/*
 * Imports a table. The command performs the steps unless a worker has claimed them, so it works without a running service.
 */

interface Options {
  readonly team: string;
  readonly name?: string;
  readonly resource?: string;
  readonly mapping?: string;
  readonly match?: readonly string[];
  readonly onMatch?: string;
  readonly onInactive?: string;
  readonly source?: string;
  readonly project?: string;
  readonly areaCode?: string;
  readonly dateOrder?: string;
  readonly createLinked: boolean;
  readonly notes: boolean;
  readonly events?: true;
  readonly check?: true;
  readonly refused?: string;
}

type Counts = Readonly<Record<string, unknown>>;

interface Question {
  readonly code: string;
  readonly column: number | null;
  readonly choices: readonly string[];
}

interface Import {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly kind: string | null;
  readonly table: {
    readonly columns: readonly { readonly name: string }[];
    readonly guess: { readonly questions: readonly Question[] };
  } | null;
  readonly row_counts: Counts | null;
}

/** States in which the worker has nothing to do. */
const settled = new Set(['read', 'checked', 'applied', 'stopped', 'failed', 'undone']);
const pollMs = 300;
const progressMs = 2_000;
/** Names of fields in messages. */
const labels = {
  file_id: 'PATH',
  records: 'records of --mapping',
  columns: 'columns of --mapping',
  match_by: '--match',
  project_id: '--project',
};
const neverStops = new AbortController().signal;

const get = async (ctx: Context, id: string) =>
  (await perform(getImport, ctx, { path: { id } })) as unknown as Import;

const sentence = (counts: Counts | null): string =>
  ['total', 'created', 'updated', 'unchanged', 'refused', 'in_trash']
    .map(
      (name) =>
        `${Number(counts?.[name] ?? 0)} ${name === 'total' ? 'rows' : name.replace('_', ' ')}`,
    )
    .join(', ');

/** Works on the import until its step ends. @throws CommandError if it fails */
async function finishStep(ctx: Context, id: string, isQuiet: boolean): Promise<Import> {
  const parts = {
    storage: storageOf(ctx.settings),
    jidSuffix: ctx.settings.jidSuffix,
    secrets: ctx.settings.secrets,
    log: makeLog('silent'),
  };
  const queue = importQueue(ctx.db, parts, neverStops);
  const timer = setInterval(async () => {
    const now = await get(ctx, id).catch(() => undefined);
    const { done = 0, total = 0 } = now?.row_counts ?? {};
    if (!isQuiet && now && !settled.has(now.state))
      process.stderr.write(`${now.state}: ${Number(done)} of ${Number(total)} rows\n`);
  }, progressMs);
  try {
    for (;;) {
      const now = await get(ctx, id);
      if (now.state === 'failed') throw new CommandError(now.reason ?? 'The import failed.');
      if (settled.has(now.state)) return now;
      const { jobs } = await queue.claimJobs(1);
      for (const job of jobs) await queue.work(job);
      if (jobs.length === 0) await sleep(pollMs);
    }
  } finally {
    clearInterval(timer);
  }
}

/** Reads a mapping from a JSON file. @throws UsageError if it is none */
async function readMapping(path: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(operatorPath(path), 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch (cause) {
    throw new UsageError(`--mapping must be a file with a JSON object: ${String(cause)}.`);
  }
  throw new UsageError('--mapping must be a file with a JSON object.');
}

/** The first question that no option answers, as a sentence. */
function questionOf({ table }: Import, { dateOrder }: Options): string | undefined {
  const open = table?.guess.questions.filter(
    ({ code }) => code !== 'date_order' || dateOrder === undefined,
  );
  const [question] = open ?? [];
  if (!question) return undefined;
  const { code, column, choices } = question;
  if (code === 'resource')
    return `The rows may be ${choices.join(' or ')}: give --resource or --mapping.`;
  const name = table?.columns[column ?? 0]?.name ?? '';
  return code === 'date_order'
    ? `The dates of the column "${name}" may begin with the day or the month: give --date-order.`
    : `The column "${name}" may be ${choices.join(' or ')}: give --mapping.`;
}

function matchesOf(options: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    options.map((option) => {
      const [key, way] = option.split('=');
      if (!key || !way) throw new UsageError('--match must be RECORD=KEY, such as contact=phone.');
      return [key, way === 'none' ? null : way];
    }),
  );
}

async function choicesOf(options: Options): Promise<Record<string, unknown>> {
  const chosen = {
    match_by: options.match && matchesOf(options.match),
    on_match: options.onMatch,
    on_inactive: options.onInactive,
    source: options.source,
    project_id: options.project,
    area_code: options.areaCode,
    date_order: options.dateOrder,
    create_linked: options.createLinked,
    keep_unmapped: options.notes,
    emits: options.events,
  };
  const mapping = options.mapping === undefined ? {} : await readMapping(options.mapping);
  const defined = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return { ...mapping, ...Object.fromEntries(defined) };
}

/** Writes the refused rows to a file. */
async function writeRefused(ctx: Context, id: string, path: string): Promise<void> {
  const { stream } = (await perform(exportRefusedRows, ctx, { path: { id } })) as {
    readonly stream: Readable;
  };
  await pipeline(stream, createWriteStream(operatorPath(path), { flags: 'w', mode: 0o600 }));
}

export function importCommand(pauta: Command): void {
  pauta
    .command('import')
    .description(helpOf(createImport))
    .argument('<path>', 'the file to import, or - for standard input')
    .requiredOption('--team <slug>')
    .option('--name <name>', 'file name; default: the last part of the path')
    .option('--resource <resource>', 'records that the rows are about; default: guessed')
    .option('--mapping <file>', 'JSON file with records and columns; default: the guessed mapping')
    .option(
      '--match <record=key...>',
      'the way in which records are found, such as contact=phone; none: never',
    )
    .option('--on-match <action>', 'skip, fill_blanks or overwrite')
    .option('--on-inactive <action>', 'restore_and_update, create_new or skip')
    .option('--source <name>', 'source under which ids of the file are kept')
    .option('--project <id>', 'project of tasks and campaigns that name none')
    .option('--area-code <digits>', 'area code of phones without one')
    .option('--date-order <order>', 'dmy or mdy')
    .option('--no-create-linked', 'create no clients and projects that are only named')
    .option('--no-notes', 'leave out columns without a field')
    .option('--events', 'deliver events and run workflows for each record')
    .option('--check', 'only count what would happen')
    .option('--refused <file>', 'write refused rows here; default: NAME.refused.csv')
    .action(async (path: string, options: Options, command: Command) => {
      const choices = await choicesOf(options);
      const name = options.name ?? (path === '-' ? 'import' : basename(path));
      const isQuiet = wantsJson(command);
      const upload = await sourceOf(path);
      await withTeamContext(options.team, labels, async (ctx) => {
        const body = { name, purpose: 'import' };
        const file = (await perform(create, { ...ctx, upload }, { body })) as {
          readonly id: string;
        };
        const made = (await perform(createImport, ctx, {
          body: { file_id: file.id },
        })) as unknown as Import;
        const { id } = made;
        let read = await finishStep(ctx, id, isQuiet);
        if (read.kind !== 'rows')
          throw new CommandError('The file is no table: import chats in the panel.');
        const { resource, mapping } = options;
        if (resource !== undefined) {
          await perform(readAgain, ctx, { path: { id }, body: { resource } });
          read = await finishStep(ctx, id, isQuiet);
        }
        const question = mapping === undefined ? questionOf(read, options) : undefined;
        if (question !== undefined)
          throw new CommandError(`${question} Or decide in the panel (import ${id}).`);
        await perform(checkRows, ctx, { path: { id }, body: choices });
        let result = await finishStep(ctx, id, isQuiet);
        if (!isQuiet) process.stderr.write(`Checked: ${sentence(result.row_counts)}.\n`);
        if (!options.check) {
          await perform(applyImport, ctx, { path: { id } });
          result = await finishStep(ctx, id, isQuiet);
        }
        const refused = Number(result.row_counts?.refused ?? 0);
        const target = options.refused ?? `${basename(name)}.refused.csv`;
        if (refused > 0) await writeRefused(ctx, id, target);
        const where = refused > 0 ? ` Refused rows are in ${target}.` : '';
        print(
          command,
          {
            id,
            state: result.state,
            counts: result.row_counts,
            refused_file: refused > 0 ? target : null,
          },
          `${options.check ? 'Checked' : 'Imported'}: ${sentence(result.row_counts)}.${where}`,
        );
        if (refused > 0) process.exitCode = 1;
      });
    });
}
