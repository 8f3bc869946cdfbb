import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'vitest'
import { startSniping } from '../../test/sniping.ts'
import { systemClock } from '../platform/clock.ts'
import { addEngine } from './engine-queries.ts'
import { ownIdentity } from './process-identity.ts'
import { watchPeers } from './watch-peers.ts'

test('The death of a peer that holds a bid is reported at once, and repeatedly for a while', async () => {
  await using it = await startSniping()
  const child = spawn('true')
  await once(child, 'exit')
  const dead = await addEngine(it.db, { ...ownIdentity(), pid: child.pid!, folderId: null }, systemClock.now())
  const engineId = await addEngine(it.db, { ...ownIdentity(), folderId: null }, systemClock.now())
  const { bidId } = await it.snipe({ endsInSeconds: 600 })
  await it.db.updateTable('bids').set({ engine_id: dead }).where('id', '=', bidId).execute()

  const isRepeated = Promise.withResolvers<void>()
  let times = 0
  const onDeath = () => {
    if (++times === 3) isRepeated.resolve()
  }
  await using _watch = watchPeers({ ...it.ctx, clock: systemClock }, engineId, onDeath)
  await isRepeated.promise
})
