// Stands in the app's pages before the app's code: replaces the frame of the page when that code cannot be loaded.
// Only the entry counts: it also fails when a file that it imports is missing, and no app starts without it.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target.type !== 'module' || target.async) return
    const root = document.getElementById('root')
    root.replaceChildren(document.getElementById('not-loaded').content)
    root.querySelector('button').addEventListener('click', () => window.location.reload())
  },
  true,
)
