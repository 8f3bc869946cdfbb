import { expect, test } from 'vitest'

import { encryptCredential } from './encrypt-credential.ts'

test.each([
  ['user@example.com', 'R1r5eg6WPWTwJvMMBhnbUGiMEVHwvlqV130UkcpLbn4%3D'],
  ['hunter2', '5s5%2FgXldE6OHK9WninfB7Q%3D%3D'],
  ['correct horse battery staple', '0vyBpYIVo%2Ba67lAeT9UcvA6LBFkIA0K7av4uA97j2mU%3D'],
])('%j is encrypted as the site encrypts it', (plain, encrypted) => {
  expect(encryptCredential(plain)).toBe(encrypted)
})

test('a password of exactly one block, or with letters beyond ASCII, keeps its last block', () => {
  expect(decodeURIComponent(encryptCredential('sixteen letters!'))).toHaveLength(44)
  expect(encryptCredential('pässwörd')).not.toBe(encryptCredential('password'))
})
