import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { fileNameOf } from '../features/conversations/file-names.ts';
import { remove } from '../features/files/operations.ts';
import { type StoredFile, storeFile } from '../features/files/store.ts';
import { type Context, storageOf, userIdOf } from '../operations/context.ts';
import { invalid, invalidRequest } from '../platform/errors.ts';
import { refuseLarge, whileArriving } from './panel-files.ts';

/*
 * Bodies in multipart/form-data (RFC 7578): fields, and one file in the part `file`, which is streamed to storage. Only the fields are in
 * memory.
 */

const limits = {
  fieldNameSize: 100,
  fieldSize: 65_536,
  fields: 20,
  // One more than is allowed, so that a second file is refused instead of ignored.
  files: 2,
  parts: 22,
  headerPairs: 20,
  headerSize: 8_192,
};
/** Max bytes of a body in addition to its file. */
const maxOverhead = 262_144;
const maxNameLength = 200;

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: StoredFile;
}

const malformedForm = () =>
  invalidRequest('The body is not well-formed multipart/form-data.', 'malformed');

/** @throws ApiError VALIDATION_ERROR without a boundary */
function parserOf({ headers }: FastifyRequest) {
  try {
    return new Busboy({ headers: { 'content-type': headers['content-type'] ?? '' }, limits });
  } catch {
    throw malformedForm();
  }
}

/**
 * Reads a form and stores its file.
 * @throws ApiError VALIDATION_ERROR if it is malformed, repeats a field, or does not have exactly one file; errors of {@link storeFile}
 */
export async function readForm(request: FastifyRequest, context: Context): Promise<Form> {
  const storage = storageOf(context.settings);
  refuseLarge(request, storage.mostBytes + maxOverhead);
  const parser = parserOf(request);
  const fields: Record<string, string> = {};
  const names = new Set(['file', 'file_id']);
  let problem: unknown;
  let content: Readable | undefined;
  let storing: Promise<StoredFile> | undefined;
  const refuse = (error: unknown) => {
    problem ??= error;
  };
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut || names.has(name))
      refuse(
        invalid('The fields of a form must be short texts, each given once.', name, 'invalid'),
      );
    names.add(name);
    fields[name] = value;
  });
  parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
    stream.on('error', refuse);
    if (name !== 'file' || storing) {
      refuse(
        invalid('A form must have exactly one file, in the part file.', 'file', 'too_many', {
          limit: 1,
        }),
      );
      stream.resume();
      return;
    }
    content = stream;
    const wholeName = fileNameOf([fileName], 'file', mediaType);
    // Not destroyed if it is refused: the parser would wait forever for someone to read the rest of it.
    const bytes = stream.iterator({ destroyOnReturn: false });
    storing = storeFile({ db: context.db, storage }, bytes, {
      name: [...wholeName].slice(-maxNameLength).join(''),
      mediaType: mediaType.slice(0, 255),
      purpose: 'message',
      createdBy: userIdOf(context.actor),
    });
    storing.catch((error: unknown) => {
      refuse(error);
      stream.resume();
    });
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'])
    parser.on(limit, () => refuse(invalidRequest('The form has too many parts.', 'too_much')));
  const finished = new Promise<void>((resolve) => {
    for (const event of ['finish', 'close']) parser.on(event, resolve);
    parser.on('error', () => {
      refuse(malformedForm());
      resolve();
    });
  });
  const drained = () =>
    Promise.race([finished, new Promise<void>((resolve) => parser.once('drain', resolve))]);

  return whileArriving(request, async (upload) => {
    try {
      for await (const piece of upload) {
        if (problem) throw problem;
        if (!parser.write(piece)) await drained();
      }
      parser.end();
      await finished;
      if (problem) throw problem;
      if (!storing) throw invalid('file is required.', 'file', 'required');
      return { fields, file: await storing };
    } catch (error) {
      content?.destroy(malformedForm());
      parser.destroy();
      const stored = await storing?.catch(() => undefined);
      if (stored) await context.db.run(remove, { id: stored.id });
      throw error;
    }
  });
}

/** Identity of a form for its Idempotency-Key: the boundaries of a retry differ, its content does not. */
export const identityOf = ({ fields, file: { sha256, name } }: Form): Buffer =>
  Buffer.from(JSON.stringify([Object.entries(fields).sort(), sha256, name]));
