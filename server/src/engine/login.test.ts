import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { claimAll, lockInNow, startEngineStores } from '../../test/engine-stores.ts'
import { openSiteSession } from '../connections/open-site-session.ts'
import { storeCredentials } from '../connections/store-credentials.ts'
import { systemClock } from '../platform/clock.ts'
import { neverAborted } from '../platform/with-timeout.ts'

let it: Awaited<ReturnType<typeof startEngineStores>>
beforeAll(async () => {
  it = await startEngineStores()
})
afterAll(() => it[Symbol.asyncDispose]())
beforeEach(() => it.clear())

/** Replaces the login of the account, without waiting until engines have released its bids. */
const replaceLogin = ({ connecting, accountId }: typeof it) =>
  storeCredentials(
    { ...connecting, confirmTimeoutMs: 0 },
    accountId,
    { username: 'demo', password: 'demo' },
    neverAborted,
  )

test('An engine is asked to release a bid whose login was replaced, and claims it with the new one', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
  await replaceLogin(it)
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: 'login_changed' }])
  expect(await store.lockIn(claim!, lockInNow())).toBe(false)
  await store.release(claim!, systemClock.now())

  const [again] = await store.claim(claimAll())
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
  expect(await store.lockIn(again!, lockInNow())).toBe(true)
})

test('An engine keeps a bid that was locked in before its login was replaced', async () => {
  const { bidId } = await it.snipe({ endsInSeconds: 60 })
  const store = await it.addStore()
  const [claim] = await store.claim(claimAll())
  expect(await store.lockIn(claim!, lockInNow())).toBe(true)
  await replaceLogin(it)
  expect(await store.held()).toMatchObject([{ bidId, releaseRequest: null }])
})

test('An engine on another machine uses the stored session while a second engine holds a bid of the account', async () => {
  const bids = [await it.snipe({ endsInSeconds: 60 }), await it.snipe({ endsInSeconds: 60 })]
  const capacity = { unsent: 1, sent: 0 }
  for (const store of [await it.addStore(), await it.addStore()]) await store.claim({ ...claimAll(), capacity })
  const { bidId } = bids[1]!
  const open = (machine: string) =>
    openSiteSession({ ...it.connecting, machine }, it.accountId, { purpose: 'bid', bidId, validUntil: 0 })
  const shared = await open('one machine')
  expect(await open('another machine')).toEqual(shared)

  await it.db.updateTable('bids').set({ engine_id: null }).where('id', '=', bids[0]!.bidId).execute()
  const own = await open('another machine')
  expect(own.token).not.toBe(shared.token)
})
