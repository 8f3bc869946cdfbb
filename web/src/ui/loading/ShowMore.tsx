import { Button } from '../Button.tsx'

type ShowMoreProps = {
  /** An infinite query of TanStack. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  children: string
}

/** The button that loads the next rows of a list; nothing at its end. */
export const ShowMore = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: ShowMoreProps) =>
  hasNextPage && (
    <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {children}
    </Button>
  )
