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

export const label = 'Your note'
export const placeholder = 'Only you see it.'
export const saving = 'Saving…'
export const saved = 'Saved'
export const waitsForConnection = 'Will be saved once you are online.'
export const length = (count: number) =>
  `${count.toLocaleString('en-US')} of ${maxNoteLength.toLocaleString('en-US')} characters`
export const removed = 'Note removed.'
export const notSaved = (why: string) => `A note was not saved: ${why}`
export const tryAgain = 'Save again'
export const changedHere = 'Changed in another window meanwhile. It says there:'
export const emptyThere = 'Nothing: the note was removed.'
export const takeThat = 'Use that one'
export const keepMine = 'Keep mine'

export const labels = 'Labels'
export const addLabel = 'Add a label'
export const add = 'Add label'
export const typeFirst = 'Type a label first'
export const removeLabel = (name: string) => `Remove the label ${name}`
export const onHowMany = (having: number, all: number) => (having === all ? 'all' : `${having} of ${all}`)
const auctions = (count: number) => (count === 1 ? '1 auction' : `${count} auctions`)
export const labelled = (name: string, count: number) => `Label “${name}” added to ${auctions(count)}.`
export const notLabelled = (name: string, why: string) => `Label “${name}” was not added: ${why}`
export const unlabelled = (name: string, count: number) => `Label “${name}” removed from ${auctions(count)}.`
export const labelMany = (count: number) => `Label ${auctions(count)}`
export const done = 'Done'
export const filter = 'Label'
export const anyLabel = 'Any label'
export const showLabel = (name: string) => `Show the label ${name}`
export const noneLabelled = (name: string) => `Nothing here has the label “${name}”.`
export const noneFound = (text: string) => `No title, label or note with “${text}”.`
export const menuEntry = 'Labels and note'
