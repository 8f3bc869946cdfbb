import { formatCents, GROUP, messages, mostCents } from '@bidwell/contract'
import { centsFromTyped } from '../../ui/money.ts'
import { typedAmountFault } from '../typed-bid.ts'

export type TypedGroup = {
  name: string
  mostWins: string
  extraWins: string
  budget: string
  /** The wins that the user has agreed to pay for, with the extra ones; null for none. */
  acceptedWins: number | null
}

/** A bid that may win. `maxCents` is null while none is typed. */
export type Stake = { maxCents: number | null; isOut: boolean }

/** What a group has done so far. A new one has done nothing. */
export type Standing = { wins: number; spentCents: number; extraWins: number; allWins: number }
export const NOTHING_YET: Standing = { wins: 0, spentCents: 0, extraWins: 0, allWins: 0 }

export type GroupTerms = {
  name: string
  mostWins: number
  extraWins: number
  confirmWins?: number
  /** Dollars. */
  budget: number | null
}

export type EvaluatedGroup = {
  nameFault: string | undefined
  winsFault: string | undefined
  extraFault: string | undefined
  budgetFault: string | undefined
  /** The typed wins, with the extra ones; 1 while they are no numbers. */
  allWins: number
  /** The most that the group can cost; null while a maximum is missing. */
  mostCents: number | null
  /** What is asked of the user before more can be won; null for nothing. */
  question: string | null
  terms: GroupTerms | null
  whyNot: string | null
}

/** Checks what is typed about a group, and says what it can cost. Pure. */
export function evaluateGroup(
  { name, mostWins, extraWins, budget, acceptedWins }: TypedGroup,
  stakes: readonly Stake[],
  before: Standing,
): EvaluatedGroup {
  const wins = wholeNumber(mostWins, 1, GROUP.maxWins)
  const extra = wholeNumber(extraWins, 0, GROUP.maxWins - 1)
  const budgetCents = budget.trim() === '' ? null : centsFromTyped(budget)
  const budgetFault = budget.trim() === '' ? undefined : (typedAmountFault(budget) ?? undefined)
  const allWins = (wins ?? 1) + (extra ?? 0)
  const known = stakes.flatMap(({ maxCents, isOut }) =>
    maxCents === null ? [] : [{ costCents: maxCents, besidesCents: 0, isOut }],
  )
  const budgetLeft = budgetCents === null ? null : budgetCents - before.spentCents
  const most =
    known.length < stakes.length || budgetFault !== undefined
      ? null
      : before.spentCents + mostCents(known, allWins - before.wins, budgetLeft)
  const isMore = (extra ?? 0) > 0 && (allWins > before.allWins || (extra ?? 0) > before.extraWins)
  const faults = {
    nameFault: nameFaultOf(name),
    winsFault: wins === null ? messages.bidGroup.winsFault(GROUP.maxWins) : undefined,
    extraFault: extra === null ? messages.bidGroup.extraWinsFault(GROUP.maxWins - 1) : undefined,
    budgetFault,
  }
  const whyNot =
    faults.winsFault ??
    budgetFault ??
    faults.nameFault ??
    faults.extraFault ??
    (isMore && acceptedWins !== allWins ? messages.bidGroup.tickFirst : null)
  return {
    ...faults,
    allWins,
    mostCents: most,
    question: isMore ? messages.bidGroup.acceptWins(allWins, most === null ? null : formatCents(most)) : null,
    terms:
      whyNot !== null || wins === null || extra === null
        ? null
        : {
            name: name.trim(),
            mostWins: wins,
            extraWins: extra,
            ...(isMore && { confirmWins: allWins }),
            budget: budgetCents === null ? null : budgetCents / 100,
          },
    whyNot,
  }
}

function wholeNumber(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number >= least && number <= most ? number : null
}

function nameFaultOf(name: string): string | undefined {
  if (name.trim() === '') return messages.bidGroup.nameMissing
  return name.trim().length > GROUP.maxNameLength ? messages.bidGroup.nameTooLong(GROUP.maxNameLength) : undefined
}

const MOST_WORDS = 4

/** A name from titles: the words at the beginning that all share or, without one, the first words of the first. */
export function nameFrom(titles: readonly string[]): string {
  const [first = [], ...others] = titles.map((title) => title.trim().split(/\s+/))
  const shared = first.findIndex((word, at) => others.some((words) => words[at]?.toLowerCase() !== word.toLowerCase()))
  const words = first.slice(0, Math.min(MOST_WORDS, shared > 0 ? shared : MOST_WORDS))
  return words
    .join(' ')
    .slice(0, GROUP.maxNameLength)
    .replace(/[,;:.–-]+$/, '')
}
