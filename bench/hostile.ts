import { parseArgs } from 'node:util';
import { partsOf } from '#panel/records/conversations/thread/message-markup.ts';
import { blocksOf } from '#panel/ui/markdown.ts';
import { makeMappings } from '#server/features/webhooks/mapping.ts';
import { refuseSecrets } from '#server/http/auth.ts';
import { withoutMarks } from '#server/platform/combining-marks.ts';
import { readJson } from '#server/platform/limited-json.ts';
import { fill, hasStrayBraces, isPath } from '#server/platform/templates.ts';

const help = `Measures the processor time of reading hostile input, at a length and at twice that length. Work that grows with the length
doubles; work that grows by its square takes four times as long.

  npm run bench:hostile -- [--rounds 5]`;

/** @param length in characters, about */
type Reading = (length: number) => () => unknown;

const repeat = (unit: string, length: number) =>
  unit.repeat(Math.max(1, Math.floor(length / unit.length)));

/** Reads a text that repeats a unit; refusals count as read. */
const reading =
  (unit: string, read: (text: string) => unknown): Reading =>
  (length) => {
    const text = repeat(unit, length);
    return () => {
      try {
        read(text);
      } catch {
        // Refused.
      }
    };
  };

const readTemplate = (text: string) => {
  for (const start of ['', '{{', '{{a', '{{["']) {
    fill(start + text, { a: 1 });
    hasStrayBraces(start + text);
    isPath(start + text);
  }
};

const cases: [name: string, length: number, reading: Reading][] = [
  ...['{', '{{ ', '{{a.', '{{["', '}}'].map((unit): [string, number, Reading] => [
    `template of ${unit}`,
    2 ** 19,
    reading(unit, readTemplate),
  ]),
  ...['"\\', '{"\\n":', '"\\n"          ,'].map((unit): [string, number, Reading] => [
    `JSON of ${unit}`,
    2 ** 19,
    reading(unit, readJson),
  ]),
  ['combining marks', 500_000, reading('\u0301\u0323', (text) => withoutMarks(`e${text}`, 'NFD'))],
  ...['pauta_', '%70auta_', '%7', '?&='].map((unit): [string, number, Reading] => [
    `query of ${unit}`,
    7_500,
    reading(unit, (text) => refuseSecrets(`/api/v1/projects?a=${text}`)),
  ]),
  ...['{{zz}}', '{{ a ', '{', '["'].map((unit): [string, number, Reading] => [
    `field_mapping of ${unit}`,
    32_000,
    reading(unit, (text) => makeMappings()('id', JSON.stringify({ title: text }), true)),
  ]),
  ...['*', '`', 'a@', 'https://', '_ *'].map((unit): [string, number, Reading] => [
    `message of ${unit}`,
    20_000,
    reading(unit, partsOf),
  ]),
  ...['*', '[', '**a', ']('].map((unit): [string, number, Reading] => [
    `Markdown of ${unit}`,
    20_000,
    reading(unit, blocksOf),
  ]),
];

/** Minimum CPU time over several rounds, in milliseconds. */
function quickest(work: () => unknown, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, help: { type: 'boolean' } },
});
if (values.help) process.stdout.write(`${help}\n`);
else {
  const rounds = Number(values.rounds);
  process.stdout.write('| input | characters | ms | ms at twice the length |\n|---|--:|--:|--:|\n');
  for (const [name, length, make] of cases) {
    const [once, twice] = [length, 2 * length].map((each) =>
      quickest(make(each), rounds).toFixed(1),
    );
    process.stdout.write(`| \`${name}\` | ${length} | ${once} | ${twice} |\n`);
  }
}
