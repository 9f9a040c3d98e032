import { describe, expect, it } from 'vitest'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { attempts, makeOAuthApp, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'

/** Names that browsers keep and send, and that no answer can set. */
const odd = ['Ü', 'a²b', 'a{b}', 'a"b', 'a,b', 'a b', '\u00a0']

describe('a cookie whose name begins like one of ours and goes on as no answer can write it', () => {
  it.each(odd)('does not prevent a sign-in: %j', async (rest) => {
    const browser = makeApp().browser()
    browser.plant(`__Host-authjs.challenge.${rest}`, 'x')
    const { status } = await browser.signIn(login)
    expect(status).toBe(302)
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })

  it('does not prevent the start of a sign-in, even if there are many', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    for (let at = 0; at < 12; at++) browser.plant(`__Host-authjs.attempt.${at}Ü`, 'x')
    await start(browser)
    expect(attempts(browser).filter((name) => !name.endsWith('Ü'))).toHaveLength(1)
  })
})
