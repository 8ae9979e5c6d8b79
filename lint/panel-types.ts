import { registry } from '../server/features/registry.ts';
import { panelOpenapi } from '../server/http/openapi/panel.ts';
import { schemaTypes } from './schema-types.ts';

/*
 * Types of the panel's requests and responses: `npm run panel:types` writes panel/src/api/schema.ts from the document of the
 * panel API. A test checks that the file matches the document (test/service/panel/openapi.test.ts).
 */

/** Text of the module. */
export const panelTypes = (): string =>
  schemaTypes(panelOpenapi(registry), {
    prefix: '/panel',
    head: "Written by `npm run panel:types` from the document of the panel's door; not by hand.",
    explained: false,
  });

if (import.meta.main) process.stdout.write(panelTypes());
