import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from '#test/support/database.ts';
import { cleanUp, cleanUpAfter, keepOutput, useServer } from '#test/support/processes.ts';
import { proveBreakages } from './broken-copies.ts';
import { type Row, rowOf, table, writeReport } from './report.ts';
import { ledger } from './secret-ledger.ts';
import { tests } from './tests.ts';
import { type Size, type Speed, Tally } from './torture-test.ts';

/*
 * npm run torture -- [--full] [--only 1,5 | --except 1,5] [--untimed] [--prove]
 */

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    except: { type: 'string' },
    untimed: { type: 'boolean', default: false },
    prove: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const usage = `npm run torture -- [--full] [--only 1,5 | --except 1,5] [--untimed] [--prove]

  --full     the form in docs/reliability.md: about an hour and a half
  --only     runs some of the tests, by number
  --except   runs all tests but some
  --untimed  shows the times of responses to neighbours next to their limits without judging them
  --prove    breaks a copy of the service in each way that a test names, and expects the test to fail

  Without --full the short form runs, about a quarter of an hour. The table is printed and written to docs/reliability.md.
  Without --full and --only it is untimed, as in CI. Of 15 (neighbours) PAUTA_CHECKOUT=DIR measures another checkout of the
  service, and TORTURE_ATTACKS='^[12] ' selects the attacks.
`;

/** The tests of a list of numbers. */
function numbersIn(list: string): number[] {
  const all = Object.keys(tests).map(Number);
  const numbers = list.split(',').map(Number);
  if (numbers.some((n) => !all.includes(n)))
    throw new Error(`--only and --except take numbers of ${all.join(', ')}`);
  return numbers;
}

/** The selected tests; all if none was selected. */
function selectTests(only: string | undefined, except: string | undefined): number[] {
  if (only !== undefined) return numbersIn(only);
  const left = except === undefined ? [] : numbersIn(except);
  return Object.keys(tests)
    .map(Number)
    .filter((n) => !left.includes(n));
}

async function runOne(number: number, size: Size, speed: Speed): Promise<Row> {
  const test = tests[number];
  if (!test) throw new Error(`there is no test ${number}`);
  const tally = new Tally();
  const began = performance.now();
  process.stderr.write(`${number}  ${test.title} …\n`);
  const inputs = await test.run(tally, size, speed).catch((error: unknown) => {
    tally.wrong += 1;
    tally.findings.push(
      `stopped by an error: ${error instanceof Error ? error.stack : String(error)}`,
    );
    return '';
  });
  await cleanUpAfter(async (left) => {
    for (const leak of await ledger.search(left)) tally.addLeaked(leak);
  });
  const row = rowOf(number, test.title, inputs, tally, (performance.now() - began) / 1_000);
  process.stderr.write(`${row.text}\n`);
  if (tally.details !== undefined) process.stderr.write(`\n${tally.details}\n\n`);
  for (const finding of tally.findings) process.stderr.write(`    ${finding}\n`);
  return row;
}

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const numbers = selectTests(values.only, values.except);
  if (values.prove) return (await proveBreakages(numbers)) ? 0 : 1;
  const size: Size = values.full ? 'full' : 'short';
  const isTimed = (values.full || values.only !== undefined) && !values.untimed;
  const { server, dataDir, stop } = await startServer();
  useServer(server);
  const directory = mkdtempSync(join(tmpdir(), 'pauta-torture-'));
  keepOutput(directory);
  ledger.open(directory, dataDir);
  const rows: Row[] = [];
  try {
    for (const number of numbers) {
      const row = await runOne(number, size, isTimed ? 'judged' : 'shown');
      rows.push(row);
      // Writes each result immediately: an aborted run keeps its results.
      writeReport(size, [row]);
    }
  } finally {
    await cleanUp();
    await stop();
    rmSync(directory, { recursive: true, force: true });
  }
  process.stdout.write(`\n${table(rows)}\n`);
  return rows.every(({ passes }) => passes) ? 0 : 1;
}

process.exit(await main());
