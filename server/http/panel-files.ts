import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { create, read } from '../features/files/operations.ts';
import { refuseNotAttachable, uploadTypes } from '../features/files/record-files.ts';
import { createImport } from '../features/imports/operations.ts';
import { readValues } from '../operations/call-values.ts';
import { storageOf } from '../operations/context.ts';
import { perform, permit } from '../operations/operation.ts';
import { envelope } from '../operations/response-envelope.ts';
import { ApiError, notFound } from '../platform/errors.ts';
import { isUuid } from '../platform/uuid.ts';
import { boolean, oneOf, required, singleLine, uuid, withDefault } from '../records/fields.ts';
import { partOf, rangeNotSatisfiable, sendFile } from './files.ts';
import { send } from './responses.ts';
import { isArriving } from './server.ts';
import { uploadBody } from './upload-body.ts';

/* File contents in the panel API and in v1. Streamed from and to storage: no whole file is in memory. */

const about = {
  name: required(singleLine(255, 1)),
  purpose: withDefault(singleLine(64, 1), 'upload'),
  /** Makes a retry idempotent: one id is stored only once. */
  id: uuid,
};

/** The record that a file belongs to. A file to import belongs to none. */
const ofRecord = {
  record_type: required(oneOf('text', uploadTypes)),
  record_id: required(uuid),
};

/** Reads the query of an upload, and checks that the caller may store a file for this purpose. */
async function uploadValues(request: FastifyRequest) {
  const { context } = request;
  const values = query(request);
  if (values.purpose === 'import') {
    permit(createImport, context.actor);
    return readValues(about, values);
  }
  const read = readValues({ ...about, ...ofRecord }, values);
  await refuseNotAttachable(context, read.record_type, read.record_id);
  return read;
}

const query = ({ query }: FastifyRequest) => query as Readonly<Record<string, unknown>>;

/** @throws ApiError PAYLOAD_TOO_LARGE before reading, if the request declares its length */
export function refuseLarge({ headers }: FastifyRequest, most: number): void {
  if (Number(headers['content-length'] ?? 0) > most)
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      `A file can have at most ${most} bytes (FILE_MAX_BYTES).`,
    );
}

/** Content-Length of the body, if present. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Extends the request timeout for an upload. If it is refused, the usual timeout applies to the rest of the body. */
export async function whileArriving<T>(
  request: FastifyRequest,
  store: (upload: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { raw } = request;
  const end = isArriving(raw);
  const body = (request.body ?? raw) as Readable;
  try {
    return await store(uploadBody(body));
  } catch (error) {
    // Reads and discards the rest: a client that is still sending receives the response.
    body.resume();
    throw error;
  } finally {
    end();
  }
}

/** Mounts uploads to a record, and downloads. */
export async function mountPanelFiles(team: FastifyInstance): Promise<void> {
  await team.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    bytes.post('/files', { config: { isTakenAsItComes: true } }, async (request, reply) => {
      const { context } = request;
      permit(create, context.actor);
      const { id, ...values } = await uploadValues(request);
      refuseLarge(request, storageOf(context.settings).mostBytes);
      const body = {
        ...values,
        ...(id !== null && { id }),
        media_type: (request.headers['content-type'] ?? 'application/octet-stream').slice(0, 255),
      };
      const stored = await whileArriving(request, (upload) =>
        perform(create, { ...context, upload, uploadBytes: lengthOf(request) }, { body }),
      );
      return send(reply, 201, envelope(JSON.stringify(stored)));
    });
  });
  team.get('/files/:id/content', answerFile);
}

/** Mounts downloads in v1. */
export function mountV1Files(v1: FastifyInstance): void {
  v1.get('/files/:id', answerFile);
}

/** Sends a file or, with `preview=true`, its preview. */
async function answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = request;
  permit(read, context.actor);
  const { id } = request.params as { readonly id: string };
  const { preview } = readValues({ preview: withDefault(boolean, false) }, withPreview(request));
  if (!isUuid(id)) throw notFound('file');
  const opened = await perform(
    read,
    { ...context, range: (whole) => partOf(request, whole) },
    { path: { id }, body: { preview } },
  ).catch(rangeNotSatisfiable);
  return sendFile(reply, opened, preview);
}

/** Parses `preview=true` as a boolean. */
const withPreview = (request: FastifyRequest) => {
  const { preview, ...rest } = query(request);
  return preview === undefined
    ? rest
    : { ...rest, preview: boolean.fromQuery?.(String(preview)) ?? preview };
};
