import { isUtf8 } from 'node:buffer';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { writeToDisk } from '#server/features/exports/spooled-file.ts';
import { headBytes, isPdf, isText, mediaTypeOf } from '#server/features/files/file-types.ts';
import type { Storage } from '#server/outbound/storage.ts';
import { DocumentError } from '#server/platform/documents/child-program.ts';
import { mailParts } from '#server/platform/documents/mail-parts.ts';
import { pdfText } from '#server/platform/documents/pdf-text.ts';
import { PrivacyProblem } from '../problem.ts';
import { type Archive, openArchive } from './archive.ts';
import { textOfHtml, textOfJson, textOfRtf, textOfVcards } from './loosened.ts';
import { Unread } from './unread.ts';
import { XmlError, xmlTexts } from './xml-texts.ts';

/*
 * Texts in stored files, by their first bytes: plain texts, mails, documents of Office and OpenDocument, PDF documents, and archives of these. Files
 * are streams; archives are written to the local disk first, because their directory is at their end. What unpacks is counted, so that an archive
 * can be no bomb.
 */

export interface ReadLimits {
  /** Bytes of a file, and those that it unpacks to. */
  readonly bytes: number;
  /** Entries of an archive. */
  readonly entries: number;
  /** Archives in archives. */
  readonly depth: number;
  /** Bytes of a mail, which is parsed as a whole. */
  readonly mail: number;
  /** Milliseconds for a file. */
  readonly ms: number;
}

export const readLimits: ReadLimits = {
  bytes: 1024 * 1024 * 1024,
  entries: 10_000,
  depth: 3,
  mail: 30 * 1024 * 1024,
  ms: 300_000,
};

/**
 * A piece of text. Pieces of a channel follow each other: a number may begin in one and end in the next. The same text may be in several channels,
 * as it is and without markup.
 */
export interface TextPiece {
  readonly channel: 'text' | 'loosened' | 'attributes';
  readonly text: string;
}

/** State of the reading of a file. */
interface Reading {
  readonly storage: Storage;
  readonly limits: ReadLimits;
  /** True once a part could not be read. */
  isPartial: boolean;
  bytes: number;
  readonly endsAt: number;
}

/** Milliseconds until the time for a file is over. */
const timeLeft = ({ endsAt }: Reading) => Math.max(endsAt - performance.now(), 1);

type Bytes = AsyncIterable<Uint8Array>;

const separator: TextPiece[] = (['text', 'loosened', 'attributes'] as const).map((channel) => ({
  channel,
  text: '\n\n',
}));

/** Counts bytes of a file. @throws Unread past a limit */
async function* counted(reading: Reading, bytes: Bytes): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    reading.bytes += chunk.length;
    if (reading.bytes > reading.limits.bytes || performance.now() > reading.endsAt)
      throw new Unread('too_large');
    yield chunk;
  }
}

/** Takes the first bytes off a stream, and returns all of it again. */
async function withHead(bytes: Bytes): Promise<{ readonly head: Buffer; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let size = 0;
  while (size < headBytes) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    // Copied: streams reuse the memory of small chunks.
    start.push(Buffer.from(value));
    size += value.length;
  }
  async function* all() {
    try {
      yield* start;
      for (;;) {
        const { value, done } = await iterator.next();
        if (done === true) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(start).subarray(0, headBytes), all: all() };
}

// Texts -------------------------------------------------------------------------------------------------------------

const western = new TextDecoder('windows-1252');

/** Decodes UTF-8, and lines that are not valid as Windows-1252. */
const decodedLines = (block: Buffer): string =>
  isUtf8(block)
    ? block.toString('utf8')
    : block
        .toString('latin1')
        .split('\n')
        .map((line) => {
          const bytes = Buffer.from(line, 'latin1');
          return isUtf8(bytes) ? bytes.toString('utf8') : western.decode(bytes);
        })
        .join('\n');

/** Bytes kept until the character that they begin is complete. */
const maxPending = 65_536;

async function* decoded(head: Buffer, bytes: Bytes): AsyncGenerator<string> {
  const utf16 =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : undefined;
  if (utf16 !== undefined) {
    const decoder = new TextDecoder(utf16);
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
    return;
  }
  let pending = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const block = Buffer.concat([pending, chunk]);
    let end = block.length;
    // A character outside ASCII may continue in the next chunk.
    while (end > 0 && (block[end - 1] ?? 0) >= 0x80) end -= 1;
    if (end === 0 && block.length < maxPending) end = 0;
    else if (block.length - end > maxPending) end = block.length;
    yield decodedLines(block.subarray(0, end));
    pending = Buffer.from(block.subarray(end));
  }
  yield decodedLines(pending);
}

