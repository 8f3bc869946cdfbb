import { expect, test } from 'vitest'
import { COMMANDS, commandFor } from './key-commands.ts'

const press = (key: string, held: Partial<Parameters<typeof commandFor>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  ...held,
})

test('Every listed key triggers its command', () => {
  for (const { keys, command } of COMMANDS) {
    const [first = '', second] = keys.split(' ')
    if (second === undefined) expect(commandFor(press(first), null)).toEqual({ command })
    else {
      expect(commandFor(press(first), null)).toEqual({ prefix: first })
      expect(commandFor(press(second), first)).toEqual({ command })
    }
  }
})

test('Keys pressed with a modifier, or while composing text, are left to the browser', () => {
  expect(commandFor(press('n', { ctrlKey: true }), null)).toBeNull()
  expect(commandFor(press('e', { metaKey: true }), null)).toBeNull()
  expect(commandFor(press('j', { isComposing: true }), null)).toBeNull()
})

test('A second key that does not belong to the first one triggers no command', () => {
  expect(commandFor(press('q'), 'g')).toBeNull()
})
