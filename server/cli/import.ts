import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { create } from '../features/files/operations.ts';
import { importQueue } from '../features/imports/imports-queue.ts';
import {
  applyImport,
  createImport,
  getImport,
  listImports,
  undoImport,
} from '../features/imports/operations.ts';
import { encodings } from '../features/imports/reading/text.ts';
import { checkRows, listRows, readAgain } from '../features/imports/rows/operations.ts';
import { exportRefusedRows } from '../features/imports/rows/refused-rows.ts';
import type { RowProblem } from '../features/imports/rows/row-problem.ts';
import { sentenceOf } from '../features/imports/rows/row-sentences.ts';
import { type MatchKey, matchKeys } from '../features/imports/rows/schemas.ts';
import { type Context, storageOf } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { byteOrderMark, csvLine } from '../platform/csv.ts';
import { makeLog } from '../platform/log.ts';
import {
  CommandError,
  operatorPath,
  print,
  readId,
  table,
  UsageError,
  wantsJson,
} from './command.ts';
import { sourceOf } from './file.ts';
import { helpOf, withTeamContext } from './operation-command.ts';

/*
 * Imports a table. The command performs the steps unless a worker has claimed them, so it works without a running service.
 */

interface Options {
  readonly team: string;
  readonly name?: string;
  readonly resource?: string;
  readonly preset?: string;
  readonly encoding?: string;
  readonly separator?: string;
  readonly headerLine?: string;
  readonly sheet?: string;
  readonly mapping?: string;
  readonly matchBy?: readonly string[];
  readonly onMatch?: string;
  readonly inTrash?: string;
  readonly source?: string;
  readonly project?: string;
  readonly areaCode?: string;
  readonly dateOrder?: string;
  readonly createLinked: boolean;
  readonly notes: boolean;
  readonly events?: true;
  readonly check?: true;
  readonly problems?: string;
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
    readonly guess: {
      readonly preset: string | null;
      readonly primary: string | null;
      readonly questions: readonly Question[];
    };
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
  match_by: '--match-by',
  on_inactive: '--in-trash',
  project_id: '--project',
};
const neverStops = new AbortController().signal;

const get = async (ctx: Context, id: string) =>
  (await perform(getImport, ctx, { path: { id } })) as unknown as Import;

const countsOf = (counts: Counts | null) => {
  const of = (name: string) => Number(counts?.[name] ?? 0);
  return {
    rows: of('total'),
    ...{ created: of('created'), updated: of('updated'), unchanged: of('unchanged') },
    ...{ refused: of('refused'), skipped: of('in_trash') },
  };
};

const sentence = (counts: Counts | null): string =>
  Object.entries(countsOf(counts))
    .map(([name, n]) => `${n} ${name}`)
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

/** Names of keys on the command line that differ from those of mappings. */
const keyNames: Readonly<Record<string, MatchKey>> = { cpf: 'document', cnpj: 'document' };

/** @throws UsageError if an option is neither FIELD nor RECORD=FIELD */
function matchesOf(
  options: readonly string[],
  primary: string | null,
): Record<string, MatchKey | null> {
  return Object.fromEntries(
    options.map((option) => {
      const parts = option.split('=');
      const name = parts.at(-1) ?? '';
      const key = keyNames[name] ?? matchKeys.find((each) => each === name);
      const record = parts.length === 2 ? parts[0] : primary;
      if (parts.length > 2 || !record || (!key && name !== 'none'))
        throw new UsageError(
          `--match-by must be ${matchKeys.join(', ')}, cpf, cnpj or none, or RECORD=FIELD such as contact=phone.`,
        );
      return [record, key ?? null];
    }),
  );
}

/** Values of options → those of the operation. */
const matchActions = { skip: 'skip', fill: 'fill_blanks', overwrite: 'overwrite' } as const;
const trashActions = { restore: 'restore_and_update', create: 'create_new', skip: 'skip' } as const;

/** The operation's value of an option. @throws UsageError if it is none of the choices */
function chosenOf(option: string, choices: Readonly<Record<string, string>>, value?: string) {
  if (value === undefined) return undefined;
  if (Object.hasOwn(choices, value)) return choices[value];
  const names = Object.keys(choices);
  throw new UsageError(`${option} must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`);
}

