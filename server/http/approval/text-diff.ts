/* Word-by-word difference between two texts. */

/** A segment of a text: unchanged, added or removed. */
interface DiffSegment {
  readonly is: 'same' | 'new' | 'gone';
  readonly text: string;
}

/** Maximum comparisons, which take some milliseconds. */
const maxCells = 1_000_000;

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Longest common subsequence of the part between a common start and end; undefined if it needs too many comparisons. */
function compared(were: readonly string[], are: readonly string[]): DiffSegment[] | undefined {
  let from = 0;
  while (from < were.length && from < are.length && were[from] === are[from]) from += 1;
  let [wereEnd, areEnd] = [were.length, are.length];
  while (wereEnd > from && areEnd > from && were[wereEnd - 1] === are[areEnd - 1]) {
    wereEnd -= 1;
    areEnd -= 1;
  }
  const [old, young] = [were.slice(from, wereEnd), are.slice(from, areEnd)];
  if (old.length * young.length > maxCells) return undefined;
  const width = young.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = young.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === young[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const middle: DiffSegment[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      middle.push({ is: 'same', text: old[i] ?? '' });
      i += 1;
      j += 1;
    } else if (
      j >= young.length ||
      (i < old.length && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      middle.push({ is: 'gone', text: old[i] ?? '' });
      i += 1;
    } else {
      middle.push({ is: 'new', text: young[j] ?? '' });
      j += 1;
    }
  }
  const same = (words: readonly string[]): DiffSegment => ({ is: 'same', text: words.join('') });
  return [same(were.slice(0, from)), ...middle, same(were.slice(wereEnd))];
}

/** Treats whitespace between two changed words as changed, and merges adjacent segments of the same kind. */
function joined(stretches: readonly DiffSegment[]): readonly DiffSegment[] {
  const all: DiffSegment[] = [];
  let [gone, young] = ['', ''];
  const flush = () => {
    if (gone !== '') all.push({ is: 'gone', text: gone });
    if (young !== '') all.push({ is: 'new', text: young });
    [gone, young] = ['', ''];
  };
  const visible = stretches.filter(({ text }) => text !== '');
  for (const [k, { is, text }] of visible.entries()) {
    const next = visible[k + 1]?.is ?? 'same';
    const isBetween = (gone !== '' || young !== '') && next !== 'same' && /^[^\S\n]+$/.test(text);
    if (is !== 'new' && (is === 'gone' || isBetween)) gone += text;
    if (is !== 'gone' && (is === 'new' || isBetween)) young += text;
    if (is !== 'same' || isBetween) continue;
    flush();
    const last = all.at(-1);
    if (last?.is === 'same') all[all.length - 1] = { is: 'same', text: last.text + text };
    else all.push({ is: 'same', text });
  }
  flush();
  return all;
}

/** Difference between two texts: by words, or by lines if they are long. */
export function diffTexts(was: string, is: string): readonly DiffSegment[] {
  if (was === is) return was === '' ? [] : [{ is: 'same', text: is }];
  const segments = compared(wordsOf(was), wordsOf(is)) ??
    compared(linesOf(was), linesOf(is)) ?? [
      { is: 'gone' as const, text: was },
      { is: 'new' as const, text: is },
    ];
  return joined(segments);
}