/** Removes markup, if a text has any. */
function loosening(head: Buffer): ((text: string) => string) | undefined {
  const start = head.toString('latin1').replace(/\0/g, '').trimStart();
  if (start.startsWith('{\\rtf')) return textOfRtf;
  if (/BEGIN:VCARD/i.test(start)) return textOfVcards;
  if (/^[[{]/.test(start)) return textOfJson;
  return /<[a-z!?/][^>]*>/i.test(start) ? textOfHtml : undefined;
}

async function* textPieces(head: Buffer, bytes: Bytes): AsyncGenerator<TextPiece> {
  const loosen = loosening(head);
  for await (const text of decoded(head, bytes)) {
    yield { channel: 'text', text };
    if (loosen) yield { channel: 'loosened', text: loosen(text) };
  }
}

/** True for a mail as programs save it: headers, one of which only mails have. */
const isMail = (head: Buffer) => {
  const start = head.toString('latin1');
  return (
    /^(?:From |[A-Za-z][A-Za-z-]*:[ \t])/.test(start) &&
    /^(?:mime-version|received|message-id|content-type):/im.test(start)
  );
};

/** Characters of a long text that are handled at once. */
const sliceChars = 65_536;

export function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += sliceChars) yield text.slice(at, at + sliceChars);
}

/** Limits the bytes of a mail. @throws Unread */
async function* upTo(most: number, bytes: Bytes): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new Unread('too_large');
    yield chunk;
  }
}

async function* mailPieces(
  reading: Reading,
  bytes: Bytes,
  depth: number,
): AsyncGenerator<TextPiece> {
  const mail = Readable.from(upTo(reading.limits.mail, bytes));
  for await (const part of mailParts(mail, timeLeft(reading))) {
    if (part.kind === 'attachment') yield* partOf(reading, Readable.from([part.bytes]), depth + 1);
    else
      for (const text of slices(part.bytes.toString('utf8'))) {
        yield { channel: 'text', text };
        if (part.kind === 'html') yield { channel: 'loosened', text: textOfHtml(text) };
      }
  }
}

// Archives ----------------------------------------------------------------------------------------------------------

/** Parts of documents without texts of a user. */
const layoutParts = /(?:^|\/)(?:theme\/.*|styles\.xml|fontTable\.xml|webSettings\.xml)$/;

