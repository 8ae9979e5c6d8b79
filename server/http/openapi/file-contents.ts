import { errorResponses, everywhere } from './responses.ts';
import { type Json, ref } from './schemas.ts';

/* The contents of files. They are not operations, because their response is not JSON. */

/** Content of a response that is a file. */
export const fileContent = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
};

const note = `Returns the bytes of a file, such as \`media.file_id\` of a message, always as a download (\`Content-Disposition: attachment\`) with the
media type that its first bytes confirm. Supports one range per request (\`Range: bytes=0-499\`). With \`preview=true\`, returns a small WebP image
of a picture instead, if there is one. With a malware scanner, a file is 409 until it has been scanned, and 403 if malware was found.`;

/** Its path item in the document. */
export const fileItem: Json = {
  '/v1/files/{id}': {
    parameters: [ref('parameters', 'RecordId'), ref('parameters', 'RequestId')],
    get: {
      operationId: 'downloadFile',
      tags: ['Files'],
      summary: 'Download a file',
      description: note,
      parameters: [
        {
          name: 'preview',
          in: 'query',
          description: 'True for the preview of a picture.',
          schema: { type: 'boolean', default: false },
        },
        {
          name: 'Range',
          in: 'header',
          description: 'The range of bytes to return.',
          schema: { type: 'string', pattern: '^bytes=[0-9]*-[0-9]*$' },
        },
      ],
      responses: {
        200: { description: 'The file.', content: fileContent },
        206: { description: 'The requested range.', content: fileContent },
        416: { description: 'The requested range is beyond the end of the file.' },
        ...errorResponses([...everywhere, 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']),
      },
    },
  },
};
