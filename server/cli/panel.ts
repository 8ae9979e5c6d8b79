import { resolve } from 'node:path';
import type { Command } from 'commander';
import { dataDirOf } from '../db/database-target.ts';
import { readConfig } from '../platform/config.ts';
import { buildNow } from '../platform/panel-build.ts';
import { CommandError, print } from './command.ts';

async function build({ to }: { readonly to?: string }, command: Command): Promise<void> {
  try {
    const directory = await buildNow(
      dataDirOf(readConfig(process.env)),
      to === undefined ? undefined : resolve(to),
    );
    print(command, { directory }, `The panel is in ${directory}.`);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

export function panel(pauta: Command): void {
  pauta
    .command('panel')
    .description("the panel's pages")
    .command('build')
    .description('build the pages now instead of at the start of the service')
    .option('--to <directory>', 'output directory, for an image: panel/dist; default: in DATA_DIR')
    .action(build);
}
