import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHasher } from '../../../src/passwords/hasher.js'
import { platformKeyDerivation as node } from '../../../src/passwords/key-derivation.node.js'
import type * as Mailing from '../../support/apps/mailing-app.js'
import type * as App from '../../support/apps/password-app.js'

/** The app of the other tests, but on a platform that has only WebCrypto, such as workerd. */
let apps: Pick<typeof App, 'email' | 'makePasswordApp' | 'password'>
let mailing: Pick<typeof Mailing, 'choose' | 'makeMailingApp'>

beforeAll(async () => {
  vi.resetModules()
  vi.doMock('#key-derivation', async () => {
    const { platformKeyDerivation: web } =
      await import('../../../src/passwords/key-derivation.web.js')
    // The cost has tests of its own.
    const pbkdf2: typeof web.pbkdf2 = (input, cost) => web.pbkdf2(input, { ...cost, iterations: 9 })
    return { platformKeyDerivation: { ...web, pbkdf2 } }
  })
  apps = await import('../../support/apps/password-app.js')
  mailing = await import('../../support/apps/mailing-app.js')
})
afterAll(() => {
  vi.doUnmock('#key-derivation')
  vi.resetModules()
})

const newPassword = 'seven quiet harbours'

describe('a platform without scrypt', () => {
  it('hashes with chained PBKDF2, and the log says so once', async () => {
    const { email, makePasswordApp, password } = apps
    const app = await makePasswordApp({ hasher: undefined })
    const stored = await app.adapter.getPassword(app.user.id)
    expect(stored?.hash).toMatch(/^\$pbkdf2-sha512-chain\$i=100000,c=3\$/)
    for (const secret of [password, 'wrong horse battery', password]) {
      const browser = app.browser()
      await app.attempt({ email, password: secret }, browser)
      expect((await browser.session()) !== null).toBe(secret === password)
    }
    expect(app.codes('warn').filter((code) => code === 'password-scheme')).toHaveLength(1)
  })

  it('cannot check a scrypt hash that Node made, says whose it is, and lets the user reset it', async () => {
    const { email, password } = apps
    const app = await mailing.makeMailingApp({ password: { hasher: undefined } })
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    const made = createHasher({ hashing: { scheme: 'scrypt', ln: 4 }, platform: node })
    await app.adapter.setPassword(
      app.user.id,
      { ...row, hash: await made.hash(password) },
      row.hash,
    )
    const browser = app.browser()
    const response = await app.attempt({ email, password }, browser)
    expect(response.headers.get('location')).toContain('error=CredentialsSignin')
    expect(await browser.session()).toBeNull()
    const unusable = app.logs.find(({ code }) => code === 'password-hash-unusable')
    expect(String(unusable?.message)).toContain(JSON.stringify(app.user.id))
    await mailing.choose(browser, await app.mailTo('forgot-password', email), newPassword)
    expect(await browser.session()).not.toBeNull()
  })

  it('says nothing about the scheme if the app chose it', async () => {
    const { email, makePasswordApp, password } = apps
    const app = await makePasswordApp({ hasher: { scheme: 'pbkdf2', iterations: 10 } })
    await app.attempt({ email, password })
    expect(app.codes('warn')).not.toContain('password-scheme')
  })
})
