import { auditEntries } from '../../features/audit/table.ts';
import { uploadTypes } from '../../features/files/of-records.ts';
import { lastEventParameters } from './event-stream.ts';
import { panelOperationNotes } from './panel-operation-notes.ts';
import { errorResponses } from './responses.ts';
import { type Json, jsonContent, ref } from './schemas.ts';

/* Paths of the panel API that are not operations. */

/** Path of the panel API's document, after /api. */
export const panelDocumentPath = '/panel/openapi.json';

const ownDocument = {
  parameters: [ref('parameters', 'RequestId')],
  get: {
    operationId: 'getPanelDocument',
    tags: ['Document'],
    summary: 'Get this document',
    description: panelOperationNotes.getPanelDocument,
    security: [],
    responses: {
      200: {
        description: 'This OpenAPI 3.1 document.',
        content: jsonContent({ schema: ref('schemas', 'Document') }),
      },
      ...errorResponses(['RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE']),
    },
  },
};

/** In the format of operation paths, after /api. */
const livePath = '/panel/teams/{team_slug}/live';

const liveNote = `A stream of server-sent events for as long as the client likes. Each change of a record that the member may read is one
\`event: change\`; its data is the event as webhooks get it, with \`record_id\`: \`{"record_id","id","type","created_at","data","previous"}\`.
What changes without an event, as settings do, is one \`event: stale\`: \`{"id","record_type","record_id"}\`, to be asked for again.
Others: \`ready\` (what is read from here on is up to date, and whatever changes comes), \`resync\` with a \`reason\` (what was shown has to be read
anew), \`end\` with a \`reason\` (\`stopping\`: come back; \`signed_out\`: do not). The \`id\` of each is where a client goes on that comes
back.`;

const live = {
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  get: {
    operationId: 'followTeam',
    tags: ['Live'],
    summary: 'Follow what changes in a team',
    description: liveNote.replaceAll('\n', ' '),
    parameters: lastEventParameters,
    responses: {
      200: {
        description: 'The stream.',
        content: { 'text/event-stream': { schema: { type: 'string' } } },
      },
      ...errorResponses([
        'VALIDATION_ERROR',
        'UNAUTHORIZED',
        'FORBIDDEN',
        'NOT_FOUND',
        'RATE_LIMITED',
        'TEAM_BUSY',
        'INTERNAL_ERROR',
        'UNAVAILABLE',
      ]),
    },
  },
};

const auditNote = `All entries that meet the filters, for spreadsheets: UTF-8 with a byte order mark, semicolons, CRLF. A text that a
spreadsheet would calculate begins with an apostrophe. It is sent while it is read, and is itself an entry. For admins and owners who may
export; more than 1,000 entries ask for a fresh proof of who one is (REAUTH_REQUIRED).`;

const auditCsv = {
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  get: {
    operationId: 'downloadAudit',
    tags: ['Audit'],
    summary: 'Download who did what as CSV',
    description: auditNote.replaceAll('\n', ' '),
    parameters: Object.entries(auditEntries.filters).map(([name, { field, about }]) => ({
      name,
      in: 'query',
      ...(about !== undefined && { description: about }),
      schema: field.schema,
    })),
    responses: {
      200: {
        description: 'The file.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      ...errorResponses([
        'VALIDATION_ERROR',
        'UNAUTHORIZED',
        'FORBIDDEN',
        'REAUTH_REQUIRED',
        'NOT_FOUND',
        'RATE_LIMITED',
        'TEAM_BUSY',
        'INTERNAL_ERROR',
        'UNAVAILABLE',
      ]),
    },
  },
};

const fileFailures = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'RATE_LIMITED',
  'TEAM_BUSY',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
] as const;

const inQuery = (name: string, schema: Json, description: string, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});
const text = { type: 'string' };
const id = { type: 'string', format: 'uuid' };

const storeNote = `The body is the file itself, of any Content-Type. It is stored as it comes, hashed on its way, and held to what its name and
its first bytes say it is. At most FILE_MAX_BYTES.`;

const uploads = {
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  post: {
    operationId: 'uploadFile',
    tags: ['Files'],
    summary: 'Put a file to a record',
    description: storeNote.replaceAll('\n', ' '),
    parameters: [
      inQuery('name', text, 'As people see it, with its extension.', true),
      inQuery(
        'record_type',
        { type: 'string', enum: uploadTypes },
        'What the file is put to.',
        true,
      ),
      inQuery('record_id', id, 'Which one.', true),
      inQuery('purpose', text, 'What it is for; upload where it is not given.'),
      inQuery('id', id, 'The id that it gets: sent again under the same one it is stored once.'),
    ],
    requestBody: {
      required: true,
      content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
    },
    responses: {
      201: {
        description: 'What is stored.',
        content: jsonContent({ schema: ref('schemas', 'StoredFileResponse') }),
      },
      ...errorResponses([...fileFailures, 'PAYLOAD_TOO_LARGE']),
    },
  },
};

const bytes = { 'application/octet-stream': { schema: { type: 'string' } } };

const content = {
  parameters: [
    ref('parameters', 'TeamSlug'),
    ref('parameters', 'RecordId'),
    ref('parameters', 'RequestId'),
  ],
  get: {
    operationId: 'downloadFile',
    tags: ['Files'],
    summary: 'Get the bytes of a file, or its preview',
    description:
      'As a download, whatever it is; only previews, which the service makes itself, are shown in place. Ranges are served.',
    parameters: [inQuery('preview', { type: 'boolean' }, 'The small picture of an image instead.')],
    responses: {
      200: { description: 'The file.', content: bytes },
      206: { description: 'The part that was asked for.', content: bytes },
      416: { description: 'What is asked for is beyond the end.' },
      ...errorResponses([...fileFailures]),
    },
  },
};

/** Response to a file upload. */
export const furtherSchemas: Json = {
  StoredFileResponse: {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean', const: true, description: 'Whether it was done.' },
      data: {
        type: 'object',
        required: ['id', 'name', 'media_type', 'bytes', 'sha256'],
        properties: { id, name: text, media_type: text, bytes: { type: 'integer' }, sha256: text },
      },
    },
  },
};

/** Path after /api → path item. */
export const furtherPaths: Json = {
  [panelDocumentPath]: ownDocument,
  [livePath]: live,
  '/panel/teams/{team_slug}/audit.csv': auditCsv,
  '/panel/teams/{team_slug}/files': uploads,
  '/panel/teams/{team_slug}/files/{id}/content': content,
};
