import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { minify } from 'rolldown/utils';
import { defineConfig, type Plugin } from 'vite';
import { CHUNK_GROUPS } from './chunk-groups.ts';
import { messagesByLanguage } from './messages.plugin.ts';

const NOTICES = 'licences.json';

/** What only a worker loads: Vite's list of notices is of the pages' own code. */
const OF_WORKERS = ['@mediabunny/aac-encoder'];

const workerNotices: Plugin = {
  name: 'fanfare:worker-notices',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const list = bundle[NOTICES];
      if (list?.type !== 'asset') throw new Error(`The build made no ${NOTICES}`);
      list.source = JSON.stringify([...JSON.parse(String(list.source)), ...OF_WORKERS.map(noticeOf)]);
    },
  },
};

/** The screens whose documents start a video. */
const PLAYER_SCREENS = { channel: '/src/pages/channel.page.tsx', video: '/src/pages/video.page.tsx' };
const FIRST_PLAYER = join(import.meta.dirname, 'src/first-player.ts');

/**
 * Writes into the document, as comments, what the pages of channels and videos need beyond the start, and the script that
 * starts their video: the server that renders their documents (`functions/pages/first-player.ts`) has the browser fetch
 * these along with the start rather than after it.
 */
const playerFiles: Plugin = {
  name: 'fanfare:player-files',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: FIRST_PLAYER });
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const scripts = Object.values(bundle).filter((file) => file.type === 'chunk');
      const filesOf = (names: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
        for (const name of names) {
          if (found.has(name)) continue;
          found.add(name);
          filesOf(scripts.find(({ fileName }) => fileName === name)?.imports ?? [], found);
        }
        return found;
      };
      const nameOf = (module: string): string => {
        const script = scripts.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
        if (!script) throw new Error(`The build made no script of ${module}`);
        return script.fileName;
      };
      const first = nameOf('/src/first-player.ts');
      const hls = scripts.filter(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/hls-playback.ts')));
      const player = filesOf([first, ...hls.map(({ fileName }) => fileName)]);
      const start = filesOf(
        scripts
          .filter(({ isEntry, fileName }) => isEntry && fileName !== first)
          .map(({ fileName }) => fileName),
      );
      const comment = (name: string, files: Iterable<string>) =>
        `  <!--${name} ${[...files].map((file) => `/${file}`).join(' ')}-->\n  `;
      const screens = Object.entries(PLAYER_SCREENS).map(([name, module]) =>
        comment(
          name,
          [...filesOf([nameOf(module)])].filter((file) => !start.has(file) && !player.has(file)),
        ),
      );
      return html.replace('</head>', `${comment('first-player', player)}${screens.join('')}</head>`);
    },
  },
};

/** Those that Tailwind is made for. */
const CSS_TARGET = ['chrome111', 'firefox128', 'safari16.4'];

const PROPERTY_FALLBACKS = /@layer properties\{@supports [^{]*\{\*,:before,:after,::backdrop\{[^}]*\}\}\}/;

/** Takes out what Tailwind has for browsers without `@property`: they are older than `CSS_TARGET`. */
const withoutFallbacks: Plugin = {
  name: 'fanfare:without-fallbacks',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const styles = Object.values(bundle).filter((file) => file.type === 'asset');
      const theme = styles.find(({ source }) => PROPERTY_FALLBACKS.test(String(source)));
      if (!theme) throw new Error('Tailwind has no fallbacks any more: this plugin has nothing to do');
      theme.source = String(theme.source).replace(PROPERTY_FALLBACKS, '');
    },
  },
};

/**
 * Writes each script and style compressed as well, beside it: a site on one machine hands that out as it is. CloudFront
 * compresses by itself, and gets none of these (`infra/cloud/website/web-files.ts`).
 */
const compressedFiles: Plugin = {
  name: 'fanfare:compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /^assets\/.*\.(js|css)$/.test(fileName));
    const compress = promisify(gzip);
    await Promise.all(
      files.map(async (file) => {
        const compressed = await compress(file.type === 'chunk' ? file.code : file.source);
        await writeFile(join(dir, `${file.fileName}.gz`), compressed);
      }),
    );
  },
};

/** Minifies the one script of `public` that every page runs before the first paint. */
const minifiedTheme: Plugin = {
  name: 'fanfare:minified-theme',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const path = join(dir, 'theme.js');
    const { code } = await minify(path, readFileSync(path, 'utf8'), { module: false });
    await writeFile(path, code);
  },
};

/**
 * Lets the build leave out the router's components that nothing uses, which a name for developers' tools kept, and its
 * checks of how it is called.
 */
const usedComponents: Plugin = {
  name: 'fanfare:used-components',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replaceAll(/(?<== )(?=\w+\.(?:forwardRef|createContext)\()/g, '/* @__PURE__ */ ')
        .replaceAll(/^ +(?:invariant|warning)\([^;]*?^ *\);$/gms, ''),
      map: null,
    }),
  },
};

function noticeOf(library: string) {
  const folder = new URL(`../node_modules/${library}/`, import.meta.url);
  const {
    name,
    version,
    license: identifier,
  } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  return { name, version, identifier, text: readFileSync(new URL('LICENSE', folder), 'utf8') };
}

/** By its package the router is always its build for developers, whose warnings are a kilobyte of the first load. */
const ROUTER = [
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
].map(([name, file]) => ({
  find: new RegExp(`^${name}$`),
  replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production', file!),
}));

/** Makes lucide's icons without the settings that the site does not use. */
const ICONS = {
  find: /^.*\/createLucideIcon\.mjs$/,
  replacement: join(import.meta.dirname, 'src/ui/create-icon.ts'),
};

/** The web's build: `vite build web` writes `web/dist`, with everything but index.html and `public` under a hashed name. */
export default defineConfig({
  plugins: [
    messagesByLanguage,
    react(),
    tailwindcss(),
    workerNotices,
    playerFiles,
    withoutFallbacks,
    usedComponents,
    minifiedTheme,
    compressedFiles,
  ],
  // What a worker loads only where it is needed is a file of its own.
  worker: { format: 'es' },
  resolve: { alias: [...ROUTER, ICONS] },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    cssTarget: CSS_TARGET,
    // The Content-Security-Policy allows no data: addresses, and every target preloads modules by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first script names most of the others: lower case is less of it, compressed.
    rolldownOptions: {
      onLog: (level, log, handle) => {
        // A module that is imported lazily and eagerly is not lazy: the build must not only warn.
        if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message);
        handle(level, log);
      },
      treeshake: { propertyReadSideEffects: false },
      output: {
        hashCharacters: 'base36',
        codeSplitting: { groups: CHUNK_GROUPS },
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    // The notices that are due to the authors of what is bundled; /licences shows them.
    license: { fileName: NOTICES },
  },
});