async function choicesOf(options: Options): Promise<(read: Import) => Record<string, unknown>> {
  const { matchBy } = options;
  const chosen = {
    on_match: chosenOf('--on-match', matchActions, options.onMatch),
    on_inactive: chosenOf('--in-trash', trashActions, options.inTrash),
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
  const body = { ...mapping, ...Object.fromEntries(defined) };
  if (matchBy === undefined) return () => body;
  // Refuses wrong keys before the file is read.
  matchesOf(matchBy, 'record');
  return ({ table }) => {
    const { primary } = mapping;
    const record = typeof primary === 'string' ? primary : (table?.guess.primary ?? null);
    return { ...body, match_by: matchesOf(matchBy, record) };
  };
}

/** Writes the refused rows to a file. */
async function writeRefused(ctx: Context, id: string, path: string): Promise<void> {
  const { stream } = (await perform(exportRefusedRows, ctx, { path: { id } })) as {
    readonly stream: Readable;
  };
  await pipeline(stream, createWriteStream(operatorPath(path), { flags: 'w', mode: 0o600 }));
}

interface RowOfImport {
  readonly n: number;
  readonly line: number;
  readonly problems: readonly RowProblem[];
}

/** Yields the lines of a CSV file with the refusals of an import. */
async function* problemLines(ctx: Context, { id, table }: Import) {
  yield byteOrderMark + csvLine(['line', 'column', 'value', 'reason']);
  for (let after = 0; ; ) {
    const query = { outcome: 'refused', after: String(after) };
    const rows = (await perform(listRows, ctx, {
      path: { id },
      query,
    })) as unknown as RowOfImport[];
    for (const { line, problems } of rows)
      for (const problem of problems.filter(({ is_refusal }) => is_refusal)) {
        const column = problem.column === null ? '' : table?.columns[problem.column]?.name;
        yield csvLine([String(line), column, problem.value, sentenceOf(problem)]);
      }
    const last = rows.at(-1);
    if (!last) return;
    after = last.n;
  }
}

type Reading = Pick<
  Options,
  'resource' | 'preset' | 'encoding' | 'separator' | 'headerLine' | 'sheet'
>;

/** The line of the header as the operation takes it. @throws UsageError if it is no number */
function headerLineOf(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,4}$/.test(text))
    return text === undefined ? undefined : Number(text);
  throw new UsageError('--header-line must be the number of a line, or 0 if there is none.');
}

