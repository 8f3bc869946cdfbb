/** What a step of a journey tells, and which claims its pictures show. */
type Step = { told: string; shows?: string }
type Steps = Readonly<Record<string, Step>>

const BUTTON = 'The primary button is in sight at 1366 × 768 and at 360 × 780.'

const NEWCOMER = {
  home: {
    told: 'The home page says what Bidwell does, and offers an account.',
    shows: BUTTON,
  },
  'sign-up': {
    told: 'Signing up takes an address and a password, on the same page.',
    shows: BUTTON,
  },
  'first-steps': {
    told: 'The dashboard is empty, and names the three steps to the first bid.',
  },
  preview: {
    told: 'The link of a lot is pasted. Bidwell shows the lot before anything is stored, and says that a bid needs the login for the site.',
    shows: BUTTON,
  },
  connect: {
    told: 'The login for the site is typed over the preview. The maximum that was typed before stays.',
    shows: BUTTON,
  },
  'ready-to-schedule': {
    told: 'The site is connected. Bidwell says up to which amount it bids, and when.',
    shows: BUTTON,
  },
  scheduled: {
    told: 'The first bid is scheduled. The lot stands on the dashboard with the time that is left.',
  },
  'first-win': {
    told: 'The auction has ended, and the bid has won.',
    shows: 'The win is seen without scrolling, in each window.',
  },
  receipt: {
    told: 'The receipt says when the bid was planned, sent, answered and settled.',
  },
} as const satisfies Steps

const SIXTY_LOTS = {
  dashboard: {
    told: 'Sixty lots stand in the order in which they end, each with its state, its price and its maximum. Three prices have passed the maximum, and the band above names these lots.',
  },
  'ten-lots': {
    told: 'The band is collapsed to a button in the header.',
    shows: 'Ten lots under one heading fit into 900 pixels of height at a width of 1440, and eight at 1024.',
  },
  search: {
    told: 'A word finds the lots whose titles have it.',
  },
  filter: {
    told: 'A filter leaves the lots whose prices have passed their maximums.',
  },
  'several-links': {
    told: 'Several links are pasted at once, and each lot has a maximum of its own.',
    shows: BUTTON,
  },
  lot: {
    told: 'A lot is opened: beside the list in a wide window, over it in a narrow one.',
    shows: BUTTON,
  },
  'new-maximum': {
    told: 'Its maximum is raised. The lot shows the new one.',
  },
  selection: {
    told: 'Four lots are selected.',
    shows: BUTTON,
  },
  'change-several': {
    told: 'One maximum is typed for the four bids.',
    shows: BUTTON,
  },
  'last-minute': {
    told: 'Two auctions end within a minute. The next one takes the stage, with each station of its bid.',
    shows: 'Nothing empties while it is looked at: from here to the result, the list keeps its lots.',
  },
  result: {
    told: 'One of the two was lost in its last seconds, the other one is won.',
    shows: 'The win is seen without scrolling, in each window.',
  },
  ended: {
    told: 'The filter for ended auctions shows what was won, lost, outbid and not placed, each with its reason.',
  },
  history: {
    told: 'The history has one row for each result, with the totals and the chart of the months.',
  },
  export: {
    told: 'The rows are saved as a file for a spreadsheet, one line for each row.',
  },
} as const satisfies Steps

export const JOURNEYS = {
  newcomer: { title: 'A newcomer', steps: NEWCOMER },
  'sixty-lots': { title: 'A bidder with 60 lots', steps: SIXTY_LOTS },
} as const satisfies Record<string, { title: string; steps: Steps }>

export type JourneyName = keyof typeof JOURNEYS
export type StepName<Journey extends JourneyName> = keyof (typeof JOURNEYS)[Journey]['steps'] & string
