import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { bookmarkletFor } from './Bookmarklet.tsx'

test('The bookmark opens the page of the item with its whole address, and leaves that page as it is', () => {
  const opened: string[] = []
  const code = bookmarkletFor('https://bidwell.example').replace(/^javascript:/, '')
  const href = 'https://shopgoodwill.com/item/279250057?ref=a&b=c#photos'
  const result: unknown = runInNewContext(code, {
    window: { open: (url: string) => opened.push(url) },
    location: { href },
    encodeURIComponent,
  })
  expect(opened).toEqual([`https://bidwell.example/add?url=${encodeURIComponent(href)}`])
  // A browser would show any other value in place of the page.
  expect(result).toBeUndefined()
})

test('An address with quotes stays inside its text', () => {
  expect(() => runInNewContext(bookmarkletFor(`https://x.example/'"`).replace(/^javascript:/, 'void '))).toThrow(
    /window is not defined|location is not defined/,
  )
})
