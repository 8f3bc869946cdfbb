import { expect, test } from 'vitest'
import { evaluateDraft } from './bid-draft.ts'

const auction = { bidCount: 3, currentBid: 20, minimumBid: 21 }

test('a sound bid can be sent, in dollars', () => {
  expect(evaluateDraft({ max: '$24.50', again: '', lead: '5' }, auction, null).order).toEqual({
    maxBid: 24.5,
    secondsBeforeEnd: 5,
  })
})

test('an empty maximum is no fault yet, and cannot be sent', () => {
  const draft = evaluateDraft({ max: ' ', again: '', lead: '5' }, auction, null)
  expect(draft).toMatchObject({ maxFault: undefined, order: null })
})

test('a maximum over three times the price goes out only when it is typed twice alike', () => {
  const typed = { max: '61', again: '', lead: '5' }
  expect(evaluateDraft(typed, auction, null)).toMatchObject({ needsRetyping: true, againFault: undefined, order: null })
  expect(evaluateDraft({ ...typed, again: '610' }, auction, null)).toMatchObject({
    againFault: 'The two amounts differ',
    order: null,
  })
  expect(evaluateDraft({ ...typed, again: '61.00' }, auction, null).order).toEqual({
    maxBid: 61,
    confirmMaxBid: 61,
    secondsBeforeEnd: 5,
  })
})

test('a maximum that the server wants twice is asked for twice, whatever the price was when it was last seen', () => {
  expect(evaluateDraft({ max: '30', again: '', lead: '5' }, auction, null, true)).toMatchObject({
    needsRetyping: true,
    order: null,
  })
})

test('a maximum or a lead at fault keeps the bid back', () => {
  expect(evaluateDraft({ max: '20', again: '', lead: '5' }, auction, null)).toMatchObject({
    maxFault: 'Bid must be at least $21.00',
    order: null,
  })
  expect(evaluateDraft({ max: '25', again: '', lead: '0' }, auction, null)).toMatchObject({
    seconds: null,
    order: null,
  })
})

test('what stands already is not sent again, and its maximum not asked for twice', () => {
  const standing = { maxBid: 240, secondsBeforeEnd: 5 }
  const typed = { max: '240.00', again: '', lead: '5' }
  expect(evaluateDraft(typed, auction, standing)).toMatchObject({ needsRetyping: false, order: null })
  expect(evaluateDraft({ ...typed, lead: '8' }, auction, standing).order).toEqual({ maxBid: 240, secondsBeforeEnd: 8 })
  expect(evaluateDraft({ ...typed, max: '241' }, auction, standing)).toMatchObject({ needsRetyping: true, order: null })
})
