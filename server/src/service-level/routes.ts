import { api, messages } from '@bidwell/contract'
import { type AnyCaller, route, type Route } from '../http/route.ts'
import { AppError } from '../platform/errors.ts'
import type { NoteDeps } from './note-incidents.ts'
import { readServiceLevel, type ServiceLevelDeps } from './read-service-level.ts'
import { readStatus } from './read-status.ts'
import { shareAnswer } from './share-answer.ts'

type Deps = NoteDeps &
  ServiceLevelDeps & {
    /** Whether callers who are not signed in may read the figures. */
    isPublic: boolean
  }

const FIGURES_FRESH_MS = 60_000
/** Less: who asks whether it works now wants to know of now. */
const STATUS_FRESH_MS = 5_000

export function serviceLevelRoutes(deps: Deps): Route[] {
  const { clock, isPublic } = deps
  const figures = shareAnswer(clock, FIGURES_FRESH_MS, () => readServiceLevel(deps))
  const status = shareAnswer(clock, STATUS_FRESH_MS, () => readStatus(deps))
  const requireReader = (caller: AnyCaller | null) => {
    if (caller === null && !isPublic) throw new AppError('not_signed_in', messages.serviceLevel.forUsersOnly)
  }
  return [
    route(api.readServiceLevel, async ({ caller }) => {
      requireReader(caller)
      return { data: await figures() }
    }),
    route(api.readServiceStatus, async ({ caller }) => {
      requireReader(caller)
      return { data: await status() }
    }),
  ]
}
