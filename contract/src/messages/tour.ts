/** The guided tour: its steps in order, the sentence that offers it, and its buttons. */
export const welcome = {
  title: 'Welcome to Bidwell',
  content: (site: string) =>
    `You say the most you would pay for an auction at ${site}, and Bidwell bids for you in its last seconds. Four short steps show how.`,
} as const
export const demo = {
  title: 'An auction that you track',
  content:
    'This card is a demo. It shows the time left, the price, and your max once you set one. Schedule its bid to see what changes: nothing is sent.',
} as const
export const settings = {
  title: 'Connect your account',
  content: (site: string) =>
    `To place a bid, Bidwell needs your ${site} login. It is kept in Settings, so the next step opens them.`,
} as const
export const credentials = {
  title: 'Your login goes here',
  content: (site: string) =>
    `Enter your ${site} login now, or come back later. It is tried at ${site} first, and stored only if it works.`,
} as const

export const position = (step: number, steps: number) => `Step ${step} of ${steps}`
export const progress = 'Progress of the tour'
export const skip = 'Skip Tour'
export const back = 'Back'
export const next = 'Next'
export const finish = 'Finish'

export const offer = {
  title: 'New here?',
  unfinished: (step: number, steps: number) => `You left the tour at step ${step} of ${steps}.`,
  start: 'Take the tour',
  resume: 'Continue the tour',
  restart: 'Start again',
} as const

export const demoAuction = {
  label: 'Demo auction',
  mark: 'Demo',
  title: 'Brass desk lamp with a green shade',
  schedule: 'Schedule bid',
  cancel: 'Cancel bid',
} as const
