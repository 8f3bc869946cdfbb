import { messages } from '@bidwell/contract'
import { wilsonInterval } from './wilson-interval.ts'

/** A claim of the operator, as `web/site-content.json` has it: `10,000+` and `users`. */
export type Claim = { figure: string; of: string }

/** What claims can be compared with: the present number of verified accounts, and the sent bids of the last 90 days. */
export type ClaimFigures = {
  verifiedAccounts: number
  winRate: {
    won: number
    /** Bids that were sent, and whose result is known. */
    sent: number
    /** The 95 % bounds, from 0 to 1; null without a bid. */
    bounds: { low: number; high: number } | null
  }
}

/** `unsupported`: the data do not bear the claim out. `measured` says in a sentence what was measured. */
export type ClaimJudgement = { claim: Claim; verdict: 'supported' | 'unsupported' | 'not_measured'; measured: string }

/** The figures of claims from their counts. */
export const claimFigures = (verifiedAccounts: number, won: number, sent: number): ClaimFigures => ({
  verifiedAccounts,
  winRate: { won, sent, bounds: sent > 0 ? wilsonInterval(won, sent) : null },
})

const { notMeasured, noComparison, usersMeasured, winRateMeasured } = messages.serviceLevel
const PEOPLE = /\b(users?|members|people|bidders|customers|accounts)\b/i
const WIN_RATE = /\b(win(ning)? rates?|wins)\b/i
/** A rate that is compared with something. */
const COMPARED = /\b(higher|better|more|increased?|improved?|times|than)\b/i

/** Whether the data of this installation bear a claim out. A claim in words that are not known is not judged. Pure. */
export function judgeClaim(claim: Claim, { verifiedAccounts, winRate }: ClaimFigures): ClaimJudgement {
  const words = `${claim.figure} ${claim.of}`
  const claimed = numberIn(claim.figure)
  const judge = (isSupported: boolean, measured: string): ClaimJudgement => ({
    claim,
    verdict: isSupported ? 'supported' : 'unsupported',
    measured,
  })
  if (claimed !== null && WIN_RATE.test(words)) {
    const measured = winRateMeasured(winRate.won, winRate.sent, winRate.bounds)
    if (COMPARED.test(words)) return judge(false, `${measured} ${noComparison}`)
    if (claim.figure.includes('%')) return judge((winRate.bounds?.low ?? 0) * 100 >= claimed, measured)
  } else if (claimed !== null && !claim.figure.includes('%') && PEOPLE.test(words)) {
    return judge(verifiedAccounts >= claimed, usersMeasured(verifiedAccounts))
  }
  return { claim, verdict: 'not_measured', measured: notMeasured }
}

const FACTORS: Record<string, number> = { k: 1_000, thousand: 1_000, m: 1_000_000, million: 1_000_000 }

/** The number in `10,000+`, `10k`, `1.5 million` or `85%`; null without one. */
function numberIn(figure: string): number | null {
  const found = /^\D*(\d[\d,]*(?:\.\d+)?)\s*(k|m|thousand|million)?\b/i.exec(figure)
  if (found === null) return null
  const [, digits = '', factor = ''] = found
  return Number(digits.replaceAll(',', '')) * (FACTORS[factor.toLowerCase()] ?? 1)
}
