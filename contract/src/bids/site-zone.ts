/** The time zone of the auction site: its days begin at midnight here, and it writes its times without an offset. */
export const SITE_ZONE = 'America/Los_Angeles'
