import { expect, test } from 'vitest'
import { anAlert, BIDWELL_URL } from '../../../test/alerting.ts'
import { hostileTitles } from '../../../test/hostile-titles.ts'
import type { Alert } from '../compose-alert.ts'
import { composeCode, composeText } from './compose-text.ts'

const LINK = `${BIDWELL_URL}/receipts/7`
const textOf = (change: Partial<Alert>) => composeText({ ...anAlert, ...change }, BIDWELL_URL)

test('A text message tells the alert, with its link at the end', () => {
  expect(textOf({})).toBe(
    `Bidwell: Seiko 6139: your bid will fail. Bids now start at $120.50. Raise it by 9:00 PM. ${LINK}`,
  )
})

test('A long alert is cut, and its link is not', () => {
  const text = textOf({ text: 'Raise it by 9:00 PM or let it go. '.repeat(20) })
  expect(text).toMatch(/^Bidwell: Seiko 6139: your bid will fail\. Raise .{100,}… https:\S+$/)
  expect(text).toHaveLength('Bidwell:  '.length + 200 + LINK.length)
})

test('Nothing in the title of an auction is a link or another line', () => {
  for (const title of hostileTitles) {
    const text = textOf({ title, text: title })
    expect(text.endsWith(` ${LINK}`)).toBe(true)
    expect(text.replace(LINK, ''), JSON.stringify(text)).not.toMatch(/:\/\/|[a-z]\.(example|exe)|\n/)
  }
})

test('The last line of a code binds it to the site', () => {
  expect(composeCode('012345', BIDWELL_URL)).toBe(
    'Bidwell code: 012345. It works for 10 minutes; give it to nobody. Reply STOP for no more texts.\n\n@bids.example.com #012345',
  )
})
