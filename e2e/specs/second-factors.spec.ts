import type { Locator, Page } from '@playwright/test'
import { AuthenticatorApp } from '../authenticator-app'
import { askForMail, inbox, newAddress, readMail } from '../mail'
import { enterNewAccount, signInWithPassword } from '../password-account'
import { readQrCode } from '../read-qr-code'
import { engineOnly, expect, signOut, test } from '../test'

test.use({ otherOrigins: new RegExp(`^${inbox}$`) })

test(
  'a user sets up an authenticator app and signs in with its code',
  engineOnly,
  async ({ page, browser }) => {
    const address = await enterNewAccount(page)
    await page.goto('/account/')
    await page.getByRole('link', { name: 'Change two-step sign-in' }).click()
    await expect(page.getByText('Off. Add an authenticator app')).toBeVisible()
    await page.getByRole('link', { name: 'Add an authenticator app' }).click()
    const key = await readKey(page)
    const shown = await readQrCode(browser, page.getByRole('img', { name: 'QR code' }))
    expect(shown).toMatch(/^otpauth:\/\/totp\//)
    expect(new URL(shown ?? '').searchParams.get('secret')).toBe(key)
    expect(decodeURIComponent(shown ?? '')).toContain(address)

    const app = new AuthenticatorApp(key)
    await typeCode(page, app.wrongCode(), 'Confirm')
    await expect(page.getByText('That code is wrong or was used already.')).toBeVisible()
    expect(await readKey(page)).toBe(key)
    const setUpCode = await app.nextCode()
    await typeCode(page, setUpCode, 'Confirm')
    expect(await readRecoveryCodes(page)).toHaveLength(10)
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page.getByText('Codes left: 10')).toBeVisible()

    await page.context().clearCookies()
    await signInWithPassword(page, address)
    await expect(page).toHaveURL('/auth/second-factor')
    await page.goto('/account/')
    await expect(page).toHaveURL(/\/login\//)
    await page.goto('/auth/second-factor')
    await typeCode(page, setUpCode, 'Continue')
    await expect(page.getByText('That code is wrong or was used already.')).toBeVisible()
    await typeCode(page, await app.nextCode(), 'Continue')
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  },
)

test('a recovery code signs in once', engineOnly, async ({ page }) => {
  const address = await enterNewAccount(page)
  const recoveryCodes = await setUpApp(page)
  const [first = '', second = ''] = recoveryCodes
  await page.context().clearCookies()
  await signInWithPassword(page, address)
  await typeRecoveryCode(page, first.toLowerCase().replaceAll('-', ' '))
  await expect(page).toHaveURL('/account/')

  await page.context().clearCookies()
  await signInWithPassword(page, address)
  await typeRecoveryCode(page, first)
  await expect(page.getByText('That is not one of your recovery codes')).toBeVisible()
  await typeRecoveryCode(page, second)
  await expect(page).toHaveURL('/account/')
  await page.goto('/auth/factors')
  await expect(page.getByText('Codes left: 8')).toBeVisible()
})

test('a trusted browser is not asked for a code until the user signs out everywhere', async ({
  page,
  browser,
  javaScriptEnabled,
  origin,
}) => {
  const address = await enterNewAccount(page)
  const [first = ''] = await setUpApp(page)
  await page.goto('/account/')
  await signOut(page)
  await signInAndTrust(page, address, first)
  await expect(trustedBrowsers(page)).toHaveText('1')

  await signOut(page)
  await signInWithPassword(page, address)
  await expect(page).toHaveURL('/account/')

  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
  const other = await context.newPage()
  await signInWithPassword(other, address)
  await expect(other).toHaveURL('/auth/second-factor')
  await context.close()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('banner').locator('details')).toHaveCount(0)
  await signInWithPassword(page, address)
  await expect(page).toHaveURL('/auth/second-factor')
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
})

test('the vault leads a user who signed in with one factor to the confirmation and back', async ({
  page,
}) => {
  const address = await enterNewAccount(page)
  const [first = '', second = ''] = await setUpApp(page)
  await page.goto('/vault/')
  await expect(page.getByRole('heading', { name: 'The vault' })).toBeVisible()
  await page.goto('/account/')
  await signOut(page)
  await signInAndTrust(page, address, first)
  await signOut(page)
  await signInWithPassword(page, address)
  await expect(page).toHaveURL('/account/')

  await page.getByRole('link', { name: 'Open the vault' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await typeRecoveryCode(page, first, 'Confirm')
  await expect(page.getByText('That is not one of your recovery codes')).toBeVisible()
  await page.goto('/vault/')
  await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
  await typeRecoveryCode(page, second, 'Confirm')
  await expect(page).toHaveURL('/vault/')
  await expect(page.getByRole('heading', { name: 'The vault' })).toBeVisible()
  await expect(page.getByText('Password, code')).toBeVisible()
})

test(
  'a user who has nothing but a mailbox confirms with a mailed code',
  engineOnly,
  async ({ page }) => {
    const address = newAddress()
    await askForMail(page, address)
    await page.goto((await readMail(page, address)).link)
    await expect(page).toHaveURL('/account/')

    await page.goto('/auth/confirm?callbackUrl=/about/')
    await expect(page.getByRole('heading', { name: 'Confirm it is you' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(address)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Type the code that we sent to')).toBeVisible()
    const { code } = await readMail(page, address)
    const wrong = code.startsWith('0') ? `1${code.slice(1)}` : `0${code.slice(1)}`
    await typeCode(page, wrong, 'Confirm')
    await expect(page.getByText('That code is wrong or has expired.')).toBeVisible()
    await typeCode(page, code, 'Confirm')
    await expect(page).toHaveURL('/about/')
  },
)

/** Signs in with a recovery code, in a browser that is not asked again. */
async function signInAndTrust(page: Page, address: string, recoveryCode: string): Promise<void> {
  await signInWithPassword(page, address)
  await expect(page).toHaveURL('/auth/second-factor')
  await page.getByRole('link', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Do not ask again in this browser for 30 days').check()
  await typeRecoveryCode(page, recoveryCode)
  await expect(page).toHaveURL('/account/')
}

function trustedBrowsers(page: Page): Locator {
  return page.getByRole('listitem').filter({ hasText: 'Trusted browsers' }).locator('.badge')
}

/** Sets up an authenticator app for the signed-in user, and returns the recovery codes. */
async function setUpApp(page: Page): Promise<readonly string[]> {
  await page.goto('/auth/add-factor')
  const app = new AuthenticatorApp(await readKey(page))
  await typeCode(page, await app.nextCode(), 'Confirm')
  return readRecoveryCodes(page)
}

/** The secret as the page shows it to users who cannot scan. */
async function readKey(page: Page): Promise<string> {
  return (await page.locator('.key code').innerText()).replace(/\s/g, '')
}

async function readRecoveryCodes(page: Page): Promise<readonly string[]> {
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  return page.getByRole('main').getByRole('listitem').allInnerTexts()
}

async function typeCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: button }).click()
}

async function typeRecoveryCode(page: Page, code: string, button = 'Continue'): Promise<void> {
  const link = page.getByRole('link', { name: 'Use a recovery code instead' })
  if ((await page.getByLabel('Recovery code').count()) === 0) await link.click()
  await page.getByLabel('Recovery code').fill(code)
  await page.getByRole('button', { name: button }).click()
}
