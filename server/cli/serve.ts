import type { Command } from 'commander';

/** The service's own modules are loaded here and not above: the other commands start in half the time without them. */
export function serveCommand(pauta: Command): void {
  pauta
    .command('serve')
    .description('run the service')
    .action(async () => (await import('../main.ts')).serve(process.env));
}
