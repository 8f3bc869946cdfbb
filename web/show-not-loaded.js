// Stands in each page before the app's code: says so when that code cannot be loaded. A public page stays readable
// below.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target.type !== 'module') return
    const { content } = document.getElementById('not-loaded')
    content.querySelector('button').addEventListener('click', () => window.location.reload())
    const main = document.getElementById('main')
    if (main) main.prepend(...content.querySelector('main').children)
    else document.getElementById('root').replaceChildren(content)
  },
  true,
)
