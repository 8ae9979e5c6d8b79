import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin, UserConfig } from 'vite';
import { installFiles } from './install.ts';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Adds to the page: its theme, from a separate script that runs before the program, since the page may contain no inline script; the
 * name of the build, by which an open tab notices a newer one; the files that make the panel installable; and its font, requested early,
 * since the first text is drawn without it otherwise.
 */
function head(id: string): Plugin {
  let installs: Awaited<ReturnType<typeof installFiles>> | undefined;
  return {
    name: 'pauta-head',
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      this.emitFile({
        type: 'asset',
        name: 'theme.js',
        source: readFileSync(fromHere('src/theme.js'), 'utf8'),
      });
      installs = await installFiles();
      for (const { fileName, source } of installs.files)
        this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const theme = Object.keys(bundle ?? {}).find((name) => /\/theme-[^/]*\.js$/.test(name));
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'));
        const src = theme === undefined ? '/src/theme.js' : `/${theme}`;
        const link = (rel: string, href: string) =>
          ({ tag: 'link', attrs: { rel, href }, injectTo: 'head' }) as const;
        return [
          ...(installs
            ? [link('manifest', installs.manifest), link('apple-touch-icon', installs.touchIcon)]
            : []),
          ...(font === undefined
            ? []
            : [
                {
                  tag: 'link',
                  attrs: {
                    rel: 'preload',
                    href: `/${font}`,
                    as: 'font',
                    type: 'font/woff2',
                    crossorigin: true,
                    // After the program: a page that is complete before its font keeps the system's.
                    fetchpriority: 'low',
                  },
                  injectTo: 'head-prepend' as const,
                },
              ]),
          { tag: 'meta', attrs: { name: 'pauta-build', content: id }, injectTo: 'head' },
          { tag: 'script', attrs: { src }, injectTo: 'head-prepend' },
        ];
      },
    },
  };
}

/**
 * Adds the viewer of PDF files, which the approval page loads too, and the files that it loads by name: character maps, the standard fonts,
 * and decoders of images without WebAssembly. Their directory contains the version, so that browsers may keep them.
 */
function pdfViewer(): Plugin {
  return {
    name: 'pauta-pdf-viewer',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      this.emitFile({ type: 'chunk', id: fromHere('src/pdf/viewer.ts'), name: 'pdf-viewer' });
      const home = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
      const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
        readonly version: string;
      };
      const loaded = {
        cmaps: /\.bcmap$/,
        standard_fonts: /\.(pfb|ttf)$/,
        wasm: /_nowasm_fallback\.js$/,
      };
      for (const [directory, names] of Object.entries(loaded))
        for (const name of readdirSync(join(home, directory)).filter((each) => names.test(each)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdf-${version}/${name}`,
            source: readFileSync(join(home, directory, name)),
          });
    },
  };
}

/** @param id names the build */
export const config = (id: string): UserConfig => ({
  root: fromHere('.'),
  publicDir: false,
  plugins: [react(), tailwind(), head(id), pdfViewer()],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: false,
    reportCompressedSize: false,
    license: true,
    manifest: true,
    rolldownOptions: {
      output: {
        // All that nearly every page needs, in one file; in a second one what every page of a team needs besides; and in more what work
        // records, the first screen, settings and lists need. Of many small files, each is a request, and is compressed on its own.
        codeSplitting: {
          groups: [
            {
              name: 'page',
              test: /\/src\/(?:main\.tsx|ui\/Dialog\.tsx|ui\/Field\.tsx|parts\/Form\.tsx|commands\/use-action\.ts|api\/text-limits\.ts|words\/(?:lazy-translations|plural)\.ts)$/,
            },
            {
              name: 'shell',
              test: /\/src\/(?:app\/Shell\.tsx|data\/use-team\.ts|data\/use-today\.ts|display\/Avatars\.tsx|ui\/calendar\/days\.ts|display\/(?:formatters\.ts|RecordLink\.tsx|RelativeTime\.tsx)|data\/record-names\.ts|api\/enumerations\.ts|records\/shared\/list\/several-values\.ts|words\/fields\/(?:use|words)\.ts)$/,
            },
            {
              name: 'work',
              test: /\/src\/(?:display\/(?:ProjectDot\.tsx|project-color\.ts)|records\/shared\/record-shortcuts\.ts|api\/records\/activities\.ts|words\/phases\.ts)$/,
            },
            {
              name: 'activity',
              test: /\/src\/(?:records\/activities\/(?:ActivityType|complete-activity)\.tsx|screens\/home\/queries\.ts|words\/(?:activities|my-day)\/use\.ts)$/,
            },
            {
              name: 'settings',
              test: /\/src\/(?:app\/settings-pages\.ts|words\/settings\/use\.ts|parts\/ConfirmDialog\.tsx)$/,
            },
            {
              name: 'list',
              test: /\/src\/(?:records\/shared\/list\/(?:ListHead|CreateButton)\.tsx|records\/shared\/list\/(?:list-state|use-selection|empty-records)\.ts|records\/shared\/bulk\/bulk-changes\.ts|ui\/Fill\.tsx)$/,
            },
            { name: 'select', test: /\/src\/(?:parts\/Select|ui\/select\/SelectInput)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
});

export default config('development');
