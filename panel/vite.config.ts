import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What the page needs before the program runs: its theme, from a script of its own, since the page may hold none, and the name of
 * the build, by which an open tab notices that there is a new one.
 */
const head = (id: string): Plugin => ({
  name: 'pauta-head',
  buildStart() {
    if (this.environment.mode !== 'build') return;
    this.emitFile({
      type: 'asset',
      name: 'theme.js',
      source: readFileSync(here('src/theme.js'), 'utf8'),
    });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const theme = Object.keys(bundle ?? {}).find((name) => /\/theme-[^/]*\.js$/.test(name));
      const src = theme === undefined ? '/src/theme.js' : `/${theme}`;
      return [
        { tag: 'meta', attrs: { name: 'pauta-build', content: id }, injectTo: 'head' },
        { tag: 'script', attrs: { src }, injectTo: 'head-prepend' },
      ];
    },
  },
});

/** @param id names the build */
export const config = (id: string): UserConfig => ({
  root: here('.'),
  publicDir: false,
  plugins: [react(), tailwind(), head(id)],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: true,
    manifest: true,
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
});

export default config('development');
