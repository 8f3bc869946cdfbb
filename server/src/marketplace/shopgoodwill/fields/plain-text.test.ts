import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainLine, plainText } from './plain-text.ts'

test.each([
  ['<p>Stoneware bowl, light wear.</p>', 'Stoneware bowl, light wear.'],
  [
    '<h3><b>Bid Received! </b></h3><p>You are <strong>currently</strong> first.</p>',
    'Bid Received!\nYou are currently first.',
  ],
  ['one<br>two<BR/>three', 'one\ntwo\nthree'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['Tools &amp; Gadgets &lt;new&gt; &#8220;x&#x201D; &quot;y&quot;&nbsp;z', 'Tools & Gadgets <new> “x” "y" z'],
  ['<img src=x onerror=alert(1)>Lamp', 'Lamp'],
  ['<script>alert(1)</script>Lamp<style>p { color: red }</style>', 'Lamp'],
  ['<script>never closed', ''],
  ['2 < 3 and 5 > 4', '2 < 3 and 5 > 4'],
  ['a\u0000b\u0007c\u202Ed\u2066e\uFEFF', 'abcde'],
  ['two\r\nlines\u2028three', 'two\nlines\nthree'],
  ['&#1114112;&#xFFFFFF;&bogus;', '&bogus;'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
])('The HTML %j becomes the plain text %j', (html, text) => {
  expect(plainText(html, 1_000)).toBe(text)
})

test('A plain line has no line breaks', () => {
  expect(plainLine('<p>a</p><p>b</p>', 100)).toBe('a b')
})

test('Plain text is cut at its maximum length, and never inside a character', () => {
  expect(plainText('x'.repeat(20_000), 10_000)).toHaveLength(10_000)
  expect(plainText('ab😀', 3)).toBe('ab')
  expect(plainText('\ud83d alone', 100)).toBe('alone')
})

test.each([
  '<'.repeat(2_000_000),
  '<!--'.repeat(500_000),
  '<script>'.repeat(250_000),
  '&#'.repeat(1_000_000),
  ' \n'.repeat(1_000_000),
])('Two megabytes of malformed HTML are processed without failing', (html) => {
  expect(plainText(html, 100).length).toBeLessThanOrEqual(100)
})

const character = fc.constantFrom(...Array.from('<>&#1;a \n\0\x1b\x85\u202e\u2066é😀\u{10ffff}'))

test('Plain text never holds control characters, direction overrides or halves of characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 300 }), fc.integer({ min: 0, max: 50 }), (html, maxLength) => {
      const text = plainText(html, maxLength)
      expect(text.isWellFormed()).toBe(true)
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u)
      expect(text.length).toBeLessThanOrEqual(maxLength)
    }),
  )
})
