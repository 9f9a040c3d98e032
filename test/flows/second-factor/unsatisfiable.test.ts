import { describe, expect, it } from 'vitest'
import { hasProof } from '../../../src/core.js'
import { passkey } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { makeMailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeFactorApp } from '../../support/apps/factor-app.js'

describe('an authenticator app that the methods no longer have', () => {
  it('is not asked for, and the log says so', async () => {
    const app = await makeFactorApp({
      secondFactor: { methods: [passkey()] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
    })
    await app.begin()
    expect(app.codes('warn')).not.toContain('factor-not-asked')
    await app.adapter.createFactor({
      id: 'totp:former',
      userId: app.user.id,
      type: 'totp',
      name: null,
      secret: null,
      lastStep: 0,
      createdAt: new Date(),
      lastUsedAt: null,
      expires: null,
    })
    expect(await (await app.begin()).session()).not.toBeNull()
    expect(app.codes('warn')).toContain('factor-not-asked')
  })
})

describe('a proof that the user cannot have', () => {
  it.each([
    ['within: 0', { within: 0 }, true],
    ['factors: 2 in an app without second factors', { factors: 2 }, true],
    ['within: 600', { within: 600 }, false],
  ] as const)('is named in the log: %s', async (_, needed, isNamed) => {
    const app = await makeMailingApp()
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    expect(await hasProof(requestFrom(browser), app.config, needed)).toBe(!isNamed)
    expect(app.codes('warn').includes('proof-impossible')).toBe(isNamed)
  })
})
