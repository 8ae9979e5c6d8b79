import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = 'swagger-typescript-api';

export const check: Check = async (context) => {
  const { document, run } = context;
  await run('swagger-typescript-api', [
    ...['generate', '-p', document, '-o', '.', '-n', 'client.ts'],
    // Otherwise enumerations are classes, which do not accept the API's strings.
    '--enum-style=union',
  ]);
  return runProgram(context);
};
