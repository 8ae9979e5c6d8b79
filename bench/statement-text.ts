/* Parts of a statement that is one `with`, and the same statement without some of them. */

interface Part {
  readonly name: string;
  readonly sql: string;
}

/** Parts of `with a as (…), b as (…) select …`, and the rest. */
function partsOf(text: string): { parts: Part[]; rest: string } {
  let left = text
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replace(/^with\s+/, '');
  const parts: Part[] = [];
  for (;;) {
    const [head, name = ''] = /^\s*(\w+)\s+as\s+(?:materialized\s+)?\(/.exec(left) ?? [];
    if (head === undefined) return { parts, rest: left };
    let end = head.length;
    let isText = false;
    for (let depth = 1; depth > 0 && end < left.length; end += 1) {
      const character = left[end];
      if (character === "'") isText = !isText;
      else if (!isText && character === '(') depth += 1;
      else if (!isText && character === ')') depth -= 1;
    }
    parts.push({ name, sql: left.slice(0, end) });
    left = left.slice(end).replace(/^\s*,/, '');
  }
}

/** A statement with its parts changed; undefined removes one. Parameters that are no longer used are still accepted. */
export function changed(text: string, change: (part: Part) => string | undefined): string {
  const { parts, rest } = partsOf(text);
  const clauses = parts.map(change).filter((sql) => sql !== undefined);
  // The result includes whether the statement queued work.
  const result = rest.replace(/exists \(select from (delivery|run)\)/g, (exists, name: string) =>
    clauses.some((sql) => sql.trimStart().startsWith(name)) ? exists : 'false',
  );
  const made = `${clauses.join(', ')} ${result}`;
  const used = new Set(made.match(/\$\d+/g));
  const unused = [...new Set(text.match(/\$\d+/g))].filter((each) => !used.has(each));
  const taken = unused.map((each) => `${each}::text`).join(', ');
  return `with ${taken ? `unused as (select ${taken}), ` : ''}${made}`;
}

/** The statement without the parts of these names. */
export const without = (text: string, ...names: string[]) =>
  changed(text, ({ name, sql }) => (names.includes(name) ? undefined : sql));
