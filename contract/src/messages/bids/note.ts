import { NOTES } from '../../limits.ts'

const { maxNoteLength, maxLabelLength, labelsPerAuction, labelsPerAccount } = NOTES

export const noteTooLong = `A note has at most ${maxNoteLength.toLocaleString('en-US')} characters.`
export const noteWithControls = 'A note is plain text, without control characters.'
export const whatLabelIs = `A label has 1 to ${maxLabelLength} characters, and no comma.`
export const tooManyOnAuction = (title: string) =>
  `An auction has at most ${labelsPerAuction} labels. “${title}” would have more.`
export const tooManyOfAccount = `You have ${labelsPerAccount} labels, and no more are possible. Please use one of them, or remove one from all auctions.`
/** The answer to a change of a note that the writer has not seen as it is now. */
export const changedMeanwhile = 'This note was changed in another window meanwhile. Nothing is overwritten.'
