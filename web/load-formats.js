// Stands in the head of the app's pages: the first formatter of dates takes a browser 20 ms or more, because it reads its
// tables then. It does so while the code still loads.
setTimeout(() => new Intl.DateTimeFormat('en-US', { timeZone: 'America/Los_Angeles', timeStyle: 'short' }))
