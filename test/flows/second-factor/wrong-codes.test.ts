import { describe, expect, it } from 'vitest'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import type { Browser } from '../../support/browser.js'
import { password } from '../../support/apps/password-app.js'
import { begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { makeFactorApp, useClock, type FactorApp } from '../../support/apps/factor-app.js'
import { postAsScript } from './interrupted-app.js'

const clock = useClock()

// One client plays many here.
const limits = { client: { attempts: 1e6, seconds: 1 } }

/** How many wrong codes are evaluated until one has to wait. */
async function guess(browser: Browser, path: string, most: number): Promise<number> {
  for (let count = 0; count < most; count++) {
    const { error } = await postAsScript(browser, path, { code: '000000' })
    if (error !== 'InvalidCode') return count
  }
  return most
}

const demands = { requireUserVerification: false }
const userVerification = 'preferred' as const

/** An app with a user who has a password, and a security key that only needs a touch. */
async function makeTouchApp(): Promise<{
  readonly app: FactorApp
  readonly key: SoftwareAuthenticator
}> {
  const touchKeys = Passkey({
    authenticationOptions: { userVerification },
    registrationOptions: { authenticatorSelection: { userVerification } },
    verifyAuthenticationOptions: demands,
    verifyRegistrationOptions: demands,
  })
  const app = await makeFactorApp({
    limits,
    secondFactor: { methods: [authenticatorApp(), passkey()] },
    experimental: { enableWebAuthn: true },
    others: [touchKeys],
  })
  const key = new SoftwareAuthenticator()
  await register(await app.begin(), key, {}, { uv: false })
  clock.advance(2)
  return { app, key }
}

async function touch(
  browser: Browser,
  key: SoftwareAuthenticator,
  fields: Readonly<Record<string, string>> = {},
): Promise<void> {
  const asked = await begin(browser, 'authenticate', fields)
  const options = await optionsOf<Parameters<typeof key.get>[0]>(asked)
  const { error } = await end(browser, 'authenticate', key.get(options, { uv: false }))
  expect(error).toBeUndefined()
}

describe('wrong codes after a security key that was only touched', () => {
  it('are ten in 15 minutes, however often the key is touched (FM6)', async () => {
    const { app, key } = await makeTouchApp()
    const owner = await app.begin()
    await touch(owner, key, { for: 'second-factor' })
    const { authenticator } = await app.enrol(owner)
    clock.advance(60)
    let evaluated = 0
    for (let round = 0; round < 6; round++) {
      const thief = app.browser()
      await touch(thief, key)
      evaluated += await guess(thief, '/auth/second-factor', 4)
      clock.advance(1)
    }
    expect(evaluated).toBe(10)
    const thief = app.browser()
    await touch(thief, key)
    const { error } = await postAsScript(thief, '/auth/second-factor', {
      code: await authenticator.code(),
    })
    expect(error).toBe('TooManyRequests')
  })
})

describe('wrong codes in a stolen session', () => {
  it('do not keep the owner from signing in, and a mail tells the owner once (FM8)', async () => {
    const app = await makeFactorApp({ limits })
    const { browser, authenticator } = await app.enrol()
    clock.advance(3600)
    const thief = browser.copy()
    expect(await guess(thief, '/auth/confirm', 6)).toBe(5)
    // A session has five tries in ten minutes.
    clock.advance(601)
    expect(await guess(thief, '/auth/confirm', 6)).toBe(5)
    const owner = await app.begin()
    const { error } = await postAsScript(owner, '/auth/second-factor', {
      code: await authenticator.code(),
    })
    expect(error).toBeUndefined()
    expect(await owner.session()).not.toBeNull()
    for (let wave = 0; wave < 4; wave++) {
      clock.advance(601)
      await guess(thief, '/auth/confirm', 5)
    }
    await app.settle()
    const told = app.sent.filter(({ purpose }) => purpose === 'secondFactorGuessed')
    expect(told).toHaveLength(1)
  })
})

describe('wrong passwords in a stolen session', () => {
  it('do not keep the owner of a touched security key from signing in', async () => {
    const { app, key } = await makeTouchApp()
    const thief = await app.begin()
    await touch(thief, key, { for: 'second-factor' })
    const fields = { email: 'mallory@example.test', currentPassword: 'not the password' }
    for (let tries = 0; tries < 20; tries++) await postAsScript(thief, '/auth/change-email', fields)
    expect(await postAsScript(thief, '/auth/change-email', fields)).toMatchObject({ status: 429 })
    const owner = app.browser()
    await touch(owner, key)
    expect(await postAsScript(owner, '/auth/second-factor', { password })).not.toHaveProperty(
      'error',
    )
    expect(await owner.session()).not.toBeNull()
  })
})
