import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { BlobMissing, type Storage } from '#server/outbound/storage.ts';
import type { Identifiers } from '../identifiers.ts';
import { certainKinds } from '../identifiers.ts';
import { expressionsFor, matchesIn, type TextMatch } from './matches.ts';
import { type ReadLimits, readLimits, storedTexts } from './stored-texts.ts';
import { Unread, type UnreadReason } from './unread.ts';

/*
 * Searches the contents of a team's stored files (docs/adr/0208-contents-of-files.md), each content once, however many files share it. The position
 * is stored after each content, so that a search that was interrupted continues there. Nothing is read from the storage within a transaction.
 */

/** Place of a hit in the contents of a file. */
export const contentsPlace = { place: 'files', field: 'contents' } as const;

/** Position and sums of a scan, which are stored with the request. */
export interface FileScan {
  /** The last content that is done: 64 hex digits; null at the start. */
  readonly after: string | null;
  /** The content that is being read, and the number of attempts at it. */
  readonly reading?: string;
  readonly tries?: number;
  /** Number of contents until now. */
  readonly read: number;
  readonly hits: number;
  readonly unread: Readonly<Record<string, number>>;
}

export const newScan: FileScan = { after: null, read: 0, hits: 0, unread: {} };

/** After this number of attempts, which killed the process, a content is not read. */
const maxTries = 3;
/** Interval at which the claim is extended while a file is read. */
const beatMs = 20_000;
/** Contents listed at a time. */
const pageSize = 200;

const page = teamStatement(
  `
  select encode(b.sha256, 'hex') as sha256, b.place, b.stored_at is not null as is_stored, b.scan::text as scan,
    (select json_agg(json_build_object('id', f.id, 'type', f.media_type)) from files f
      where f.team_id = $team and f.sha256 = b.sha256 and f.deleted_at is null) as files
  from blobs b
  where b.team_id = $team and ($after::text is null or b.sha256 > decode($after::text, 'hex'))
    and exists (select from files f where f.team_id = $team and f.sha256 = b.sha256 and f.deleted_at is null)
  order by b.sha256 limit ${pageSize}`,
  unprepared,
);

const countContents = teamStatement(
  'select count(*)::int as n from blobs b where b.team_id = $team',
  unprepared,
);

/** Files that are the person's: an erasure deletes them, a package contains them. */
const filesOfPerson = teamStatement(
  `
  select a.file_id as id from messages m join message_media a on a.team_id = $team and a.message_id = m.id
  where m.team_id = $team and m.conversation_id = any($conversations::uuid[]) and a.file_id is not null
  union
  select unnest(n.file_ids) from conversation_notes n where n.team_id = $team and n.conversation_id = any($conversations::uuid[])
  union
  select s.file_id from scheduled_messages s where s.team_id = $team and s.conversation_id = any($conversations::uuid[]) and s.file_id is not null
  union
  select f.id from files f where f.team_id = $team and (
    f.record_type = 'conversations' and f.record_id = any($conversations::uuid[])
    or f.record_type = 'contacts' and f.record_id = any($contacts::uuid[])
    or f.record_type = 'clients' and f.record_id = any($clients::uuid[])
    or f.purpose = 'import')`,
  unprepared,
);

/** Ids of the files that an erasure of these records deletes. */
export const personFiles = async (
  db: TeamDb,
  records: {
    readonly conversations: readonly string[];
    readonly contacts: readonly string[];
    readonly clients: readonly string[];
  },
): Promise<ReadonlySet<string>> =>
  new Set((await db.run(filesOfPerson, { ...records })).map(({ id }) => String(id)));

interface Content {
  readonly sha256: string;
  readonly place: string;
  readonly isStored: boolean;
  readonly isInfected: boolean;
  readonly types: readonly string[];
  readonly files: readonly string[];
}

