import { describe, expect, it } from 'vitest'
import { listFactors } from '../../src/core.js'
import { requestFrom } from '../accounts/accounts-app.js'
import { makeFactorApp, useClock } from './factor-app.js'
import { post } from './interrupted-app.js'

const clock = useClock()

describe('changes of second factors', () => {
  it('send a few mails at most, because those of recovery codes are refused afterwards', async () => {
    const app = await makeFactorApp({ limits: {} })
    const { browser } = await app.enrol()
    await app.settle()
    const before = app.sent.length
    const codes = async (): Promise<readonly string[]> => {
      const rows = await app.adapter.listFactorsByUserId(app.user.id)
      return rows.map(({ id }) => id)
    }
    for (let count = 0; count < 5; count++) {
      expect((await post(browser, '/auth/recovery-codes', {})).status).toBe(200)
    }
    const made = await codes()
    expect(await post(browser, '/auth/recovery-codes', {})).toMatchObject({ status: 429 })
    await app.settle()
    expect(app.sent).toHaveLength(before + 5)
    expect(await codes()).toEqual(made)
    clock.advance(10 * 60)
    expect((await post(browser, '/auth/recovery-codes', {})).error).not.toBe('TooManyRequests')
  })

  it('send a few mails at most, because removals of apps are refused afterwards', async () => {
    const app = await makeFactorApp({ limits: {} })
    const { browser } = await app.enrol()
    const [row] = await app.adapter.listFactorsByUserId(app.user.id)
    if (!row) throw new Error('The user has no app.')
    const added = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of added) await app.adapter.createFactor({ ...row, id })
    for (let count = 0; count < 5; count++) await post(browser, '/auth/recovery-codes', {})
    const answers = added.map(async (factor) => post(browser, '/auth/remove-factor', { factor }))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await listFactors(requestFrom(browser), app.config)).apps).toHaveLength(2)
  })

  it.each(['/auth/recovery-codes', '/auth/remove-factor'])(
    'are limited for a client whose session is not confirmed (%s)',
    async (path) => {
      const client = { attempts: 3, seconds: 60 }
      const app = await makeFactorApp({ trustedProxies: 1, limits: { client } })
      const send = async (): Promise<number> => {
        const browser = app.browser()
        const csrfToken = await browser.csrfToken()
        const headers = { 'x-auth-return-redirect': '1', 'x-forwarded-for': '192.0.2.7' }
        return (await browser.postJson(path, { csrfToken }, headers)).status
      }
      for (let count = 0; count < 3; count++) expect(await send()).not.toBe(429)
      expect(await send()).toBe(429)
    },
  )
})
