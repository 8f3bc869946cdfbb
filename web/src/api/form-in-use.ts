import { classifyAction, type RecoveryAction } from '@bidwell/contract'

/** The form that the user is filling in, and what for. */
export type FormInUse = {
  form: HTMLFormElement | undefined
  action: RecoveryAction
  /** The typed maximum, dollars. */
  bidAmount: number | undefined
}

/**
 * Reads from the page what the user is doing. A form that is in use says so by `data-action`. A dialog comes after the
 * page that it covers, so the last such form is the one in front.
 */
export function findFormInUse(): FormInUse {
  const form = [...document.querySelectorAll<HTMLFormElement>('form[data-action]')].at(-1)
  const formAction = form?.dataset.action
  const bidAmount = amountOf(form?.querySelector<HTMLInputElement>('[name=max_bid]')?.value ?? '')
  return { form, bidAmount, action: classifyAction({ path: window.location.pathname, formAction, bidAmount }) }
}

/** A typed amount in dollars; undefined when there is none. */
export const amountOf = (text: string): number | undefined => Number(text.replace(/[$,\s]/g, '')) || undefined
