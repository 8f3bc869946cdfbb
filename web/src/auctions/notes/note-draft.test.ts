import { expect, test } from 'vitest'
import { draftState } from './note-draft.ts'

test('A typed note is unsaved until the stored one says the same', () => {
  expect(draftState(null, 'A gift')).toBe('saved')
  expect(draftState({ text: 'A gift for Dad', base: 'A gift' }, 'A gift')).toBe('unsaved')
  expect(draftState({ text: 'A gift for Dad', base: 'A gift' }, 'A gift for Dad')).toBe('saved')
})

test('A note that another window has changed is not taken for the one that was typed from', () => {
  expect(draftState({ text: 'A gift for Dad', base: 'A gift' }, 'For resale')).toBe('changed_elsewhere')
  expect(draftState({ text: 'A gift', base: 'A gift' }, 'For resale')).toBe('saved')
  expect(draftState({ text: 'A gift for Dad', base: 'For resale' }, 'For resale')).toBe('unsaved')
})
