import { messages } from '@bidwell/contract'

export const DASHBOARD = '/dashboard'

export type TourStep = {
  id: 'welcome' | 'demo-auction' | 'go-to-settings' | 'credentials-form'
  title: string
  content: string
  /** Selects the element that the step is about; absent for a step about none. */
  target?: string
  /** `modal`: explains; `highlight`: outlines the target; `navigate`: explains, then opens `nextRoute`. */
  action: 'modal' | 'highlight' | 'navigate'
  /** The path that opens when the user goes on from this step. */
  nextRoute?: string
}

/** The steps of the guided tour, in order. `site` is the auction site's name. */
export const tourSteps = (site: string): readonly TourStep[] => [
  {
    id: 'welcome',
    title: messages.tour.welcome.title,
    content: messages.tour.welcome.content(site),
    action: 'modal',
  },
  {
    id: 'demo-auction',
    title: messages.tour.demo.title,
    content: messages.tour.demo.content,
    target: '[data-tour=demo-auction]',
    action: 'highlight',
  },
  {
    id: 'go-to-settings',
    title: messages.tour.settings.title,
    content: messages.tour.settings.content(site),
    action: 'navigate',
    nextRoute: '/settings?tab=credentials',
  },
  {
    id: 'credentials-form',
    title: messages.tour.credentials.title,
    content: messages.tour.credentials.content(site),
    target: '[data-tour=credentials-form]',
    action: 'highlight',
    nextRoute: DASHBOARD,
  },
]

/** The path of the page that a step is shown on: the one that the steps before it have opened. */
export const pageOfStep = (steps: readonly TourStep[], index: number): string =>
  steps.slice(0, index).findLast((step) => step.nextRoute !== undefined)?.nextRoute ?? DASHBOARD

/** Whether an address is a page: it has the page's path and at least the page's query values. */
export function isAtPage(page: string, { pathname, search }: { pathname: string; search: string }): boolean {
  const [path, query = ''] = page.split('?')
  const given = new URLSearchParams(search)
  return pathname === path && [...new URLSearchParams(query)].every(([name, value]) => given.get(name) === value)
}
