import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileProblem } from './file-problem.ts';

/*
 * Texts that the cells of a workbook refer to by number. The first ones stay in memory; all others are in a temporary file, with their offsets
 * in memory.
 */

/** Bytes of texts in memory. */
const inMemory = 16 * 1024 * 1024;
/** Bytes that are written and read at once. */
const blockSize = 64 * 1024;
/** Blocks in memory. */
const cachedBlocks = 128;
/** Texts: their offsets take eight bytes each. */
const maxTexts = 10_000_000;

export class SharedStrings {
  readonly #first: string[] = [];
  #firstBytes = 0;
  /** Offset of each text in the file, and at last its end. */
  #offsets = new Float64Array(1024);
  #count = 0;
  #folder: string | undefined;
  #file: number | undefined;
  #written = 0;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  readonly #blocks = new Map<number, Buffer>();

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    if (this.#count === 0 && this.#firstBytes + bytes <= inMemory) {
      this.#first.push(text);
      // Also counts what an empty text takes.
      this.#firstBytes += bytes + 16;
      return;
    }
    if (this.#count === maxTexts)
      throw new FileProblem('unpacked_too_large', { values: { limit: maxTexts } });
    if (this.#count + 2 > this.#offsets.length) {
      const larger = new Float64Array(this.#offsets.length * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    const start = this.#written + this.#pendingBytes;
    this.#offsets[this.#count] = start;
    this.#count += 1;
    this.#offsets[this.#count] = start + bytes;
    this.#pending.push(Buffer.from(text));
    this.#pendingBytes += bytes;
    if (this.#pendingBytes >= blockSize) this.#write();
  }

  /** Ends adding. */
  finish(): void {
    if (this.#pendingBytes > 0) this.#write();
  }

  /** Returns a text; an empty one if the number refers to none. */
  get(index: number): string {
    const text = this.#first[index];
    if (text !== undefined) return text;
    const i = index - this.#first.length;
    if (!Number.isInteger(i) || i < 0 || i >= this.#count) return '';
    return this.#read(this.#offsets[i] ?? 0, this.#offsets[i + 1] ?? 0).toString('utf8');
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#file = undefined;
    this.#folder = undefined;
    this.#blocks.clear();
  }

  #open(): number {
    if (this.#file === undefined) {
      this.#folder = mkdtempSync(join(tmpdir(), 'pauta-import-'));
      this.#file = openSync(join(this.#folder, 'strings'), 'wx+', 0o600);
    }
    return this.#file;
  }

  #write(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let at = 0; at < bytes.length; )
      at += writeSync(this.#open(), bytes, at, bytes.length - at, this.#written + at);
    this.#written += bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #read(start: number, end: number): Buffer {
    const parts: Buffer[] = [];
    for (let at = start; at < end; ) {
      const number = Math.floor(at / blockSize);
      const offset = at - number * blockSize;
      const part = this.#block(number).subarray(offset, Math.min(blockSize, offset + end - at));
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 ? (parts[0] ?? Buffer.alloc(0)) : Buffer.concat(parts);
  }

  #block(number: number): Buffer {
    const cached = this.#blocks.get(number);
    if (cached) return cached;
    const block = Buffer.alloc(blockSize);
    const size = readSync(this.#open(), block, 0, blockSize, number * blockSize);
    if (this.#blocks.size === cachedBlocks) {
      const { value: oldest } = this.#blocks.keys().next();
      if (oldest !== undefined) this.#blocks.delete(oldest);
    }
    const read = block.subarray(0, size);
    this.#blocks.set(number, read);
    return read;
  }
}
