import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, must } from '../check.ts';

export const title = 'Redocly, recommended-strict';

export const check: Check = async ({ document, panelDocument, run, temp }) => {
  const config = join(temp, 'redocly.yaml');
  writeFileSync(config, 'extends: [recommended-strict]\ntelemetry: off\n');
  for (const file of [document, panelDocument]) {
    const { stdout } = await run(
      'redocly',
      ['lint', file, '--config', config, '--format', 'json'],
      {
        env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    );
    const { totals } = JSON.parse(stdout) as { totals: { errors: number; warnings: number } };
    must(totals.errors + totals.warnings === 0, JSON.stringify(totals));
  }
  return '2 documents, 0 errors, 0 warnings';
};
