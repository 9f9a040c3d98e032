import type { Browser, Page } from '../../support/browser.js'
import { readAuthenticator } from '../../support/apps/factor-app.js'

/** What a user does with an authenticator app, from the first code to its removal. */
export async function useSecondFactor(
  browser: Browser,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const setUp = await browser.fetchPage('/auth/add-factor')
  const authenticator = readAuthenticator(setUp)
  await browser.postForm(setUp, { code: await authenticator.code() })
  await browser.postForm(await browser.fetchPage('/auth/confirm'), {
    code: await authenticator.code(1),
  })
  await postTo(browser, await browser.fetchPage('/auth/factors'), 'recovery-codes')
  await browser.signOut()
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/callback/password', { csrfToken, email, password })
  const asked = await browser.fetchPage('/auth/second-factor')
  await browser.postForm(asked, { code: await authenticator.code() })
  await postTo(browser, asked, 'remove-factor')
}

/** Posts the form of a page that leads to a route, or else an empty form to that route. */
async function postTo(browser: Browser, page: Page, route: string): Promise<void> {
  const form = page.forms.findIndex(({ action }) => action.endsWith(`/${route}`))
  if (form >= 0) await browser.postForm(page, {}, { form })
  else await browser.postJson(`/auth/${route}`, { csrfToken: await browser.csrfToken() })
}
