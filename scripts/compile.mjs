import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

/*
 * Imports the modules of every process, so that Node's compile cache holds them. Three of them run on import: `main.ts`
 * prints its help, the practice Stripe names what it lacks, and the auction house ends the process because its port is
 * invalid, so that it comes last.
 */
const MODULES = [
  'server/src/supervisor/start-everything.ts',
  'server/src/supervisor/exit-with-parent.ts',
  'server/src/platform/database/migrate.ts',
  'server/src/config/find-misspelt.ts',
  'server/src/main.ts',
  'server/src/main-api.ts',
  'server/src/main-jobs.ts',
  'server/src/main-engine.ts',
  'practice-stripe/src/main.ts',
  'auction-house/src/main.ts',
]

process.argv.splice(2, Infinity, '--help')
for (const path of MODULES) await import(join(ROOT, path)).catch(() => {})
