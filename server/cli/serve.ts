import type { Command } from 'commander';
import { serve } from '../main.ts';

export function serveCommand(pauta: Command): void {
  pauta
    .command('serve')
    .description('run the service')
    .action(() => serve(process.env));
}
