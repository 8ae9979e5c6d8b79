import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { runProgram } from '../client.ts';

export const title = 'kubb (types and fetch)';

export const check: Check = async (context) => {
  const { document, run, temp } = context;
  writeFileSync(
    join(temp, 'kubb.config.ts'),
    `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: ${JSON.stringify(document)} },
  output: { path: './client', format: false, lint: false },
  plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', dataReturnType: 'full' })],
});
`,
  );
  await run('kubb', ['generate', '--config', 'kubb.config.ts']);
  return runProgram(context);
};
