/** A string of JSON text, and the colon behind it where it is a key. */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;

/**
 * JSON.parse for texts from outside. That of Node.js 24 and 26 may take a key with an escape in it for another key that was
 * parsed before: after {"a":1,"\\":2} it reads {"a":1,"\n":2} as the same (https://github.com/nodejs/node/issues/63785), for as
 * long as the process lives. So no key with an escape gets to it: such keys go under names of ours, and get their own after.
 * @throws SyntaxError where the text is no JSON
 */
export function readJson(text: string): unknown {
  if (!text.includes('\\')) return JSON.parse(text);
  let mark = '\u{10fffe}';
  while (text.includes(mark)) mark += '\u{10fffe}';
  /** Our names by keys as they are spelled, and the keys by our names. */
  const ours = new Map<string, string>();
  const names = new Map<string, string>();
  const plain = text.replace(strings, (all: string, colon: string | undefined) => {
    if (colon === undefined || !all.includes('\\')) return all;
    const spelling = all.slice(0, all.length - colon.length);
    const name = ours.get(spelling) ?? `${mark}${ours.size}`;
    if (!ours.has(spelling)) {
      names.set(name, JSON.parse(spelling) as string);
      ours.set(spelling, name);
    }
    return `"${name}"${colon}`;
  });
  const value: unknown = JSON.parse(plain);
  if (names.size > 0) rename(value, names);
  return value;
}

/** Gives keys their own names, in the order that they stand in; of two that are the same the last one counts. */
function rename(value: unknown, names: ReadonlyMap<string, string>): void {
  // Not by recursion: JSON may be deeper than the stack.
  const left = [value];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    const entries = Object.entries(part);
    if (entries.some(([key]) => names.has(key))) {
      for (const [key] of entries) Reflect.deleteProperty(part, key);
      // Not by assignment, to which __proto__ is no key.
      for (const [key, inner] of entries)
        Object.defineProperty(part, names.get(key) ?? key, {
          value: inner,
          configurable: true,
          enumerable: true,
          writable: true,
        });
    }
    for (const [, inner] of entries) if (inner !== undefined) left.push(inner);
  }
}
