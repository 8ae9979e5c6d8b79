/** Maximum length of a column's slug. */
const maxSlugLength = 76;

/** 'Em revisão' → 'em-revisao'; 'column' for a name without letters or digits. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '') || 'column';

/** Columns from a text with one name per line; each gets a unique slug. */
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