/** Reads the file again as the options say, unless it was read so. */
async function readAs(ctx: Context, read: Import, options: Reading, isQuiet: boolean) {
  const { resource, preset, encoding, separator, sheet } = options;
  const isRead = preset === undefined || read.table?.guess.preset === preset;
  const chosen = {
    resource,
    encoding,
    separator,
    sheet,
    header_line: headerLineOf(options.headerLine),
  };
  const body = Object.fromEntries(
    Object.entries({ ...chosen, preset: isRead ? undefined : preset }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  if (Object.keys(body).length === 0) return read;
  await perform(readAgain, ctx, { path: { id: read.id }, body });
  return finishStep(ctx, read.id, isQuiet);
}

interface ListedImport extends Import {
  readonly file_name: string;
  readonly created_at: string;
}

function listCommand(group: Command): void {
  group
    .command('list')
    .description(helpOf(listImports))
    .usage('--team <slug>')
    .action(async (_: object, command: Command) =>
      withTeamContext(command.optsWithGlobals<Options>().team, labels, async (ctx) => {
        const all = (await perform(listImports, ctx, {})) as unknown as ListedImport[];
        const imports = all.map(({ id, file_name, state, created_at, row_counts }) => ({
          ...{ id, file: file_name, state, created_at, ...countsOf(row_counts) },
        }));
        const rows = imports.map(({ id, file, state, created_at, rows: n }) => [
          ...[id, file, state, created_at, n],
        ]);
        print(command, { imports }, table(['ID', 'FILE', 'STATE', 'CREATED', 'ROWS'], rows));
      }),
    );
}

function undoCommand(group: Command): void {
  group
    .command('undo')
    .description(helpOf(undoImport))
    .usage('<id> --team <slug>')
    .argument('<id>')
    .action(async (text: string, _: object, command: Command) => {
      const id = readId(text, 'ID');
      // A command and its parent cannot both have this option.
      const { team } = command.optsWithGlobals<Options>();
      await withTeamContext(team, labels, async (ctx) => {
        await perform(undoImport, ctx, { path: { id } });
        const { row_counts: counts } = await finishStep(ctx, id, wantsJson(command));
        const of = (name: string) => Number(counts?.[name] ?? 0);
        const answer = { reverted: of('reverted'), kept: of('kept'), failed: of('failed') };
        const parts = Object.entries(answer).map(([name, n]) => `${n} ${name}`);
        print(command, answer, `Undone: ${parts.join(', ')}.`);
      });
    });
}

export function importCommand(pauta: Command): void {
  const group = pauta
    .command('import')
    .description(helpOf(createImport))
    .argument('<path>', 'the file to import, or - for standard input')
    .requiredOption('--team <slug>')
    .option('--name <name>', 'file name; default: the last part of the path')
    .option('--resource <resource>', 'records that the rows are about; default: guessed')
    .option('--preset <name>', 'product whose export the file is; default: recognized')
    .option('--encoding <name>', `${encodings.join(', ')}; default: recognized`)
    .option('--separator <name>', 'semicolon, comma, tab or pipe; default: recognized')
    .option('--header-line <number>', 'line with the column names, 0: none; default: recognized')
    .option('--sheet <name>', 'sheet of a workbook; default: the first one with a table')
    .option('--mapping <file>', 'JSON file with records and columns; default: the guessed mapping')
    .option(
      '--match-by <field...>',
      'the way in which records are found: id, external_id, cpf, cnpj, phone or email; for another record of the row RECORD=FIELD; none: never',
    )
    .option('--on-match <action>', 'skip, fill (empty fields) or overwrite; default fill')
    .option('--in-trash <action>', 'restore, create (a new record) or skip; default skip')
    .option('--source <name>', 'source under which ids of the file are kept')
    .option('--project <id>', 'project of tasks and campaigns that name none')
    .option('--area-code <digits>', 'area code of phones without one')
    .option('--date-order <order>', 'dmy or mdy')
    .option('--no-create-linked', 'create no clients and projects that are only named')
    .option('--no-notes', 'leave out columns without a field')
    .option('--events', 'deliver events and run workflows for each record')
    .option('--check', 'only count what would happen')
    .option(
      '--problems <file>',
      'write line, column, value and reason of refusals here; default: NAME.problems.csv',
    )
    .option('--refused <file>', 'write the refused rows here, to mend and import them')
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
        const first = await finishStep(ctx, id, isQuiet);
        if (first.kind !== 'rows')
          throw new CommandError('The file is no table: import chats in the panel.');
        const read = await readAs(ctx, first, options, isQuiet);
        const question = options.mapping === undefined ? questionOf(read, options) : undefined;
        if (question !== undefined)
          throw new CommandError(`${question} Or decide in the panel (import ${id}).`);
        await perform(checkRows, ctx, { path: { id }, body: choices(read) });
        let result = await finishStep(ctx, id, isQuiet);
        if (!isQuiet) process.stderr.write(`Checked: ${sentence(result.row_counts)}.\n`);
        if (!options.check) {
          await perform(applyImport, ctx, { path: { id } });
          result = await finishStep(ctx, id, isQuiet);
        }
        const counts = countsOf(result.row_counts);
        const hasProblems = counts.refused > 0;
        const problems = hasProblems
          ? operatorPath(options.problems ?? `${basename(name)}.problems.csv`)
          : null;
        if (problems !== null)
          await writeFile(problems, Readable.from(problemLines(ctx, result)), { mode: 0o600 });
        if (hasProblems && options.refused !== undefined)
          await writeRefused(ctx, id, options.refused);
        const where = problems === null ? '' : ` The reasons are in ${problems}.`;
        const done = options.check ? 'Checked' : 'Imported';
        print(
          command,
          { id, ...counts, problems },
          `${done}: ${sentence(result.row_counts)}.${where}`,
        );
      });
    });
  listCommand(group);
  undoCommand(group);
}
