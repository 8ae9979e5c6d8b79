import { navigate } from '#panel/route/router.tsx';

/** Changes parameters of a query string; undefined removes one. */
export function withParams(
  search: string,
  change: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value) query.set(name, value);
    else query.delete(name);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Changes the filters of a list, and returns to its first page. */
export const filterBy = (change: Readonly<Record<string, string | undefined>>) =>
  navigate(location.pathname + withParams(location.search, { ...change, after: undefined }), {
    replace: true,
  });
