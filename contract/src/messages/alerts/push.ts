export const unknownService = (host: string) =>
  `${host} is not a push service that this installation sends to. The operator can add it to ALERT_HOSTS.`
export const notAKey = 'p256dh is not a public key of the curve P-256.'
export const notSubscribed =
  "The browser could not reach its push service. Check the browser's settings, then try again."
export const noWorker = 'This page cannot show alerts now. Reload it, then try again.'
export const noKeyYet = 'The server is not ready to send alerts yet. Try again in a minute.'
