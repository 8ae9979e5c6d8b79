import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/*
 * Emoji of the panel's picker: `node lint/emoji.ts DIRECTORY` writes panel/src/records/conversations/composer/emoji-*.json from an unpacked
 * emojibase-data (MIT; `npm pack emojibase-data`), for a new version of Unicode. The files are committed, so that a build needs no package.
 * Each has the groups, and in them `emoji|name|further words` in one language.
 */

interface Entry {
  readonly unicode: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly order?: number;
}

/** The group of skin tones and hair, which are no emoji. */
const components = 2;
/** Max number of words in addition to a name, which keeps the files within the panel's budget. */
const maxWords = 6;
/** Variants by gender of the same emoji: `woman detective` in addition to `detective`. */
const gendered = /\u200d[♀♂]|^(?:👨|👩)\u200d(?!❤)/u;

function wordsOf({ label, tags = [] }: Entry): string {
  const named = new Set(label.toLowerCase().split(/[\s,:()]+/));
  const words = tags.flatMap((tag) => tag.toLowerCase().split(/[\s,:()|]+/));
  return [...new Set(words)]
    .filter((word) => word.length > 2 && !named.has(word))
    .slice(0, maxWords)
    .join(' ');
}

if (import.meta.main) {
  const [directory = ''] = process.argv.slice(2);
  for (const language of ['pt', 'en']) {
    const path = `${directory}/${language}/compact.json`;
    const all = (JSON.parse(readFileSync(path, 'utf8')) as Entry[])
      .filter(({ unicode, group }) => group !== undefined && !gendered.test(unicode))
      .filter(({ group }) => group !== components)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    const groups = Map.groupBy(all, ({ group = 0 }) => group);
    const lines = [...groups]
      .sort(([a], [b]) => a - b)
      .map(([, entries]) =>
        JSON.stringify(
          entries.map((entry) => [entry.unicode, entry.label, wordsOf(entry)].join('|')),
        ),
      );
    const file = `../panel/src/records/conversations/composer/emoji-${language}.json`;
    writeFileSync(
      fileURLToPath(new URL(file, import.meta.url)),
      `[\n  ${lines.join(',\n  ')}\n]\n`,
    );
  }
}
