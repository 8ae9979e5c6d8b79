/** Longest slug of a column. */
const most = 76;

/** 'Em revisão' → 'em-revisao'; what has no letters is a column. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-+|-+$/g, '') || 'column';

/** Columns of the names that somebody wrote, one a line; each with a slug of its own. */
export function columnsIn(text: string): { readonly name: string; readonly slug: string }[] {
  const names = text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const taken = new Set<string>();
  return names.map((name) => {
    const base = slugOf(name);
    let slug = base;
    for (let n = 2; taken.has(slug); n += 1) slug = `${base}-${n}`;
    taken.add(slug);
    return { name, slug };
  });
}
