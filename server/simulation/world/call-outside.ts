import { type BidCallOutcome, drawBidCallOutcome, drawCallOutcome } from '../faults/call-outcomes.ts'
import { checkSending } from '../rules/sending-rules.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { Sending, World } from './world.ts'

/** How one call of a process to the outside ends: as a story decides, or by chance. */
export function outcomeOfCall(world: World, process: VirtualProcess, call: string): CallOutcome {
  const { overrides, callChance, activeFaults, outages, trace } = world
  const outcome =
    overrides.call(call, process) ?? drawCallOutcome(callChance, activeFaults, call, outages.unavailable())
  trace.note(process.name, outcome.kind === 'fine' ? call : `${call} ${outcome.kind}`)
  return outcome
}

/** How the sending of a bid ends: as a story decides, or by chance. */
export function outcomeOfBidCall(world: World, process: VirtualProcess): BidCallOutcome {
  const { overrides, callChance, activeFaults, outages, sendings } = world
  return (
    overrides.bid(sendings.length + 1, process) ?? drawBidCallOutcome(callChance, activeFaults, outages.unavailable())
  )
}

/** Checks the rules for a bid in the very turn in which it leaves its engine. */
export function noteSending(world: World, sending: Sending) {
  world.trace.note(`engine ${sending.engineId}`, `sends ${sending.auctionId}`)
  world.violations.push(...checkSending(world, sending))
  world.sendings.push(sending)
}
