import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import * as operations from '../features/files/operations.ts';
import {
  CommandError,
  fileError,
  operatorPath,
  print,
  readId,
  readWhole,
  table,
  UsageError,
  wantsJson,
} from './command.ts';
import { openFile } from './open-file.ts';
import { commandOf, onTeam } from './operation-command.ts';

interface Added {
  readonly team: string;
  readonly name?: string;
  readonly mediaType?: string;
  readonly recordType?: string;
  readonly recordId?: string;
}

interface Listed {
  readonly team: string;
  readonly recordType?: string;
  readonly recordId?: string;
  readonly before?: string;
  readonly limit?: number;
}

interface Fetched {
  readonly team: string;
  readonly output: string;
  readonly preview?: true;
}

/** Opens a path or standard input for reading. @throws CommandError if it cannot be read */
export const sourceOf = async (path: string): Promise<AsyncIterable<Uint8Array>> =>
  path === '-' ? process.stdin : openFile(path);

const noFile = (id: string) => () =>
  new CommandError(`The team has no file ${id}, or no preview of it.`);

export function file(pauta: Command): void {
  const { create, list, read, deleteFile } = operations;

  commandOf(pauta, create)
    .argument('<path>', 'the file to store, or - for standard input')
    .requiredOption('--team <slug>')
    .option('--name <name>', 'file name; default: the last part of the path')
    .option('--media-type <type>', 'media type, such as image/png')
    .option('--record-type <type>', 'type of the record to attach it to')
    .option('--record-id <id>', 'ID of that record')
    .action(async (path: string, { team, ...options }: Added, command: Command) => {
      if (path === '-' && options.name === undefined)
        throw new UsageError('--name is required with standard input.');
      const upload = await sourceOf(path);
      const { name = basename(path), mediaType, recordType, recordId } = options;
      const body = { name, media_type: mediaType, record_type: recordType, record_id: recordId };
      const stored = await onTeam(team, create, { body }, { upload });
      print(command, stored, `Stored ${stored.name} (${stored.id}): ${stored.bytes} bytes.`);
    });

  commandOf(pauta, list)
    .requiredOption('--team <slug>')
    .option('--record-type <type>', 'only of records of this type')
    .option('--record-id <id>', 'only of this record')
    .option('--before <id>', 'only those created before this file')
    .option('--limit <number>', 'maximum number of files, 1 to 100', readWhole)
    .action(async ({ team, ...options }: Listed, command: Command) => {
      const { recordType, recordId, before, limit } = options;
      const body = { record_type: recordType, record_id: recordId, before, limit };
      const { files } = await onTeam(team, list, { body });
      print(
        command,
        { files },
        table(
          ['ID', 'NAME', 'TYPE', 'BYTES', 'PREVIEW', 'SCAN', 'CREATED'],
          files.map((row) => [
            row.id,
            row.name,
            row.media_type,
            row.bytes,
            row.preview,
            row.scan,
            row.created_at,
          ]),
        ),
      );
    });

  commandOf(pauta, read)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .option('--output <path>', 'output file; - for standard output', '-')
    .option('--preview', 'write the preview of an image instead of the file')
    .action(async (text: string, { team, output, preview }: Fetched, command: Command) => {
      const isStream = output === '-';
      if (isStream && wantsJson(command))
        throw new UsageError('--json requires --output PATH: standard output carries the file.');
      if (isStream && process.stdout.isTTY)
        throw new UsageError(
          'A file cannot be written to a terminal: use --output PATH, or pipe it to a program.',
        );
      const id = readId(text, 'ID');
      const raw = { path: { id }, body: { preview: preview === true } };
      const opened = await onTeam(team, read, raw, { absent: noFile(id) });
      if (isStream) {
        await pipeline(opened.stream, process.stdout);
        return;
      }
      await writeWhole(operatorPath(output), opened.stream);
      const { name, mediaType, bytes } = opened;
      print(
        command,
        { id, name, media_type: mediaType, bytes, output },
        `Wrote ${output}: ${bytes} bytes of ${name}.`,
      );
    });

  commandOf(pauta, deleteFile)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .action(async (text: string, { team }: { team: string }, command: Command) => {
      const id = readId(text, 'ID');
      const absent = () => new CommandError(`The team has no file ${id}.`);
      const row = await onTeam(team, deleteFile, { path: { id } }, { absent });
      print(command, row ?? {}, `Deleted file ${id}.`);
    });
}

/** Writes a file atomically. */
export async function writeWhole(path: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(stream, createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    const { path: failed } = error as NodeJS.ErrnoException;
    throw failed === aside ? fileError(path, 'written', error) : error;
  }
}
