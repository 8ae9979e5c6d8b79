import { registry } from '../server/features/registry.ts';
import { panelOpenapi } from '../server/http/openapi/panel.ts';
import { schemaTypes } from './schema-types.ts';

/*
 * What the panel asks for and is answered, as types: `npm run panel:types` writes panel/src/api/schema.ts from the document of the
 * panel's door. A test holds the file to the document (test/panel/openapi.test.ts).
 */

/** The module's text. */
export const panelTypes = (): string =>
  schemaTypes(panelOpenapi(registry), {
    prefix: '/panel',
    head: "Written by `npm run panel:types` from the document of the panel's door; not by hand.",
    explained: false,
  });

if (import.meta.main) process.stdout.write(panelTypes());
