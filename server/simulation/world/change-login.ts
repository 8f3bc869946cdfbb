import { SiteError } from '../../src/marketplace/site-error.ts'
import { removeLogin as removeStoredLogin, storeLogin } from '../store/change-login.ts'
import { bidsOfAccount } from '../store/model-database.ts'
import { noteForAccount } from './processes.ts'
import { notifyEngines } from './start-engine.ts'
import type { World } from './world.ts'

/** How long after a change of the login a bid may wait for its release, its next claim and its next login. */
const LOGIN_CHANGE_MS = 5_500

/** A bid that is due fails when it finds no login for so long. */
const FAILS_WITHOUT_LOGIN_MS = 2_000

/** The owner removes the login. */
export function removeLogin(world: World, accountId: number) {
  const { time, site, database, trace } = world
  trace.note('owner', `removes the login of account ${accountId}`)
  noteForAccount(world, accountId, { from: time.now(), to: Infinity, reason: 'its login was changed' })
  site.forgetLogin(accountId)
  removeStoredLogin(database, accountId)
  notifyEngines(world)
}

/** The owner stores a login, after a removal or in the place of another. The one before stays while the site refuses it. */
export function replaceLogin(world: World, accountId: number) {
  const { time, site, database, faultWindows, trace } = world
  try {
    site.replaceLogin(accountId)
  } catch (error) {
    if (error instanceof SiteError) return
    throw error
  }
  trace.note('owner', `stores a login of account ${accountId}`)
  storeLogin(database, accountId)
  const to = time.now() + LOGIN_CHANGE_MS
  const pending = bidsOfAccount(database, accountId).filter((bidId) => database.bids.get(bidId)?.status === 'pending')
  for (const bidId of pending) {
    faultWindows.end(bidId, 'its login was changed', { begunAfter: time.now() - FAILS_WITHOUT_LOGIN_MS, to })
    faultWindows.note(bidId, { from: time.now(), to, reason: 'its login was changed' })
  }
  notifyEngines(world)
}
