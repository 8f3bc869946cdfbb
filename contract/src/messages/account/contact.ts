export const sent = 'Your message is on its way to the operator. The answer comes to the address that you gave.'
export const notSent = 'Your message was not sent'
export const tooLong = 'Please keep the message under 4,000 characters.'
export const nobodyReads = 'This installation has no address for messages.'
export const tooMany = 'Too many messages were sent from here. Please try again later, or write by mail.'
export const noAddress =
  'No address is published here. Please ask the person who gave you the address of this installation.'
