import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Check, must } from '../check.ts';

export const title = 'Spectral, oas';

export const check: Check = async ({ document, panelDocument, run, temp }) => {
  const rules = join(temp, 'spectral.yaml');
  writeFileSync(rules, 'extends: [["spectral:oas", recommended]]\n');
  const { stdout } = await run(
    'spectral',
    [
      ...['lint', document, panelDocument, '--ruleset', rules, '--format', 'json', '--quiet'],
      // Every severity counts; findings are shown, whatever the status.
      '--fail-severity=hint',
    ],
    { allowed: [0, 1] },
  );
  const findings = JSON.parse(stdout) as { code: string; message: string; path: string[] }[];
  const summary = findings
    .slice(0, 5)
    .map(({ code, message, path }) => `${path.join('.')} ${code}: ${message}`);
  must(findings.length === 0, `${findings.length} findings: ${summary.join('; ')}`);
  return '2 documents, 0 errors, 0 warnings';
};
