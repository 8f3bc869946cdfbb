import { defineConfig } from '@playwright/test'

/** `npm test` finds or installs a browser and sets `CHROMIUM_PATH`. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const OWN_INSTALLATION = /(google|bid-survives-crash|\/plans)\.spec\.ts$/

export default defineConfig({
  testDir: './stories',
  fullyParallel: true,
  // Most of a story's time is waiting for an auction to end, so that two cores are enough for four workers.
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // The stories with installations of their own take longest, and start first.
  projects: [
    { name: 'own installation', testMatch: OWN_INSTALLATION },
    { name: 'shared installation', testIgnore: OWN_INSTALLATION },
  ],
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  outputDir: '../test-results/browser',
  use: {
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1440, height: 900 },
    // Dialogs stand still at once: a story waits for no animation.
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    // Recording takes as long as the stories themselves; TRACE=on keeps the traces of those that fail.
    trace: process.env.TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
