import { useMemo } from 'react';
import { encode } from 'uqr';

interface Props {
  readonly text: string;
  readonly label: string;
}

/** QR code, black on white in every theme because cameras cannot read inverted codes. As wide as a phone allows. */
export function QrCode({ text, label }: Props) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 4 });
    const rows = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size, path: rows.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="block h-auto w-full bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
