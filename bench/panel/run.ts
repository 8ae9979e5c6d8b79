import { parseArgs } from 'node:util';
import { runBenchmark } from '../run-benchmark.ts';
import { type Group, isMet, linesOf } from './bar.ts';
import { budgets } from './budgets.ts';
import { type PanelService, startPanelService } from './panel-service.ts';

const help = `Measures the panel against its bars, and prints them as a table. Exits with 1 if one is missed.

  npm run panel:bars -- [--only budgets,lighthouse,interaction,board,table,conversation,approval,live,axe] [--rounds 3]

Everything but the budgets runs in Debian's Chromium against the service, on the embedded database with demo data. The best time
of the rounds counts: other work on the machine can only add to it.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean', default: false },
  },
});

/** Groups that need a panel are loaded only if requested: CI requests only the budgets. */
const groups: Readonly<
  Record<string, (panel: () => Promise<PanelService>, rounds: number) => Promise<Group>>
> = {
  budgets,
  lighthouse: async (panel, rounds) =>
    (await import('./lighthouse.ts')).lighthouse(await panel(), rounds),
  interaction: async (panel, rounds) =>
    (await import('./interaction.ts')).interaction(await panel(), rounds),
  board: async (panel, rounds) => (await import('./board.ts')).board(await panel(), rounds),
  table: async (panel, rounds) => (await import('./table.ts')).table(await panel(), rounds),
  conversation: async (panel, rounds) =>
    (await import('./conversation.ts')).conversation(await panel(), rounds),
  approval: async (panel, rounds) =>
    (await import('./approval.ts')).approval(await panel(), rounds),
  live: async (panel) => (await import('./live.ts')).live(await panel()),
  axe: async () => (await import('./axe.ts')).axe(),
};

await runBenchmark(async (undo) => {
  if (values.help) return console.log(help);
  const rounds = Number(values.rounds);
  const wanted = values.only?.split(',') ?? Object.keys(groups);
  const unknown = wanted.filter((name) => !(name in groups));
  if (unknown.length > 0 || !(rounds >= 1)) throw new Error(help);
  let opened: Promise<PanelService> | undefined;
  const panel = () => {
    opened ??= startPanelService(undo);
    return opened;
  };
  for (const name of wanted) {
    const group = await groups[name]?.(panel, rounds);
    if (!group) continue;
    for (const line of linesOf(group)) console.log(line);
    if (!group.bars.every(isMet)) process.exitCode = 1;
  }
});
