import { messages } from '@bidwell/contract'
import { viewerTimes } from '../time/zoned-times.ts'
import { formatDollars } from '../ui/money.ts'
import { pauseMessage } from './pause-message.ts'
import { bidsOf, type Problem } from './problem.ts'

type ProblemText = {
  title: string
  /** What follows from it, or what the site said; null where the title says everything. */
  text: string | null
}

/** The reason in words. */
export function textOf(problem: Problem, siteName: string): ProblemText {
  switch (problem.kind) {
    case 'login':
      return problem.stop === 'missing'
        ? { title: messages.connection.notStored(siteName), text: null }
        : { title: messages.problem.loginRefused(siteName), text: problem.siteMessage }
    case 'pause':
      return pauseMessage(problem.pause) ?? { title: '', text: null }
    case 'restored': {
      const takenAt = viewerTimes().dayAndMinute(problem.takenAt)
      return { title: messages.waiting.question(takenAt, { bids: problem.bids.length }), text: null }
    }
    case 'site_silent':
      return problem.refuses
        ? {
            title: messages.auction.siteRefuses(siteName),
            text: `${messages.auction.refusalRemedy} ${messages.auction.showingCachedData}`,
          }
        : { title: messages.auction.siteNotAnswering(siteName), text: messages.auction.showingCachedData }
    case 'alerts_wait': {
      const { channel, since } = problem
      return {
        title: messages.problem.alertsWait(channel, viewerTimes().minute(since)),
        text: messages.problem.alertsWaitText,
      }
    }
    case 'over_max':
      return { title: problem.message, text: null }
    case 'outbid':
      return { title: messages.problem.nextBid(formatDollars(problem.nextBid)), text: null }
    case 'finding':
      return { title: problem.finding.message, text: null }
  }
}

/** `2 problems stop 31 bids.`; null while no bid is concerned. Where any are stopped, those that may fail count for nothing. */
export function headingOf(problems: readonly Problem[]): string | null {
  const concerning = problems.filter(({ bids }) => bids.length > 0)
  if (concerning.length > 0 && concerning.every(({ kind }) => kind === 'outbid')) {
    return messages.problem.outbid(concerning.length)
  }
  const stopping = concerning.filter(({ effect }) => effect === 'stops')
  if (stopping.length > 0) return messages.problem.stopping(stopping.length, bidsOf(stopping).length)
  if (concerning.length > 0) return messages.problem.endangering(concerning.length, bidsOf(concerning).length)
  return null
}

/** What a screen reader says of new problems. */
export const spokenText = (problems: readonly Problem[], newOnes: readonly Problem[], siteName: string): string =>
  [headingOf(problems), ...newOnes.map((problem) => textOf(problem, siteName).title)]
    .filter((sentence) => sentence !== null)
    .join(' ')
