import { once } from 'node:events';
import type { Command } from 'commander';
import { exportAudit } from '../features/audit/export.ts';
import { listAudit } from '../features/audit/operations.ts';
import { print, readWhole, table, UsageError } from './command.ts';
import { helpOf, withTeam } from './operation-command.ts';

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

/** Name of the actor, and of the user on whose behalf it acted; the id if the actor was deleted. */
const actorLabel = ({ actor, actor_id, actor_name, on_behalf_of, user_name }: Entry): string => {
  const behalf = on_behalf_of ? ` for ${user_name ?? on_behalf_of}` : '';
  return actor_name || behalf
    ? `${actor_name ?? actor_id} (${actor}${behalf})`
    : [actor, actor_id].filter(Boolean).join(' ');
};

/** Includes the id after the name, as `--record` accepts it. */
const recordLabel = ({ record_type, record_name, record_id }: Entry): string =>
  [record_type, record_name && `"${record_name}"`, record_id].filter(Boolean).join(' ');

const changedOf = ({ before, after }: Entry): string =>
  Object.keys({ ...(before as object | null), ...(after as object | null) }).join(', ');

const linesOf = (entries: readonly Entry[]) =>
  table(
    ['WHEN', 'WHO', 'OPERATION', 'RECORD', 'FIELDS', 'ADDRESS'],
    entries.map((each) => [
      each.created_at,
      actorLabel(each),
      each.operation,
      recordLabel(each),
      changedOf(each),
      each.address,
    ]),
  );

export function audit(pauta: Command): void {
  pauta
    .command('audit')
    .description(helpOf(listAudit))
    .requiredOption('--team <slug>')
    .option('--record <id>', 'only changes of this record')
    .option('--actor <id>', 'only actions of this user or key')
    .option('--operation <name>', 'only this operation, such as deals.update')
    .option('--since <time>', 'only at or after this time, or from this UTC day on')
    .option('--until <time>', 'only up to this time, or the end of this UTC day')
    .option('--limit <number>', 'maximum number of entries; default 100; not with --csv', readWhole)
    .option('--csv', 'print CSV for spreadsheets, one entry per line')
    .action(async (options: Options, command: Command) => {
      const { team, csv, limit = pageSize } = options;
      if (!(limit >= 1)) throw new UsageError('--limit must be a whole number from 1.');
      if (csv && options.limit !== undefined)
        throw new UsageError('--csv prints all entries: leave out --limit, or narrow them.');
      const { record: record_id, actor: actor_id, operation, since: from, until: to } = options;
      const criteria = { record_id, actor_id, operation, from, to };
      const filters = Object.fromEntries(
        Object.entries(criteria).filter(([, value]) => value !== undefined),
      );
      if (csv) {
        await withTeam(team, async (perform) => {
          const { stream } = await perform(exportAudit, { query: filters });
          for await (const text of stream)
            if (!process.stdout.write(String(text))) await once(process.stdout, 'drain');
        });
        return;
      }
      const entries: Entry[] = [];
      const total = await withTeam(team, async (perform) => {
        let after: string | undefined;
        for (;;) {
          const size = String(Math.min(pageSize, limit - entries.length));
          const query = { ...filters, limit: size, ...(after === undefined ? {} : { after }) };
          const page = await perform(listAudit, { query });
          entries.push(...(JSON.parse(`[${page.data}]`) as Entry[]));
          after = page.next;
          if (after === undefined || entries.length >= limit) return page.total;
        }
      });
      print(command, { entries, total }, linesOf(entries));
    });
}
