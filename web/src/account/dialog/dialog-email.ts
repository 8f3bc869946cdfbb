import { createStore } from '../../state/create-store.ts'

/** The address that the forms of the dialog start with. Closing the dialog empties it. */
const email = createStore('')

export const { set: presetEmail, use: usePresetEmail } = email
