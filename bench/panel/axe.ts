import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Group } from './bar.ts';

/*
 * Findings of axe on every screen, checked as by the browser tests (test/browser/axe.flow.ts): each walk visits many screens, and names
 * those with a finding.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'node_modules', '.bin', 'playwright');
const options = ['test', '--config=test/browser/playwright.config.ts', '--reporter=list,json'];

export async function axe(): Promise<Group> {
  const directory = mkdtempSync(join(tmpdir(), 'pauta-axe-'));
  const report = join(directory, 'report.json');
  try {
    // Its own table is for the terminal, not for readers of ours.
    spawnSync(process.execPath, [program, ...options, 'axe'], {
      cwd: root,
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      stdio: ['ignore', 2, 2],
    });
    const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
      stats: { expected: number; unexpected: number };
    };
    return {
      title: 'axe, WCAG 2.2 AA',
      about: 'every screen, light and dark, both languages, 360 and 1280 px',
      bars: [
        {
          what: `walks with a problem, of ${stats.expected + stats.unexpected}`,
          value: stats.unexpected,
          unit: 'found',
          bar: 0,
        },
      ],
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
