import type { Browser, Locator, Page } from '@playwright/test'
import { AuthenticatorApp } from '../authenticator-app'
import { answerProvider, expectProvider, issuer, newName } from '../demo-id'
import { inbox, newAddress } from '../mail'
import { enterNewAccount, firstPassword, linkIn, signInWithPassword } from '../password-account'
import { engineOnly, expect, failedRequest, test } from '../test'
import { VirtualAuthenticator } from '../virtual-authenticator'

// Each section of the account page, on both versions of Qwik, with JavaScript and without.
test.use({
  otherOrigins: new RegExp(`^(${inbox}|${issuer})$`),
  expectedComplaints: failedRequest('400|401'),
})

const account = '/auth/account'
const secondPassword = 'nine louder harbours'

test('a user changes the address by the link in the new mailbox', engineOnly, async ({ page }) => {
  await enterNewAccount(page)
  const moved = newAddress()
  await page.goto(account)
  const section = sectionOf(page, 'E-mail address')
  await section.getByText('Change address').click()
  await section.getByLabel('New address').fill(moved)
  await section.getByLabel('Current password').fill('wrong horse battery')
  await section.getByRole('button', { name: 'Send a link' }).click()
  await expect(page).toHaveURL(/\/auth\/account\?error=/)
  await expect(section.getByText('That is not your current password.')).toBeVisible()
  await section.getByLabel('New address').fill(moved)
  await section.getByLabel('Current password').fill(firstPassword)
  await section.getByRole('button', { name: 'Send a link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await page.goto(await linkIn(page, moved, 'verify-email'))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is changed' })).toBeVisible()
  await page.goto(account)
  await expect(section.getByText(moved)).toBeVisible()
  await expect(sectionOf(page, 'Recent activity').getByText('Address changed')).toBeVisible()
})

test(
  'a user changes the password, and comes back to the account page',
  engineOnly,
  async ({ page }) => {
    const address = await enterNewAccount(page)
    await page.goto(account)
    await sectionOf(page, 'Password').getByRole('link', { name: 'Change password' }).click()
    await page.getByLabel('Current password').fill(firstPassword)
    await page.getByLabel('New password').fill(secondPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page).toHaveURL(account)
    const activity = sectionOf(page, 'Recent activity')
    await expect(activity.getByText('Password changed').first()).toBeVisible()
    await page.context().clearCookies()
    await signInWithPassword(page, address, secondPassword)
    await expect(page).toHaveURL('/account/')
  },
)

test(
  'a user connects an account, removes the password, and disconnects the account',
  engineOnly,
  async ({ page }) => {
    await enterNewAccount(page)
    await page.goto(account)
    const accounts = sectionOf(page, 'Connected accounts')
    const password = sectionOf(page, 'Password')
    await accounts.getByRole('button', { name: 'Connect Demo ID' }).click()
    await expectProvider(page)
    await answerProvider(page, newName())
    await expect(page).toHaveURL(`${account}#accounts`)
    await expect(accounts.getByRole('button', { name: 'Disconnect Demo ID' })).toBeVisible()

    const removal = password.locator('form')
    await password.locator('summary').click()
    await removal.getByLabel('Current password').fill('wrong horse battery')
    await removal.getByRole('button', { name: 'Remove password' }).click()
    await expect(removal.getByText('That is not your current password.')).toBeVisible()
    await removal.getByLabel('Current password').fill(firstPassword)
    await removal.getByRole('button', { name: 'Remove password' }).click()
    await expect(page).toHaveURL(`${account}?changed=password#password`)
    await expect(password.getByRole('status')).toBeInViewport()
    await expect(password.getByRole('link', { name: 'Add a password' })).toBeVisible()

    // The user can still sign in by mail.
    await accounts.getByRole('button', { name: 'Disconnect Demo ID' }).click()
    await expect(accounts.getByRole('button', { name: 'Connect Demo ID' })).toBeVisible()
    const activity = sectionOf(page, 'Recent activity')
    for (const text of [
      'Password removed',
      'Account or passkey added',
      'Account or passkey removed',
    ])
      await expect(activity.getByText(text).first()).toBeVisible()
  },
)

