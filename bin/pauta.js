#!/usr/bin/env node
// The program `pauta`. Plain JavaScript, so that an old Node.js can at least print the required version.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const pinned = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  // Caches compiled modules: halves start-up time and saves memory.
  module.enableCompileCache(
    fileURLToPath(new URL('../node_modules/.cache/pauta', import.meta.url)),
  );
  if (process.env.PAUTA_PINNED && process.channel) {
    // Exits with the older Node.js that started it, even if that is killed.
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    process.channel.unref();
    delete process.env.PAUTA_PINNED;
  }
  await import('../server/cli/main.ts');
} else if (existsSync(pinned) && !process.env.PAUTA_PINNED) {
  // Started outside npm's scripts: continues in the Node.js that the project pins.
  const child = spawn(pinned, process.argv.slice(1), {
    // The IPC channel carries no messages; its end signals that this process has exited.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PAUTA_PINNED: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
} else {
  console.error(
    `pauta: Node.js 24 is required (this is ${process.versions.node}); npm ci installs it on Linux.`,
  );
  process.exit(1);
}
