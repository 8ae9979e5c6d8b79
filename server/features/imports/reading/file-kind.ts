import { readCsv } from './csv.ts';
import { FileProblem } from './file-problem.ts';
import { isJsonLines, readJsonLines } from './json-lines.ts';
import type { Table, TableOptions } from './table.ts';
import { type OpenBytes, openFile, readStart } from './text.ts';
import { readTrello } from './trello.ts';
import { readVcards } from './vcard.ts';
import { isChatStart } from './whatsapp-chat.ts';
import { readXlsx } from './xlsx.ts';
import { openZip, type ZipArchive } from './zip.ts';

/*
 * The kind of a file by its content: names of files are wrong too often.
 */

export type FileKind = 'csv' | 'xlsx' | 'vcard' | 'trello' | 'json_lines' | 'whatsapp';

/** Bytes from which the kind is decided. */
const sample = 64 * 1024;

const pictures: readonly (readonly [format: string, matches: (start: Buffer) => boolean])[] = [
  ['PNG', (start) => start.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['JPEG', (start) => start[0] === 0xff && start[1] === 0xd8 && start[2] === 0xff],
  ['GIF', (start) => /^GIF8[79]a/.test(start.toString('latin1', 0, 6))],
  ['WebP', (start) => /^RIFF.{4}WEBP/s.test(start.toString('latin1', 0, 12))],
  ['HEIC', (start) => /^.{4}ftyp(?:hei|hev|mif|avif)/s.test(start.toString('latin1', 0, 12))],
  ['BMP', (start) => /^BM.{4}\0{4}/s.test(start.toString('latin1', 0, 10))],
  ['TIFF', (start) => /^(?:II\*\0|MM\0\*)/.test(start.toString('latin1', 0, 4))],
  [
    'SVG',
    (start) =>
      /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)?<svg[\s>]/.test(start.toString('latin1')),
  ],
];

const compound = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** Name of the stream with an encrypted workbook. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

function kindOfArchive({ entries }: ZipArchive): FileKind {
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('xl/workbook.xml')) return 'xlsx';
  if (names.has('xl/workbook.bin')) throw new FileProblem('binary_excel');
  if (names.has('mimetype') && names.has('content.xml')) throw new FileProblem('open_document');
  if ([...names].some((name) => /\.txt$/i.test(name))) return 'whatsapp';
  throw new FileProblem('unknown_format');
}

/**
 * Decides the kind of a file.
 * @param path on the local disk
 * @throws FileProblem if it is of none that can be imported
 */
export async function fileKind(path: string): Promise<FileKind> {
  const start = await readStart(openFile(path), sample);
  if (start.length === 0) throw new FileProblem('empty');
  for (const [format, matches] of pictures)
    if (matches(start)) throw new FileProblem('picture', { values: { format } });
  if (start.toString('latin1', 0, 5) === '%PDF-') throw new FileProblem('pdf');
  if (start.subarray(0, 4).equals(compound))
    throw new FileProblem(start.includes(encryptedPackage) ? 'encrypted' : 'old_excel');
  if (start[0] === 0x50 && start[1] === 0x4b && (start[2] ?? 0) <= 8) {
    const zip = await openZip(path, { entries: 100_000, unpacked: 1 });
    zip.close();
    return kindOfArchive(zip);
  }
  return kindOfText(start);
}

function kindOfText(start: Buffer): FileKind {
  const isUtf16 =
    (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  const encoding = !isUtf16 ? 'utf-8' : start[0] === 0xff ? 'utf-16le' : 'utf-16be';
  const text = new TextDecoder(encoding).decode(start);
  if (/^\s*BEGIN:VCARD/i.test(text)) return 'vcard';
  if (/^\s*[{[]/.test(text) && !isChatStart(text))
    return isJsonLines(text) ? 'json_lines' : 'trello';
  if (/^\s*(?:<!doctype html|<html|<table|<head|<meta)/i.test(text))
    throw new FileProblem('web_page');
  if (/^\s*<\?xml/.test(text)) throw new FileProblem('unknown_format');
  return isChatStart(text) ? 'whatsapp' : 'csv';
}

/** Reads a table of any kind but chats. @throws FileProblem */
export function readTable(
  path: string,
  kind: FileKind,
  options: TableOptions = {},
): Promise<Table> {
  const open: OpenBytes = openFile(path);
  switch (kind) {
    case 'csv':
      return readCsv(open, options);
    case 'xlsx':
      return readXlsx(path, options);
    case 'vcard':
      return readVcards(open);
    case 'trello':
      return readTrello(open);
    case 'json_lines':
      return readJsonLines(open);
    case 'whatsapp':
      return Promise.reject(new FileProblem('unknown_format'));
  }
}
