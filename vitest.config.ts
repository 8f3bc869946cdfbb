import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,auction-house}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    maxWorkers: 2,
    // A deadline against hanging, not a measure: two cores may be shared with a browser and a build.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
