import { writeFileSync } from 'node:fs';
import { readables, resources } from '../server/features/registry.ts';
import type { Reads } from '../server/operations/crud.ts';

/*
 * Records of the SDK's client: `npm run sdk:types` writes packages/sdk/src/records.ts from the declarations of records. A test checks that
 * the file matches them (test/service/openapi.test.ts).
 */

const file = new URL('../packages/sdk/src/records.ts', import.meta.url);

/** Records that have methods of their kind only, in packages/sdk/src/resources.ts. */
const special = [
  'billing_lines',
  'conversations',
  'inboxes',
  'project_templates',
  'time_entries',
  'webhooks',
];

const membersOf = (all: readonly Reads[], type: string) =>
  all
    .filter(({ table }) => !special.includes(table.name))
    .map(({ table: { name, about }, list }) => ({
      name,
      about,
      type,
      path: `'${list.v1?.path.replace('/v1', '')}'`,
    }));

/** Text of the module. */
export function sdkRecords(): string {
  const members = [...membersOf(resources, 'Records'), ...membersOf(readables, 'Readable')];
  return `/* Written by \`npm run sdk:types\` from the declarations of records; not by hand. */

import type { Caller } from './operation-types.ts';
import { Readable, Records } from './resources.ts';

/** Records of a team with the usual methods. */
export class PautaRecords {
${members.map(({ name, about, type, path }) => `${about ? `  /** ${about} */\n` : ''}  readonly ${name}: ${type}<${path}>;`).join('\n')}

  constructor(caller: Caller) {
${members.map(({ name, type, path }) => `    this.${name} = new ${type}(caller, ${path});`).join('\n')}
  }
}
`;
}

if (import.meta.main) writeFileSync(file, sdkRecords());
