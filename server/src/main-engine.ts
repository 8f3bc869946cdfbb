import { createSealer } from './connections/vault/create-sealer.ts'
import { openVault } from './connections/vault/open-vault.ts'
import { type EngineCtx, startEngine } from './engine/start-engine.ts'
import { startProcess } from './start-process.ts'

/** Runs one engine until it receives a stop signal. */
export async function runEngineProcess(
  env: NodeJS.ProcessEnv,
  options: Pick<EngineCtx, 'leaseMs'> = {},
): Promise<void> {
  // The engine's core gives up on a query after the same time. A query that hangs must not keep its connection longer.
  await using started = await startProcess('engine', env, { poolSize: 12, answerWithinMs: 5_000 })
  const { config, ctx, database, stopped } = started
  await using _engine = await startEngine({
    ...ctx,
    database,
    vault: openVault(config.keys.vault, config.site.host),
    sealer: createSealer(config.keys.vault, config.site.host),
    dataDir: config.dataDir,
    ...options,
  })
  await stopped
}