const contentOf = (row: Row, skip: ReadonlySet<string>): Content => {
  const files = (row.files as { id: string; type: string }[]).filter(({ id }) => !skip.has(id));
  return {
    sha256: String(row.sha256),
    place: String(row.place),
    isStored: row.is_stored === true,
    isInfected: row.scan === 'infected',
    types: files.map(({ type }) => type),
    files: files.map(({ id }) => id),
  };
};

/** Outcome of a content: its identifiers, and the reason for which a part of it was not read. */
export interface ReadContent {
  readonly files: readonly string[];
  readonly match: TextMatch | undefined;
  readonly unread: UnreadReason | undefined;
}

/** Reason for which files of a type are not opened. The type was compared with the first bytes when the file was stored. */
function unreadType(types: readonly string[]): UnreadReason | undefined {
  const is = (expression: RegExp) => types.every((type) => expression.test(type));
  if (is(/^image\/(?!svg)/)) return 'picture';
  return is(/^(?:audio|video)\//) ? 'media' : undefined;
}

export interface ScanParts {
  readonly db: TeamDb;
  readonly storage: Storage;
  readonly limits?: ReadLimits;
  /** Extends the claim while a file is read; `done` of `total` contents. */
  readonly progress: (done: number, total: number) => Promise<void>;
  /** Stores outcomes with the position after them, in one transaction that holds the claim. */
  readonly store: (contents: readonly ReadContent[], scan: FileScan) => Promise<void>;
}

/** Reads a content. @throws errors of the storage, PrivacyProblem */
async function readContent(
  { storage, limits = readLimits }: ScanParts,
  { files, place, isStored, isInfected }: Content,
  expressions: ReturnType<typeof expressionsFor>,
  onPiece: () => Promise<void>,
): Promise<ReadContent> {
  if (isInfected) return { files, match: undefined, unread: 'infected' };
  if (!isStored) return { files, match: undefined, unread: 'missing' };
  const stream = await storage.blobs.read(place).catch((error: unknown) => {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  });
  if (!stream) return { files, match: undefined, unread: 'missing' };
  // A parser may work for long before its first piece.
  let lost: unknown;
  const beat = setInterval(() => {
    onPiece().catch((error: unknown) => {
      lost = error;
      stream.destroy();
    });
  }, beatMs);
  try {
    const pieces = storedTexts(storage, stream, limits);
    const { match, error } = await matchesIn(pieces, expressions, onPiece);
    if (lost !== undefined) throw lost;
    if (error === undefined) return { files, match, unread: undefined };
    if (error instanceof Unread) return { files, match, unread: error.reason };
    throw error;
  } finally {
    clearInterval(beat);
    stream.destroy();
  }
}

/** Adds an outcome to the sums. */
const withOutcome = (scan: FileScan, { files, match, unread }: ReadContent): FileScan => ({
  ...scan,
  read: scan.read + (unread === undefined ? files.length : 0),
  hits: scan.hits + (match === undefined ? 0 : files.length),
  unread:
    unread === undefined
      ? scan.unread
      : { ...scan.unread, [unread]: (scan.unread[unread] ?? 0) + files.length },
});

/**
 * Scans the contents of all files of a team from a position on.
 * @param skip files that are not scanned
 * @param hasNames false to search for identifiers that are certain only
 * @returns the sums
 */
export async function scanFiles(
  parts: ScanParts,
  identifiers: Identifiers,
  from: FileScan,
  skip: ReadonlySet<string>,
  hasNames = true,
): Promise<FileScan> {
  const { db, store, progress } = parts;
  const expressions = expressionsFor(identifiers, [
    ...certainKinds,
    ...(hasNames ? ['name' as const] : []),
  ]);
  const [row] = await db.run(countContents);
  const total = Number(row?.n ?? 0);
  let scan = from;
  let done = 0;
  for (;;) {
    const rows = await db.run(page, { after: scan.after });
    /** Outcomes that are stored together, because nothing was read for them. */
    let ready: ReadContent[] = [];
    for (const content of rows.map((each) => contentOf(each, skip))) {
      const { sha256, files, types } = content;
      const tries = scan.reading === sha256 ? (scan.tries ?? 0) : 0;
      const reason = unreadType(types) ?? (tries >= maxTries ? 'too_large' : undefined);
      done += 1;
      const { reading: _, tries: __, ...sums } = scan;
      if (files.length === 0) scan = { ...sums, after: sha256 };
      else if (reason !== undefined) {
        const outcome = { files, match: undefined, unread: reason };
        ready.push(outcome);
        scan = { ...withOutcome(sums, outcome), after: sha256 };
      } else {
        await store(ready, { ...sums, reading: sha256, tries: tries + 1 });
        ready = [];
        const onPiece = () => progress(done, total);
        const outcome = await readContent(parts, content, expressions, onPiece);
        scan = { ...withOutcome(sums, outcome), after: sha256 };
        await store([outcome], scan);
      }
      await progress(done, total);
    }
    await store(ready, scan);
    if (rows.length < pageSize) return scan;
  }
}

// Hits and unread files of a request ---------------------------------------------------------------------------------

/** Key of a file as the search for texts writes it: like json_build_object. */
const fileKey = (id: string) => `{"id" : "${id}"}`;

const storeContents = teamStatement(
  `
  with f as (
    select f.* from json_to_recordset($files::json) f (id uuid, key text, hit uuid, matched json, excerpt text, reason text)),
  gone as (
    delete from privacy_hits h using f where h.team_id = $team and h.request_id = $id and h.place = 'files' and h.field = 'contents'
      and h.row_key = f.key and f.hit is null),
  hits as (
    insert into privacy_hits (team_id, request_id, id, place, field, row_key, record_id, matched, excerpt)
    select $team, $id, f.hit, 'files', 'contents', f.key, f.id, array(select json_array_elements_text(f.matched)), f.excerpt
    from f where f.hit is not null
    on conflict on constraint privacy_hits_row_key do update set matched = excluded.matched, excerpt = excluded.excerpt)
  insert into privacy_unread_files (team_id, request_id, file_id, reason)
  select $team, $id, f.id, f.reason from f where f.reason is not null
  on conflict on constraint privacy_unread_files_pkey do update set reason = excluded.reason`,
  unprepared,
);

const storeScan = teamStatement(
  'update privacy_requests set file_scan = $scan::json where team_id = $team and id = $id',
);

/** Stores the position, and with `hits` the outcomes. */
export async function storeOutcomes(
  tx: TeamDb,
  id: string,
  contents: readonly ReadContent[],
  scan: FileScan,
): Promise<void> {
  const files = contents.flatMap(({ files: ids, match, unread }) =>
    ids.map((file) => ({
      ...{
        id: file,
        key: fileKey(file),
        hit: match ? uuidv7() : null,
        matched: match?.matched ?? [],
      },
      ...{ excerpt: match?.excerpt ?? null, reason: unread ?? null },
    })),
  );
  if (files.length > 0) await tx.run(storeContents, { id, files: JSON.stringify(files) });
  await storePosition(tx, id, scan);
}

export const storePosition = (tx: TeamDb, id: string, scan: FileScan) =>
  tx.run(storeScan, { id, scan: JSON.stringify(scan) });

export const removeUnread = teamStatement(
  'delete from privacy_unread_files u where u.team_id = $team and u.request_id = $id',
);

/** Removes hits in files that were deleted, or are the person's. */
export const removeOldContents = teamStatement(
  `
  delete from privacy_hits h where h.team_id = $team and h.request_id = $id and h.place = 'files' and h.field = 'contents'
    and (h.record_id = any($skip::uuid[])
      or not exists (select from files f where f.team_id = $team and f.id = h.record_id and f.deleted_at is null))`,
  unprepared,
);
