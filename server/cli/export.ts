import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { streamExport } from '../features/exports/operations.ts';
import { operatorPath, print, UsageError, wantsJson } from './command.ts';
import { writeWhole } from './file.ts';
import { checkOptions, helpOf, withTeam } from './operation-command.ts';

interface Options {
  readonly team: string;
  readonly format?: string;
  readonly language?: string;
  readonly query?: string;
  readonly columns?: string;
  readonly out: string;
}

export function exportCommand(pauta: Command): void {
  pauta
    .command('export')
    .description(helpOf(streamExport))
    .argument(
      '<resource>',
      'clients, contacts, projects, tasks, deals, campaigns or activities; all for the whole team',
    )
    .requiredOption('--team <slug>')
    .option('--format <format>', 'csv, xlsx, jsonl; zip for all; default csv')
    .option('--language <language>', 'pt or en, of the headers; default pt')
    .option('--query <query>', 'filters and order, as in the address of the list')
    .option('--columns <names>', 'names of columns, separated by commas; default all')
    .option('--out <file>', 'output file; - for standard output', '-')
    .action(async (name: string, options: Options, command: Command) => {
      const { team, out, columns, query, language } = options;
      const isAll = name === 'all';
      const { format = isAll ? 'zip' : 'csv' } = options;
      const isStream = out === '-';
      if (isStream && wantsJson(command))
        throw new UsageError('--json requires --out FILE: standard output carries the file.');
      const body = {
        resource: isAll ? 'team' : name,
        format,
        ...(language !== undefined && { language }),
        ...(query !== undefined && { query }),
        ...(columns !== undefined && { columns: columns.split(',') }),
      };
      await checkOptions(streamExport.input.fields, body, { resource: 'RESOURCE' });
      await withTeam(team, async (perform) => {
        const { stream, done } = await perform(streamExport, { body });
        if (isStream) return pipeline(stream, process.stdout);
        let bytes = 0;
        stream.on('data', (piece: Uint8Array) => {
          bytes += piece.length;
        });
        await writeWhole(operatorPath(out), stream);
        const rows = done();
        print(command, { rows, bytes }, `Wrote ${out}: ${rows} records, ${bytes} bytes.`);
      });
    });
}
