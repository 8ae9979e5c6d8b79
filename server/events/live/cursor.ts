import { isUuid } from '#server/platform/uuid.ts';

/*
 * Position of a stream. Events are read in ranges of finished transactions, so that no event can appear later in a range already
 * read; within a range they are ordered by id, which is the order of changes to each record.
 */

/** Transaction numbers from `from`, inclusive, to `to`, exclusive. */
export interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** Marks what was sent: everything before the range, and within the range all ids up to this one, if any. */
export interface Cursor extends Range {
  /** Identifies the database, and its incarnation, to which these numbers belong. */
  readonly epoch: string;
  /** Time of creation, in seconds of the database's clock. */
  readonly at: number;
  readonly id: string | undefined;
  /** Fingerprint of the last transaction before the range at that time: see {@link Edge}. */
  readonly mark?: string | undefined;
}

/** End of everything committed so far. */
export interface Edge {
  readonly edge: bigint;
  /** In seconds of the database's clock. */
  readonly at: number;
  /** Fingerprint of an event in the last transaction before the edge; undefined if there is none. */
  readonly mark: string | undefined;
}

const written = (n: bigint | number) => n.toString(36);

/** Formats a cursor for the `id:` field of a stream. */
export const cursorText = ({ epoch, from, to, at, id, mark }: Cursor): string =>
  [
    ...[epoch, written(from), written(to), written(at), id?.replaceAll('-', '') ?? ''],
    ...(mark === undefined ? [] : [mark]),
  ].join('.');

const shape =
  /^([0-9a-f]{12})\.([0-9a-z]{1,13})\.([0-9a-z]{1,13})\.([0-9a-z]{1,9})\.([0-9a-f]{32})?(?:\.([0-9a-f]{8}))?$/;
/** Maximum xid8. */
const most = 2n ** 64n - 1n;

const read = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);

/** @returns undefined for a text not produced by {@link cursorText} */
export function readCursor(text: string): Cursor | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const [, epoch = '', from = '', to = '', at = '', hex, mark] = match;
  const id = hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const cursor = { epoch, from: read(from), to: read(to), at: Number(read(at)), id, mark };
  if (cursor.from > cursor.to || cursor.to > most) return undefined;
  return id === undefined || isUuid(id) ? cursor : undefined;
}

/** Replaces an unreadable cursor: matches no database, so that its client reloads. */
export const unreadableCursor: Cursor = { epoch: '', from: 0n, to: 0n, at: 0, id: undefined };
