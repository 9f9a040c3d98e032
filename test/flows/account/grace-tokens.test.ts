import { describe, expect, it } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { email, password } from '../../support/apps/password-app.js'
import { useClock } from '../../support/apps/factor-app.js'
import type { AccountApp } from '../../support/apps/account-app.js'
import { askForDeletion, keep, keepRoute, makeGraceApp, stateOf } from './grace-app.js'

useClock()

/** A user with a pending deletion signs in at a provider whose refresh token has this many characters. */
async function signInWithTokens(
  length: number,
): Promise<{ readonly app: AccountApp; readonly browser: Browser }> {
  const op = await makeProvider({ person: { sub: 'subject-1', email, email_verified: true } })
  op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: 'r'.repeat(length) }) }
  const app = await makeGraceApp({ others: [oidc(op)] })
  await app.adapter.linkAccount({
    provider: 'op',
    providerAccountId: 'subject-1',
    userId: app.user.id,
    type: 'oidc',
    refresh_token: 'stored before',
  })
  await askForDeletion(app)
  const browser = app.browser()
  const back = await comeBack(browser, op.authorize(await start(browser)))
  expect(back.headers.get('location')).toContain(keepRoute)
  return { app, browser }
}

describe('a user can keep the account', () => {
  it.each([1000, 3700, 6000])('with tokens of %i characters, which are stored', async (length) => {
    const { app, browser } = await signInWithTokens(length)
    await keep(browser)
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await stateOf(app)).toBe('kept')
    const account = await app.adapter.getAccount('subject-1', 'op')
    expect(account?.refresh_token).toHaveLength(length)
    expect(app.codes('warn')).not.toContain('provider-tokens-too-large')
  })

  it('with tokens that do not fit into the cookies, and the stored tokens stay', async () => {
    const { app, browser } = await signInWithTokens(20_000)
    await keep(browser)
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await stateOf(app)).toBe('kept')
    const account = await app.adapter.getAccount('subject-1', 'op')
    expect(account?.refresh_token).toBe('stored before')
    expect(app.codes('warn')).toContain('provider-tokens-too-large')
  })

  it('with a picture in the database that does not fit into the cookies', async () => {
    const app = await makeGraceApp()
    await app.adapter.updateUser({ id: app.user.id, image: `data:,${'x'.repeat(20_000)}` })
    await askForDeletion(app)
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await keep(browser)
    expect(await stateOf(app)).toBe('kept')
  })
})
