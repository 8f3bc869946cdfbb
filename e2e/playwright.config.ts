import { defineConfig } from '@playwright/test'

/** `npm test` finds or installs a browser and sets `CHROMIUM_PATH`. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const OWN_INSTALLATION = /(google|bid-survives-crash|site-in-trouble|\/(places|plans))\.long\.spec\.ts$/
const SCREENS = /screens[-a-z]*\.(long|night)\.spec\.ts$/
/** The circles that this run leaves out, such as `night` or `long,night`. */
const LEFT_OUT = (process.env.LEFT_OUT ?? 'none').split(',').map((circle) => `**/*.${circle}.spec.ts`)

export default defineConfig({
  testDir: './stories',
  globalSetup: './installation/shared-installation.ts',
  fullyParallel: true,
  // Most of a story's time is waiting for an auction to end, so that two cores are enough for four workers.
  workers: 4,
  // Deadlines against hanging, not measures: a machine that others use takes four times as long.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  // The longest stories start first, so that none is left alone at the end.
  testIgnore: LEFT_OUT,
  projects: [
    { name: 'own installation', testMatch: OWN_INSTALLATION },
    { name: 'screens', testMatch: SCREENS },
    { name: 'shared installation', testIgnore: [...LEFT_OUT, OWN_INSTALLATION, SCREENS] },
  ],
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  outputDir: '../test-results/browser',
  use: {
    launchOptions: {
      executablePath,
      args: [
        // No page of a story lives long enough for compiled code to pay off: without it, the stories take an eighth less.
        '--js-flags=--jitless',
      ],
    },
    viewport: { width: 1440, height: 900 },
    // What a service worker loads, no story can hold, change or count. Its own story allows it.
    serviceWorkers: 'block',
    // Dialogs stand still at once: a story waits for no animation.
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long as the stories themselves; TRACE=on keeps the traces of those that fail.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
