import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { registry } from '../server/features/registry.ts';
import { openapi } from '../server/http/openapi/document.ts';
import { brunoCollection } from './collections/bruno.ts';
import { postmanCollection } from './collections/postman.ts';
import { requestsOf } from './collections/requests.ts';

/*
 * Collections for Postman and Bruno: `npm run docs:collections` writes docs/collections/ from the OpenAPI document and the plan.
 * A test checks that the files match both (test/service/documents.test.ts).
 */

export const collectionsPath = fileURLToPath(new URL('../docs/collections', import.meta.url));

const about = `All operations of the API, in an order in which each succeeds: values of responses (ids, slugs, a secret) are stored in variables for
later requests. Set \`baseUrl\` and \`apiKey\` (a key with the scope \`full\`), then run the folders from the top, or all at once.

Use a team with demo data (\`pauta demo --team SLUG\`): the requests create, change and delete records, and SEND MESSAGES through the team's
first active inbox with an official number. The demo's inboxes are sandboxes, which send nothing to real phones.`;

const variables = { baseUrl: 'http://127.0.0.1:3000/api', apiKey: '' };

/** All files of the collections: path below docs/collections → text. */
export function collectionFiles(): ReadonlyMap<string, string> {
  const folders = requestsOf(openapi(registry));
  const files = new Map([
    ['pauta.postman_collection.json', postmanCollection(folders, variables, about)],
  ]);
  for (const [path, text] of brunoCollection(folders, variables, about))
    files.set(`bruno/${path}`, text);
  return files;
}

if (import.meta.main) {
  rmSync(collectionsPath, { recursive: true, force: true });
  for (const [path, text] of collectionFiles()) {
    const file = join(collectionsPath, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
