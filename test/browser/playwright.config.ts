import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** Debian's Chromium: the small headless one if it is installed. */
const browser = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

export default defineConfig({
  testDir: '.',
  testMatch: '*.flow.ts',
  globalSetup: './service.ts',
  outputDir: '../../node_modules/.cache/pauta-browser',
  workers: 2,
  fullyParallel: true,
  // Limits for flows that hang. A busy machine needs many times what an idle one does.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // A click or key without a target fails before the flow does.
    actionTimeout: 60_000,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 720 },
    // Pictures and snapshots would each cost a tenth of the time; the report of a failure includes the page's content.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: browser ? { executablePath: browser } : {},
  },
});
