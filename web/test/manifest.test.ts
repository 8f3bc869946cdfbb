import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Manifest = {
  start_url: string
  scope: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
  share_target: { action: string; method: string; params: Record<string, string> }
}

const manifest = JSON.parse(readFileSync('web/public/manifest.webmanifest', 'utf8')) as Manifest

/** The width and the height that a PNG file states. */
function sizeOf(path: string): string {
  const header = readFileSync(path).subarray(16, 24)
  return `${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`
}

test('The manifest makes the app installable: each icon has its stated size, and one may be masked', () => {
  expect(readFileSync('web/head.html', 'utf8')).toContain('rel="manifest" href="/manifest.webmanifest"')
  expect(manifest).toMatchObject({ start_url: '/dashboard', scope: '/', display: 'standalone' })
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pngs.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, sizes } of pngs) expect([src, sizeOf(`web/public${src}`)]).toEqual([src, sizes])
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
})

test('What a phone shares opens the page that adds an auction, under the names that the page reads', () => {
  const { action, method, params } = manifest.share_target
  expect([action, method]).toEqual(['/add', 'GET'])
  const page = readFileSync('web/src/auctions/add/AddPage.tsx', 'utf8')
  const read = [...page.matchAll(/search\.get\('(\w+)'\)/g)].map(([, name = '']) => name)
  expect(Object.values(params).toSorted()).toEqual(read.toSorted())
})
