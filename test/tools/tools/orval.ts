import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = 'orval (fetch)';

export const check: Check = async (context) => {
  const { document, origin, run, temp } = context;
  const output = { target: 'client.ts', client: 'fetch', baseUrl: `${origin}/api` };
  writeFileSync(
    join(temp, 'orval.config.mjs'),
    `export default ${JSON.stringify({ pauta: { input: document, output } })};\n`,
  );
  await run('orval', ['--config', 'orval.config.mjs']);
  return runProgram(context);
};
