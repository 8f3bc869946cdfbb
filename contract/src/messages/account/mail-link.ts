export const verified = 'Your email address is verified'
/** What the mailed link of a change of address says when it is used. */
export const emailChanged = 'Your account has its new email address now'
export const verificationLinkInvalid = 'This link has expired, or was replaced by a newer one. You can ask for another.'
/** For the link of a new account outside of the browser session that registered it. */
export const newPasswordNeeded =
  'This browser is not the one that registered the address. Please choose a new password.'
/** For the link of a change of address outside of the browser session that asked for it. */
export const otherSession =
  'Please open this link in the browser in which you asked for the new address. If you did not ask for it, ignore the mail.'
export const codeWrong = 'That code is not right'
export const codeOver = 'That code is no longer valid. Open the link of the mail, or have another mail sent.'
export const codeOfOtherSession =
  'The code works only in the browser in which you registered. Open the link of the mail instead.'
export const verificationResent = 'Verification email has been resent'
export const emailRequiredToResend = 'Email is required to resend verification'

export const resetSent = 'Password reset link sent to your email'
export const resetTokenRequired = 'Reset token is required'
export const resetLinkInvalid = 'Invalid or expired reset token'
export const passwordReset = 'Password has been reset successfully'
/** The same for an address without an account, to which nothing was sent. */
export const tooManyLinks =
  'Several links were asked for this address within the last hour. ' +
  'The newest one that was sent still works: please look among your spam, too.'

export const passwordChanged = 'Your password has been changed. Your other sessions are signed out.'
export const emailChangeSent = 'Please open the link that we sent to the new address. Until then nothing changes.'
export const emailUnchanged = 'This is the address of your account already'
export const emailTakenMeanwhile = 'Another account has this address now'
/** For installations without a mail server. */
export const noMail = 'This installation sends no email. Please ask its operator for help.'
/** For installations that ask for a verified address. */
export const emailNotVerified = 'Please verify your email address first: open the link that we sent to it.'
