import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError, fileError, operatorPath } from './command.ts';

/** Opens a file at an operator's path. @throws CommandError if it cannot be read, or is not a regular file */
export async function openFile(operatorInput: string) {
  const path = operatorPath(operatorInput);
  const about = await stat(path).catch((error: unknown) => {
    throw fileError(path, 'read', error);
  });
  if (!about.isFile()) throw new CommandError(`${path} is not a file.`);
  return createReadStream(path);
}
