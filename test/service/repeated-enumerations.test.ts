import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registry } from '#server/features/registry.ts';
import { openapi } from '#server/http/openapi/document.ts';
import { panelOpenapi } from '#server/http/openapi/panel.ts';
import type { Json } from '#test/support/harness.ts';

/* Enumerations are declared once; the panel has them from the declarations (panel/src/api/), the SDK, Python and n8n too. */

const root = new URL('../..', import.meta.url).pathname;
const isGenerated = (source: string) => /^(#|\/\*) Written by `npm run /.test(source);

/** Texts of a literal list → name of the enumeration that has these values, in this order. */
const enumerations = new Map(
  [openapi(registry), panelOpenapi(registry)].flatMap(({ components }) =>
    Object.entries((components as Json).schemas as Record<string, Json>).flatMap(
      ([name, { enum: values }]): [string, string][] =>
        Array.isArray(values) && values.length > 2 ? [[values.join(), name]] : [],
    ),
  ),
);

/** Literal lists of texts in a source: line and texts. */
const listsIn = (source: string) =>
  [...source.matchAll(/[[({]\s*((['"])[^'"\n]*\2(?:\s*,\s*\2[^'"\n]*\2)+)\s*,?\s*[\])}]/g)].map(
    (match) => ({
      line: source.slice(0, match.index).split('\n').length,
      texts: [...(match[1] ?? '').matchAll(/['"]([^'"]*)['"]/g)].map(([, text]) => text).join(),
    }),
  );

test('no enumeration is written twice; another order is another list', () => {
  const places = new Map<string, string[]>();
  const files = [
    'server',
    'panel/src',
    'packages/{n8n-nodes-pauta/nodes,sdk/src,python/pauta}',
  ].flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx,py}`, { cwd: root }));
  for (const file of files) {
    const source = readFileSync(`${root}/${file}`, 'utf8');
    if (isGenerated(source)) continue;
    for (const { line, texts } of listsIn(source)) {
      const name = enumerations.get(texts);
      if (name) places.set(name, [...(places.get(name) ?? []), `${file}:${line}`]);
    }
  }
  expect(places.size).toBeGreaterThan(20);
  const repeated = [...places].filter(
    ([, locations]) => locations.length > 1 || !locations[0]?.startsWith('server/'),
  );
  expect(repeated).toEqual([]);
});
