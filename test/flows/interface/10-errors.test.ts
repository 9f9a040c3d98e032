import { describe, expect, it, vi } from 'vitest'
import { checkSignInInput, checkSignOutInput } from '../../../src/binding/sign-in-input.js'
import { AuthError } from '../../../src/errors.js'
import { askForMail, locationOf, makeMailApp } from '../../support/apps/mail-app.js'
import { login, makeApp } from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oauth } from '../../support/oauth/sign-in.js'
import { makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

describe('Errors', () => {
  const refusals = [() => false, (): never => expect.fail('no')]

  it.each(refusals)('a refused sign-in leads to the built-in error page', async (signIn) => {
    const { response } = await makeApp({ callbacks: { signIn } }).browser().signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=AccessDenied')
  })

  it.each(refusals)('a refused sign-in leads to `pages.error` when it is set', async (signIn) => {
    const app = makeApp({ callbacks: { signIn }, pages: { error: '/oops' } })
    const { response } = await app.browser().signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/oops?error=AccessDenied')
  })

  it.each(refusals)('a refused request for a mail leads to the error page', async (signIn) => {
    const app = makeMailApp({ callbacks: { signIn } })
    const { response } = await askForMail(app.browser())
    expect(locationOf(response)).toBe('https://app.test/auth/error?error=AccessDenied')
  })

  it.each(refusals)('a refused passkey leads to the error page', async (signIn) => {
    const app = makePasskeyApp({ callbacks: { signIn } })
    const { url } = await register(app.browser(), new SoftwareAuthenticator())
    expect(url).toBe('https://app.test/auth/error?error=AccessDenied')
  })

  it("an error in the `signIn` callback raises `AccessDenied` with the original error's message", async () => {
    const signIn = (): never => {
      throw new Error('the directory is down')
    }
    const app = makeApp({ callbacks: { signIn } })
    await app.browser().signIn(login)
    const [line] = app.logs
    expect(line?.message[0]).toBeInstanceOf(AuthError)
    expect(line?.message[0]).toMatchObject({
      type: 'AccessDenied',
      message: 'the directory is down',
    })
  })

  it('invalid input is reported by field and for the form', () => {
    const signIn = checkSignInInput({
      providerId: 1,
      redirectTo: 2,
      options: 3,
      authorizationParams: 4,
    })
    for (const field of ['providerId', 'redirectTo', 'options', 'authorizationParams']) {
      expect(signIn?.fieldErrors[field]).toEqual([expect.any(String)])
    }
    expect(signIn?.formErrors).toEqual([])
    expect(checkSignOutInput({ redirectTo: 1 })?.fieldErrors['redirectTo']).toEqual([
      expect.any(String),
    ])
    expect(checkSignOutInput(null)?.formErrors).toEqual([expect.any(String)])
  })

  it('deprecated and advanced options raise no errors and print no warnings', async () => {
    const style = { bg: '#fff', text: '#000' }
    const app = makeOAuthApp([oauth(await makeProvider(), { style })], {
      cookies: { sessionToken: { name: 'mine' } },
      useSecureCookies: true,
    })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(200)
    expect(app.logs).toEqual([])
  })

  it('an experimental feature prints a warning to the console, and raises no error', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const app = makeApp({ experimental: { enableWebAuthn: true }, logger: undefined })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(200)
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('experimental'), expect.any(String))
    warn.mockRestore()
  })
})
