import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = 'openapi-zod-client + zodios';

export const check: Check = async (context) => {
  await context.run('openapi-zod-client', [context.document, '-o', 'client.ts']);
  return runProgram(context);
};
