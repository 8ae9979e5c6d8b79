import type { TeamDb } from '#server/db/database.ts';
import { refuse } from '#server/records/input.ts';
import { type Definition, readDefinition } from './definition.ts';
import { brokenReferences } from './reference-check.ts';

/** @throws ApiError VALIDATION_ERROR naming the problems of a definition, including broken links */
export async function checkedDefinition(db: TeamDb, input: unknown): Promise<Definition> {
  const definition = readDefinition(input);
  refuse(await brokenReferences(db, definition));
  return definition;
}
