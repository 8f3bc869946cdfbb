import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  checkSiteContent,
  limitPageScript,
  limitRouteSize,
  moveTemplate,
  preloadFont,
  treeShakeRouter,
} from './build-plugins.ts'

const ON_EVERY_PAGE = ['app/SiteClock.tsx', 'auctions/live/LiveAuctions.tsx']

/** KiB gzip, slightly above the measured sizes. The settings page includes its forms; other pages load them on demand. */
const SIZE_LIMITS = [
  { path: '/dashboard', page: 'auctions/dashboard/DashboardPage.tsx', script: 144.5 },
  { path: '/bid-history', page: 'bids/history/HistoryPage.tsx', script: 148.5 },
  { path: '/bid-history/:bidId', page: 'bids/receipt/ReceiptPage.tsx', script: 148.5 },
  { path: '/settings', page: 'settings/SettingsPage.tsx', script: 185 },
].map(({ path, page, script }) => ({ path, modules: [page, ...ON_EVERY_PAGE], maxKib: { script, style: 12 } }))

/** The entries stay in files of their own: the app's files must start nothing when a page that was rendered ahead loads them. */
const NO_ENTRY = /^(?!.*([\\/]src[\\/](main\.tsx|public-page\.ts)|\.html))/

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), treeShakeRouter(), checkSiteContent()],
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
    modulePreload: { polyfill: false },
  },
  // First what browsers load, then the program that renders the public pages for the server.
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
          input: ['index.html', 'page.html'],
          plugins: [...SIZE_LIMITS.map(limitRouteSize), limitPageScript(25), moveTemplate()],
          output: {
            // By default the bundler splits the first page into thirty files, most of them too small to compress well.
            codeSplitting: {
              groups: [
                { name: 'shared', test: /preload-helper|load-with-retry|[\\/]src[\\/]styles\.css/, priority: 2 },
                { name: 'app', tags: ['$initial'], test: NO_ENTRY, priority: 1 },
                { name: 'auctions', test: /[\\/](DashboardPage|SiteClock|LiveAuctions)\.tsx$/ },
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
        emptyOutDir: false,
        copyPublicDir: false,
        minify: true,
        rolldownOptions: { input: { 'render-pages': 'src/app/prerender.tsx' }, output: { codeSplitting: false } },
      },
    },
  },
})
