import { classNames } from '../../ui/class-names.ts'

/**
 * The columns of a card, and of the headings above dense rows. Only the title's width varies, so that the figures of all
 * cards form columns. In a dense row, the second and third column hold the title, and below it the tag and the status. On a
 * phone, the first line has the tag and the time, and the second one the title.
 */
export const COLUMNS = classNames(
  'grid-cols-[4.5rem_minmax(0,1fr)]',
  'phone:grid-cols-[3rem_minmax(0,1fr)_5.25rem]',
  'roomy:grid-cols-[4.5rem_minmax(0,1fr)_7.75rem_7.5rem_6.25rem_3.25rem_9rem]',
  'narrow:gap-x-2.5 narrow:grid-cols-[3rem_auto_minmax(0,1fr)_4.5rem_4.5rem_5rem_7.625rem]',
  'spread:gap-x-2.5 spread:grid-cols-[3rem_auto_minmax(0,1fr)_7.25rem_5.25rem_5.25rem_7.625rem]',
)

/** Where the figures of a dense row are. */
export const PLACE = {
  time: 'dense:col-start-4 dense:row-start-1 dense:row-span-2',
  price: 'dense:col-start-5 dense:row-start-1 dense:row-span-2',
  max: 'dense:col-start-6 dense:row-start-1 dense:row-span-2',
  actions: 'dense:-col-end-1 dense:row-start-1 dense:row-span-2',
} as const
