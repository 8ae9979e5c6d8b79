import { Link } from '../route/router.tsx';

/** Link from a settings record back to its list. */
export function BackLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-6 items-center rounded text-accent hover:underline"
    >
      {`← ${children}`}
    </Link>
  );
}
