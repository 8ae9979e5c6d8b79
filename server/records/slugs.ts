import { withoutMarks } from '../platform/marks.ts';

/*
 * Slugs made from names.
 */

const longestSlug = 80;

/** Lower-case ASCII words joined by `-`, at most 80 characters; `fallback` when nothing of the name is left. */
export function slugOf(name: string, fallback: string): string {
  const words = withoutMarks(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longestSlug)
    .replace(/-+$/, '');
  return words || fallback;
}

/** SQL: a slug with a number behind it, cut so that both fit. */
export const numberedSlug = (slug: string, n: string) =>
  `rtrim(left(${slug}, ${longestSlug - 1} - length(${n}::text)), '-') || '-' || ${n}`;

/** Further than this nobody's numbers are followed. */
export const mostFollowed = 1_000_000_000;

/**
 * SQL of a row with `n`: a number from 2 on that is free behind `$slug`, which is taken itself. Leaps to one that is free, and halves
 * the way back to one that is taken: with any number of equal names a few dozen looks into the index, whatever stands between them.
 * No row where somebody has taken even the widest leaps.
 * @param taken a look for the slug: SQL of a row where there is one
 */
export const freeNumber = (taken: (slug: string) => string) => `
  with recursive search (low, high) as (
    select 1::bigint, null::bigint
    union all
    select case when look.is_taken then m.n else low end, case when look.is_taken then high else m.n end
    from search, lateral (select coalesce((low + high) / 2, low * 2) as n) m,
      lateral (select (${taken(numberedSlug('$slug', 'm.n'))} limit 1) is not null as is_taken) look
    where high is null and low < ${mostFollowed} or high - low > 1
  )
  select ${numberedSlug('$slug', 'high')} as slug, high as n from search where high - low = 1`;
