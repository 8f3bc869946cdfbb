/** What the server answers when it does not accept Google's token. */
export const loginFailed = 'Google login failed'
export const signedIn = 'Successfully signed in with Google'
export const termsNeeded = 'Please accept our Terms & Conditions to complete your Google sign-in.'
export const unavailable =
  'Google cannot be reached just now. Please try again in a moment, or sign in with your e-mail.'
export const emailUnusable = 'Bidwell cannot use the e-mail address of this Google account.'
/** Google is no authority for the address, and an account has it. */
export const linkNeeded =
  'An account has this address, and Google does not host it. Please sign in with your password, or have a new one mailed ' +
  'to you. Then connect Google in Settings, under Security.'
export const otherAddress = 'This Google account has another address than your account here.'
export const linkedAlready = 'A Google account is connected here, or this one is connected to another account.'
export const notYours = 'This is not the Google account that you sign in with.'
export const loginFailedForNow = 'Google login failed. Please try again later.'
export const signInFailed = 'Google sign-in failed. Please try signing in with email below.'
export const signUpFailed = 'Google sign-up failed. Please try signing up with email below.'
export const notSignedIn = 'Failed to sign in with Google. Please try again.'
export const termsNotAccepted = 'Please accept our terms to continue'
export const notCompleted = 'Failed to complete registration. Please try again.'
