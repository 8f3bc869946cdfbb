// Stands in the head of the app's pages: asks for what the page at this address shows while its code still loads. The code
// then takes the answers (`early-answers.ts`).
{
  const MAX_WAIT_MS = 2000
  const token = localStorage.getItem('auth_token')
  const paths = document.querySelector('meta[name=early-answers]')?.content
  // An address with a search asks for something else.
  if (token !== null && paths && location.search === '' && isCurrent(token)) {
    const [, , id = ''] = location.pathname.split('/')
    const [events, ...others] = paths.split(' ').map((path) => path.replace(':id', () => id))
    const ask = (path, condition) => {
      const stop = new AbortController()
      const request = { headers: { authorization: `Bearer ${token}` }, signal: stop.signal }
      const response = condition.then((isMet) => (isMet ? fetch(path, request) : null))
      // Who takes the answer sees the failure.
      response.catch(() => {})
      return { response, stop }
    }
    const stream = ask(events, Promise.resolve(true))
    // Only once the event stream is open: it tells what changes later. Without it, the app itself asks.
    const open = Promise.race([
      stream.response.then(
        ({ ok }) => ok,
        () => false,
      ),
      new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS, false)),
    ])
    const answers = others.map((path) => [path, ask(path, open)])
    window.earlyAnswers = { token, answers: new Map([[events, stream], ...answers]) }
  }

  function isCurrent(jwt) {
    try {
      const [, claims = ''] = jwt.split('.')
      return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000 > Date.now()
    } catch {
      return false
    }
  }
}
