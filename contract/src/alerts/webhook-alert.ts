import * as z from 'zod/mini'

/** What a webhook of the preset `standard` receives. Fields are added, and never removed. */
export const WebhookAlert = z.object({
  /** `alert_test` was asked for in the settings, and tells nothing. */
  type: z.enum(['alert', 'alert_test']),
  timestamp: z.iso.datetime(),
  data: z.object({
    /** Both may hold the title of an auction and words of the site: text of strangers. */
    title: z.string(),
    text: z.string(),
    /** What happened: several where an alert waited for others. `kind` is that of a notification, such as `bid_won`. */
    about: z.array(
      z.object({
        kind: z.string(),
        /** The site's item number, and the number of the bid; null where it is about none. */
        auction_id: z.nullable(z.string()),
        bid_id: z.nullable(z.int()),
      }),
    ),
    /** Where people act on it. */
    url: z.string(),
    image_url: z.nullable(z.string()),
    /** A later alert with the same tag takes the place of an earlier one. */
    tag: z.string(),
    urgent: z.boolean(),
    /** From then on it is of no use. */
    until: z.iso.datetime(),
    actions: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
})
export type WebhookAlert = z.infer<typeof WebhookAlert>
