/* What is asked and told about bids that were restored from a backup. */

type Asked = { amount: string; title?: string | undefined } | { bids: number }

/** `takenAt`: when the backup was taken, as a person reads it. */
export function question(takenAt: string, asked: Asked): string {
  const restored = `We restored a backup from ${takenAt}.`
  if ('bids' in asked) return `${restored} Keep your ${asked.bids} bids? Without your answer they are not sent.`
  const on = asked.title === undefined ? '' : ` on ${asked.title}`
  return `${restored} Keep your bid of at most ${asked.amount}${on}? Without your answer it is not sent.`
}

export const keep = 'Keep it'
export const keepAll = (bids: number) => `Keep all ${bids}`
export const cancel = 'Cancel it'

/** The moment to send a restored bid has passed, and the site was not read since. */
export const looking = (site: string) => `Restored from a backup. ${site} is being asked whether this bid was sent.`
/** To whoever would change it, or move it between groups, before its owner has answered. */
export const answerFirst = 'This bid was restored from a backup. Its owner keeps or cancels it first.'
/** From its moment on, a restored bid may have been sent before. */
export const notChangeable =
  'This bid was restored from a backup, and its moment has passed: it can be kept as it is, and not be changed.'
export const kept = (bids: number) => (bids === 1 ? 'Your bid is kept' : `${bids} bids are kept`)
