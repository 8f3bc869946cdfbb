import { defineConfig } from '@playwright/test'
import stories from '../playwright.config.ts'

/** `npm run journeys`. The stories of `npm test` are in another folder. */
export default defineConfig({
  ...stories,
  testDir: '.',
  globalSetup: '../installation/shared-installation.ts',
  projects: [{ name: 'journeys' }],
  workers: 2,
  timeout: 600_000,
  reporter: 'list',
  outputDir: '../../test-results/journeys',
})
