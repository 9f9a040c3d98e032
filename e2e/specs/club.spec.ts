import type { Locator, Page } from '@playwright/test'
import { dayOf } from '../day-of'
import { enter, expect, failedRequest, leave, submitSignIn, test } from '../test'

// A boat that is taken, and a page for admins.
test.use({ expectedComplaints: failedRequest('403|409') })

test('a member books a boat and cancels it, and a boat that is taken is refused', async ({
  page,
  javaScriptEnabled,
}) => {
  await enter(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByRole('heading', { name: 'Your bookings' })).toBeVisible()
  const day = dayOf(test.info().project.name, javaScriptEnabled)
  for (const [boat, booked] of [
    ['heron', true],
    ['heron', false],
  ] as const) {
    await page.getByLabel('Boat', { exact: true }).selectOption(boat)
    await page.getByLabel('Day', { exact: true }).fill(day)
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    if (booked) await expect(cancelButton(page)).toBeVisible()
    else await expect(page.getByRole('alert')).toContainText('Heron is taken that day.')
  }
  await cancelButton(page).click()
  await expect(cancelButton(page)).toHaveCount(0)
})

test('the harbour office is for admins only', async ({ page }) => {
  await enter(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Harbour' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour office' })).toBeVisible()
  await leave(page)
  await expect(page).toHaveURL('/')
  await page.goto('/login/')
  await submitSignIn(page, { username: 'charles', password: 'babbage' })
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('navigation')).not.toContainText('Harbour')
  await page.goto('/harbour/')
  await expect(page.getByRole('heading', { name: 'Access denied' })).toBeVisible()
})

function cancelButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Cancel Heron/ })
}
