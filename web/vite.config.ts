import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { limitRouteSize, preloadFont, treeShakeRouter } from './build-plugins.ts'

const ON_EVERY_PAGE = ['app/SiteClock.tsx', 'auctions/live/LiveAuctions.tsx']

/** KiB gzip, slightly above the measured sizes. The settings page includes its forms; other pages load them on demand. */
const SIZE_LIMITS = [
  { path: '/dashboard', page: 'auctions/dashboard/DashboardPage.tsx', script: 142.5 },
  { path: '/bid-history', page: 'bids/history/HistoryPage.tsx', script: 146.5 },
  { path: '/bid-history/:bidId', page: 'bids/receipt/ReceiptPage.tsx', script: 146.5 },
  { path: '/settings', page: 'settings/SettingsPage.tsx', script: 182.5 },
].map(({ path, page, script }) => ({ path, modules: [page, ...ON_EVERY_PAGE], maxKib: { script, style: 12 } }))

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), treeShakeRouter(), ...SIZE_LIMITS.map(limitRouteSize)],
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
    rolldownOptions: {
      output: {
        // By default the bundler splits the first page into thirty files, most of them too small to compress well.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'auctions', test: /[\\/](DashboardPage|SiteClock|LiveAuctions)\.tsx$/ },
          ],
        },
      },
    },
  },
})
