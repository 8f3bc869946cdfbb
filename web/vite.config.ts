import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { checkSiteContent, importPlainly, limitSizes, shrinkIcons, treeShakeRouter } from './build-plugins.ts'
import { cutFont, preloadFont } from './font-plugins.ts'
import { compressFiles, shareHead, writeOfflinePage, writeTemplates } from './page-plugins.ts'

/** What every page loads for a user who is signed in, beside the page itself: no page waits for it. */
const FOR_USERS = ['app/frame-parts.ts', 'session/recovery-snapshot.ts']

/** KiB, gzip: what must be there before a page shows its content. The limits of the dashboard, of styles, later parts and public pages are goals; the others are what they are. */
const SIZE_LIMITS = {
  entry: 'src/main.tsx',
  routes: [
    { path: '/dashboard', modules: ['dashboard/DashboardPage.tsx'], maxScriptKib: 140 },
    { path: '/bid-history', modules: ['history/HistoryPage.tsx', 'history/HistoryRows.tsx'], maxScriptKib: 152 },
    { path: '/bid-history/:bidId', modules: ['receipt/ReceiptPage.tsx'], maxScriptKib: 144 },
    { path: '/settings', modules: ['settings/SettingsPage.tsx'], maxScriptKib: 165 },
  ],
  styles: { styles: 12, 'public-styles': 7.5 },
  forUsers: FOR_USERS,
  forVisitors: [
    'AuthDialog',
    'HomePage',
    'PricingPage',
    'text-pages',
    'VerifyEmailPage',
    'ResetPasswordPage',
    'SignInGate',
  ],
  maxLaterKib: 62,
  page: 'src/public-page.ts',
  maxPageKib: 25,
}

/** KiB, gzip: the page that the browser keeps for the time without a connection, with the worker that keeps it and shows alerts. */
const MAX_OFFLINE_KIB = 15

/** The entries stay in files of their own: the app's files must start nothing when a page that was rendered ahead loads them. */
const NO_ENTRY = /^(?!.*([\\/]src[\\/](main\.tsx|public-page\.ts)|\.html))/

const LIBRARIES = /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/
const CONTRACT = /[\\/](node_modules[\\/]zod|contract[\\/]src)[\\/]/

const BASICS =
  /[\\/](with-reason|random-key|control-class|LoadFailure|mutationObserver|useMutation(State)?|icons[\\/](check|eye|triangle-exclamation-point))\.\w+$/

/** Small modules that many parts use. A file of its own for each would make twice as many requests for a page. */
const COMMON =
  /[\\/](ErrorBanner|Skeleton|VisuallyHidden|KeepFocus|use-now|day|read-site-time|infiniteQueryOptions|pause-queries|use-single-mutation)\.\w+$/

/** What many parts know of plans: their limits, prices and payments. */
const PLANS =
  /[\\/](plan|contract[\\/]src[\\/]subscription|limit-rules|limits-query|require-within-limit|use-limit|plan-queries|plan-text|standing|use-payment-page|use-start-trial|use-checkout|SeePlans|require-session|is-refusal)\.tsx?$/

/** What the header, the bar at the bottom, the banners and the notices of results share with other parts. */
const FRAME =
  /[\\/](use-pause|pause-mutation|UnreadBadge|tally|away-results|notification-queries|health-query|ending-session)\.tsx?$/

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    shareHead(),
    cutFont(),
    preloadFont(),
    treeShakeRouter(),
    shrinkIcons(),
    importPlainly(),
    checkSiteContent(),
  ],
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
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
    },
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
          // Reading a property, as in `extends React.Component`, changes nothing: a class that nobody uses may go.
          treeshake: { propertyReadSideEffects: false },
          plugins: [
            limitSizes(SIZE_LIMITS),
            writeTemplates(SIZE_LIMITS.routes),
            writeOfflinePage({ maxKib: MAX_OFFLINE_KIB }),
            compressFiles(),
          ],
          output: {
            // By default the bundler splits the first page into thirty files, most of them too small to compress well.
            codeSplitting: {
              groups: [
                // Beside the scripts: otherwise each later part would list the styles as something to load first.
                { name: 'styles', test: /[\\/]src[\\/]styles\.css/, priority: 3 },
                { name: 'public-styles', test: /[\\/]src[\\/]public\.css/, priority: 3 },
                { name: 'shared', test: /preload-helper|load-with-retry|after-load/, priority: 2 },
                // Files of their own, so that starting the app is several short tasks of the browser and not a long one.
                {
                  name: 'libraries',
                  tags: ['$initial'],
                  test: LIBRARIES,
                  priority: 2,
                  includeDependenciesRecursively: false,
                },
                {
                  name: 'contract',
                  tags: ['$initial'],
                  test: CONTRACT,
                  priority: 2,
                  includeDependenciesRecursively: false,
                },
                { name: 'app', tags: ['$initial'], test: NO_ENTRY, priority: 1, includeDependenciesRecursively: false },
                // Small modules that the auctions' pages and the dialog for signing in both use.
                { name: 'basics', test: BASICS, includeDependenciesRecursively: false },
                { name: 'auctions', test: /[\\/]DashboardPage\.tsx$/ },
                { name: 'icons', test: /[\\/]icons[\\/]/, minShareCount: 3, includeDependenciesRecursively: false },
                { name: 'common', test: COMMON, includeDependenciesRecursively: false },
                { name: 'plans', test: PLANS, includeDependenciesRecursively: false },
                { name: 'frame', test: FRAME, includeDependenciesRecursively: false },
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
