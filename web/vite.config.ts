import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The web's build: `vite build web` writes `web/dist`, with everything but index.html and `public` under a hashed name. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // What a worker loads only where it is needed is a file of its own.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    emptyOutDir: true,
    target: 'es2023',
    // The Content-Security-Policy allows no data: addresses, and every target preloads modules by itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // All of the first load in one script: two kilobytes less than in five, and one request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } } },
    // The notices that are due to the authors of what is bundled; /licences shows them.
    license: { fileName: 'licences.json' },
  },
});
