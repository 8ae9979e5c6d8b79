/** Pauta's logo mark, shown next to the name. */
export function Logo({ size = 24 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path
        d="M8 9h16M8 16h16M8 23h9"
        className="stroke-on-accent"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
