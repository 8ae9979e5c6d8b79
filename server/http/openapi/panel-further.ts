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

/** Path after /api → what is there. */
export const furtherPaths: Json = {
  [panelDocumentPath]: ownDocument,
};
