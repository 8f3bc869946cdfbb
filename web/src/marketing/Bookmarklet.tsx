import { useState } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Bookmark } from '../ui/icons.tsx'

/** A link to drag to the browser's bookmarks. The security policy lets it do nothing on this page itself. */
export function Bookmarklet() {
  const siteName = useSiteName()
  const [clicked, setClicked] = useState(false)
  return (
    <>
      <p>
        Drag this link to your bookmarks bar. On the page of an item at {siteName}, the bookmark then opens Bidwell with
        that item.
      </p>
      {/* React refuses to write such an address itself. */}
      <a
        ref={(link) => link?.setAttribute('href', bookmarkletFor(window.location.origin))}
        href="#bookmark"
        className={buttonClass({})}
        onClick={(event) => {
          event.preventDefault()
          setClicked(true)
        }}
      >
        <Bookmark aria-hidden size={18} />
        Track on Bidwell
      </a>
      {clicked && <output>Drag the link to your bookmarks bar; it works on the pages of {siteName}.</output>}
      <p className="text-ink-2">
        On a phone, install Bidwell from the menu of your browser; it then stands in the list that opens when you share
        a page.
      </p>
    </>
  )
}

/**
 * The address of a bookmark that opens the item of the page that it is used on. It runs on that page, so it holds nothing
 * of this installation but its address, and reads nothing but the page's address.
 */
export const bookmarkletFor = (origin: string): string =>
  `javascript:void window.open(${JSON.stringify(`${origin}/add?url=`)}+encodeURIComponent(location.href))`
