import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { memoryFolder } from './scripts/memory-folder.mjs'
import { COMPILED } from './scripts/prepare.mjs'

// The workers, and the programs that tests start, inherit these.
process.env['TMPDIR'] = memoryFolder()
process.env['NODE_COMPILE_CACHE'] = COMPILED

/** The circles that this run leaves out, such as `night` or `long,night`. */
const leftOut = (process.env['LEFT_OUT'] ?? 'none').split(',').map((circle) => `**/*.${circle}.test.ts`)

/**
 * The long files start first, so that none is left alone at the end. A worker that changes to another project starts anew, so
 * that the files of a project follow one another.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted(
      (a, b) => Number(isLong(b)) - Number(isLong(a)) || a.project.name.localeCompare(b.project.name),
    )
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => /\.(long|night)\.test\.ts$/.test(moduleId)

export default defineConfig({
  test: {
    // Many stories wait for a moment to come, so that one more than cores fits side by side. With four, programs that a test
    // starts took six times as long to be ready.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    // Deadlines against hanging, not measures: a machine that others use takes four times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 180_000 } },
    // The test files of a worker share its process and its modules, which take a second to start and to load.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          globalSetup: 'server/test/global-setup.ts',
          include: ['{contract,server,auction-house,practice-stripe,cli,e2e,deploy,repository}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...leftOut],
          // Node loads the modules itself, as it does in the product.
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: ['**/*.page.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'pages',
          include: ['web/**/*.page.test.ts'],
          environment: 'happy-dom',
          setupFiles: ['web/test/drawings.ts'],
        },
      },
    ],
  },
})
