import { navigate } from '../../../route/router.tsx';

/** An address' query with some parameters changed; undefined takes one away. */
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

/** Shows a list otherwise, from its beginning. */
export const filterBy = (change: Readonly<Record<string, string | undefined>>) =>
  navigate(location.pathname + withParams(location.search, { ...change, after: undefined }), {
    replace: true,
  });
