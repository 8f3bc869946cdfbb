/** Area codes of +1 that belong to other countries, to which messages cost many times as much. */
const ELSEWHERE = new Set([
  '242',
  '246',
  '264',
  '268',
  '284',
  '345',
  '441',
  '473',
  '649',
  '658',
  '664',
  '721',
  '758',
  '767',
  '784',
  '809',
  '829',
  '849',
  '868',
  '869',
  '876',
])
/** Area codes whose calls and messages the recipient's side charges for. */
const CHARGED = new Set(['900'])

/** Whether text messages go to a number of ten digits: to those of the United States and Canada. */
export function isCovered(digits: string): boolean {
  const area = digits.slice(0, 3)
  return !ELSEWHERE.has(area) && !CHARGED.has(area)
}
