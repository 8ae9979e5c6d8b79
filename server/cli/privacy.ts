import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import clients from '../features/crm/clients/operations.ts';
import contacts from '../features/crm/contacts/operations.ts';
import { contentsPlace } from '../features/privacy/files/file-search.ts';
import { ledgerOf } from '../features/privacy/ledger.ts';
import {
  chooseRecords,
  closePrivacyRequest,
  createRequest,
  decideOnHits,
  downloadPackage,
  erasePerson,
  findPerson,
  getProof,
  getRequest,
  listHits,
  packPerson,
} from '../features/privacy/operations.ts';
import { privacyQueue } from '../features/privacy/privacy-queue.ts';
import { type Context, storageOf } from '../operations/context.ts';
import { perform } from '../operations/operation.ts';
import { ApiError } from '../platform/errors.ts';
import { makeLog } from '../platform/log.ts';
import { parsed } from '../records/read-after-write.ts';
import {
  CommandError,
  operatorPath,
  print,
  readId,
  table,
  UsageError,
  type Workplace,
} from './command.ts';
import { writeWhole } from './file.ts';
import { commandOf, withTeamContext } from './operation-command.ts';

/*
 * Requests of persons about their data. The commands do the work of each step themselves unless a worker has claimed it, so they need no running
 * service.
 */

interface Person {
  readonly team: string;
  readonly contact?: string;
  readonly client?: string;
}

/** Names of fields in messages. */
const labels = { phones: '--phone', emails: '--email', tax_ids: '--cpf' };
const working = new Set(['searching', 'packing', 'erasing']);
const pollMs = 300;
const neverStops = new AbortController().signal;
/** Basis on which mentions of only a name are kept: another person may have it, too. */
const nameOnly = 'Only the name matches.';

/** Basis on which files that mention the person are kept. */
const filesKept = 'Files kept by the operator.';

interface Request {
  readonly id: string;
  readonly code: string;
  readonly state: string;
  readonly reason: string | null;
  readonly subjects: readonly {
    readonly type: string;
    readonly id: string;
    readonly is_chosen: boolean;
  }[];
}

/** A request, whose steps this process does. */
interface Work {
  readonly ctx: Context;
  readonly place: Workplace;
  readonly id: string;
}

/** Works on the request until its step ends. @throws CommandError if it fails */
async function finishStep({ ctx, place, id }: Work): Promise<Request> {
  const parts = {
    secrets: ctx.settings.secrets,
    storage: storageOf(ctx.settings),
    ledger: ledgerOf(place.config),
    platform: place.platform,
    log: makeLog('silent'),
  };
  const queue = privacyQueue(ctx.db, id, parts, neverStops);
  for (;;) {
    const request = (await perform(getRequest, ctx, { path: { id } })) as unknown as Request;
    if (request.state === 'failed')
      throw new CommandError(`${request.reason} (request ${request.code})`);
    if (!working.has(request.state)) return request;
    const { jobs } = await queue.claimJobs(1);
    for (const job of jobs) await queue.work(job);
    if (jobs.length === 0) await sleep(pollMs);
  }
}

type Values = Readonly<Record<string, string | null>>;

/** The identifiers of the record that an option names. @throws UsageError, CommandError */
async function recordOf(ctx: Context, { contact, client }: Person) {
  const text = contact ?? client;
  if (text === undefined || (contact !== undefined && client !== undefined))
    throw new UsageError('Give either --contact ID or --client ID.');
  const id = readId(text, contact === undefined ? '--client' : '--contact');
  const { get } = contact === undefined ? clients : contacts;
  const record = await perform(get, ctx, { path: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
    throw new CommandError(
      `The team has no ${contact === undefined ? 'client' : 'contact'} ${id}.`,
    );
  });
  const { phone, mobile_phone, msgapp, email, cpf, name, custom_name } = parsed<Values>(record);
  const present = (...values: (string | null | undefined)[]) => values.filter((value) => value);
  return {
    id,
    body: {
      name: name ?? custom_name ?? null,
      phones: present(phone, mobile_phone, msgapp),
      emails: present(email),
      tax_ids: present(cpf),
    },
  };
}

/** Records a request about a record, and searches for the person. */
async function begin(ctx: Context, place: Workplace, options: Person, kind: string) {
  const record = await recordOf(ctx, options);
  const made = (await perform(createRequest, ctx, {
    body: { kind, ...record.body },
  })) as unknown as Request;
  const work = { ctx, place, id: made.id };
  const request = await finishStep(work);
  const chosen = request.subjects.filter((each) => each.is_chosen).map(({ id }) => id);
  if (chosen.includes(record.id)) return { work, request };
  const body = { record_ids: [record.id, ...chosen] };
  await perform(chooseRecords, ctx, { path: { id: made.id }, body });
  return { work, request: await finishStep(work) };
}

interface Hit {
  readonly id: string;
  readonly place: string;
  readonly field: string;
  readonly matched: readonly string[];
}

/** Decisions on files of other records that mention the person. */
const fileChoices = ['keep', 'delete'] as const;
type FileChoice = (typeof fileChoices)[number];

/**
 * Decides on every mention: identifiers are replaced, names alone stay.
 * @param files the decision on files; undefined if the user has not decided @throws CommandError if there are some
 */
