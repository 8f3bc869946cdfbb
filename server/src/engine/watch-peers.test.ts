import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { startSniping } from '../../test/sniping.ts'
import { addEngine } from './engine-queries.ts'
import { ownIdentity } from './process-identity.ts'
import { watchPeers } from './watch-peers.ts'

async function startMourning() {
  const it = await startSniping()
  const { db } = it
  const child = spawn('true')
  await once(child, 'exit')
  const [dead, ours] = [
    await addEngine(db, { ...ownIdentity(), pid: child.pid! }, systemClock.now()),
    await addEngine(db, ownIdentity(), systemClock.now()),
  ]
  const { bidId } = await it.snipe({ endsInSeconds: 600 })
  await db.updateTable('bids').set({ engine_id: dead }).where('id', '=', bidId).execute()

  return { ...it, ours }
}

test('of an engine that died just before it was first asked for, others are told at once', async () => {
  await using it = await startMourning()
  const told = Promise.withResolvers<void>()
  await using _watch = watchPeers({ db: it.db, clock: systemClock }, it.ours, told.resolve)
  await told.promise
})

test('they are told for a while, since the database may see later that it is gone', async () => {
  await using it = await startMourning()
  const told = Promise.withResolvers<void>()
  let times = 0
  const onDeath = () => {
    if (++times === 3) told.resolve()
  }
  await using _watch = watchPeers({ db: it.db, clock: systemClock }, it.ours, onDeath)
  await told.promise
})
