import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { FileProblem } from './file-problem.ts';

/*
 * Bytes to text. A first pass decides the encoding from the whole file and refuses what no encoding explains; the second one decodes.
 * UTF-16 is recognized by its byte order mark. Everything else is UTF-8, line by line, and Windows-1252 in lines that are not valid UTF-8: files
 * that were merged by hand have both.
 */

/** Opens the bytes from their start; every pass opens them again. */
export type OpenBytes = () => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;

/** Encodings that the user may choose. */
export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be', 'macintosh'] as const;
export type ChosenEncoding = (typeof encodings)[number];
export type Encoding = ChosenEncoding | 'mixed';

export interface TextLimits {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Bytes of a line. */
  readonly line: number;
}

/** Properties of a text that its first pass determines. */
export interface TextSurvey {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark. */
  readonly mark: number;
  readonly bytes: number;
  readonly lines: number;
  /** First line that is not UTF-8 in a file with both encodings; null otherwise. */
  readonly mixedLine: number | null;
  /** Byte that ends lines: LF, or CR in files without any LF. */
  readonly lineEnd: '\n' | '\r';
}

export interface TextLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const LF = 0x0a;
const CR = 0x0d;

/** Opens a file of the local disk. */
export const openFile =
  (path: string): OpenBytes =>
  () =>
    createReadStream(path, { highWaterMark: 256 * 1024 });

/** Reads at most the first bytes. */
export async function readStart(open: OpenBytes, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await open()) {
    parts.push(chunk);
    size += chunk.length;
    if (size >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most);
}

/** Bytes from which UTF-16 without a byte order mark is recognized. */
const examined = 4 * 1024;

