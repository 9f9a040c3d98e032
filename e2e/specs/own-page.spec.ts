import type { Page } from '@playwright/test'
import { giveName, goToProvider, issuer, newName } from '../demo-id'
import { cookieNames, enter, expect, failedRequest, signOut, submitSignIn, test } from '../test'

test.use({
  otherOrigins: new RegExp(`^${issuer}$`),
  expectedComplaints: failedRequest(401),
})

/** Lets the form of the application stand in for the built-in page. */
async function chooseOwnPage(page: Page): Promise<void> {
  await page.goto('/login/')
  await page.getByRole('button', { name: 'Put this one in its place' }).click()
  await expect(page.getByText('stands in for the built-in one')).toBeVisible()
}

test('a page of the application stands in for the built-in one, and leads on', async ({ page }) => {
  await chooseOwnPage(page)
  await page.goto('/auth/signin?callbackUrl=/about/')
  await expect(page).toHaveURL(/\/login\/\?callbackUrl=/)
  await submitSignIn(page)
  await expect(page).toHaveURL('/about/')
})

test('the built-in page can be brought back', async ({ page }) => {
  await chooseOwnPage(page)
  await page.getByRole('button', { name: 'Bring that one back' }).click()
  await expect(page.getByRole('link', { name: 'the built-in page' })).toBeVisible()
  await page.goto('/auth/signin')
  await expect(page).toHaveURL(/\/auth\/signin/)
})

test('the page says why a sign-in at a service came to nothing', async ({ page }) => {
  await chooseOwnPage(page)
  await goToProvider(page)
  await giveName(page, newName())
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/login\/\?error=OAuthCallbackError/)
  await expect(page.getByRole('alert')).toContainText('Sign-in was not completed')
  await submitSignIn(page, { password: 'byron' })
  await expect(page.getByText(/do not match/)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)
})

test('the page repeats nothing of an error in its address', async ({ page }) => {
  await page.goto('/login/?error=Call+555+now&code=Call+555+now')
  await expect(page.getByRole('alert')).toContainText('Something went wrong')
  await expect(page.getByRole('main')).not.toContainText('555')
})

test('the page leads nowhere but to this site', async ({ page }) => {
  await page.goto('/login/?callbackUrl=https://evil.test/')
  await submitSignIn(page)
  await expect(page).toHaveURL('/')
})

test('the page marks the way that was taken last', async ({ page }) => {
  await enter(page)
  await signOut(page)
  await page.goto('/login/')
  await expect(
    page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }),
  ).toHaveAccessibleDescription('You came in this way the last time.')
})

test('the page sets no cookie, and is kept out of caches', async ({ page, pageCaching }) => {
  const response = await page.goto('/login/')
  expect(response?.headers()['cache-control']).toBe(pageCaching)
  expect(await cookieNames(page)).toEqual([])
})
