import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { cutFont, preloadFont } from './font-plugins.ts'
import { checkSiteContent, completeNotices, compressFiles, fillPages, writeOfflinePage } from './page-plugins.ts'

export default defineConfig({
  plugins: [react(), tailwindcss(), cutFont(), preloadFont(), fillPages(), checkSiteContent()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
  },
  build: {
    // These browsers support `light-dark()`, which the palette uses; for older ones the build would rewrite it.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // The content security policy blocks `data:` URLs, so small files must not be inlined.
    assetsInlineLimit: 0,
    license: { fileName: 'notices.txt' },
  },
  // First what browsers load, then the program that renders pages for the server.
  builder: {
    async buildApp(builder) {
      const { client, pages } = builder.environments
      if (client) await builder.build(client)
      if (pages) await builder.build(pages)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/browser',
        rolldownOptions: {
          plugins: [completeNotices(), writeOfflinePage(), compressFiles()],
          output: {
            chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
            codeSplitting: {
              groups: [
                { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
                { name: 'app', tags: ['$initial'] },
                // What several pages share: many small files take longer than a few that hold a little too much.
                { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_000 },
              ],
            },
          },
        },
      },
    },
    pages: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: 'dist/pages',
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { input: { 'render-pages': 'src/app/prerender.tsx' }, output: { codeSplitting: false } },
      },
    },
  },
})
