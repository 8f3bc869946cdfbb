import type { Ctx } from '../context/ctx.ts'
import { every } from '../platform/every.ts'
import { findPeers, identityOf } from './engine-queries.ts'
import { isProcessDead, type ProcessIdentity } from './process-identity.ts'

const CHECK_INTERVAL_MS = 100
const QUERY_INTERVAL_MS = 1_000
/** `onDeath` is repeated for this long: a peer's bids become free only when the database notices its death. */
const REPEAT_FOR_MS = 1_000

/**
 * Calls `onDeath` as soon as a peer on this machine has died, and again for a second. The peers come from the database
 * once a second; their processes are checked ten times a second, which costs one small read each.
 */
export function watchPeers({ db, clock }: Ctx, engineId: number, onDeath: () => void): AsyncDisposable {
  let peers: ProcessIdentity[] = []
  let queriedAt = -Infinity
  let lastDeathAt = -Infinity
  const reported = new Set<string>()

  async function queryPeers() {
    queriedAt = clock.monotonic()
    const rows = await findPeers(db, engineId).catch(() => [])
    // Includes dead peers: a peer that died since the last query is reported, too.
    peers = rows.map(identityOf)
  }

  async function check() {
    if (clock.monotonic() - queriedAt >= QUERY_INTERVAL_MS) await queryPeers()
    for (const peer of peers) {
      const name = `${peer.pid} ${peer.pidStarted}`
      if (reported.has(name) || !isProcessDead(peer)) continue
      reported.add(name)
      lastDeathAt = clock.monotonic()
    }
    if (clock.monotonic() - lastDeathAt < REPEAT_FOR_MS) onDeath()
  }

  return every(clock, CHECK_INTERVAL_MS, check)
}
