import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { inlineMessages } from './messages.plugin.ts';

/** `npm run design` serves /design, a page with all components of `src/ui`. The site's build has nothing of it. */
export default defineConfig({
  root: join(import.meta.dirname, '../design'),
  base: '/design/',
  publicDir: join(import.meta.dirname, 'public'),
  plugins: [inlineMessages('en'), react(), tailwindcss()],
  build: { outDir: '../web/dist/design', emptyOutDir: true },
});
