import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = 'openapi-typescript + openapi-fetch';

export const check: Check = async (context) => {
  await context.run('openapi-typescript', [context.document, '-o', 'schema.ts']);
  return runProgram(context);
};
