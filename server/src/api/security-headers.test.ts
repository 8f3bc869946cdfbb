import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../test/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api[Symbol.asyncDispose]())

test.each(['/api/health', '/api/nothing', '/nothing.js', '/api/profile'])(
  'The response to %s carries the security headers',
  async (path) => {
    const { headers } = await fetch(api.url + path)
    expect(headers.get('content-security-policy')).toContain("default-src 'none';script-src 'self'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
    expect(headers.get('content-security-policy')).toContain("img-src 'self';")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('permissions-policy')).toContain('camera=()')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(headers.has('x-powered-by') || headers.has('server')).toBe(false)
    expect(headers.has('access-control-allow-origin')).toBe(false)
    if (path.startsWith('/api/')) expect(headers.get('cache-control')).toBe('no-store')
  },
)

const policyOf = async ({ url }: Pick<TestApi, 'url'>) =>
  Object.fromEntries(
    ((await fetch(`${url}/api/health`)).headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ')
      return [name, sources.join(' ')]
    }),
  )

test("Pictures come from our own origin and the site's image hosts alone, and no code may make markup from text", async () => {
  await using own = await startTestApi({ imageOrigins: ['https://images.example.com'] })
  const policy = await policyOf(own)
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'img-src': "'self' https://images.example.com",
    'script-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'bidwell-offline',
  })
})

test("With Google's button, the policy allows its script, its frames and its style, and nothing else of Google", async () => {
  await using own = await startTestApi({ googleScriptUrl: 'https://accounts.google.com/gsi/client' })
  const policy = await policyOf(own)
  expect(policy).toMatchObject({
    'script-src': "'self' https://accounts.google.com/gsi/client",
    'style-src': "'self' https://accounts.google.com/gsi/style",
    'connect-src': "'self' https://accounts.google.com/gsi/",
    'frame-src': 'https://accounts.google.com/gsi/',
    'img-src': "'self'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'bidwell-offline bidwell-google goog#html',
  })
  const { headers } = await fetch(`${own.url}/api/health`)
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect(headers.get('referrer-policy')).toBe('strict-origin')
})

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('Of the scripts and styles that stand in a page, the policy allows exactly those of the built web app', async () => {
  const root = await mkdtemp(join(tmpdir(), 'bidwell-web-'))
  try {
    await writeFile(join(root, 'index.html'), '<script>start()</script><script type="module" src="/app.js"></script>')
    await writeFile(join(root, 'offline.html'), '<script>start()</script><style>p{margin:0}</style>')
    await using own = await startTestApi({ web: { root, pages: null } })
    expect(await policyOf(own)).toMatchObject({
      'script-src': `'self' ${sha256('start()')}`,
      'style-src': `'self' ${sha256('p{margin:0}')}`,
    })
    expect(await policyOf(api)).toMatchObject({ 'script-src': "'self'", 'style-src': "'self'" })
  } finally {
    await rm(root, { recursive: true })
  }
})
