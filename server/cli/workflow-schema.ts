import type { Command } from 'commander';
import { definitionSchema } from '../features/workflows/schema.ts';

/** `pauta workflow schema`: prints the schema that editors use to validate workflow files. @param group the command `workflow` */
export function workflowSchema(group: Command): void {
  group
    .command('schema')
    .description('print the JSON Schema of workflow files, for editors')
    .action(() => {
      process.stdout.write(`${JSON.stringify(definitionSchema(), null, 2)}\n`);
    });
}
