/** What a channel tells of one notification, or of several together. */
export type Alert = {
  /** A few words, such as 'Seiko 6139: your bid will fail'. Titles of auctions are untrusted text. */
  title: string
  /** One to three sentences: why, what to do, by when. Empty where the title says everything. */
  text: string
  /** The page that it leads to, below PUBLIC_URL. */
  path: string
  imageUrl: string | null
  /** A later alert with the same tag takes the place of an earlier one. At most 32 letters, digits, `-` and `_`. */
  tag: string
  isUrgent: boolean
  /** From when on it is of no use; epoch ms. */
  until: number
  /** What can be done about it, the most likely first; `path` is below PUBLIC_URL. */
  actions: readonly { label: string; path: string }[]
}
