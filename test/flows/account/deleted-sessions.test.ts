import { describe, expect, it } from 'vitest'
import { deleteAccount } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeAccountApp, type AccountApp } from '../../support/apps/account-app.js'

const session = { strategy: 'jwt' } as const

async function deleteUser(app: AccountApp): Promise<void> {
  const request = requestFrom(await app.signedIn())
  const { data } = await deleteAccount(request, app.config, { email })
  expect(data.ok).toBe(true)
}

/** An app that deletes the user while the next sign-in is completed. */
async function makeRace(others: Parameters<typeof makeAccountApp>[0] = {}): Promise<AccountApp> {
  let isRacing = false
  const app: AccountApp = await makeAccountApp({
    session,
    callbacks: {
      jwt: async ({ token }) => {
        if (isRacing) {
          isRacing = false
          await deleteUser(app)
        }
        return token
      },
    },
    ...others,
  })
  await app.signedIn()
  isRacing = true
  return app
}

describe('a deletion ends the JWT session', () => {
  it('of a password sign-in that runs at the same time [FA11]', async () => {
    const app = await makeRace()
    const browser = app.browser()
    const answer = await app.attempt({ email, password }, browser)
    expect(answer.status).not.toBe(200)
    expect(await browser.session()).toBeNull()
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
  })

  it('of a sign-in by `authorize` that runs at the same time [FA11]', async () => {
    const app = await makeRace({ others: [passwordProvider] })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, username: 'ada', password: 'correct horse battery' }
    await browser.postJson('/auth/callback/credentials', fields)
    expect(await browser.session()).toBeNull()
  })

  it('of a token that has no row yet', async () => {
    const app = await makeAccountApp({ session })
    const token = await encode({
      token: { name: 'Ada', sub: app.user.id },
      secret,
      salt: sessionCookie,
    })
    await deleteUser(app)
    const browser = app.browser()
    browser.plant(sessionCookie, token)
    expect(await browser.session()).toBeNull()
  })

  it('of a token that was written while the table of sessions was missing', async () => {
    const app = await makeAccountApp({ session })
    const token = await encode({
      token: { name: 'Ada', sub: app.user.id, session_evidence: null },
      secret,
      salt: sessionCookie,
    })
    // The app deletes the user itself, so nothing records it.
    await app.adapter.deleteUser(app.user.id)
    const browser = app.browser()
    browser.plant(sessionCookie, token)
    expect(await browser.session()).toBeNull()
  })

  it('unless the database never had the user', async () => {
    const app = await makeAccountApp({ session })
    const token = await encode({ token: { name: 'Eve', sub: 'eve' }, secret, salt: sessionCookie })
    await deleteUser(app)
    const browser = app.browser()
    browser.plant(sessionCookie, token)
    expect(await browser.session()).not.toBeNull()
  })
})
