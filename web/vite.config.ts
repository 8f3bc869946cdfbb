import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFont, shakeRouter, weighRoute } from './build-plugins.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFont(),
    shakeRouter(),
    weighRoute({
      path: '/dashboard',
      modules: ['auctions/DashboardPage.tsx', 'auctions/SiteClock.tsx', 'auctions/LiveAuctions.tsx'],
      most: { script: 135, style: 12 },
    }),
  ],
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