/** Recognizes UTF-16 by the zeros of its western characters: every second byte of most of them. */
function unmarkedUtf16(start: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  for (const [i, byte] of start.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = (start.length / 2) * 0.7;
  if (even === 0 && odd > most) return 'utf-16le';
  return odd === 0 && even > most ? 'utf-16be' : undefined;
}

/** Encoding by the byte order mark, and its length. */
function markOf(start: Uint8Array): { encoding: Encoding | undefined; mark: number } {
  if (start[0] === 0xff && start[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (start[0] === 0xfe && start[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf)
    return { encoding: undefined, mark: 3 };
  return { encoding: undefined, mark: 0 };
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const western = new TextDecoder('windows-1252');
const macintosh = new TextDecoder('macintosh');

/** Decodes a line in UTF-8 or else Windows-1252. */
const decodeLine = (bytes: Uint8Array) => (isUtf8(bytes) ? strict : western).decode(bytes);

/**
 * Splits bytes into blocks that end with a line, except the last one, so that no character is divided.
 * @throws FileProblem for a line over the limit
 */
async function* wholeLines(
  open: OpenBytes,
  lineEnd: number,
  { bytes, line: maxLine }: TextLimits,
): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = [];
  let pendingSize = 0;
  let total = 0;
  let line = 1;
  for await (const chunk of await open()) {
    total += chunk.length;
    if (total > bytes) throw new FileProblem('file_too_large', { values: { limit: bytes } });
    const last = chunk.lastIndexOf(lineEnd);
    const complete = last < 0 ? undefined : chunk.subarray(0, last + 1);
    if (complete) {
      const block = Buffer.concat([...pending, complete]);
      for (let start = 0; start < block.length; line += 1) {
        const end = block.indexOf(lineEnd, start) + 1;
        if (end - start - 1 > maxLine)
          throw new FileProblem('line_too_long', { line, values: { limit: maxLine } });
        start = end;
      }
      yield block;
      pending = [];
      pendingSize = 0;
    }
    const rest = complete ? chunk.subarray(last + 1) : chunk;
    if (rest.length > 0) {
      // Copied: streams reuse the memory of small chunks.
      pending.push(Buffer.from(rest));
      pendingSize += rest.length;
    }
    if (pendingSize > maxLine)
      throw new FileProblem('line_too_long', { line, values: { limit: maxLine } });
  }
  if (pendingSize > 0) yield Buffer.concat(pending);
}

/** Yields the lines of a block, without their ends, as bytes. */
function* linesOf(block: Buffer, lineEnd: number): Generator<Buffer> {
  for (let start = 0; start < block.length; ) {
    const next = block.indexOf(lineEnd, start);
    const end = next < 0 ? block.length : next;
    yield block.subarray(start, end);
    start = end + 1;
  }
}

function countOf(block: Uint8Array, byte: number): number {
  let count = 0;
  for (let at = block.indexOf(byte); at >= 0; at = block.indexOf(byte, at + 1)) count += 1;
  return count;
}

/** Decodes UTF-16 strictly, in chunks. */
async function* decodeUtf16(
  open: OpenBytes,
  encoding: 'utf-16le' | 'utf-16be',
  limits: TextLimits,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let total = 0;
  let line = 1;
  let column = 0;
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw new FileProblem('undecodable', { line, cause });
    }
  };
  const check = (text: string) => {
    for (let start = 0; start < text.length; ) {
      const next = text.indexOf('\n', start);
      const end = next < 0 ? text.length : next;
      const nul = text.indexOf('\0', start);
      if (nul >= 0 && nul < end) throw new FileProblem('nul_byte', { line });
      column += (end - start) * 2;
      if (column > limits.line)
        throw new FileProblem('line_too_long', { line, values: { limit: limits.line } });
      if (next >= 0) {
        line += 1;
        column = 0;
      }
      start = end + 1;
    }
    return text;
  };
  for await (const chunk of await open()) {
    total += chunk.length;
    if (total > limits.bytes)
      throw new FileProblem('file_too_large', { values: { limit: limits.bytes } });
    const text = check(decode(chunk));
    if (text !== '') yield text;
  }
  const text = check(decode());
  if (text !== '') yield text;
}

/**
 * Reads the text once and decides how it is decoded.
 * @param chosen an encoding to use whatever the text looks like
 * @throws FileProblem for NUL characters, a line or a file over the limits, and bytes that are invalid in UTF-16 or the chosen encoding
 */
export async function surveyText(
  open: OpenBytes,
  limits: TextLimits,
  chosen?: ChosenEncoding,
): Promise<TextSurvey> {
  const start = await readStart(open, examined);
  if (start.length === 0) throw new FileProblem('empty');
  const { encoding: marked, mark } = markOf(start);
  const encoding = chosen ?? marked ?? unmarkedUtf16(start);
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    let characters = 0;
    let lines = 1;
    let hasLineFeed = false;
    for await (const text of decodeUtf16(open, encoding, limits)) {
      characters += text.length;
      const count = text.split('\n').length - 1;
      lines += count;
      hasLineFeed ||= count > 0;
    }
    return {
      encoding,
      mark,
      bytes: characters * 2 + mark,
      lines,
      mixedLine: null,
      lineEnd: hasLineFeed ? '\n' : '\r',
    };
  }
  const lineEnd = await lineEndOf(open);
  let bytes = 0;
  let line = 1;
  let hasMultibyte = false;
  let firstWestern: number | null = null;
  for await (const block of wholeLines(open, lineEnd, limits)) {
    bytes += block.length;
    const nul = block.indexOf(0);
    if (nul >= 0)
      throw new FileProblem('nul_byte', { line: line + countOf(block.subarray(0, nul), lineEnd) });
    if (!isAscii(block)) {
      // Most blocks are valid as a whole; only others are examined line by line.
      if (isUtf8(block)) hasMultibyte = true;
      else {
        let at = line;
        for (const each of linesOf(block, lineEnd)) {
          if (!isAscii(each)) {
            if (isUtf8(each)) hasMultibyte = true;
            else firstWestern ??= at;
            if (chosen === 'utf-8' && firstWestern !== null)
              throw new FileProblem('undecodable', { line: at });
          }
          at += 1;
        }
      }
    }
    line += countOf(block, lineEnd);
  }
  const isMixed = firstWestern !== null && (hasMultibyte || mark > 0);
  return {
    encoding: chosen ?? (isMixed ? 'mixed' : firstWestern === null ? 'utf-8' : 'windows-1252'),
    mark,
    bytes,
    lines: line,
    mixedLine: isMixed && chosen === undefined ? firstWestern : null,
    lineEnd: lineEnd === LF ? '\n' : '\r',
  };
}

/** Byte that ends the first line: CR alone in files of old Macs, LF otherwise. */
async function lineEndOf(open: OpenBytes): Promise<number> {
  const start = await readStart(open, 64 * 1024);
  return !start.includes(LF) && start.includes(CR) ? CR : LF;
}

/** Decodes the text in chunks, without its byte order mark. Except in UTF-16, a chunk ends with a line. */
export async function* decodeText(
  open: OpenBytes,
  survey: TextSurvey,
  limits: TextLimits,
): AsyncGenerator<string> {
  const { encoding, mark } = survey;
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    yield* decodeUtf16(open, encoding, limits);
    return;
  }
  const lineEnd = survey.lineEnd.charCodeAt(0);
  let isFirst = true;
  for await (const block of wholeLines(open, lineEnd, limits)) {
    const bytes = isFirst ? block.subarray(mark) : block;
    isFirst = false;
    if (bytes.length === 0) continue;
    if (encoding === 'utf-8') yield strict.decode(bytes);
    else if (encoding === 'windows-1252') yield western.decode(bytes);
    else if (encoding === 'macintosh') yield macintosh.decode(bytes);
    else if (isUtf8(bytes)) yield strict.decode(bytes);
    else
      yield [...linesOf(bytes, lineEnd)].map(decodeLine).join(survey.lineEnd) +
        endOf(bytes, lineEnd);
  }
}

const endOf = (bytes: Buffer, lineEnd: number) =>
  bytes.at(-1) === lineEnd ? String.fromCharCode(lineEnd) : '';

/** Reads the lines without their ends, in batches. */
export async function* readLines(
  open: OpenBytes,
  survey: TextSurvey,
  limits: TextLimits,
): AsyncGenerator<readonly TextLine[]> {
  let rest = '';
  let line = 0;
  for await (const chunk of decodeText(open, survey, limits)) {
    const parts = (rest + chunk).split(survey.lineEnd);
    rest = parts.pop() ?? '';
    yield parts.map((text) => {
      line += 1;
      return { line, text: text.endsWith('\r') ? text.slice(0, -1) : text };
    });
  }
  if (rest !== '') yield [{ line: line + 1, text: rest }];
}
