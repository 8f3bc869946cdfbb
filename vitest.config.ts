import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,auction-house,practice-stripe}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    // Many stories wait for a moment to come: more of them than cores fit side by side.
    maxWorkers: 4,
    // A deadline against hanging, not a measure: two cores may be shared with a browser and a build.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