test('a user adds, renames and removes a passkey', async ({ page, browser, origin }) => {
  await enterNewAccount(page)
  // Where passkeys are second factors, a user who has no other one confirms with the passkey itself.
  await page.goto('/auth/add-factor')
  await setUpApp(page)
  await addPasskey(page, browser, origin)
  await page.goto(account)
  const section = sectionOf(page, 'Passkeys')
  const rows = section.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await rows.getByText('Rename').click()
  await rows.getByLabel('Name').fill('Phone <1>')
  await rows.getByRole('button', { name: 'Save' }).click()
  await expect(rows.getByText('Phone <1>')).toBeVisible()
  await section.getByRole('button', { name: 'Remove Phone <1>' }).click()
  await expect(rows).toHaveCount(0)
})

test(
  'a user without JavaScript reads why no passkey can be added',
  engineOnly,
  async ({ page, javaScriptEnabled }) => {
    await enterNewAccount(page)
    await page.goto(account)
    const section = sectionOf(page, 'Passkeys')
    const button = section.getByRole('button', { name: 'Add a passkey' })
    // Playwright finds no text in a `noscript` element, but its elements.
    const reason = section.locator('noscript p')
    await expect(button).toHaveCount(javaScriptEnabled ? 1 : 0)
    await expect(reason).toHaveCount(javaScriptEnabled ? 0 : 1)
  },
)

test(
  'a user switches two-step sign-in on, makes new codes, and switches it off',
  engineOnly,
  async ({ page }) => {
    await enterNewAccount(page)
    await page.goto(account)
    const section = sectionOf(page, 'Two-step sign-in')
    await section.getByRole('link', { name: 'Set up' }).click()
    await page.getByRole('link', { name: 'Add an authenticator app' }).click()
    const codes = await setUpApp(page)
    const first = await codes.allInnerTexts()

    await page.goto(account)
    await expect(section.getByText('On. After you sign in')).toBeVisible()
    await section.getByRole('link', { name: 'Manage' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await expect(codes).toHaveCount(10)
    expect(await codes.allInnerTexts()).not.toEqual(first)

    await page.goto(account)
    await section.getByRole('link', { name: 'Manage' }).click()
    await page.getByRole('button', { name: /^Remove/ }).click()
    await page.goto(account)
    await expect(section.getByText('Off. Switch it on')).toBeVisible()
  },
)

test(
  'a user ends the session of one browser, and no other',
  engineOnly,
  async ({ page, browser, javaScriptEnabled, origin }) => {
    const address = await enterNewAccount(page)
    const others: Page[] = []
    for (let count = 0; count < 2; count++) {
      const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
      const other = await context.newPage()
      await signInWithPassword(other, address)
      await expect(other).toHaveURL('/account/')
      others.push(other)
    }
    await page.goto(account)
    const section = sectionOf(page, 'Sessions')
    const ends = section.getByRole('button', { name: /^End session/ })
    await expect(ends).toHaveCount(2)
    await ends.first().click()
    await expect(ends).toHaveCount(1)
    // Which one it was is not known, because two sessions of the same second have no order.
    const paths: string[] = []
    for (const other of others) {
      await other.goto('/account/')
      paths.push(new URL(other.url()).pathname)
    }
    expect(paths.filter((path) => path === '/account/')).toHaveLength(1)
    await page.goto('/account/')
    await expect(page).toHaveURL('/account/')
    for (const other of others) await other.context().close()
  },
)

/** A section of the page, by its heading. */
function sectionOf(page: Page, heading: string): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** Sets up the authenticator app that the page offers, and returns the recovery codes that it shows. */
async function setUpApp(page: Page): Promise<Locator> {
  const key = (await page.locator('.key code').innerText()).replace(/\s/g, '')
  await page.getByLabel('Code', { exact: true }).fill(await new AuthenticatorApp(key).nextCode())
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('main').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return codes
}

/** Creating a passkey needs JavaScript, so another browser does it in the same session. */
async function addPasskey(page: Page, browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: true })
  await context.addCookies(await page.context().cookies())
  const scripted = await context.newPage()
  await VirtualAuthenticator.plugIn(scripted)
  await scripted.goto(account)
  await scripted.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(sectionOf(scripted, 'Passkeys').getByRole('listitem')).toHaveCount(1)
  await page.context().addCookies(await context.cookies())
  await context.close()
}
