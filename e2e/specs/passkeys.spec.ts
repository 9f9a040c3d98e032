import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { enter, expect, failedRequest, test, leave } from '../test'
import { VirtualAuthenticator } from '../virtual-authenticator'

test.use({ expectedComplaints: failedRequest('403|409') })

const builtIn = '/auth/signin/passkey?callbackUrl=/account/'

function newAddress(): string {
  return `${randomUUID()}@example.test`
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth/signin/passkey?callbackUrl=/account/')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
}

async function signOutOf(page: Page, email: string): Promise<void> {
  await leave(page)
  await expect(page.getByText(email)).toHaveCount(0)
}

/** As in a browser that knows no autofill of passkeys: it would be faster than any button. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

async function pressSignIn(page: Page): Promise<void> {
  await withoutAutofill(page)
  await page.goto(builtIn)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

test('the built-in page signs up with a passkey, and in again by its button', async ({ page }) => {
  const email = newAddress()
  const authenticator = await VirtualAuthenticator.plugIn(page)
  await signUp(page, email)
  expect(await authenticator.credentials()).toHaveLength(1)
  await signOutOf(page, email)
  await pressSignIn(page)
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
})

test('the built-in page offers passkeys by autofill', async ({ page }) => {
  const email = newAddress()
  await VirtualAuthenticator.plugIn(page)
  await signUp(page, email)
  await signOutOf(page, email)
  await page.goto('/auth/signin?callbackUrl=/account/')
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
})

test('a passkey whose counter went back is refused, and the page says so', async ({ page }) => {
  const email = newAddress()
  const authenticator = await VirtualAuthenticator.plugIn(page)
  await signUp(page, email)
  await signOutOf(page, email)
  await pressSignIn(page)
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
  await signOutOf(page, email)
  await authenticator.rewind()
  await pressSignIn(page)
  await expect(page.getByRole('alert')).toContainText('could not verify your passkey')
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
})

test('a person whom the authenticator does not recognise is not signed in', async ({ page }) => {
  const email = newAddress()
  const authenticator = await VirtualAuthenticator.plugIn(page)
  await signUp(page, email)
  await signOutOf(page, email)
  await authenticator.setVerified(false)
  await pressSignIn(page)
  await expect(page.getByRole('alert')).toContainText('No passkey was used')
  await expect(page).toHaveURL(/\/auth\/signin/)
})

test('a passkey cannot take the address of an existing user', async ({ page }) => {
  await VirtualAuthenticator.plugIn(page)
  await withoutAutofill(page)
  await page.goto('/auth/signup?callbackUrl=/account/')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Sign in the way you did the first time')
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
})

test('passkeys are added, named and removed, but not the last way in', async ({ page }) => {
  const email = newAddress()
  const first = await VirtualAuthenticator.plugIn(page)
  await signUp(page, email)
  const rows = page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)

  // What is clicked while scripts are still on their way is not lost.
  await page.route('**/build/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('alert')).toHaveText('This device has a passkey for you already.')

  await first.unplug()
  await VirtualAuthenticator.plugIn(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(rows).toHaveCount(2)

  await rows.first().getByRole('textbox').fill('Phone')
  await rows.first().getByRole('button', { name: 'Rename' }).click()
  await expect(rows.first()).toContainText('Phone')

  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('alert')).toContainText('Add another way to sign in')
  await expect(rows).toHaveCount(1)
})

test('the form of the app signs up, and offers passkeys by autofill', async ({ page }) => {
  const email = newAddress()
  await VirtualAuthenticator.plugIn(page)
  await page.goto('/login/')
  await page.locator('#passkey-email').fill(email)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
  await signOutOf(page, email)
  await page.goto('/login/')
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
})

test('a user with a password can add a passkey', async ({ page }) => {
  await VirtualAuthenticator.plugIn(page)
  await enter(page)
  const rows = page.getByRole('region', { name: 'Your passkeys' }).getByRole('listitem')
  const before = await rows.count()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(rows).toHaveCount(before + 1)
})
