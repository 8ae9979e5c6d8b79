import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = '@hey-api/openapi-ts';

export const check: Check = async (context) => {
  await context.run('openapi-ts', ['-i', context.document, '-o', '.', '--no-log-file']);
  return runProgram(context);
};
