import { describe, expect, it, vi } from 'vitest'
import { Auth, listFactors, revokeSessionsOfUser } from '../../../src/core.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import { openMail } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  useClock,
  type Enrolled,
  type FactorApp,
} from '../../support/apps/factor-app.js'
import { postAsScript } from './interrupted-app.js'

const clock = useClock()
const day = 24 * 60 * 60
const rememberDevice = { secondFactor: { rememberDevice: true } }

/** Signs in with a code, and asks the app to remember the browser. */
async function remember(
  app: FactorApp,
  { authenticator }: Pick<Enrolled, 'authenticator'>,
): Promise<Browser> {
  clock.advance(60)
  const browser = await app.begin()
  await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
  return browser
}

/**
 * Signs in with the password in a new browser that has the cookie of a remembered one, and keeps it
 * longer than a browser would. Returns whether a code is asked.
 */
async function isAsked(
  app: FactorApp,
  remembered: Browser,
  copy: Browser = app.browser(),
): Promise<boolean> {
  const cookies = deviceCookies(remembered)
  expect(cookies).toHaveLength(1)
  for (const { name, value } of cookies) copy.plant(name, value)
  await app.begin(copy)
  return (await copy.session()) === null
}

function deviceCookies({ cookies }: Browser): Browser['cookies'] {
  return cookies.filter(({ name }) => name.includes('-device-'))
}

async function devicesOf(app: FactorApp): Promise<readonly AdapterFactor[]> {
  const rows = await app.adapter.listFactorsByUserId(app.user.id)
  return rows.filter(({ type }) => type === 'device')
}

