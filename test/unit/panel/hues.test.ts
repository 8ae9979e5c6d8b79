import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectColors, projectShades } from '#panel/display/project-color.ts';
import { hueOf, hues, shadesOf } from '#panel/ui/hues.ts';

type Lch = readonly [lightness: number, chroma: number, hue: number];

/** Relative luminance (WCAG 2.2) of a colour, clipped to sRGB. */
function luminanceOf([L, C, hue]: Lch): number {
  const [a, b] = [
    C * Math.cos((hue * Math.PI) / 180),
    C * Math.sin((hue * Math.PI) / 180),
  ] as const;
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const [red = 0, green = 0, blue = 0] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Lch, b: Lch): number {
  const [x, y] = [luminanceOf(a) + 0.05, luminanceOf(b) + 0.05];
  return Math.max(x, y) / Math.min(x, y);
}

const css = readFileSync(new URL('../../../panel/src/style.css', import.meta.url), 'utf8');

/** Light and dark value of a variable of style.css. */
function shadeOf(name: string, hue: number): readonly Lch[] {
  const [, value = ''] = new RegExp(`--${name}: light-dark\\((.+)\\);`).exec(css) ?? [];
  return [...value.matchAll(/oklch\(([^ ]+) ([^ ]+) ([^ )]+)\)/g)].map(([, l, c, h]) => [
    Number(l),
    Number(c),
    h === 'var(--hue' ? hue : Number(h),
  ]);
}

const angles = hues.map((hue) => shadesOf(hue).style['--hue'] ?? Number.NaN);

test.each([
  ['ink', ['soft'], 4.5],
  ['text', ['soft'], 4.5],
  ['vivid', ['bg', 'surface', 'raised', 'tint'], 3],
])('the contrast of %s to %s is at least the one of WCAG in both themes', (front, backs, least) => {
  expect(angles).toHaveLength(12);
  for (const angle of angles)
    for (const back of backs)
      for (const theme of [0, 1]) {
        const [ahead, behind] = [shadeOf(front, angle)[theme], shadeOf(back, angle)[theme]];
        if (!ahead || !behind) throw new Error(`style.css has no shade of ${front} and ${back}`);
        expect(contrast(ahead, behind), `${front} on ${back}, ${angle}°`).toBeGreaterThan(least);
      }
});

test('without a chosen colour, the id decides the hue, and all hues occur', () => {
  const ids = Array.from(
    { length: 600 },
    (_, i) => `0193a0b2-0000-7000-8000-${(i * 7919).toString(16).padStart(12, '0')}`,
  );
  const counts = Map.groupBy(ids, hueOf);
  expect(counts.size).toBe(12);
  expect(Math.min(...[...counts.values()].map(({ length }) => length))).toBeGreaterThan(25);
  const [id = ''] = ids;
  expect(projectShades({ id, color: null })).toEqual(shadesOf(hueOf(id)));
});

test('a chosen colour decides the shades, also one that is not of the palette', () => {
  const id = '0193a0b2-0000-7000-8000-000000000001';
  for (const hue of hues)
    expect(projectShades({ id, color: projectColors[hue].toUpperCase() })).toEqual(shadesOf(hue));
  expect(projectShades({ id, color: '#123' }).style).toEqual({ '--vivid': '#123' });
});
