import { runEngineProcess } from '../src/main-engine.ts'

/**
 * An engine whose lease expires soon, for stories that wait for the expiry. All engines of a story must agree on it.
 */
await runEngineProcess(process.env, { leaseMs: 8_000 })
