import { expect, test } from 'vitest'
import { isNewVersion } from './new-version.ts'

const pageOf = (name: string) => `<script>{}</script>
  <script type="module" crossorigin src="/assets/${name}.js"></script>`

test("A page of the server with another app script is a new version, and the open page's own is none", () => {
  expect(isNewVersion('/assets/index-a.js', pageOf('index-b'))).toBe(true)
  expect(isNewVersion('/assets/index-a.js', pageOf('index-a'))).toBe(false)
})

test("A proxy's error page, and an open page without the app, are no new version", () => {
  expect(isNewVersion('/assets/index-a.js', '<html>Bad gateway</html>')).toBe(false)
  expect(isNewVersion(null, pageOf('index-b'))).toBe(false)
})
