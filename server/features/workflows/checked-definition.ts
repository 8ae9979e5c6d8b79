import type { TeamDb } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { type Definition, readDefinition } from './definition.ts';
import { brokenReferences } from './reference-check.ts';

/** @throws ApiError VALIDATION_ERROR naming the problems of a definition, including broken links */
export async function checkedDefinition(db: TeamDb, given: unknown): Promise<Definition> {
  const definition = readDefinition(given);
  const broken = await brokenReferences(db, definition);
  if (broken.length > 0) throw invalid(`${broken.join('; ')}.`);
  return definition;
}
