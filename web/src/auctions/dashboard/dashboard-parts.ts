/** What stands on the dashboard beside its list, in one file. */
export { ResultsStrip } from '../../bids/results/ResultsStrip.tsx'
export { AuctionLimit } from '../../plans/limits/AuctionLimit.tsx'
export { FirstSteps } from '../checklist/FirstSteps.tsx'
export { PricesLine } from '../freshness/PricesLine.tsx'
export { LastMinuteStage } from '../stage/LastMinuteStage.tsx'
