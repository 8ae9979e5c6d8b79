import { withoutMarks } from '../platform/combining-marks.ts';

/* Slugs derived from names. */

const maxSlugLength = 80;

/** Lower-case ASCII words joined by `-`, at most 80 characters; `fallback` if the name contains none. */
export function slugOf(name: string, fallback: string): string {
  const words = withoutMarks(name, 'NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxSlugLength)
    .replace(/-+$/, '');
  return words || fallback;
}

/** SQL: a slug with a numeric suffix, truncated so that both fit. */
export const numberedSlug = (slug: string, n: string) =>
  `rtrim(left(${slug}, ${maxSlugLength - 1} - length(${n}::text)), '-') || '-' || ${n}`;

/** Maximum numeric suffix. */
export const maxSlugNumber = 1_000_000_000;

/**
 * SQL of a row with `n`: a free number from 2 upwards for `$slug`, which is itself taken. Doubles the number until one is free,
 * then bisects between it and the last taken one: any number of equal names needs only a few dozen index look-ups, regardless of
 * gaps. No row if even the largest numbers are taken.
 * @param taken look-up of a slug: SQL that returns a row if it is taken
 */
export const freeNumber = (taken: (slug: string) => string) => `
  with recursive search (low, high) as (
    select 1::bigint, null::bigint
    union all
    select case when look.is_taken then m.n else low end, case when look.is_taken then high else m.n end
    from search, lateral (select coalesce((low + high) / 2, low * 2) as n) m,
      lateral (select (${taken(numberedSlug('$slug', 'm.n'))} limit 1) is not null as is_taken) look
    where high is null and low < ${maxSlugNumber} or high - low > 1
  )
  select ${numberedSlug('$slug', 'high')} as slug, high as n from search where high - low = 1`;
