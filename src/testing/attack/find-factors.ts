import { openBrowser, type AttackTarget } from './target.js'

/** Finds out whether the app has second factors, unless the target says so. */
export async function findFactors<T extends AttackTarget>(target: T): Promise<T> {
  const hasSecondFactors = target.hasSecondFactors ?? (await asksForSignIn(target))
  return { ...target, hasSecondFactors }
}

/** Only our route gives this reason. A page of the app at the same path does not. */
async function asksForSignIn(target: AttackTarget): Promise<true | undefined> {
  const browser = openBrowser(target)
  const body = { csrfToken: await browser.csrfToken() }
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(browser.route('second-factor'), body, headers)
  return (await response.text()).includes('"error":"PendingSignInLost"') ? true : undefined
}
