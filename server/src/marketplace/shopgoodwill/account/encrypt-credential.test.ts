import { expect, test } from 'vitest'
import { encryptCredential } from './encrypt-credential.ts'

test.each([
  ['user@example.com', 'R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D'],
  ['hunter2', '5s5%2FgXldE6OHK9WninfB7Q%3D%3D'],
  ['correct horse battery staple', '0vyBpYIVo%2Ba67lAeT9UcvA6LBFkIA0K7av4uA97j2mU%3D'],
])('The credential %j is encrypted as on the page of the site', (plain, encrypted) => {
  expect(encryptCredential(plain)).toBe(encrypted)
})

test('A credential of exactly one block gets a padding block, and letters beyond ASCII are kept', () => {
  expect(decodeURIComponent(encryptCredential('sixteen letters!'))).toHaveLength(44)
  expect(encryptCredential('pässwörd')).not.toBe(encryptCredential('password'))
})
