import { auditEntries } from '#server/features/audit/table.ts';
import { uploadTypes } from '#server/features/files/record-files.ts';
import { reportCsv } from '#server/features/reports/csv.ts';
import { billingCsv } from '#server/features/retainers/billing-csv.ts';
import type { ErrorCode } from '#server/platform/errors.ts';
import type { Table } from '#server/records/table.ts';
import { lastEventParameters } from './event-stream.ts';
import { fileContent } from './file-contents.ts';
import { errorResponses } from './responses.ts';
import { type Json, jsonContent, ref } from './schemas.ts';

/* Paths of the panel API that are not operations. */

/** Path of the panel API's document, after /api. */
const panelDocumentPath = '/panel/openapi.json';

const ownDocument = {
  parameters: [ref('parameters', 'RequestId')],
  get: {
    operationId: 'getPanelDocument',
    tags: ['Document'],
    summary: 'Get this document',
    description: 'Generated from the operations; requires no session.',
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

const liveNote = `Streams changes as server-sent events until the client disconnects. Each change of a record that the member may read is one
\`event: change\`; its data is the event as delivered to webhooks, with \`record_id\`: \`{"record_id","id","type","created_at","data","previous"}\`.
Changes without an event, such as those of settings, are one \`event: stale\`: \`{"id","record_type","record_id"}\`; request the record again.
Others: \`ready\` (data read from now on is current, and all later changes follow), \`resync\` with a \`reason\` (reload everything shown),
\`end\` with a \`reason\` (\`stopping\`: reconnect; \`signed_out\`: do not). A client resumes after a disconnect with the \`id\` of the last event.`;

const live = {
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  get: {
    operationId: 'followTeam',
    tags: ['Live'],
    summary: 'Stream the changes of a team',
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

const auditNote = `All entries that match the filters, for spreadsheets: UTF-8 with a byte order mark, semicolons, CRLF. Texts that a
spreadsheet would evaluate are prefixed with an apostrophe. The response is streamed, and the download is itself logged. For admins and owners with permission
to export; more than 1,000 entries require recent authentication (REAUTH_REQUIRED).`;

/** Path item of a CSV file with the records of a list. */
const csvOfList = (
  operationId: string,
  tag: string,
  summary: string,
  description: string,
  filters: Table['filters'],
  codes: readonly ErrorCode[] = [],
) => ({
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  get: {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: Object.entries(filters).map(([name, { field, about }]) => ({
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
        ...codes,
        'NOT_FOUND',
        'RATE_LIMITED',
        'TEAM_BUSY',
        'INTERNAL_ERROR',
        'UNAVAILABLE',
      ]),
    },
  },
});

const auditCsv = csvOfList(
  'downloadAudit',
  'Audit',
  'Download the audit log as CSV',
  auditNote.replaceAll('\n', ' '),
  auditEntries.filters,
  ['REAUTH_REQUIRED'],
);

const billingLinesCsv = csvOfList(
  billingCsv.id,
  'BillingLines',
  billingCsv.summary,
  'All lines that match the filters, for spreadsheets: UTF-8 with a byte order mark, semicolons, CRLF. For admins and owners who may export.',
  billingCsv.input.query.filters,
);

const reportTable = csvOfList(
  reportCsv.id,
  'Reports',
  reportCsv.summary,
  'All rows of the report and its total, with the values of the previous period, for spreadsheets: UTF-8 with a byte order mark, semicolons, CRLF. For members who may export.',
  reportCsv.input.query.filters,
);

const refusedRows = {
  parameters: [
    ref('parameters', 'TeamSlug'),
    ref('parameters', 'RecordId'),
    ref('parameters', 'RequestId'),
  ],
  get: {
    operationId: 'downloadRefusedRows',
    tags: ['Imports'],
    summary: 'Download the refused rows of an import as CSV',
    description:
      'The rows that the last check or run refused, with their original columns, and in three more columns their line, the column and the reason: mend them and import the file. For admins and owners.',
    responses: {
      200: {
        description: 'The file.',
        content: { 'text/csv': { schema: { type: 'string' } } },
      },
      ...errorResponses([
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

const storeNote = `The body is the file itself, with any Content-Type. It is stored and hashed while it is received; its type must match its name and
its first bytes. At most FILE_MAX_BYTES.`;

const uploads = {
  parameters: [ref('parameters', 'TeamSlug'), ref('parameters', 'RequestId')],
  post: {
    operationId: 'uploadFile',
    tags: ['Files'],
    summary: 'Upload a file to a record',
    description: storeNote.replaceAll('\n', ' '),
    parameters: [
      inQuery('name', text, 'The display name, with its extension.', true),
      inQuery(
        'record_type',
        { type: 'string', enum: uploadTypes },
        'The type of the record.',
        true,
      ),
      inQuery('record_id', id, 'The ID of the record.', true),
      inQuery('purpose', text, 'The purpose. Default: upload.'),
      inQuery(
        'id',
        id,
        'The ID of the file; uploading again with the same ID stores it only once.',
      ),
    ],
    requestBody: {
      required: true,
      content: { '*/*': { schema: { type: 'string', contentEncoding: 'binary' } } },
    },
    responses: {
      201: {
        description: 'The stored file.',
        content: jsonContent({ schema: ref('schemas', 'StoredFileResponse') }),
      },
      ...errorResponses([...fileFailures, 'PAYLOAD_TOO_LARGE']),
    },
  },
};

const content = {
  parameters: [
    ref('parameters', 'TeamSlug'),
    ref('parameters', 'RecordId'),
    ref('parameters', 'RequestId'),
  ],
  get: {
    operationId: 'downloadFile',
    tags: ['Files'],
    summary: 'Download a file or its preview',
    description:
      'Always sent as a download, except previews, which the service generates and browsers may display. Supports range requests.',
    parameters: [inQuery('preview', { type: 'boolean' }, 'True for the preview of an image.')],
    responses: {
      200: { description: 'The file.', content: fileContent },
      206: { description: 'The requested range.', content: fileContent },
      416: { description: 'The requested range is beyond the end of the file.' },
      ...errorResponses([...fileFailures]),
    },
  },
};

const exportNote = `The file of an export that is ready, for the member who made it, as long as they may export. Supports one range per request: with
If-Range and the ETag, an interrupted download continues. Each request is an entry of the audit log.`;

const exportContent = {
  parameters: [
    ref('parameters', 'TeamSlug'),
    ref('parameters', 'RecordId'),
    ref('parameters', 'RequestId'),
  ],
  get: {
    operationId: 'downloadExport',
    tags: ['Exports'],
    summary: 'Download an export',
    description: exportNote.replaceAll('\n', ' '),
    responses: {
      200: { description: 'The file.', content: fileContent },
      206: { description: 'The requested range.', content: fileContent },
      416: { description: 'The requested range is beyond the end of the file.' },
      ...errorResponses([
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

const privacyPackage = {
  parameters: content.parameters,
  get: {
    operationId: 'downloadPrivacyPackage',
    tags: ['PrivacyRequests'],
    summary: 'Download the package of a person’s data',
    description:
      'A ZIP of JSON, CSV, a page to read, and files. Supports one range per request: with If-Range and the ETag, an interrupted download continues. Each request is an entry of the audit log.',
    responses: exportContent.get.responses,
  },
};

const picture = {
  parameters: [
    ref('parameters', 'TeamSlug'),
    ref('parameters', 'RecordId'),
    ref('parameters', 'RequestId'),
  ],
  get: {
    operationId: 'readUserPicture',
    tags: ['Users'],
    summary: 'Download the picture of a member',
    description:
      'Browsers keep it, because the URL contains its hash. A hash that is not the current one returns 404.',
    parameters: [inQuery('hash', text, 'The `picture` of the user.', true)],
    responses: {
      200: {
        description: 'The picture.',
        content: { 'application/octet-stream': { schema: { type: 'string' } } },
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

/** Response to a file upload. */
export const extraSchemas: Json = {
  StoredFileResponse: {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean', const: true, description: 'True if the request succeeded.' },
      data: {
        type: 'object',
        required: ['id', 'name', 'media_type', 'bytes', 'sha256'],
        properties: {
          id,
          name: text,
          media_type: { ...text, description: 'The media type, such as image/png.' },
          bytes: { type: 'integer', description: 'The size in bytes.' },
          sha256: { ...text, description: 'The SHA-256 of the content, in hexadecimal.' },
        },
      },
    },
  },
};

/** Path after /api → path item. */
export const extraPaths: Json = {
  [panelDocumentPath]: ownDocument,
  [livePath]: live,
  '/panel/teams/{team_slug}/audit.csv': auditCsv,
  '/panel/teams/{team_slug}/billing-lines.csv': billingLinesCsv,
  '/panel/teams/{team_slug}/reports.csv': reportTable,
  '/panel/teams/{team_slug}/exports/{id}/content': exportContent,
  '/panel/teams/{team_slug}/imports/{id}/refused.csv': refusedRows,
  '/panel/teams/{team_slug}/privacy-requests/{id}/package.zip': privacyPackage,
  '/panel/teams/{team_slug}/files': uploads,
  '/panel/teams/{team_slug}/files/{id}/content': content,
  '/panel/teams/{team_slug}/users/{id}/picture': picture,
};
