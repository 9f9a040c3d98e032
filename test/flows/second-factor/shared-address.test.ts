import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { Auth } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import {
  answer,
  makeFactorApp,
  setUp,
  useClock,
  type Enrolled,
  type FactorApp,
} from '../../support/apps/factor-app.js'
import { email } from '../../support/apps/password-app.js'

const clock = useClock()

interface SharedApp extends Omit<FactorApp, 'browser'>, Enrolled {
  /** Lets a stranger use up the attempts of the address that all browsers share. */
  readonly useUp: () => Promise<void>
}

/** An app whose user has just proven two factors. */
async function makeSharedApp(): Promise<SharedApp> {
  const app = await makeFactorApp({
    account: accountPage({ graceDays: 1 }),
    limits: { client: { attempts: 3, seconds: 3600 } },
  })
  const open = (): Browser =>
    new Browser((request) => Auth(request, app.config, { clientAddress: '203.0.113.7' }))
  const enrolled = await app.enrol(await app.begin(open()))
  const useUp = async (): Promise<void> => {
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const fields = { email: `user-${count}@example.test`, password: 'wrong horse battery' }
      statuses.push((await app.attempt(fields, open())).status)
    }
    expect(statuses.at(-1)).toBe(429)
  }
  return { ...app, ...enrolled, useUp }
}

async function post(
  { browser }: SharedApp,
  route: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<number> {
  const csrfToken = await browser.csrfToken()
  return (await browser.postJson(`/auth/${route}`, { csrfToken, ...fields })).status
}

describe('a stranger behind the same address keeps no signed-in user (FP23)', () => {
  it('from confirming their identity with a second factor', async () => {
    const app = await makeSharedApp()
    clock.advance(3000)
    await app.useUp()
    expect(await post(app, 'confirm', { code: await app.authenticator.code() })).toBe(302)
    expect((await app.browser.fetchPage('/auth/delete-account')).status).toBe(200)
  })

  it('from setting up a second authenticator app', async () => {
    const app = await makeSharedApp()
    await app.useUp()
    await setUp(app.browser, await app.browser.fetchPage('/auth/add-factor'))
    const rows = await app.adapter.listFactorsByUserId(app.user.id)
    expect(rows.filter(({ type }) => type === 'totp')).toHaveLength(2)
  })

  it('from making new recovery codes, and from removing the app', async () => {
    const app = await makeSharedApp()
    await app.useUp()
    const csrfToken = await app.browser.csrfToken()
    const made = await app.browser.postJson('/auth/recovery-codes', { csrfToken })
    expect(made.status).toBe(200)
    expect(await made.text()).toMatch(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/)
    const rows = await app.adapter.listFactorsByUserId(app.user.id)
    const row = rows.find(({ type }) => type === 'totp')
    expect(await post(app, 'remove-factor', { factor: row?.id ?? '' })).toBe(302)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })

  it('from changing the profile', async () => {
    const app = await makeSharedApp()
    await app.useUp()
    expect(await post(app, 'update-profile', { name: 'Countess' })).toBe(302)
    expect(await app.adapter.getUser(app.user.id)).toMatchObject({ name: 'Countess' })
  })

  it('from keeping an account that is to be deleted', async () => {
    const app = await makeSharedApp()
    expect(await post(app, 'delete-account', { email })).toBe(200)
    clock.advance(90)
    await app.begin(app.browser)
    await answer(app.browser, { code: await app.authenticator.code() })
    await app.useUp()
    expect(await post(app, 'keep-account')).toBe(302)
    expect(await app.browser.session()).toMatchObject({ user: { email } })
  })
})

describe('the attempts of a session', () => {
  it('end, and use up little of what others behind the same address share', async () => {
    const app = await makeSharedApp()
    const statuses = []
    for (let count = 0; count < 12; count += 1) {
      statuses.push(await post(app, 'confirm', { code: '000000' }))
    }
    expect(statuses.at(-1)).toBe(429)
    expect(await post(app, 'update-profile', { name: 'Countess' })).toBe(302)
  })
})
