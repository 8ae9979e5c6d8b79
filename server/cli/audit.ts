import type { Command } from 'commander';
import { listAudit } from '../features/audit/operations.ts';
import { auditEntries } from '../features/audit/table.ts';
import { csvLine } from '../platform/csv.ts';
import { helpOf, withTeam } from './call.ts';
import { print, readWhole, table, UsageError } from './command.ts';

interface Options {
  readonly team: string;
  readonly record?: string;
  readonly actor?: string;
  readonly operation?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
  readonly csv?: true;
}

type Entry = Readonly<Record<string, unknown>>;

const pageSize = 100;
const byteOrderMark = '\ufeff';

const columns = Object.keys(auditEntries.fields);

/** Who did it, as people read it. */
const whoOf = ({ actor, actor_id, user_name }: Entry): string =>
  user_name ? `${user_name} (${actor})` : [actor, actor_id].filter(Boolean).join(' ');

const whatOf = ({ record_type, record_id }: Entry): string =>
  [record_type, record_id].filter(Boolean).join(' ');

const changedOf = ({ before, after }: Entry): string =>
  Object.keys({ ...(before as object | null), ...(after as object | null) }).join(', ');

const linesOf = (entries: readonly Entry[]) =>
  table(
    ['WHEN', 'WHO', 'OPERATION', 'RECORD', 'FIELDS', 'ADDRESS'],
    entries.map((each) => [
      each.created_at,
      whoOf(each),
      each.operation,
      whatOf(each),
      changedOf(each),
      each.address,
    ]),
  );

export function audit(pauta: Command): void {
  pauta
    .command('audit')
    .description(helpOf(listAudit))
    .requiredOption('--team <slug>')
    .option('--record <id>', 'only what was done to this record')
    .option('--actor <id>', 'only what this user or key did')
    .option('--operation <name>', 'only this operation, such as deals.update')
    .option('--since <time>', 'only from this time or UTC day on')
    .option('--until <time>', 'only up to this time, or the end of this UTC day')
    .option('--limit <number>', 'at most so many; 100, or with --csv all, if not given', readWhole)
    .option('--csv', 'print CSV for spreadsheets, every entry on a line')
    .action(async (options: Options, command: Command) => {
      const { team, csv, limit = csv ? Number.MAX_SAFE_INTEGER : pageSize } = options;
      if (!(limit >= 1)) throw new UsageError('--limit must be a whole number from 1.');
      const { record: record_id, actor: actor_id, operation, since: from, until: to } = options;
      const asked = { record_id, actor_id, operation, from, to };
      const given = Object.fromEntries(
        Object.entries(asked).filter(([, value]) => value !== undefined),
      );
      const entries: Entry[] = [];
      if (csv) process.stdout.write(byteOrderMark + csvLine(columns));
      const total = await withTeam(team, async (perform) => {
        let after: string | undefined;
        for (let read = 0; ; ) {
          const size = String(Math.min(pageSize, limit - read));
          const query = { ...given, limit: size, ...(after === undefined ? {} : { after }) };
          const page = await perform(listAudit, { query });
          const found = JSON.parse(`[${page.data}]`) as Entry[];
          read += found.length;
          after = page.next;
          if (csv)
            for (const each of found)
              process.stdout.write(csvLine(columns.map((name) => each[name])));
          else entries.push(...found);
          if (after === undefined || read >= limit) return page.total;
        }
      });
      if (!csv) print(command, { entries, total }, linesOf(entries));
    });
}
