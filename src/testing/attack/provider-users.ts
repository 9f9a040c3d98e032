import { expectThat } from '../expectations.js'
import type { FakeUser } from '../provider/fake-user.js'
import { expectSignedIn } from './answers.js'
import type { Browser } from './browser.js'
import { mayChangeFactors, postToRoute } from './factor-users.js'
import { newAddress } from './password-users.js'
import { openBrowser, type AttackedProvider, type AttackTarget } from './target.js'

/** In seconds. */
export const hour: number = 60 * 60

/** Creates a user of an identity service whom the app does not know. */
export function newProviderUser(): FakeUser {
  const sub = crypto.randomUUID()
  return { sub, name: `Attacker ${sub}`, email: newAddress(), email_verified: true }
}

/** Signs in at a provider, as far as that goes. */
export async function signInAtProvider(
  target: AttackTarget,
  provider: AttackedProvider,
  user: FakeUser,
): Promise<Browser> {
  const browser = openBrowser(target)
  const { url } = await postToRoute(browser, `signin/${provider.id}`, {})
  await returnFrom(browser, provider, url, user)
  return browser
}

/** Confirms the identity of the signed-in user at a provider, where `user` signs in. */
export async function confirmAtProvider(
  browser: Browser,
  provider: AttackedProvider,
  user: FakeUser,
): Promise<Response> {
  const fields = { with: 'provider', provider: provider.id }
  const { url } = await postToRoute(browser, 'confirm', fields)
  return returnFrom(browser, provider, url, user)
}

/** Does what happens at the service, and comes back as a browser does: from another site. */
async function returnFrom(
  browser: Browser,
  { id, service }: AttackedProvider,
  url: string | undefined,
  user: FakeUser,
): Promise<Response> {
  if (url === undefined || !URL.canParse(url)) {
    throw new Error(`Expected the app to lead to the provider "${id}", got ${url}.`)
  }
  const { url: back, form } = service.authorize(url, user)
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  if (!form) return browser.send(back, { headers })
  const { origin } = new URL(url)
  return browser.send(back, { method: 'POST', headers: { ...headers, origin }, body: form })
}

/** Signs in with an ID token that is about a sign-in an hour ago, so that its proof is old. */
export async function signInLongAgo(
  target: AttackTarget,
  provider: AttackedProvider,
  user: FakeUser,
): Promise<Browser> {
  const browser = await withAuthTime(provider, secondsNow() - hour, () =>
    signInAtProvider(target, provider, user),
  )
  await expectSignedIn(browser, `a sign-in at ${provider.id}`)
  expectThat(!(await mayChangeFactors(browser)), 'no proof from a sign-in an hour ago')
  return browser
}

/** Does something while the provider gives this time for every sign-in. */
export async function withAuthTime<T>(
  { service }: AttackedProvider,
  authTime: unknown,
  run: () => Promise<T>,
): Promise<T> {
  service.changeClaims((claims) => ({ ...claims, auth_time: authTime }))
  try {
    return await run()
  } finally {
    service.recover()
  }
}

/** Returns the time now, as ID tokens have it. */
export function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}
