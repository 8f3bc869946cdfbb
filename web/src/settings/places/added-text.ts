/** Tells that a place is added, and how to see that it works. */
export const addedText = (label: string) => `Alerts go to ${label} too. Send a test to see one arrive.`
