import { registry } from '../server/features/registry.ts';
import { openapi } from '../server/http/openapi/document.ts';
import { schemaTypes } from './schema-types.ts';

/*
 * Types of the API's requests and responses: `npm run sdk:types` writes packages/sdk/src/schema.ts from the API's document. A
 * test checks that the file matches the document (test/service/openapi.test.ts).
 */

/** Text of the module. */
export const sdkTypes = (): string =>
  schemaTypes(openapi(registry), {
    prefix: '/v1',
    head: 'Written by `npm run sdk:types` from the API’s document; not by hand.',
    explained: true,
  });

if (import.meta.main) process.stdout.write(sdkTypes());
