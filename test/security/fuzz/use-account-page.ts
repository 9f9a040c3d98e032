import type { Browser } from '../../support/browser.js'

/** What a user does on the account page, up to the deletion of an account that is then kept. */
export async function useAccountPage(
  browser: Browser,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const signIn = async () => {
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/callback/password', { csrfToken, email, password })
  }
  await signIn()
  await browser.fetchPage('/auth/account')
  for (const [route, fields] of forms) {
    await browser.postJson(`/auth/${route}`, { csrfToken: await browser.csrfToken(), ...fields })
  }
  await browser.fetchPage('/auth/delete-account')
  await browser.postJson('/auth/delete-account', { csrfToken: await browser.csrfToken(), email })
  await signIn()
  await browser.fetchPage('/auth/keep-account')
  await browser.postJson('/auth/keep-account', { csrfToken: await browser.csrfToken() })
}

const forms: readonly (readonly [route: string, fields: Readonly<Record<string, string>>])[] = [
  ['update-profile', { name: 'Ada', picture: 'none' }],
  ['end-session', { session: 'none' }],
  ['end-session', { others: 'true' }],
  ['unlink-account', { provider: 'github', providerAccountId: '1' }],
  ['rename-passkey', { passkey: 'none', name: 'Phone' }],
  ['remove-passkey', { passkey: 'none' }],
  ['export-account', {}],
]
