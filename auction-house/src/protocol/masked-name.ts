/** `a****z`: first character, four asterisks, last character. */
export const maskedName = (name: string) => `${name.slice(0, 1)}****${name.slice(-1)}`
