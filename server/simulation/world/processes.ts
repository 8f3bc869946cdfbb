import { type FaultWindow, TAKEOVER_MS, UNCERTAIN_MS } from '../faults/fault-windows.ts'
import { bidsOfAccount, type ModelBid } from '../store/model-database.ts'
import type { RunningProcess, World } from './world.ts'

/** An engine that has held a bid for so long has had the time to arm it. */
const ARM_MS = 10_000
/** After so long an engine knows the site's clock well, and has read the journals of its machine. */
const YOUNG_MS = 15_000

export const aliveIn = ({ processes }: World): RunningProcess[] =>
  [...processes.values()].filter(({ process }) => process.isAlive())

export const isAlive = ({ processes }: World, engineId: number): boolean =>
  processes.get(engineId)?.process.isAlive() === true

/** Whether an engine was started so recently that it may not know the site's clock well. */
export const isYoung = ({ processes, time }: World, engineId: number): boolean =>
  time.now() < (processes.get(engineId)?.startedAt ?? 0) + YOUNG_MS

/** Whether a process is gone, and a later process of the same machine has had the time to read its journal. */
export function isJournalFound(world: World, processName: string): boolean {
  const [machine] = processName.split('#')
  const hasHadTime = ({ process, startedAt }: RunningProcess) =>
    !process.isPaused() && world.time.now() - startedAt > YOUNG_MS
  const alive = aliveIn(world)
  return (
    alive.some((it) => it.machine === machine && hasHadTime(it)) && alive.every((it) => it.process.name !== processName)
  )
}

/** Whether a working engine has held the bid for long enough to have armed it. */
export function isArmed(world: World, { bidId, engineId }: ModelBid): boolean {
  const { processes, claimedAt, leaseRegainedAt, time } = world
  const since = claimedAt.get(bidId) ?? -Infinity
  if (engineId === null || since < (leaseRegainedAt.get(engineId) ?? -Infinity)) return false
  const process = processes.get(engineId)?.process
  return process?.isAlive() === true && !process.isPaused() && since < time.now() - ARM_MS
}

/** Whether no live engine holds a bid. */
const isFree = (world: World, { engineId }: ModelBid) => engineId === null || !isAlive(world, engineId)

/** Whether the database's failure to answer an engine may hold up a bid: the engine holds it, or any may claim it. */
export const mayHandle = (world: World, bid: ModelBid, engineId: number): boolean =>
  bid.engineId === engineId || isFree(world, bid)

/** Whether a bid waits for this one engine: it holds the bid, or no other could claim it. */
export const needs = (world: World, bid: ModelBid, engineId: number): boolean =>
  bid.engineId === engineId ||
  (isFree(world, bid) && aliveIn(world).every((it) => it.engineId === engineId || it.process.isPaused()))

/** A new engine has to watch a dead engine's lease for its whole length before it takes over. */
export function noteOrphans(world: World) {
  const { time, database, faultWindows } = world
  const to = time.now() + TAKEOVER_MS.unseen + UNCERTAIN_MS
  const orphans = [...database.bids.values()].filter((bid) => bid.engineId !== null && !isArmed(world, bid))
  for (const { bidId } of orphans) faultWindows.note(bidId, { from: time.now(), to, reason: 'its engine died' })
}

/** Notes a fault window for all bids of an account. */
export function noteForAccount({ database, faultWindows }: World, accountId: number, faultWindow: FaultWindow) {
  for (const bidId of bidsOfAccount(database, accountId)) faultWindows.note(bidId, faultWindow)
}
