import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZipFile } from 'yazl';
import type { Row, Snapshot, TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { safeName, zipEntries } from '#server/features/exports/archive.ts';
import { stepSizes } from '#server/features/exports/step-sizes.ts';
import { csvFormat, jsonLinesFormat } from '#server/features/exports/text-formats.ts';
import { BlobMissing, type Storage } from '#server/outbound/storage.ts';
import { version } from '#server/platform/version.ts';
import type { ExportLanguage } from '#server/records/exported-columns.ts';
import { certainKinds, type Identifiers, matchesNothing, patternOf } from './identifiers.ts';
import { type Masking, maskingOf, NameSet } from './masking.ts';
import { pageOf } from './package-page.ts';
import {
  fileSection,
  type PackageColumn,
  type PackageSection,
  packageSections,
  storedAt,
  textSection,
} from './package-sections.ts';
import { textStatements } from './package-texts.ts';
import {
  chosenRecords,
  conversationsOf,
  identifiersOf,
  type PersonRecords,
  type RequestedPerson,
} from './search.ts';

/*
 * The package of a person's data (docs/adr/0206-packages-of-persons.md): a ZIP of JSON, CSV, a page to read, and files. The records are read from
 * one snapshot and written to the local disk, with the data of others masked; the archive is written from there.
 */

/** The person and the team of a package. */
export interface PackageSubject extends RequestedPerson {
  readonly code: string;
  readonly language: ExportLanguage;
  readonly team: string;
  readonly time_zone: string;
}

/** Records of the person, and their conversations. */
type Records = PersonRecords & { readonly conversations: readonly string[] };

// Names --------------------------------------------------------------------------------------------------------------

/** Names of the person's records. */
const personNames = teamStatement(
  `
  select array_remove(array[k.custom_name, k.push_name], null) as names from contacts k where k.team_id = $team and k.id = any($contacts::uuid[])
  union all
  select array_remove(array[c.name, c.display_name], null) from clients c where c.team_id = $team and c.id = any($clients::uuid[])
  union all
  select array[u.name] from users u where u.team_id = $team and u.id = any($users::uuid[])
  union all
  select array_remove(array[v.push_name], null) from conversations v where v.team_id = $team and v.id = any($conversations::uuid[])`,
  unprepared,
);

/** Names of all others. Names of companies are no personal data. */
const othersNames = [
  `select k.custom_name, k.push_name from contacts k where k.team_id = $team and k.id <> all($contacts::uuid[])`,
  `select c.name, c.display_name from clients c where c.team_id = $team and c.type = 'PF' and c.id <> all($clients::uuid[])`,
  `select u.name from users u where u.team_id = $team and u.id <> all($users::uuid[])`,
  `select v.push_name from conversations v where v.team_id = $team and v.push_name is not null and v.id <> all($conversations::uuid[])`,
  `select g.name from group_members g where g.team_id = $team and g.name is not null`,
].map((sql) => teamStatement(sql, unprepared));

/** Names read at a time. */
const namesPerStep = 1_000;

async function namesOfOthers(snapshot: Snapshot, records: Records): Promise<NameSet> {
  const names = new NameSet();
  for (const statement of othersNames)
    for await (const rows of snapshot.rows(statement, { ...records }, () => namesPerStep))
      for (const name of rows.flat()) if (typeof name === 'string') names.add(name);
  return names;
}

// Records ------------------------------------------------------------------------------------------------------------

const rowsOf = ({ columns, from, where, order, file }: PackageSection) =>
  teamStatement(
    `select ${[...columns.map(({ sql }) => sql), file?.id ?? 'null', file?.name ?? 'null'].join(', ')}
      from ${from} where t.team_id = $team and (${where}) order by ${order}`,
    unprepared,
  );

function maskedValue(masking: Masking, { mask, kind }: PackageColumn, value: unknown): unknown {
  if (mask === 'none' || value === null) return value;
  const text = mask === 'name' ? masking.name : masking.text;
  if (kind === 'list') return (value as readonly string[]).map(text);
  return typeof value === 'string' ? text(value) : masking.json(value);
}

/** Path of a file in the archive. */
const pathOf = (id: unknown, name: string) => `files/${String(id)} ${safeName(name)}`;

/** Values of a row, with the data of others masked. @param row its columns, then id and name of its file */
function maskedRow(
  masking: Masking,
  { columns }: Pick<PackageSection, 'columns'>,
  row: readonly unknown[],
): unknown[] {
  const [fileId, fileName] = [row[columns.length], row[columns.length + 1]];
  const value = (name: string | undefined) => row[columns.findIndex((each) => each.name === name)];
  return columns.map((column, i) => {
    if (column.name === 'file')
      return typeof fileId === 'string' ? pathOf(fileId, masking.text(String(fileName))) : null;
    if (column.mask === 'person')
      return masking.isPersons(String(value(column.of) ?? '')) ? row[i] : null;
    return maskedValue(masking, column, row[i]);
  });
}

/** Masked records of a section, as lines of the local file. */
interface Collected {
  readonly section: Pick<PackageSection, 'name' | 'title' | 'columns'>;
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Called between steps; extends the claim, and stops the work by throwing. */
type Progress = (done: number, total: number) => Promise<void>;

interface Collecting {
  readonly snapshot: Snapshot;
  readonly masking: Masking;
  readonly parameters: object;
  readonly file: FileHandle;
  readonly wrote: () => Promise<void>;
}

/** Writes the records of a section to the local file. @returns the number of records and of bytes */
async function collect(
  { snapshot, masking, parameters, file, wrote }: Collecting,
  section: Pick<PackageSection, 'columns'>,
  statements: readonly {
    readonly statement: ReturnType<typeof rowsOf>;
    readonly values?: object;
  }[],
): Promise<{ readonly count: number; readonly bytes: number }> {
  let [count, bytes] = [0, 0];
  for (const { statement, values } of statements) {
    const sizes = stepSizes();
    for await (const rows of snapshot.rows(statement, { ...parameters, ...values }, sizes.next)) {
      const text = rows
        .map((row) => `${JSON.stringify(maskedRow(masking, section, row))}\n`)
        .join('');
      sizes.wrote(rows.length, text.length);
      const piece = Buffer.from(text);
      await file.appendFile(piece);
      count += rows.length;
      bytes += piece.length;
      await wrote();
    }
  }
  return { count, bytes };
}

/** Reads the records of a section from the local file. */
async function* recordsOf(path: string, { start, end }: Collected): AsyncGenerator<unknown[]> {
  if (end === start) return;
  let rest = '';
  const stream = createReadStream(path, { start, end: end - 1, encoding: 'utf8' });
  for await (const piece of stream as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as unknown[];
  }
}

// Archive ------------------------------------------------------------------------------------------------------------

/** Characters written at a time. */
const pieceChars = 65_536;

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for await (const text of texts) {
    piece += text;
    if (piece.length < pieceChars) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  yield Buffer.from(piece);
}

async function* jsonOf(
  columns: readonly PackageColumn[],
  records: AsyncIterable<readonly unknown[]>,
) {
  const { row } = jsonLinesFormat(columns);
  let separator = '[\n';
  for await (const values of records) {
    yield separator + row(values).trimEnd();
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* csvOf(
  columns: readonly PackageColumn[],
  language: ExportLanguage,
  records: AsyncIterable<readonly unknown[]>,
) {
  const { head, row } = csvFormat(columns, language);
  yield head;
  for await (const values of records) yield row(values);
}

/** Columns that the person sees: the place of a file in the storage, the last one, is none. */
const isShown = ({ name }: Pick<PackageColumn, 'name'>) => name !== storedAt;

/** Records with the columns that the person sees. */
async function* shownRecords(path: string, collected: Collected): AsyncGenerator<unknown[]> {
  const width = collected.section.columns.filter(isShown).length;
  for await (const values of recordsOf(path, collected)) yield values.slice(0, width);
}

interface Archive {
  readonly zip: ZipFile;
  /** Rejects if the archive cannot be written. */
  readonly broken: Promise<never>;
  readonly storage: Storage;
  readonly progress: () => Promise<void>;
}

/** Adds the files of the person. @returns the paths of those that are in the archive, and the ids of missing ones */
async function addFiles(
  { zip, broken, storage, progress }: Archive,
  path: string,
  files: Collected,
): Promise<{ readonly paths: ReadonlySet<string>; readonly missing: readonly string[] }> {
  const add = zipEntries(zip, broken);
  const place = (name: string) => files.section.columns.findIndex((column) => column.name === name);
  const [id, file, blob] = [place('id'), place('file'), place(storedAt)];
  const paths = new Set<string>();
  const missing: string[] = [];
  for await (const values of recordsOf(path, files)) {
    await progress();
    const bytes =
      values[blob] === null
        ? undefined
        : await storage.blobs.read(String(values[blob])).catch((error: unknown) => {
            if (error instanceof BlobMissing) return undefined;
            throw error;
          });
    if (bytes) {
      await add(String(values[file]), bytes, false);
      paths.add(String(values[file]));
    } else missing.push(String(values[id]));
  }
  return { paths, missing };
}

/** Texts of the person's identifiers. */
const identifierTexts = (identifiers: Identifiers) =>
  [...certainKinds, 'name' as const].flatMap((kind) => identifiers[kind]);

async function writeArchive(
  archive: Archive,
  path: string,
  subject: PackageSubject,
  identifiers: Identifiers,
  collected: readonly Collected[],
): Promise<number> {
  const { zip, broken, progress } = archive;
  const { language, team } = subject;
  const add = zipEntries(zip, broken);
  const at = new Date();
  for (const each of collected) {
    if (each.count === 0) continue;
    const columns = each.section.columns.filter(isShown);
    const { name } = each.section;
    await add(`json/${name}.json`, inPieces(jsonOf(columns, shownRecords(path, each))));
    await add(`csv/${name}.csv`, inPieces(csvOf(columns, language, shownRecords(path, each))));
    await progress();
  }
  const files = collected.find(({ section }) => section.name === fileSection.name);
  const { paths, missing } = files
    ? await addFiles(archive, path, files)
    : { paths: new Set<string>(), missing: [] };
  const page = pageOf({
    ...{ language, team, at, timeZone: subject.time_zone },
    identifiers: identifierTexts(identifiers),
    hasFile: (file) => paths.has(file),
    sections: collected.map((each) => ({
      ...each.section,
      columns: each.section.columns.filter(isShown),
      count: each.count,
      records: () => shownRecords(path, each),
    })),
  });
  await add('index.html', page);
  const manifest = {
    format: 'pauta-person',
    version: 1,
    pauta: version,
    made_at: at.toISOString(),
    controller: team,
    request: subject.code,
    identifiers,
    records: Object.fromEntries(collected.map(({ section, count }) => [section.name, count])),
    missing_files: missing,
  };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  zip.end();
  return collected.reduce((total, { count }) => total + count, 0);
}

/**
 * Writes the package of a person into `zip`, and ends it.
 * @param broken rejects if the archive cannot be written
 * @returns the number of records
 */
export async function writePackage(
  db: TeamDb,
  storage: Storage,
  subject: PackageSubject,
  zip: ZipFile,
  broken: Promise<never>,
  progress: Progress,
): Promise<number> {
  const chosen = await chosenRecords(db, subject.id);
  const identifiers = await identifiersOf(db, subject, chosen);
  const conversations = await db.run(conversationsOf, {
    contacts: chosen.contacts,
    lids: identifiers.lid,
  });
  const records = { ...chosen, conversations: conversations.map(({ id }) => String(id)) };
  const names = (await db.run(personNames, { ...records })).flatMap(
    (row: Row) => row.names as readonly string[],
  );
  const texts = await textStatements(db, subject.id);
  const parameters = {
    ...records,
    pattern: patternOf(identifiers, certainKinds) ?? matchesNothing,
    scans: storage.scanner !== undefined,
  };
  const total = packageSections.length + 3;
  // Named like an upload, so that it is removed if the process is killed.
  const path = join(await storage.incoming(), `${randomUUID()}.part`);
  const file = await open(path, 'wx', 0o600);
  try {
    const collected = await db.snapshot(async (snapshot) => {
      const others = await namesOfOthers(snapshot, records);
      const masking = maskingOf(identifiers, [...names, subject.name ?? ''], others);
      const done: Collected[] = [];
      let start = 0;
      const add = async (
        section: Collected['section'],
        statements: Parameters<typeof collect>[2],
      ) => {
        const wrote = () => progress(done.length, total);
        await wrote();
        const collecting = { snapshot, masking, parameters, file, wrote };
        const { count, bytes } = await collect(collecting, section, statements);
        done.push({ section, count, start, end: start + bytes });
        start += bytes;
      };
      for (const section of packageSections) await add(section, [{ statement: rowsOf(section) }]);
      await add(textSection, texts);
      await add(fileSection, [{ statement: rowsOf(fileSection) }]);
      return done;
    });
    await file.close();
    const archive = { zip, broken, storage, progress: () => progress(total - 1, total) };
    return await writeArchive(archive, path, subject, identifiers, collected);
  } finally {
    await file.close().catch(() => {});
    await rm(path, { force: true });
  }
}
