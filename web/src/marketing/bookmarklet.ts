/**
 * The address of a bookmark that opens the item of the page that it is used on. It runs on that page, so it holds nothing
 * of this installation but its address, and reads nothing but the page's address.
 */
export const bookmarkletFor = (origin: string): string =>
  `javascript:void window.open(${JSON.stringify(`${origin}/add?url=`)}+encodeURIComponent(location.href))`
