/** What stands around the pages of a signed-in user beside the frame itself, in one file. */
export { Problems } from '../problems/Problems.tsx'
export { ProblemPill } from '../problems/ProblemPill.tsx'
export { IntegrationBadge } from '../connection/IntegrationBadge.tsx'
export { LiveAuctions } from '../auctions/live/LiveAuctions.tsx'
export { UnreadCount } from '../notifications/UnreadCount.tsx'
export { AccountTools } from './AccountTools.tsx'
export { LiveSession } from './LiveSession.tsx'
export { SiteClock } from './SiteClock.tsx'
