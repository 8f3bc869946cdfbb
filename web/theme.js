// Stands in the head of every page: runs before the first paint, so that neither the other theme, other rows nor the
// buttons of a visitor flash up.
{
  const { dataset } = document.documentElement
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  if (localStorage.getItem('density') === 'comfortable') dataset.density = 'comfortable'
  // A page that was rendered ahead is for visitors: until the app shows the user, it hides what is only for them.
  if (localStorage.getItem('auth_token') !== null) dataset.session = 'stored'
}
