import type { World } from '../world/world.ts'
import { planClockSteps, planFullDisks, planKills, planOutages, planPauses, planSuspensions } from './engine-faults.ts'
import { planFailovers } from './failovers.ts'
import type { Fault } from './faults.ts'
import { planHandBids } from './hand-bids.ts'
import { planEndedSessions, planLoginChanges, planLoginPauses, planRefusedPasswords } from './login-faults.ts'
import { drawCancel, drawChange, planOwnerPauses, planRequests } from './owner-requests.ts'
import { openPlanner, type Planner } from './planner.ts'
import { planRejectedEntries } from './rejected-entries.ts'
import { planRestores } from './restores.ts'
import {
  planClosings,
  planFallingPrices,
  planFalseCloses,
  planFalseRefusals,
  planMissingPages,
  planMovedEnds,
  planReserves,
  planReopenings,
  planRetractions,
  planRivals,
  planSetClocks,
  planShields,
  planSiteOutages,
  planUnknownRefusals,
  planWrongEnds,
} from './site-faults.ts'

/** Schedules the faults of a run, mostly for the moments at which they matter. */
export function planFaults(world: World) {
  for (const fault of world.faults) PLANS[fault]?.(openPlanner(world, fault))
}

/** Null: a fault of single calls, drawn with each call, or a habit of the world, drawn when it begins. */
const PLANS: Record<Fault, ((planner: Planner) => void) | null> = {
  kills: planKills,
  pauses: planPauses,
  outages: planOutages,
  fullDisks: planFullDisks,
  clocks: planClockSteps,
  siteOutages: planSiteOutages,
  rivals: planRivals,
  movedEnds: planMovedEnds,
  missingPages: planMissingPages,
  closings: planClosings,
  sessions: planEndedSessions,
  passwords: planRefusedPasswords,
  cancels: (planner) => planRequests(planner, drawCancel),
  changes: (planner) => planRequests(planner, drawChange),
  ownerPauses: planOwnerPauses,
  statements: null,
  commits: null,
  notices: null,
  journal: null,
  site: null,
  bids: null,
  slowBids: null,
  handBids: planHandBids,
  loginPauses: planLoginPauses,
  suspensions: planSuspensions,
  failovers: planFailovers,
  rejectedEntries: planRejectedEntries,
  loginChanges: planLoginChanges,
  sharedAccounts: null,
  oneSession: null,
  pageLag: null,
  hiddenFlags: null,
  twoClocks: null,
  setClocks: planSetClocks,
  wrongTimes: null,
  fallingPrices: planFallingPrices,
  falseCloses: planFalseCloses,
  unknownRefusals: planUnknownRefusals,
  retractions: planRetractions,
  reserves: planReserves,
  restores: planRestores,
  shields: planShields,
  wrongEnds: planWrongEnds,
  falseRefusals: planFalseRefusals,
  keptItems: null,
  reopenings: planReopenings,
  groups: null,
  spacedGroups: null,
}
