import type { Browser } from '../browser.js'

/** What a user does on the account page, up to the deletion of the account. */
export async function useAccountPage(
  browser: Browser,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/callback/password', { csrfToken, email, password })
  await browser.fetchPage('/auth/account')
  for (const [route, fields] of forms) {
    await browser.postJson(`/auth/${route}`, { csrfToken: await browser.csrfToken(), ...fields })
  }
  await browser.fetchPage('/auth/delete-account')
  await browser.postJson('/auth/delete-account', { csrfToken: await browser.csrfToken(), email })
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
