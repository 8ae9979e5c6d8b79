import { randomUUID } from 'node:crypto';

/**
 * A string of JSON text, and the colon behind it where it is a key. One that does not end goes to the end of the text, so that no
 * part is looked at twice.
 */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?|\\?$)/gs;

/** More than anybody has who does not want to keep the process busy. */
const mostNames = 10_000;

/**
 * JSON.parse for texts from outside. That of Node.js 24 and 26 may take a key with an escape in it for another key that was
 * parsed before: after {"a":1,"\\":2} it reads {"a":1,"\n":2} as the same (https://github.com/nodejs/node/issues/63785), for as
 * long as the process lives. So no key with an escape gets to it: such keys go under names of ours, and get their own after.
 * @throws SyntaxError where the text is no JSON, or has too many such keys
 */
export function readJson(text: string): unknown {
  if (!text.includes('\\')) return JSON.parse(text);
  // Nobody can have written it.
  const mark = randomUUID();
  /** Our names by keys, and the keys by our names. */
  const ours = new Map<string, string>();
  const names = new Map<string, string>();
  /** The key as JSON.parse may get it. @param spelling a string of JSON text */
  const harmless = (spelling: string): string => {
    const key = JSON.parse(spelling) as string;
    const plain = JSON.stringify(key);
    if (!plain.includes('\\')) return plain;
    const name = ours.get(key) ?? `${mark}${ours.size}`;
    ours.set(key, name);
    names.set(name, key);
    if (names.size > mostNames) throw new SyntaxError(`more than ${mostNames} keys with escapes`);
    return `"${name}"`;
  };
  const plain = text.replace(strings, (all: string, colon: string | undefined) =>
    colon === undefined || !all.includes('\\')
      ? all
      : harmless(all.slice(0, all.length - colon.length)) + colon,
  );
  const value: unknown = JSON.parse(plain);
  return names.size > 0 ? renamed(value, names) : value;
}

/** Gives keys their own names, in the order that they stand in. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  const top = { value };
  // Not by recursion: JSON may be deeper than the stack.
  const left: [holder: Record<string, unknown>, key: string][] = [[top, 'value']];
  for (let place = left.pop(); place; place = left.pop()) {
    const [holder, key] = place;
    let part = holder[key] as Record<string, unknown>;
    if (Object.keys(part).some((name) => names.has(name))) {
      // Not by assignment, to which __proto__ is no key.
      part = Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [names.get(name) ?? name, inner]),
      );
      holder[key] = part;
    }
    for (const [name, inner] of Object.entries(part))
      if (typeof inner === 'object' && inner !== null) left.push([part, name]);
  }
  return top.value;
}
