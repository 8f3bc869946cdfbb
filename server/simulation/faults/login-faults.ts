import type { ModelBid } from '../store/model-database.ts'
import { removeLogin, replaceLogin } from '../world/change-login.ts'
import { noteForAccount } from '../world/processes.ts'
import type { Planner } from './planner.ts'

const RELOGIN_MS = 2_000
/** When tokens end so that a snipe has to log in again just before its shot. */
const BEFORE_SHOT_MS = [2_000, 20_000] as const

export function planEndedSessions(planner: Planner) {
  const { world, chance, bids, scatter, anyBid, atShots } = planner
  const { time, site } = world
  function endSessions({ accountId }: ModelBid) {
    noteForAccount(world, accountId, { from: time.now(), to: time.now() + RELOGIN_MS, reason: 'its token ended' })
    site.endSessions(accountId)
  }
  scatter(2, anyBid(endSessions))
  atShots(endSessions)
  // Before the shot, while there is still the time to log in again.
  for (const bid of bids)
    if (chance.happens(0.3))
      time.at(site.instantOf(bid.fireAt) - chance.between(...BEFORE_SHOT_MS), () => endSessions(bid))
}

export function planLoginPauses({ world: { site }, chance, scatter, anyBid, atShots }: Planner) {
  const pause = ({ accountId }: ModelBid) => site.pauseLogins(accountId, chance.between(1_000, 60_000))
  scatter(2, anyBid(pause))
  atShots(pause)
}

export function planRefusedPasswords({ world, scatter, anyBid }: Planner) {
  const { time, site } = world
  scatter(
    1,
    anyBid(({ accountId }) => {
      noteForAccount(world, accountId, { from: time.now(), to: Infinity, reason: 'the login was refused' })
      site.refusePassword(accountId)
    }),
  )
}

export function planLoginChanges({ world, chance, scatter, anyBid, atShots }: Planner) {
  const { time } = world
  function change({ accountId }: ModelBid) {
    if (chance.happens(0.5)) return replaceLogin(world, accountId)
    removeLogin(world, accountId)
    if (chance.happens(0.7))
      time.at(time.now() + chance.between(100, chance.happens(0.5) ? 2_000 : 20_000), () =>
        replaceLogin(world, accountId),
      )
  }
  scatter(2, anyBid(change))
  if (chance.happens(0.5)) atShots(change)
}
