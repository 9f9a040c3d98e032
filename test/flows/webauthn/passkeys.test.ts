import { describe, expect, it } from 'vitest'
import { authenticate, begin, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

const ways = ['jwt', 'database'] as const

describe.each(ways)('a passkey, with sessions of the strategy %s', (strategy) => {
  it('signs a user up, and in again', async () => {
    const app = makePasskeyApp({ session: { strategy } })
    const authenticator = new SoftwareAuthenticator()

    const browser = app.browser()
    expect(await register(browser, authenticator)).toEqual({
      status: 200,
      url: 'https://app.test/inside',
      error: undefined,
    })
    expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.test' } })

    const another = app.browser()
    expect(await authenticate(another, authenticator)).toMatchObject({ status: 200 })
    expect(await another.session()).toMatchObject({ user: { email: 'ada@example.test' } })
    expect(app.codes('error')).toEqual([])
  })

  it('leaves no challenge of the page behind after a sign-in', async () => {
    const app = makePasskeyApp({ session: { strategy } })
    const browser = app.browser()
    await begin(browser, 'authenticate')
    await register(browser, new SoftwareAuthenticator())
    expect(browser.cookies.filter(({ name }) => name.includes('challenge'))).toEqual([])
  })
})
