import { tabTo, tabToElement } from '../keyboard'
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
