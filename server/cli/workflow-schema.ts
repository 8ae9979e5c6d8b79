import type { Command } from 'commander';
import { definitionSchema } from '../features/workflows/schema.ts';

/** `pauta workflow schema`: what editors check workflow files with. @param group the command `workflow` */
export function workflowSchema(group: Command): void {
  group
    .command('schema')
    .description('print the JSON Schema of workflow files, for editors')
    .action(() => {
      process.stdout.write(`${JSON.stringify(definitionSchema(), null, 2)}\n`);
    });
}
