import { answerWith } from '../screens/answer-service.ts'
import { checkScreen } from '../screens/check-screen.ts'
import { TAG, test } from '../screens/screen-story.ts'
import { expect } from '../story.ts'

// A story takes some twenty looks at its screens, which a busy machine makes slow.
test(
  'Figures of many bids and of few are accessible and fit a phone and a desktop, in both themes',
  TAG,
  async ({ page }) => {
    await answerWith(page, 'many', 'well')
    await page.goto('/service-level')
    const row = page.getByRole('row', { name: /^Accepted in time/ }).first()
    await expect(row).toContainText('1,228 of 1,240')
    await expect(row).toContainText('99.0%')
    await checkScreen(page, 'service-level-many')

    await answerWith(page, 'few', 'well')
    await page.goto('/service-level')
    await expect(row).toContainText('11 of 12')
    await expect(page.getByText('too few for rates')).toBeVisible()
    await expect(row).not.toContainText('%')
    await checkScreen(page, 'service-level-few')
  },
)

test(
  'A state with trouble, with a pause and without either is accessible and fits a phone and a desktop, in both themes',
  TAG,
  async ({ page }) => {
    for (const [state, says] of [
      ['well', 'Bidding works'],
      ['trouble', 'Bids are not sent now'],
      ['paused', 'The operator has paused bidding'],
    ] as const) {
      await answerWith(page, 'few', state)
      await page.goto('/status')
      await expect(page.getByRole('status').filter({ hasText: says })).toBeVisible()
      await checkScreen(page, `status-${state}`)
    }
  },
)
