import type { FakeUser } from '../provider/fake-user.js'
import type { Browser } from './browser.js'
import { postToRoute } from './factor-users.js'
import { newAddress } from './password-users.js'
import { openBrowser, type AttackedProvider, type AttackTarget } from './target.js'

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
