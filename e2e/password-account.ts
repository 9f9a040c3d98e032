import type { Page } from '@playwright/test'
import { newAddress, readMail } from './mail'
import { expect, postForm } from './test'

/** The password that {@link signUp} chooses. */
export const firstPassword = 'seven quiet harbours'

export async function askToSignUp(page: Page, address: string): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/account/')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByLabel('E-mail').fill(address)
  await page.getByRole('button', { name: 'Send link' }).click()
}

/**
 * Creates an account with a password, as {@link signUp} does but without opening a page. For a test of
 * something else.
 */
export async function enterNewAccount(page: Page): Promise<string> {
  const address = newAddress()
  await postForm(page, '/auth/signup', { email: address })
  const shown = await page.request.get(await linkIn(page, address, 'reset-password'))
  const [, link = ''] = /name="link" value="([^"]*)"/.exec(await shown.text()) ?? []
  const answer = await postForm(page, '/auth/reset-password', { link, password: firstPassword })
  expect(new URL(answer.url()).pathname).toBe('/account/')
  return address
}

/** Creates an account with a password on the pages, and returns its address. */
export async function signUp(page: Page): Promise<string> {
  const address = newAddress()
  await askToSignUp(page, address)
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await page.goto(await linkIn(page, address, 'reset-password'))
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/account/')
  return address
}

export async function signInWithPassword(
  page: Page,
  address: string,
  password = firstPassword,
): Promise<void> {
  await page.goto('/auth/signin/password?callbackUrl=/account/')
  await page.getByLabel('E-mail').fill(address)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with your password' }).click()
}

/** The links that a test has opened. The next mail to an address has another one. */
const opened = new Set<string>()

/** The mail is sent after the answer, so it may take a moment to arrive. */
export async function linkIn(page: Page, address: string, route: string): Promise<string> {
  let found = ''
  await expect
    .poll(
      async () => {
        found = (await readMail(page, address)).link
        return found.includes(`/auth/${route}`) && !opened.has(found)
      },
      { intervals: [20, 50, 100] },
    )
    .toBe(true)
  opened.add(found)
  return found
}
