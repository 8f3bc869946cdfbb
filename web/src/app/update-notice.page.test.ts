import { onTestFinished, vi } from 'vitest'
import { expect, pass, says, screen, test } from '../../test/page-test.tsx'

const documentOf = (script: string) => `<script type="module" src="/assets/${script}.js"></script>`

test('A page that is older than the installation offers the new version, and loads it only when asked', async ({
  answers,
  open,
  signIn,
  user,
}) => {
  let served = 'index-one'
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path === '/dashboard' ? Promise.resolve(new Response(documentOf(served))) : answers.fetch(path, init),
  )
  document.head.insertAdjacentHTML('beforeend', documentOf(served))
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  onTestFinished(() => {
    document.head.querySelector('script[type=module]')?.remove()
    reload.mockRestore()
  })
  signIn()
  await open('/dashboard')
  await user.type(await screen.findByRole('searchbox'), 'typed and not sent')
  const returnLater = async () => {
    await pass(10 * 60_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await pass(1_000)
  }
  await returnLater()
  expect(screen.queryByText(/A new version of Bidwell is ready/)).toBeNull()
  served = 'index-two'
  await returnLater()
  await says('A new version of Bidwell is ready')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'typed and not sent')
  expect(reload).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Load it' }))
  expect(reload).toHaveBeenCalledOnce()
})
