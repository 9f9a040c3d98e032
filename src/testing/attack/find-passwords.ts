import { openBrowser, type AttackTarget } from './target.js'

/** Finds out what the app offers with passwords, unless the target says so. */
export async function findPasswords<T extends AttackTarget>(target: T): Promise<T> {
  const hasPasswords = target.hasPasswords ?? (await asksForSession(target))
  const hasSignUp = target.hasSignUp ?? (hasPasswords && (await hasSignUpPage(target)))
  return { ...target, hasPasswords, hasSignUp }
}

/** Only our route gives this reason. A page of the app at the same path does not. */
async function asksForSession(target: AttackTarget): Promise<true | undefined> {
  const browser = openBrowser(target)
  const body = { csrfToken: await browser.csrfToken() }
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(browser.route('change-password'), body, headers)
  return (await response.text()).includes('"error":"SessionRequired"') ? true : undefined
}

/** The page exists only if the app can send mails and lets visitors sign up. */
async function hasSignUpPage(target: AttackTarget): Promise<true | undefined> {
  const browser = openBrowser(target)
  const { status } = await browser.send(browser.route('signup'), {
    headers: { accept: 'text/html' },
  })
  return status < 400 ? true : undefined
}
