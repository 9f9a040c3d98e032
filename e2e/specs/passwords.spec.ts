import { randomUUID } from 'node:crypto'
import { inbox } from '../mail'
import {
  askToSignUp,
  enterNewAccount,
  firstPassword,
  linkIn,
  signInWithPassword,
  signUp,
} from '../password-account'
import { engineOnly, expect, scripted, test } from '../test'
import { VirtualAuthenticator } from '../virtual-authenticator'

test.use({ otherOrigins: new RegExp(`^${inbox}$`) })

const secondPassword = 'nine louder harbours'

test('a visitor signs up by mail, and signs in with the password later', async ({ page }) => {
  const address = await signUp(page)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  await page.context().clearCookies()
  await signInWithPassword(page, address)
  await expect(page).toHaveURL('/account/')
})

test(
  'a visitor signs up with a passkey at the address of the sign-up form',
  scripted,
  async ({ page }) => {
    const address = `${randomUUID()}@example.test`
    await VirtualAuthenticator.plugIn(page)
    await page.goto('/auth/signup?callbackUrl=/account/')
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page.getByLabel('E-mail')).toBeFocused()
    await page.getByLabel('E-mail').fill(address)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  },
)

test(
  'a user who forgot the password chooses another, and is signed out elsewhere',
  engineOnly,
  async ({ page, browser, javaScriptEnabled, origin }) => {
    const address = await enterNewAccount(page)
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
    const other = await context.newPage()
    await other.goto('/auth/signin?callbackUrl=/account/')
    await other.getByRole('link', { name: 'Forgot your password?' }).click()
    await other.getByLabel('E-mail').fill(address)
    await other.getByRole('button', { name: 'Send link' }).click()
    await expect(other.getByRole('main')).toContainText(address)
    await other.goto(await linkIn(other, address, 'reset-password'))
    await expect(other).toHaveURL('/auth/reset-password')
    await other.getByLabel('New password').fill('passwordpassword')
    await other.getByRole('button', { name: 'Save password' }).click()
    await expect(other.getByText('This password is in a list of leaked ones.')).toBeVisible()
    await other.getByLabel('New password').fill(secondPassword)
    await other.getByRole('button', { name: 'Save password' }).click()
    await expect(other).toHaveURL('/account/')
    await context.close()

    await page.goto('/account/')
    await expect(page).not.toHaveURL('/account/')
    await signInWithPassword(page, address)
    await expect(page.getByRole('alert')).toBeVisible()
    await signInWithPassword(page, address, secondPassword)
    await expect(page).toHaveURL('/account/')
  },
)

test('a user changes the password and stays signed in', engineOnly, async ({ page }) => {
  const address = await enterNewAccount(page)
  await page.goto('/auth/change-password?callbackUrl=/account/')
  await page.getByLabel('Current password').fill('wrong horse battery')
  await page.getByLabel('New password').fill(secondPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('That is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(firstPassword)
  await page.getByLabel('New password').fill(secondPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.goto('/account/')
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  await page.context().clearCookies()
  await signInWithPassword(page, address, secondPassword)
  await expect(page).toHaveURL('/account/')
})

test(
  'signing up twice tells the page nothing, and the mail everything',
  engineOnly,
  async ({ page }) => {
    const address = await enterNewAccount(page)
    await page.context().clearCookies()
    await askToSignUp(page, address)
    await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(address)
    await page.goto(await linkIn(page, address, 'reset-password'))
    await expect(page.getByLabel('New password')).toBeVisible()
  },
)
