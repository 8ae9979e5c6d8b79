import { isUuid } from '../../platform/uuid.ts';

/*
 * How far a stream has come. Events are read in ranges of transactions that are all over, so that none can appear later in what was
 * read; within a range they are in the order of their ids, which is that of the changes of each record.
 */

/** Numbers of transactions: `from` and all up to, but without, `to`. */
export interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** What was sent: all before the range; within it what has an id up to this one, or nothing where there is none. */
export interface Cursor extends Range {
  /** Of which database, and which life of it, these numbers are. */
  readonly epoch: string;
  /** When it was given, in seconds, by the database's clock. */
  readonly at: number;
  readonly id: string | undefined;
  /** By what the last transaction before the range is known again, where it was given: see {@link Edge}. */
  readonly mark?: string | undefined;
}

/** Where everything up to now ends. */
export interface Edge {
  readonly edge: bigint;
  /** In seconds, by the database's clock. */
  readonly at: number;
  /** By what an event of the last transaction before the edge is known again; undefined where there is none. */
  readonly mark: string | undefined;
}

const written = (n: bigint | number) => n.toString(36);

/** As `id:` of a stream carries it. */
export const cursorText = ({ epoch, from, to, at, id, mark }: Cursor): string =>
  [
    ...[epoch, written(from), written(to), written(at), id?.replaceAll('-', '') ?? ''],
    ...(mark === undefined ? [] : [mark]),
  ].join('.');

const shape =
  /^([0-9a-f]{12})\.([0-9a-z]{1,13})\.([0-9a-z]{1,13})\.([0-9a-z]{1,9})\.([0-9a-f]{32})?(?:\.([0-9a-f]{8}))?$/;
/** The greatest xid8. */
const most = 2n ** 64n - 1n;

const read = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);

/** @returns undefined for what {@link cursorText} never wrote */
export function readCursor(text: string): Cursor | undefined {
  const match = shape.exec(text);
  if (!match) return undefined;
  const [, epoch = '', from = '', to = '', at = '', hex, mark] = match;
  const id = hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const cursor = { epoch, from: read(from), to: read(to), at: Number(read(at)), id, mark };
  if (cursor.from > cursor.to || cursor.to > most) return undefined;
  return id === undefined || isUuid(id) ? cursor : undefined;
}

/** For what cannot be read: a place in no database, so that whoever says it reads anew. */
export const nowhere: Cursor = { epoch: '', from: 0n, to: 0n, at: 0, id: undefined };
