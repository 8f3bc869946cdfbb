import type { Listing } from '../auction/listing.ts'
import type { House } from '../house.ts'
import { pictureFolderDate } from '../pacific-time.ts'

const VIEWS = [1, 2, 3] as const

/** The base URL of pictures. */
export const imageServer = (house: House) => `${house.url}/production/`

const folder = ({ seller, opensAt }: Listing) => `${seller.sellerId}/Items/${pictureFolderDate(opensAt)}`

// The name contains the motif, so a picture can be drawn after its listing has been dropped.
const fileName = ({ category, itemId }: Listing, view: string) => `${category.motif}-${itemId}_${view}.jpg`

/** `135/Items/09-30-2026/bowl-279250057_1.jpg` */
export const picturePath = (listing: Listing) => `${folder(listing)}/${fileName(listing, '1')}`

const withBackslashes = (path: string) => path.replaceAll('/', '\\')

/** The paths in the format of item detail: joined by `;`, with backslashes. */
export const imageUrlString = (listing: Listing) =>
  VIEWS.map((view) => withBackslashes(`${folder(listing)}/${fileName(listing, String(view))}`)).join(';')

export const thumbnailUrlString = (listing: Listing) => withBackslashes(`${folder(listing)}/${fileName(listing, '1t')}`)
