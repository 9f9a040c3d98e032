import type { Locator, Page } from '@playwright/test'
import {
  cookieNames,
  enter,
  expect,
  expectSignedIn,
  expectSignedOut,
  lastSignInCookie,
  submitSignIn,
  test,
} from '../test'

test('the built-in page refuses a wrong password and says so', async ({ page }) => {
  await page.goto('/auth/signin')
  await submitSignIn(page, { password: 'byron' })
  await expect(page).toHaveURL(/\/auth\/signin\?error=CredentialsSignin/)
  await expect(page.getByRole('alert')).toContainText('do not match')
  await page.goto('/')
  await expectSignedOut(page)
})

test('the built-in page signs in and leads home', async ({ page }) => {
  await page.goto('/auth/signin')
  await submitSignIn(page)
  await expect(page).toHaveURL('/')
  await expectSignedIn(page)
})

for (const parameter of ['redirectTo', 'callbackUrl']) {
  test(`the built-in page leads to where ${parameter} says, after a mistake too`, async ({
    page,
  }) => {
    await page.goto(`/auth/signin?${parameter}=/account/`)
    await submitSignIn(page, { password: 'byron' })
    await expect(page.getByRole('alert')).toBeVisible()
    await submitSignIn(page)
    await expect(page).toHaveURL('/account/')
    await expectSignedIn(page)
  })
}

test('the built-in sign-out page asks first', async ({ page }) => {
  await enter(page)
  await page.goto('/auth/signout')
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expectSignedIn(page)
  await page.goto('/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expectSignedOut(page)
  expect(await cookieNames(page)).toEqual([lastSignInCookie])
})

test('the built-in page works by keyboard alone, and shows where it is', async ({ page }) => {
  await page.goto('/auth/signin?redirectTo=/account/')
  await tabTo(page, 'User name')
  await page.keyboard.type('ada')
  await tabTo(page, 'Password')
  await page.keyboard.type('lovelace')
  await tabToElement(page, page.getByRole('button', { name: 'Continue' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
})

test('the form of the application works by keyboard alone', async ({ page }) => {
  await page.goto('/login/')
  await tabTo(page, 'User name')
  await page.keyboard.type('ada')
  await tabTo(page, 'Password')
  await page.keyboard.type('lovelace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
})

async function tabTo(page: Page, label: string): Promise<void> {
  await tabToElement(page, page.getByLabel(label, { exact: true }))
}

async function tabToElement(page: Page, element: Locator): Promise<void> {
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    expect(await outlineWidth(page)).toBeGreaterThanOrEqual(2)
    if (await element.evaluate((one) => one === document.activeElement)) return
  }
  throw new Error(`Tab never reached ${element.toString()}.`)
}

/** How wide the line around the focused element is, in pixels. */
function outlineWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 0
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    return outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)
  })
}
