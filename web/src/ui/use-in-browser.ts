import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while a page is rendered ahead, and while React takes such a page over: it must render the same then. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