async function decideAll({ ctx, id }: Work, files: FileChoice | undefined): Promise<void> {
  const isInFile = ({ place, field }: Hit) =>
    place === contentsPlace.place && field === contentsPlace.field;
  for (;;) {
    const query = { is_open: 'true' };
    const hits = (await perform(listHits, ctx, { path: { id }, query })) as unknown as Hit[];
    if (hits.length === 0) return;
    const isName = ({ matched }: Hit) => matched.every((kind) => kind === 'name');
    const certain = hits.filter((hit) => !isName(hit));
    const inFiles = certain.filter(isInFile);
    if (inFiles.length > 0 && files === undefined)
      throw new CommandError(
        `${inFiles.length} files mention the person. Decide on each in the panel, or give --files keep or --files delete.`,
      );
    for (const [decision, chosen] of [
      [{ decision: 'keep', basis: nameOnly }, hits.filter(isName)],
      [{ decision: 'replace' }, certain.filter((hit) => !isInFile(hit))],
      [
        files === 'delete' ? { decision: 'delete' } : { decision: 'keep', basis: filesKept },
        inFiles,
      ],
    ] as const) {
      if (chosen.length === 0) continue;
      const body = { hit_ids: chosen.map((hit) => hit.id), ...decision };
      await perform(decideOnHits, ctx, { path: { id }, body });
    }
  }
}

/** `contacts` → `contact` */
const singular = (type: string) => type.replace(/s$/, '');

function findCommand(pauta: Command): void {
  commandOf(pauta, findPerson)
    .requiredOption('--team <slug>')
    .option('--phone <phone>', 'in any spelling')
    .option('--email <email>')
    .option('--cpf <cpf>')
    .action(
      async (
        options: { team: string; phone?: string; email?: string; cpf?: string },
        command: Command,
      ) => {
        const { team, phone, email, cpf } = options;
        if (phone === undefined && email === undefined && cpf === undefined)
          throw new UsageError('Give --phone, --email or --cpf.');
        const list = (value: string | undefined) => (value === undefined ? [] : [value]);
        const body = { phones: list(phone), emails: list(email), tax_ids: list(cpf) };
        await withTeamContext(team, labels, async (ctx) => {
          const { subjects } = await perform(findPerson, ctx, { body });
          const records = subjects.map(({ type, id }) => ({ type: singular(type), id }));
          const rows = records.map(({ type, id }) => [type, id]);
          print(command, { found: records }, table(['TYPE', 'ID'], rows));
        });
      },
    );
}

const chooses = (command: Command) =>
  command
    .requiredOption('--team <slug>')
    .option('--contact <id>', 'contact who is the person')
    .option('--client <id>', 'client who is the person');

function accessCommand(pauta: Command): void {
  chooses(commandOf(pauta, packPerson))
    .requiredOption('--out <file>', 'output file, a ZIP')
    .action(async ({ out, ...options }: Person & { out: string }, command: Command) =>
      withTeamContext(options.team, labels, async (ctx, place) => {
        const { work } = await begin(ctx, place, options, 'access');
        const path = { id: work.id };
        await perform(packPerson, ctx, { path });
        await finishStep(work);
        const { stream, bytes } = (await perform(downloadPackage, ctx, { path })) as {
          readonly stream: Readable;
          readonly bytes: number;
        };
        await writeWhole(operatorPath(out), stream);
        await perform(closePrivacyRequest, ctx, { path, body: { outcome: 'fulfilled' } });
        print(command, { bytes }, `Wrote ${out}: ${bytes} bytes.`);
      }),
    );
}

interface Proof {
  /** The erasure. */
  readonly id: string;
  readonly content: {
    readonly removed: Readonly<Record<string, number>>;
    readonly scan: {
      readonly hits: Readonly<Record<string, number>>;
      readonly files: { readonly hits: number; readonly unread: Readonly<Record<string, number>> };
    };
  };
}

function eraseCommand(pauta: Command): void {
  chooses(commandOf(pauta, erasePerson))
    .option('--yes', 'confirm: an erasure cannot be undone')
    .addOption(
      new Option('--files <choice>', 'files of other records that mention the person').choices(
        fileChoices,
      ),
    )
    .action(async (all: Person & { yes?: true; files?: FileChoice }, command: Command) => {
      const { yes, files, ...options } = all;
      if (!yes) throw new UsageError('An erasure cannot be undone: give --yes to confirm it.');
      await withTeamContext(options.team, labels, async (ctx, place) => {
        const { work, request } = await begin(ctx, place, options, 'erasure');
        await decideAll(work, files);
        const { id } = work;
        await perform(erasePerson, ctx, { path: { id }, body: { code: request.code } });
        await finishStep(work);
        const proof = (await perform(getProof, ctx, { path: { id } })) as unknown as Proof;
        const { removed: rows, scan } = proof.content;
        const sum = (counts: Readonly<Record<string, number>>) =>
          Object.values(counts).reduce((total, n) => total + n, 0);
        const hits = sum(scan.hits) + scan.files.hits;
        const unread = sum(scan.files.unread);
        print(
          command,
          { id: proof.id, rows, hits },
          `Erased (request ${request.code}): ${sum(rows)} rows changed or removed; ${hits} texts and files identify the person; ${unread} files could not be read.`,
        );
      });
    });
}

export function privacy(pauta: Command): void {
  findCommand(pauta);
  accessCommand(pauta);
  eraseCommand(pauta);
}
