import { describe, expect, it } from 'vitest'
import { hasProof, setPassword } from '../../../src/core.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeFactorApp, setUp, useClock } from '../../support/apps/factor-app.js'
import { makeInterruptedApp, postAsScript } from './interrupted-app.js'

const clock = useClock()
const secret = 'seven quiet harbours'

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  const session = { strategy }

  it('a recent proof of two factors does not spare the code of a new sign-in', async () => {
    const app = await makeFactorApp({ session })
    const { browser } = await app.enrol()
    const thief = browser.copy()
    await app.attempt({ email, password }, thief)
    const page = await thief.fetchPage('/auth/second-factor')
    expect(new URL(page.url).pathname).toBe('/auth/second-factor')
    clock.advance(3600)
    expect(await browser.session()).not.toBeNull()
  })

  it('a recent proof of another user does not spare the code (FM2)', async () => {
    const app = await makeFactorApp({ session })
    await app.enrol()
    const address = 'mallory@example.test'
    await app.adapter.createUser({ id: 'mallory', email: address, emailVerified: new Date() })
    await setPassword(app.config, 'mallory', secret)
    clock.advance(5)
    const mallory = app.browser()
    await app.attempt({ email: address, password: secret }, mallory)
    await setUp(mallory, await mallory.fetchPage('/auth/add-factor'))
    await app.begin(mallory)
    expect(await mallory.session()).toMatchObject({ user: { email: address } })
  })

  it('a user who changes the password keeps both factors', async () => {
    const app = await makeFactorApp({ session })
    const { browser } = await app.enrol()
    const fields = { currentPassword: password, password: secret }
    expect(await postAsScript(browser, '/auth/change-password', fields)).toMatchObject({
      status: 200,
    })
    expect(await hasProof(requestFrom(browser), app.config, { factors: 2 })).toBe(true)
  })

  it('a session that has ended in the meantime does not change the password', async () => {
    const app = await makeInterruptedApp({ session })
    const first = await app.begin()
    await setUp(first, await first.fetchPage('/auth/add-factor'))
    const thief = first.copy()
    const stored = await app.adapter.getPassword(app.userId)
    await nextMillisecond()
    const endSession = async (): Promise<void> => {
      const [row] = await app.adapter.listSessionsByUserId(app.userId)
      await app.adapter.deleteSession(row?.sessionToken ?? '')
    }
    // The first call finds the current password, and the second one begins the change.
    app.before('getPassword', () => {
      app.before('getPassword', endSession)
    })
    const fields = { currentPassword: password, password: secret }
    const { error } = await postAsScript(thief, '/auth/change-password', fields)
    expect(error).toBe('SessionRequired')
    expect(await app.adapter.getPassword(app.userId)).toEqual(stored)
    expect(await thief.session()).toBeNull()
  })
})
