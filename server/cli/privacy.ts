import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import clients from '../features/crm/clients/operations.ts';
import contacts from '../features/crm/contacts/operations.ts';
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
  readonly matched: readonly string[];
}

/** Decides on every mention: identifiers are replaced, names alone stay. */
async function decideAll({ ctx, id }: Work): Promise<void> {
  for (;;) {
    const query = { is_open: 'true' };
    const hits = (await perform(listHits, ctx, { path: { id }, query })) as unknown as Hit[];
    if (hits.length === 0) return;
    const isName = ({ matched }: Hit) => matched.every((kind) => kind === 'name');
    for (const [decision, chosen] of [
      [{ decision: 'keep', basis: nameOnly }, hits.filter(isName)],
      [{ decision: 'replace' }, hits.filter((hit) => !isName(hit))],
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
    readonly scan: { readonly hits: Readonly<Record<string, number>> };
  };
}

function eraseCommand(pauta: Command): void {
  chooses(commandOf(pauta, erasePerson))
    .option('--yes', 'confirm: an erasure cannot be undone')
    .action(async ({ yes, ...options }: Person & { yes?: true }, command: Command) => {
      if (!yes) throw new UsageError('An erasure cannot be undone: give --yes to confirm it.');
      await withTeamContext(options.team, labels, async (ctx, place) => {
        const { work, request } = await begin(ctx, place, options, 'erasure');
        await decideAll(work);
        const { id } = work;
        await perform(erasePerson, ctx, { path: { id }, body: { code: request.code } });
        await finishStep(work);
        const proof = (await perform(getProof, ctx, { path: { id } })) as unknown as Proof;
        const { removed: rows, scan } = proof.content;
        const hits = Object.values(scan.hits).reduce((sum, n) => sum + n, 0);
        const total = Object.values(rows).reduce((sum, n) => sum + n, 0);
        print(
          command,
          { id: proof.id, rows, hits },
          `Erased (request ${request.code}): ${total} rows changed or removed; ${hits} texts identify the person.`,
        );
      });
    });
}

export function privacy(pauta: Command): void {
  findCommand(pauta);
  accessCommand(pauta);
  eraseCommand(pauta);
}
