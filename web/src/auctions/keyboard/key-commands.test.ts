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

test('every listed key does what the list says', () => {
  for (const { keys, command } of COMMANDS) {
    const [first = '', second] = keys.split(' ')
    if (second === undefined) expect(commandFor(press(first), null)).toEqual({ command })
    else {
      expect(commandFor(press(first), null)).toEqual({ prefix: first })
      expect(commandFor(press(second), first)).toEqual({ command })
    }
  }
})

test('keys held with others are left to the browser', () => {
  expect(commandFor(press('n', { ctrlKey: true }), null)).toBeNull()
  expect(commandFor(press('e', { metaKey: true }), null)).toBeNull()
  expect(commandFor(press('j', { isComposing: true }), null)).toBeNull()
})

test('a second key that goes with no first one means nothing', () => {
  expect(commandFor(press('q'), 'g')).toBeNull()
})
