import type { QueryClient } from '@tanstack/react-query'

/** Resolves as soon as nothing is being read from the server. */
export const whenIdle = (client: QueryClient) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (client.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = client.getQueryCache().subscribe(check)
    check()
  })