describe('a remembered browser', () => {
  it('is asked again after 30 days, even if it keeps its cookie longer (FM12)', async () => {
    const app = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    const kept = deviceCookies(browser)
    const thief = app.browser()
    for (const { name, value } of kept) thief.plant(name, value)
    clock.advance(30 * day)
    expect(await isAsked(app, thief)).toBe(true)
  })

  it('is removed from a list that is older than its last sign-in', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { browser: owner, authenticator } = await app.enrol()
    const thief = await remember(app, { authenticator })
    const { devices } = await listFactors(requestFrom(owner), app.config)
    await thief.signOut()
    await app.begin(thief)
    expect(await thief.session()).not.toBeNull()
    expect((await devicesOf(app)).map(({ id }) => id)).not.toContain(devices[0]?.id)
    await postAsScript(owner, '/auth/remove-factor', { factor: devices[0]?.id })
    expect(await devicesOf(app)).toEqual([])
    expect(await isAsked(app, thief)).toBe(true)
  })

  it.each(['deleteFactor', 'createFactor'] as const)(
    'is asked again if it is removed while it signs in, before `%s`',
    async (method) => {
      const app = await makeFactorApp(rememberDevice)
      const { browser: owner, authenticator } = await app.enrol()
      const thief = await remember(app, { authenticator })
      const { devices } = await listFactors(requestFrom(owner), app.config)
      const call = app.adapter[method].bind(app.adapter) as (...args: unknown[]) => unknown
      vi.spyOn(app.adapter, method).mockImplementationOnce((async (...args: unknown[]) => {
        await postAsScript(owner, '/auth/remove-factor', { factor: devices[0]?.id })
        return call(...args)
      }) as never)
      const cookies = deviceCookies(thief)
      const copy = app.browser()
      for (const { name, value } of cookies) copy.plant(name, value)
      await app.begin(copy)
      expect(await copy.session()).toBeNull()
      expect(await devicesOf(app)).toEqual([])
      expect(deviceCookies(copy)).toEqual([])
    },
  )

  it('can be removed twice at the same moment', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { browser: owner, authenticator } = await app.enrol()
    const browser = await remember(app, { authenticator })
    const { devices } = await listFactors(requestFrom(owner), app.config)
    const factor = devices[0]?.id
    const answers = await Promise.all([
      postAsScript(owner, '/auth/remove-factor', { factor }),
      postAsScript(owner.copy(), '/auth/remove-factor', { factor }),
    ])
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined])
    expect(await devicesOf(app)).toEqual([])
    expect(await isAsked(app, browser)).toBe(true)
  })

  it('stays if another one is removed', async () => {
    const app = await makeFactorApp(rememberDevice)
    const { browser: owner, authenticator } = await app.enrol()
    const [one, other] = [
      await remember(app, { authenticator }),
      await remember(app, { authenticator }),
    ]
    const { devices } = await listFactors(requestFrom(owner), app.config)
    expect(devices).toHaveLength(2)
    await postAsScript(owner, '/auth/remove-factor', { factor: devices[0]?.id })
    expect(await devicesOf(app)).toHaveLength(1)
    const asked = [await isAsked(app, one), await isAsked(app, other)]
    expect(asked.filter(Boolean)).toHaveLength(1)
  })

  it('is not asked within 30 days', async () => {
    const app = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    clock.advance(30 * day - 60)
    expect(await isAsked(app, browser)).toBe(false)
  })

  it('is asked again once the app remembers no browsers', async () => {
    const app = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    const { secondFactor } = app.config
    const changed: AuthConfig = {
      ...app.config,
      ...(secondFactor && { secondFactor: { ...secondFactor, rememberDevice: false } }),
    }
    const later = new Browser((request) => Auth(request, changed))
    expect(await isAsked(app, browser, later)).toBe(true)
  })

  it('is not remembered by an app that remembers none, whatever its form says', async () => {
    const app = await makeFactorApp()
    const browser = await remember(app, await app.enrol())
    expect(await browser.session()).not.toBeNull()
    expect(await devicesOf(app)).toEqual([])
    expect(deviceCookies(browser)).toEqual([])
  })

  it('is asked if its cookie is the one of another user (FM12)', async () => {
    const app = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    const [row] = await devicesOf(app)
    const other = await app.adapter.createUser({
      id: 'mallory',
      email: 'mallory@example.test',
      emailVerified: null,
    })
    if (!row) throw new Error('The browser was not remembered.')
    // The row has everything but its owner.
    await app.adapter.deleteFactor(row.id)
    await app.adapter.createFactor({ ...row, userId: other.id })
    expect(await isAsked(app, browser)).toBe(true)
  })

  it('is forgotten if 20 others were remembered since', async () => {
    const app = await makeFactorApp({ ...rememberDevice, limits: false })
    const enrolled = await app.enrol()
    const browser = await remember(app, enrolled)
    const [oldest] = await devicesOf(app)
    for (let count = 0; count < 20; count++) await remember(app, enrolled)
    const rows = await devicesOf(app)
    expect(rows).toHaveLength(20)
    expect(rows.map(({ id }) => id)).not.toContain(oldest?.id)
    expect(await isAsked(app, browser)).toBe(true)
  })

  it('stays forgotten if the user takes the former address back', async () => {
    const app = await makeFactorApp(rememberDevice)
    const enrolled = await app.enrol()
    const remembered = await remember(app, enrolled)
    for (const address of ['moved@example.test', email]) {
      clock.advance(60)
      const { browser, authenticator } = enrolled
      await browser.postForm(await browser.fetchPage('/auth/confirm'), {
        code: await authenticator.code(),
      })
      await postAsScript(browser, '/auth/change-email', {
        email: address,
        currentPassword: password,
      })
      await app.settle()
      const mail = app.sent.findLast(({ purpose }) => purpose === 'newAddress')
      await browser.postForm(await openMail(browser, mail), {}, { follow: true })
      await app.settle()
      expect((await app.adapter.getUser(app.user.id))?.email).toBe(address)
    }
    clock.advance(60)
    expect(await isAsked(app, remembered)).toBe(true)
  })

  it('stays if the browser of another one of the 20 signs in', async () => {
    const app = await makeFactorApp({ ...rememberDevice, limits: false })
    const enrolled = await app.enrol()
    const browser = await remember(app, enrolled)
    for (let count = 0; count < 18; count++) await remember(app, enrolled)
    const last = await remember(app, enrolled)
    expect(await devicesOf(app)).toHaveLength(20)
    expect(await isAsked(app, last)).toBe(false)
    expect(await devicesOf(app)).toHaveLength(20)
    expect(await isAsked(app, browser)).toBe(false)
  })

  /** Remembers a browser while something happens between its session and its cookie. */
  async function rememberDuring(
    change: (app: FactorApp) => Promise<unknown>,
    session: NonNullable<AuthConfig['session']>,
  ): Promise<{ readonly app: FactorApp; readonly browser: Browser }> {
    let isDue = false
    const signIn = async (): Promise<void> => {
      if (isDue) await change(app)
    }
    const app: FactorApp = await makeFactorApp({ ...rememberDevice, session, events: { signIn } })
    const enrolled = await app.enrol()
    isDue = true
    return { app, browser: await remember(app, enrolled) }
  }

  it('is not remembered if the user has signed out everywhere in the meantime (FM12)', async () => {
    const { app, browser } = await rememberDuring(
      ({ config, user }) => revokeSessionsOfUser(config, user.id),
      { strategy: 'database' },
    )
    expect(await devicesOf(app)).toEqual([])
    expect(deviceCookies(browser)).toEqual([])
  })
})

describe('a remembered browser whose cookie is replaced', () => {
  it('is forgotten if the user signs out everywhere in the meantime (FM12)', async () => {
    const app: FactorApp = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    const { deleteFactor } = app.adapter
    let isOver = false
    app.adapter.deleteFactor = async (id) => {
      const isDeleted = await deleteFactor(id)
      if (!isOver) await revokeSessionsOfUser(app.config, app.user.id)
      isOver = true
      return isDeleted
    }
    await isAsked(app, browser)
    expect(isOver).toBe(true)
    expect(await devicesOf(app)).toEqual([])
  })

  it('is forgotten if the password changes in the meantime, by a process that stops then (FM12)', async () => {
    const app: FactorApp = await makeFactorApp(rememberDevice)
    const browser = await remember(app, await app.enrol())
    const { deleteFactor } = app.adapter
    let isOver = false
    app.adapter.deleteFactor = async (id) => {
      const isDeleted = await deleteFactor(id)
      const former = await app.adapter.getPassword(app.user.id)
      // The process has stored the new stamp, and has not yet ended the sessions.
      if (former && !isOver) {
        const changed = { ...former, stamp: 'of the new one' }
        await app.adapter.setPassword(app.user.id, changed, former.hash)
      }
      isOver = true
      return isDeleted
    }
    const copy = app.browser()
    await isAsked(app, browser, copy)
    expect(isOver).toBe(true)
    // The next sign-in knows the new password.
    expect(await isAsked(app, copy)).toBe(true)
  })
})
