import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './scripts/memory-folder.mjs'
import { COMPILED } from './scripts/prepare.mjs'

// The workers, and the programs that tests start, inherit these.
process.env['TMPDIR'] = memoryFolder()
process.env['NODE_COMPILE_CACHE'] = COMPILED

/**
 * The files that take longest start first. Those whose bids must be sent in time, such as evidence, start once the
 * programs of others have.
 */
const LONG = [
  'engine-processes',
  'mutants',
  'src/main',
  'start-embedded',
  'simulation',
  'quota-model',
  'evidence',
  'simulation-more',
  'wall-clock',
  'guessing',
  'login',
  'site-reads',
  'start-engine',
  'main-api',
  'site-rate-limiting',
  'pause',
  'silent-database',
  'keep-database',
  'model-matches-database',
  'meter-reads',
]

/** A worker that changes to another project starts anew, so that the files of a project follow one another. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || a.project.name.localeCompare(b.project.name))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
  return place < 0 ? LONG.length : place
}

export default defineConfig({
  test: {
    globalSetup: 'server/test/global-setup.ts',
    // Many stories wait for a moment to come: more of them than cores fit side by side.
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    // A deadline against hanging, not a measure: two cores may be shared with a browser and a build.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The test files of a worker share its process and its modules, which take a second to start and to load.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{contract,server,auction-house,practice-stripe,e2e}/**/*.test.ts', '*.test.ts'],
          // Node loads the modules itself, as it does in the product.
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
