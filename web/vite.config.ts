import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFont, shakeRouter, weighRoute } from './build-plugins.ts'

const ON_EVERY_PAGE = ['auctions/SiteClock.tsx', 'auctions/LiveAuctions.tsx']

/**
 * A little over what was measured: every page hears of pauses and of a site in trouble, and the settings bring the forms,
 * which the others load when one is opened.
 */
const WEIGHED = [
  { path: '/dashboard', page: 'auctions/DashboardPage.tsx', script: 137 },
  { path: '/bid-history', page: 'bids/HistoryPage.tsx', script: 143 },
  { path: '/bid-history/:bidId', page: 'bids/ReceiptPage.tsx', script: 143 },
  { path: '/settings', page: 'app/SettingsPage.tsx', script: 175 },
].map(({ path, page, script }) => ({ path, modules: [page, ...ON_EVERY_PAGE], most: { script, style: 12 } }))

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont(), shakeRouter(), ...WEIGHED.map(weighRoute)],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
  },
  build: {
    // `light-dark()` stays as written: the palette depends on it.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Small files inlined as `data:` would be refused by the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Left to itself the bundler makes thirty files of the first page, most of them too small to compress.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 1 },
            { name: 'auctions', test: /auctions[\\/](DashboardPage|SiteClock|LiveAuctions)\.tsx$/ },
          ],
        },
      },
    },
  },
})
