import { describe, expect, it } from 'vitest'
import { confirmIdentity } from '../../../src/binding/factor-calls.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { requireSession } from '../../../src/binding/require-session.js'
import { runSignIn } from '../../../src/binding/run-action.js'
import { hasProof } from '../../../src/core.js'
import type { PagesOptions } from '../../../src/model/options.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeFactorApp, useClock } from '../../support/apps/factor-app.js'
import { configOf, endOf, openEvent, openSecondEvent } from './event.js'

const clock = useClock()

/** Signs in a user who has an authenticator app, with a form on the page `/login`. */
async function signIn(pages: Partial<PagesOptions>): Promise<unknown> {
  const app = await makeFactorApp({ pages })
  await app.enrol()
  const { event } = openEvent('/login/', {
    method: 'POST',
    headers: { origin: 'https://app.test' },
  })
  const config = configOf(() => app.config)
  const options = { email, password }
  return runSignIn(event, config, { providerId: 'password', options }).catch(
    (ended: unknown) => ended,
  )
}

describe('a sign-in action that needs a second factor', () => {
  it('says so in its result, if the page with its form asks for it', async () => {
    expect(await signIn({ secondFactor: '/login' })).toEqual({
      failed: undefined,
      fieldErrors: undefined,
      formErrors: undefined,
      needs: 'second-factor',
    })
  })

  it('opens any other page that asks for it', async () => {
    expect(await signIn({})).toMatchObject({ location: '/auth/second-factor' })
    expect(await signIn({ secondFactor: '/code' })).toMatchObject({ location: '/code' })
  })
})

describe.each([
  ['Qwik City 1', (init: RequestInit) => openEvent('/settings/', init)],
  ['Qwik 2', (init: RequestInit) => openSecondEvent('/settings/', 'action', init)],
] as const)('confirmIdentity in an action of %s', (_version, open) => {
  it('mails a code to a user who has nothing else, and takes it', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    await app.adapter.deletePassword(app.user.id)
    clock.advance(3600)
    const config = configOf(() => app.config)
    const act = async (input: Parameters<typeof confirmIdentity>[1]): Promise<string | null> => {
      const headers = { cookie: browser.cookieHeader(), origin: 'https://app.test' }
      const { event, cookies, headers: told } = open({ method: 'POST', headers })
      await handleRequest(event, config)
      const ended = await endOf(() => confirmIdentity(event, input))
      for (const [name, { value }] of cookies) browser.plant(name, decodeURIComponent(value))
      // Qwik 2 is told the place in a header.
      return ended.location ?? ended.response?.headers.get('location') ?? told.get('location')
    }
    expect(await act({ send: true, redirectTo: '/vault' })).toContain(
      '/auth/confirm?with=email-code',
    )
    const code = app.sent.find(({ purpose }) => purpose === 'confirmationCode')?.code
    expect(await act({ code, redirectTo: '/vault' })).toMatch(/\/vault$/)
    const request = new Request('https://app.test/', {
      headers: { cookie: browser.cookieHeader() },
    })
    expect(await hasProof(request, app.config, { within: 600 })).toBe(true)
  })
})

describe('a program whose session has proven too little', () => {
  it.each([
    [{ within: 600 }, 'max_age="600"', 'acr_values'],
    [{ within: 60, factors: 2 as const }, 'acr_values="mfa"', 'max_age="600"'],
  ])('is told so as RFC 9470 says, for %j', async (needed, words, others) => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    clock.advance(3600)
    const { event, headers } = openEvent('/api/', {
      headers: { accept: 'application/json', cookie: browser.cookieHeader() },
    })
    await handleRequest(
      event,
      configOf(() => app.config),
    )
    const ended = await endOf(() => requireSession(event, needed))
    expect(ended.status).toBe(401)
    const challenge =
      headers.get('www-authenticate') ?? ended.response?.headers.get('www-authenticate')
    expect(challenge).toContain('error="insufficient_user_authentication"')
    expect(challenge).toContain(words)
    expect(challenge).not.toContain(others)
  })
})
