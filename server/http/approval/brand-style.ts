import { hash } from 'node:crypto';

/* Style of a team's colour, which its approval pages add to their own. */

/** Relative luminance (WCAG 2.2) of a colour of 6 hex digits. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export interface BrandStyle {
  readonly text: string;
  /** Hash by which the page's Content-Security-Policy allows it. */
  readonly source: string;
}

/** Buttons and the edge at the top in the colour; text on them in white or black, so its contrast is at least 4.5. */
export function brandStyle(color: string): BrandStyle {
  const isLight = luminanceOf(color) > 0.179;
  const text = `:root{--brand:${color};--on-brand:${isLight ? '#000' : '#fff'}}`;
  return { text, source: `'sha256-${hash('sha256', text, 'base64')}'` };
}
