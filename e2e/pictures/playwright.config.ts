import { defineConfig } from '@playwright/test'
import stories from '../playwright.config.ts'

/** `npm run pictures`. The stories of `npm test` are in another folder. */
export default defineConfig({
  ...stories,
  testDir: '.',
  globalSetup: '../installation/shared-installation.ts',
  projects: [{ name: 'pictures' }],
  workers: 1,
  reporter: 'list',
  outputDir: '../../test-results/pictures-of-the-product',
})
