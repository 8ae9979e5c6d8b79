import { auditEntries } from '../../features/audit/table.ts';
import { errorResponses } from './responses.ts';
import { type Json, jsonContent, ref } from './schemas.ts';

/*
 * What the panel's door serves that is no operation.
 */

/** The path of the panel's own document, after /api. */
export const panelDocumentPath = '/panel/openapi.json';

const ownDocument = {
  parameters: [ref('parameters', 'RequestId')],
  get: {
    operationId: 'getPanelDocument',
    tags: ['Document'],
    summary: 'Get this document',
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

/** Like the path of an operation, after /api. */
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
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        description:
          'The last id that the client got: it is told what came since. Browsers send it by themselves.',
        schema: { type: 'string' },
      },
      {
        name: 'last_event_id',
        in: 'query',
        description:
          'The same for a page that goes on where another one was; the header counts first.',
        schema: { type: 'string' },
      },
    ],
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

/** Path after /api → what is there. */
export const furtherPaths: Json = {
  [panelDocumentPath]: ownDocument,
  [livePath]: live,
  '/panel/teams/{team_slug}/audit.csv': auditCsv,
};