/** Reads the parts of a document of Office or OpenDocument. Pictures in documents are not read. */
async function* documentPieces(
  reading: Reading,
  archive: Archive,
  depth: number,
): AsyncGenerator<TextPiece> {
  for (const name of archive.names) {
    if (layoutParts.test(name)) continue;
    yield* separator;
    const bytes = () => counted(reading, archive.open(name));
    const asItIs = async function* (): AsyncGenerator<TextPiece> {
      const { head, all } = await withHead(bytes());
      yield* textPieces(head, all);
    };
    if (/\.(?:xml|rels|rdf)$/i.test(name))
      try {
        for await (const { text, attributes } of xmlTexts(bytes())) {
          yield { channel: 'text', text };
          yield { channel: 'attributes', text: attributes };
        }
      } catch (error) {
        if (!(error instanceof XmlError)) throw error;
        yield* asItIs();
      }
    else if (/\.(?:x?html?|vml|txt)$/i.test(name)) yield* asItIs();
    else if (/(?:^|\/)embeddings\//i.test(name) || /^Object /.test(name))
      yield* partOf(reading, archive.open(name), depth + 1);
    else if (/^xl\/.*\.bin$/i.test(name) && !/printerSettings|vbaProject/i.test(name))
      reading.isPartial = true;
  }
}

/** True if the manifest of an OpenDocument says that its parts are encrypted. */
async function isEncrypted(reading: Reading, archive: Archive): Promise<boolean> {
  const name = 'META-INF/manifest.xml';
  if (!archive.names.includes(name)) return false;
  let encrypted = false;
  const onElement = (element: string) => {
    encrypted ||= element === 'encryption-data';
  };
  try {
    for await (const _ of xmlTexts(counted(reading, archive.open(name)), onElement));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  return encrypted;
}

const noSpace = (options?: ErrorOptions) => new PrivacyProblem('no_space', options);

async function* archivePieces(reading: Reading, bytes: Bytes, depth: number) {
  if (depth > reading.limits.depth) throw new Unread('too_large');
  const { path } = await writeToDisk(reading.storage, bytes, noSpace);
  try {
    const archive = await openArchive(path, reading.limits.entries);
    try {
      const names = new Set(archive.names);
      if (names.has('mimetype') && (await isEncrypted(reading, archive)))
        throw new Unread('encrypted');
      if (names.has('[Content_Types].xml') || names.has('mimetype'))
        yield* documentPieces(reading, archive, depth);
      else
        for (const name of names) {
          yield { channel: 'text', text: `\n\n${name}\n\n` } as const;
          yield* partOf(reading, archive.open(name), depth + 1);
        }
    } finally {
      archive.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}

// Any file ----------------------------------------------------------------------------------------------------------

/** First bytes of an encrypted document of Office. */
const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Reason for which a file of a format is not read. */
const unreadFormat = (head: Buffer) => {
  const type = mediaTypeOf(head, '', undefined);
  if (type.startsWith('image/')) return new Unread('picture');
  if (/^(?:audio|video)\//.test(type)) return new Unread('media');
  return new Unread('format');
};

async function* piecesOf(reading: Reading, bytes: Bytes, depth: number): AsyncGenerator<TextPiece> {
  const { head, all } = await withHead(bytes);
  if (head.length === 0) return;
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0) <= 8)
    yield* archivePieces(reading, all, depth);
  else if (isPdf(head)) {
    for await (const text of pdfText(Readable.from(all), timeLeft(reading)))
      yield { channel: 'text', text };
  } else if (head.subarray(0, 4).equals(compound)) {
    // The directory of the file, which has the name, is rarely among its first bytes.
    let isLocked = false;
    for await (const chunk of all) isLocked ||= Buffer.from(chunk).includes(encryptedPackage);
    throw new Unread(isLocked ? 'encrypted' : 'format');
  } else if (isText(head)) {
    if (isMail(head)) yield* mailPieces(reading, all, depth);
    else yield* textPieces(head, all);
  } else {
    await all[Symbol.asyncIterator]().return?.();
    throw unreadFormat(head);
  }
}

/** The reason for which reading ended; undefined for errors that are no property of the file. */
function unreadOf(error: unknown): Unread | undefined {
  if (error instanceof Unread) return error;
  if (error instanceof DocumentError) return new Unread(error.problem, { cause: error });
  return undefined;
}

/** Reads a file in another one. One that cannot be read leaves the outer file partly read, unless a limit of the whole is reached. */
async function* partOf(reading: Reading, bytes: Bytes, depth: number): AsyncGenerator<TextPiece> {
  yield* separator;
  try {
    yield* piecesOf(reading, counted(reading, bytes), depth);
  } catch (error) {
    const unread = unreadOf(error);
    if (!unread) throw error;
    if (unread.reason === 'too_large') throw unread;
    reading.isPartial = true;
  }
}

/**
 * Yields the texts of a file.
 * @param bytes of the file, from its start
 * @throws Unread if it cannot be read, or was read only in part; errors of the storage; PrivacyProblem `no_space`
 */
export async function* storedTexts(
  storage: Storage,
  bytes: Bytes,
  limits: ReadLimits = readLimits,
): AsyncGenerator<TextPiece> {
  const endsAt = performance.now() + limits.ms;
  const reading: Reading = { storage, limits, isPartial: false, bytes: 0, endsAt };
  try {
    yield* piecesOf(reading, counted(reading, bytes), 1);
  } catch (error) {
    throw unreadOf(error) ?? error;
  }
  if (reading.isPartial) throw new Unread('partly');
}
