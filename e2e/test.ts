import { expect, test as base, type APIResponse, type Page } from '@playwright/test'
import { signInAda } from './sign-in-ada'

export interface Fixtures {
  /** What a page says of caching that depends on a session. */
  pageCaching: string
  /** Whether the framework refuses forms of other sites before it runs anything of the page. */
  refusesForeignForms: boolean
  /** Where the application is, such as `http://localhost:4173`. */
  origin: string
  /** Complaints in the console that belong to the test, such as the 401 of a refused password. */
  expectedComplaints: RegExp
  /** Complaints about what the server puts into every page, the built-in ones included. */
  toolComplaints: RegExp
  /** Origins besides our own that the test itself sets up. */
  otherOrigins: RegExp
  /** Fails the test when the browser complains, or asks anybody else for anything. */
  watch: void
}

const none = /^$/

/** Marks a test that needs JavaScript in the browser. */
export const scripted = { tag: '@javascript' }
/** Marks a test of pages that only the engine makes, so that one application is enough. */
export const engineOnly = { tag: '@engine' }

export const test = base.extend<Fixtures>({
  origin: async ({ baseURL }, use) => use(baseURL ?? ''),
  pageCaching: ['private, no-store', { option: true }],
  refusesForeignForms: [true, { option: true }],
  expectedComplaints: [none, { option: true }],
  toolComplaints: [none, { option: true }],
  otherOrigins: [none, { option: true }],
  watch: [
    async ({ context, origin, expectedComplaints, toolComplaints, otherOrigins }, use) => {
      const complaints: string[] = []
      const complain = (text: string): void => {
        const isExpected = [expectedComplaints, toolComplaints].some((one) => one.test(text))
        if (!isExpected) complaints.push(text)
      }
      context.on('weberror', (event) => complain(event.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error') complain(message.text())
      })
      context.on('request', (request) => {
        const asked = new URL(request.url())
        if (asked.protocol === 'data:' || asked.origin === origin) return
        if (otherOrigins.test(asked.origin)) return
        complaints.push(`asked ${request.url()}`)
      })
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What the browser says in the console about an answer with this status, or one of several. */
export function failedRequest(status: number | `${number}|${number}`): RegExp {
  return new RegExp(`^Failed to load resource: .* status of (?:${status}) `)
}

/** Fills in the sign-in form of the page, the application's or the built-in one, and sends it. */
export async function submitSignIn(
  page: Page,
  { username = 'ada', password = 'lovelace' } = {},
): Promise<void> {
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(?:Sign in|Continue)$/ })
    .click()
}

/** Is signed in, and on the account page: what a test begins with that is about something else. */
export async function enter(page: Page): Promise<void> {
  const { cookies } = await signInAda(base.info().project.use.baseURL ?? '')
  await page.context().addCookies(cookies)
  await page.goto('/account/')
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
}

/** Sends a form of a built-in page without opening it; gives what the redirects lead to. */
export async function postForm(
  page: Page,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<APIResponse> {
  const asked = await page.request.get('/auth/csrf')
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const answer = await page.request.post(path, {
    form: { ...fields, csrfToken, callbackUrl: '/account/' },
    headers: { origin: new URL(asked.url()).origin },
  })
  // The forms of the application need no such token, and leave none behind.
  await page.context().clearCookies({ name: 'authjs.csrf-token' })
  return answer
}

/** Signs in, and waits for the page that it leads to. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/login/')
  await submitSignIn(page)
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  await expect(page).toHaveURL('/account/')
}

export async function signOut(page: Page): Promise<void> {
  await leave(page)
  await expectSignedOut(page)
}

/** Signs out in the menu of the header. */
export async function leave(page: Page): Promise<void> {
  const menu = page.getByRole('banner').locator('details')
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: 'Sign out' }).click()
}

/** Goes back; the router may lead on at once, which ends the wait for the page. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack().catch((error: unknown) => {
    if (!String(error).includes('ERR_ABORTED')) throw error
  })
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toContainText('Ada Lovelace')
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('banner').locator('details')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0)
}

/**
 * The names of the cookies that the browser holds, but for those of the ceremonies that a page with
 * passkeys begins by itself: they are gone within minutes.
 */
export async function cookieNames(page: Page): Promise<string[]> {
  const names = (await page.context().cookies()).map(({ name }) => name)
  return names.filter((name) => !name.startsWith('authjs.challenge.'))
}

export const sessionCookie = 'authjs.session-token'

/** Stays after a sign-out, so that the sign-in page can say which way was taken. */
export const lastSignInCookie = 'authjs.last-sign-in'
