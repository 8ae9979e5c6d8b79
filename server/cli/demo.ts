import type { Command } from 'commander';

export function demo(pauta: Command): void {
  pauta.command('demo');
}
