import { expect, type Page } from '@playwright/test'
import type { House } from '../installation/house.ts'
import type { Inbox } from '../installation/inbox.ts'
import { appointOperator } from '../installation/shared-installation.ts'
import type { Installation } from '../installation/start-bidwell.ts'
import { storeToken } from '../pages/stored.ts'
import { Preparation } from './prepare.ts'

type Where = { bidwell: Installation; house: House; inbox: Inbox }

/** Signs the page in to a new account with an operator's address, with the rights of an administrator. */
export async function becomeAdministrator(page: Page, email: string, { bidwell, house, inbox }: Where): Promise<void> {
  const operator = new Preparation(bidwell.url, house, { email })
  const { token } = await operator.account()
  await page.goto('/about')
  await storeToken(page, token)
  await page.goto(await inbox.linkTo(email, /verify/i))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email address is verified')
  await appointOperator(bidwell, email)
  await operator.authenticatorApp()
}
