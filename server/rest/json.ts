import { randomUUID } from 'node:crypto';

/**
 * A string of JSON text, and the colon behind it where it is a key. One that does not end goes to the end of the text, so that no
 * part is looked at twice.
 */
const strings = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?|\\?$)/gs;

/**
 * JSON.parse for texts from outside. That of Node.js 24 and 26 may take a key with an escape in it for another key that was
 * parsed before: after {"a":1,"\\":2} it reads {"a":1,"\n":2} as the same (https://github.com/nodejs/node/issues/63785), for as
 * long as the process lives. So no key with an escape gets to it: such keys go under names of ours, and get their own after.
 * @throws SyntaxError where the text is no JSON
 */
export function readJson(text: string): unknown {
  if (!text.includes('\\')) return JSON.parse(text);
  // Nobody can have written it.
  const mark = randomUUID();
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
  return names.size > 0 ? renamed(value, names) : value;
}

/** Gives keys their own names, in the order that they stand in; of two that are the same the last one counts. */
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
