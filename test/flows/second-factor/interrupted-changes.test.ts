import { describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { getAuthentication, signOut, unlinkAccount } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import { runtimeOfProcess } from '../../../src/config/runtime.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import Passkey from '../../../src/providers/passkey.js'
import { fakeProvider } from '../../../src/testing.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { gesture } from '../../support/apps/mail-app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { setUp } from '../../support/apps/factor-app.js'
import type { Browser } from '../../support/browser.js'
import {
  endOthers,
  makeInterruptedApp,
  postAsScript,
  type InterruptedApp,
} from './interrupted-app.js'

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  const session = { strategy }

  it('the removal of the last app is told, also if its session ends meanwhile', async () => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const other = browser.copy()
    const [factor] = await app.adapter.listFactorsByUserId(app.userId)
    const [mailed, audited] = [(await app.mails()).length, app.audited.length]
    app.before('createSession', () => signOut(requestFrom(other), app.config))
    const { error } = await postAsScript(browser, '/auth/remove-factor', { factor: factor?.id })
    expect(error).toBe('SessionRequired')
    expect(await app.adapter.listFactorsByUserId(app.userId)).toEqual([])
    expect((await app.mails()).slice(mailed)).toEqual(['factorsSwitchedOff'])
    expect(app.audited.slice(audited)).toContain('factor-removed')
  })

  it('the removal of the last passkey is told, also if its session ends meanwhile', async () => {
    const app = await makeInterruptedApp({
      session,
      account: accountPage(),
      providers: [Passkey()],
      experimental: { enableWebAuthn: true },
      secondFactor: { methods: [authenticatorApp(), passkey()] },
    })
    const browser = await app.begin()
    const key = new SoftwareAuthenticator()
    await register(browser, key, {})
    await nextMillisecond()
    const options = await optionsOf<Parameters<typeof key.get>[0]>(
      await begin(browser, 'authenticate'),
    )
    await end(browser, 'authenticate', key.get(options))
    const other = browser.copy()
    const mailed = (await app.mails()).length
    app.before('createSession', () => signOut(requestFrom(other), app.config))
    const fields = { passkey: key.credentials[0]?.id ?? '' }
    const { error } = await postAsScript(browser, '/auth/remove-passkey', fields)
    expect(error).toBe('SessionRequired')
    expect(await app.adapter.listAuthenticatorsByUserId(app.userId)).toEqual([])
    expect((await app.mails()).slice(mailed)).toEqual(['factorsSwitchedOff'])
  })

  it('new recovery codes are told, and do not stay if their session ends meanwhile', async () => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const mailed = (await app.mails()).length
    const made = await postAsScript(browser, '/auth/recovery-codes', {})
    expect(made.recoveryCodes).toHaveLength(10)
    expect((await app.mails()).slice(mailed)).toEqual(['recoveryCodesMade'])
    const other = browser.copy()
    app.before('replaceFactors', () =>
      signOut(requestFrom(other), app.config, { everywhere: true }),
    )
    const again = await postAsScript(browser, '/auth/recovery-codes', {})
    expect(again).toMatchObject({ error: 'SessionRequired' })
    expect(again.recoveryCodes).toBeUndefined()
    const left = await app.adapter.listFactorsByUserId(app.userId)
    expect(left.map(({ type }) => type)).toEqual(['totp'])
    expect((await app.mails()).slice(mailed + 1)).toEqual(['recoveryCodesMade'])
  })

  it('a link does not outlive the session that asked for it, and is removed again', async () => {
    const fake = fakeProvider({ users: [{ sub: 'mallory', email: 'mallory@example.test' }] })
    const app = await makeInterruptedApp({ session, providers: [fake.provider({ id: 'op' })] })
    const [owner, thief] = [await app.begin(), await app.begin()]
    const { url = '' } = await postAsScript(thief, '/auth/signin/op', { link: true })
    app.before('createSession', () => endOthers(app, owner))
    await thief.send(fake.authorize(url, 'mallory').url, { headers: gesture })
    expect(await thief.session()).toBeNull()
    expect(await app.adapter.listSessionsByUserId(app.userId)).toHaveLength(1)
    expect(await app.adapter.listAccountsByUserId(app.userId)).toEqual([])
    expect(await owner.session()).not.toBeNull()
  })

  it('a session that began with such a link ends with it, and the owner stays signed in', async () => {
    const fake = fakeProvider({ users: [{ sub: 'mallory', email: 'mallory@example.test' }] })
    const app = await makeInterruptedApp({ session, providers: [fake.provider({ id: 'op' })] })
    const [owner, thief, tab] = [await app.begin(), await app.begin(), app.browser()]
    const { url = '' } = await postAsScript(thief, '/auth/signin/op', { link: true })
    app.before('createSession', async () => {
      await endOthers(app, owner)
      const signIn = await postAsScript(tab, '/auth/signin/op', {})
      await tab.send(fake.authorize(signIn.url ?? '', 'mallory').url, { headers: gesture })
      expect(await tab.session()).not.toBeNull()
    })
    await thief.send(fake.authorize(url, 'mallory').url, { headers: gesture })
    expect(await tab.session()).toBeNull()
    expect(await owner.session()).not.toBeNull()
  })
})

const withPasskeys = {
  account: accountPage(),
  providers: [Passkey()],
  experimental: { enableWebAuthn: true },
  secondFactor: { methods: [authenticatorApp(), passkey()] },
}

/** Signs in, adds a passkey and proves it. */
async function addPasskey(
  app: InterruptedApp,
): Promise<{ readonly browser: Browser; readonly id: string }> {
  const browser = await app.begin()
  const key = new SoftwareAuthenticator()
  await register(browser, key, {})
  await nextMillisecond()
  const asked = await begin(browser, 'authenticate')
  await end(browser, 'authenticate', key.get(await optionsOf<Parameters<typeof key.get>[0]>(asked)))
  return { browser, id: key.credentials[0]?.id ?? '' }
}

const lost = new Error('The connection was lost.')

describe('if the database fails', () => {
  it('after an app was removed, the owner and the audit trail are told', async () => {
    const app = await makeInterruptedApp()
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const [factor] = await app.adapter.listFactorsByUserId(app.userId)
    const [mailed, audited] = [(await app.mails()).length, app.audited.length]
    app.before('deleteFactor', () =>
      app.before('listFactorsByUserId', () => {
        throw lost
      }),
    )
    const { error } = await postAsScript(browser, '/auth/remove-factor', { factor: factor?.id })
    expect(error).toBe('Configuration')
    expect((await app.mails()).slice(mailed)).toEqual(['factorRemoved'])
    expect(app.audited.slice(audited)).toContain('factor-removed')
  })

  it('after a passkey was removed, the owner is told', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser, id } = await addPasskey(app)
    const mailed = (await app.mails()).length
    app.before('unlinkAccount', () =>
      app.before('listFactorsByUserId', () => {
        throw lost
      }),
    )
    const { error } = await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(error).toBe('Configuration')
    expect((await app.mails()).slice(mailed)).toEqual(['factorRemoved'])
  })

  it('after a set-up was refused, the app that stays is told and recorded', async () => {
    const app = await makeInterruptedApp()
    const browser = await app.begin()
    const other = browser.copy()
    const page = await browser.fetchPage('/auth/add-factor')
    app.before('createFactor', async () => {
      await signOut(requestFrom(other), app.config)
      app.before('deleteFactor', () => {
        throw lost
      })
    })
    await setUp(browser, page)
    expect(await app.adapter.listFactorsByUserId(app.userId)).toHaveLength(1)
    expect(await app.mails()).toContain('factorAdded')
    expect(app.audited).toContain('factor-added')
  })

  it('once after a passkey was added, the sessions without it end', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const [browser, other] = [await app.begin(), await app.begin()]
    app.before('createAuthenticator', () =>
      app.before('deleteSessionsByUserId', () => {
        throw lost
      }),
    )
    await register(browser, new SoftwareAuthenticator(), {})
    expect(await browser.session()).not.toBeNull()
    expect(await other.session()).toBeNull()
  })
})

describe.each(['database', 'jwt'] as const)('a removal that has failed (%s)', (strategy) => {
  const session = { strategy }
  const fail = (): never => {
    throw lost
  }

  it.each([
    ['of a recovery code', 'deleteFactor'],
    ['of the other sessions', 'deleteSessionsByUserId'],
  ] as const)('at the end %s is completed by the next try (app)', async (_what, method) => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    const { recoveryCodes } = await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    await nextMillisecond()
    const thief = await app.begin()
    await postAsScript(thief, '/auth/second-factor', { recoveryCode: recoveryCodes[0] })
    expect(await thief.session()).not.toBeNull()
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    const factor = rows.find(({ type }) => type === 'totp')?.id
    // The end of sessions is tried twice.
    const failTwice = (): never => {
      app.before(method, fail)
      return fail()
    }
    const isTriedTwice = method === 'deleteSessionsByUserId'
    app.before('deleteFactor', () => app.before(method, isTriedTwice ? failTwice : fail))
    expect(await postAsScript(browser, '/auth/remove-factor', { factor })).toMatchObject({
      error: 'Configuration',
    })
    expect(await idsOf(app)).toHaveLength(9)
    // An id of another kind completes nothing.
    await postAsScript(browser, '/auth/remove-factor', { factor: 'device:other' })
    expect(await idsOf(app)).toHaveLength(9)
    expect((await postAsScript(browser, '/auth/remove-factor', { factor })).error).toBeUndefined()
    expect(await thief.session()).toBeNull()
    expect(await idsOf(app)).toEqual([])
    expect(await getAuthentication(requestFrom(browser), app.config)).toMatchObject({ factors: 1 })
    // Nothing is left to do, so the sessions of other browsers stay.
    await nextMillisecond()
    const other = await app.begin()
    await postAsScript(browser, '/auth/remove-factor', { factor })
    expect(await other.session()).not.toBeNull()
  })

  it('ends the other sessions before the recovery codes', async () => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    const { recoveryCodes } = await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    await nextMillisecond()
    const thief = await app.begin()
    await postAsScript(thief, '/auth/second-factor', { recoveryCode: recoveryCodes[0] })
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    const factor = rows.find(({ type }) => type === 'totp')?.id
    app.before('deleteFactor', () => app.before('deleteFactor', fail))
    expect(await postAsScript(browser, '/auth/remove-factor', { factor })).toMatchObject({
      error: 'Configuration',
    })
    expect(await thief.session()).toBeNull()
  })

  it('is completed by the next try (passkey)', async () => {
    const app = await makeInterruptedApp({ ...withPasskeys, session })
    const { browser, id } = await addPasskey(app)
    await postAsScript(browser, '/auth/recovery-codes', {})
    app.before('deleteFactor', fail)
    const removed = await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(removed).toMatchObject({ error: 'Configuration' })
    expect(await idsOf(app)).not.toEqual([])
    await nextMillisecond()
    const other = await app.begin()
    expect(await other.session()).not.toBeNull()
    const again = await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(again.error).toBeUndefined()
    expect(await idsOf(app)).toEqual([])
    expect(await other.session()).toBeNull()
    expect(await getAuthentication(requestFrom(browser), app.config)).toMatchObject({ factors: 1 })
  })

  it('is not completed while a lost factor is replaced by one without a secret', async () => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    const factor = rows.find(({ type }) => type === 'totp')?.id ?? ''
    await app.adapter.deleteFactor(factor)
    await app.adapter.createFactor({ ...makeRow(app, 'totp', 'totp:lost'), secret: null })
    await postAsScript(browser, '/auth/remove-factor', { factor })
    expect(await idsOf(app)).toHaveLength(11)
  })

  it('keeps the browser signed in if the form was sent twice', async () => {
    const app = await makeInterruptedApp({ session })
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const twin = browser.copy()
    const waits = new Promise<void>((resolve) => {
      const sleep = runtimeOfProcess.sleep.bind(runtimeOfProcess)
      vi.spyOn(runtimeOfProcess, 'sleep').mockImplementation((...args) => {
        resolve()
        return sleep(...args)
      })
    })
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    const factor = rows.find(({ type }) => type === 'totp')?.id
    let second: Promise<unknown> = Promise.resolve()
    app.before('deleteFactor', () =>
      app.before('deleteFactor', async () => {
        second = postAsScript(twin, '/auth/remove-factor', { factor })
        // The second one has found that there is no app, and waits.
        await waits
      }),
    )
    await postAsScript(browser, '/auth/remove-factor', { factor })
    await second
    vi.restoreAllMocks()
    expect(await browser.session()).not.toBeNull()
  })
})

async function beginWithApp() {
  const app = await makeInterruptedApp()
  const browser = await app.begin()
  await setUp(browser, await browser.fetchPage('/auth/add-factor'))
  const rows = await app.adapter.listFactorsByUserId(app.userId)
  const factor = rows.find(({ type }) => type === 'totp')?.id
  return { app, browser, factor }
}

function makeRow(
  { userId }: InterruptedApp,
  type: 'totp' | 'recovery-code',
  id: string,
): AdapterFactor {
  const secret = type === 'totp' ? 'a secret' : null
  const dates = { createdAt: new Date(), lastUsedAt: null, expires: null }
  return { id, userId, type, name: null, secret, lastStep: 0, ...dates }
}

async function idsOf(app: InterruptedApp): Promise<readonly string[]> {
  return (await app.adapter.listFactorsByUserId(app.userId)).map(({ id }) => id).sort()
}

describe('the first passkey', () => {
  it('ends the recovery codes of before, and none that are made at the same moment', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const browser = await app.begin()
    for (const id of ['old', 'older']) {
      await app.adapter.createFactor(makeRow(app, 'recovery-code', id))
    }
    app.before('createAuthenticator', () =>
      app.before('listFactorsByUserId', () =>
        app.adapter.createFactor(makeRow(app, 'recovery-code', 'new')),
      ),
    )
    await register(browser, new SoftwareAuthenticator(), {})
    expect(await app.adapter.listAuthenticatorsByUserId(app.userId)).toHaveLength(1)
    expect(await idsOf(app)).toEqual(['new'])
  })
})

describe('the removal of an authenticator app', () => {
  it('keeps the recovery codes of an app that is set up at the same moment', async () => {
    const { app, browser, factor } = await beginWithApp()
    // After the removal has found that no factor is left.
    app.before('deleteFactor', () =>
      app.before('deleteFactor', async () => {
        await app.adapter.createFactor(makeRow(app, 'totp', 'new'))
        const codes = [makeRow(app, 'recovery-code', 'new code')]
        await app.adapter.replaceFactors(app.userId, 'recovery-code', codes)
      }),
    )
    await postAsScript(browser, '/auth/remove-factor', { factor })
    expect(await idsOf(app)).toEqual(['new', 'new code'])
  })

  it('keeps the recovery codes that are made while it looks for what is left', async () => {
    const { app, browser, factor } = await beginWithApp()
    app.before('deleteFactor', () =>
      app.adapter.createFactor(makeRow(app, 'recovery-code', 'new code')),
    )
    await postAsScript(browser, '/auth/remove-factor', { factor })
    expect(await idsOf(app)).toEqual(['new code'])
  })
})

describe('the removal of a passkey', () => {
  it('keeps an authenticator app that is set up at the same moment', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser, id } = await addPasskey(app)
    // After the removal has found that no factor is left.
    app.before('unlinkAccount', () =>
      app.before('listFactorsByUserId', () =>
        app.before('replaceFactors', () => app.adapter.createFactor(makeRow(app, 'totp', 'new'))),
      ),
    )
    await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(await idsOf(app)).toEqual(['new'])
  })

  it('keeps the recovery codes of an app that is set up at the same moment', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser, id } = await addPasskey(app)
    await postAsScript(browser, '/auth/recovery-codes', {})
    expect(await idsOf(app)).toHaveLength(10)
    app.before('unlinkAccount', () =>
      app.before('listFactorsByUserId', () =>
        app.before('deleteFactor', async () => {
          await app.adapter.createFactor(makeRow(app, 'totp', 'new'))
          const codes = [makeRow(app, 'recovery-code', 'new code')]
          await app.adapter.replaceFactors(app.userId, 'recovery-code', codes)
        }),
      ),
    )
    await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(await idsOf(app)).toEqual(['new', 'new code'])
  })

  it('keeps its session, also if the table has whole seconds', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser, id } = await addPasskey(app)
    const { createSession, updateSession } = app.adapter
    const cut = (expires: Date): Date => new Date(Math.floor(expires.getTime() / 1000) * 1000)
    app.adapter.createSession = (row) => createSession({ ...row, expires: cut(row.expires) })
    app.adapter.updateSession = (row) =>
      updateSession({ ...row, ...(row.expires && { expires: cut(row.expires) }) })
    // Late in a second, which is the worst moment to cut off.
    vi.spyOn(Date, 'now').mockReturnValue(Math.ceil(Date.now() / 1000) * 1000 + 900)
    const { error } = await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    vi.restoreAllMocks()
    expect(error).toBeUndefined()
    expect(await browser.session()).not.toBeNull()
  })

  it('removes the recovery codes with the last one', async () => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser, id } = await addPasskey(app)
    await postAsScript(browser, '/auth/recovery-codes', {})
    expect(await idsOf(app)).toHaveLength(10)
    await postAsScript(browser, '/auth/remove-passkey', { passkey: id })
    expect(await idsOf(app)).toEqual([])
  })

  it.each([
    { what: '`passkey()`', secondFactor: { methods: [authenticatorApp()] } },
    { what: 'the id of the provider', providers: [Passkey({ id: 'renamed' })] },
  ])('is told if the app has dropped $what since', async ({ what: _what, ...changed }) => {
    const app = await makeInterruptedApp(withPasskeys)
    const { browser } = await addPasskey(app)
    const mailed = (await app.mails()).length
    const [account] = await app.adapter.listAccountsByUserId(app.userId)
    if (!account) throw new Error('The user has no passkey.')
    const [password, mail] = app.config.providers
    if (!password || !mail) throw new Error('The app has no mails.')
    const providers = [password, mail, ...(changed.providers ?? [Passkey()])]
    const pending: Promise<unknown>[] = []
    const waitUntil = (work: Promise<unknown>): void => void pending.push(work)
    const config = { ...app.config, ...changed, providers }
    expect(await unlinkAccount(requestFrom(browser), config, account, { waitUntil })).toBe(true)
    await Promise.all(pending)
    expect((await app.mails()).slice(mailed)).toHaveLength(1)
  })
})

describe('a recovery code', () => {
  it('is told as used, also if the user signs out everywhere before its session begins', async () => {
    const app = await makeInterruptedApp()
    const owner = await app.begin()
    const { recoveryCodes } = await setUp(owner, await owner.fetchPage('/auth/add-factor'))
    const thief = await app.begin()
    app.before('createSession', () => signOut(requestFrom(owner), app.config, { everywhere: true }))
    await postAsScript(thief, '/auth/second-factor', { recoveryCode: recoveryCodes[0] })
    expect(await thief.session()).toBeNull()
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    expect(rows.filter(({ type }) => type === 'recovery-code')).toHaveLength(9)
    expect(await app.mails()).toContain('recoveryCodeUsed')
  })
})

describe('the first authenticator app', () => {
  it.each(['is removed', 'stays, and is told, if it cannot be removed'] as const)(
    'that another sign-in has left behind %s',
    async (outcome) => {
      const app = await makeInterruptedApp()
      const browser = await app.begin()
      const page = await browser.fetchPage('/auth/add-factor')
      // A set-up in another browser whose process has ended after this write.
      app.before('createSession', async () => {
        await app.adapter.createFactor(makeRow(app, 'totp', 'left behind'))
        if (outcome === 'is removed') return
        app.before('deleteFactor', () => {
          throw lost
        })
      })
      await setUp(browser, page)
      const rows = await app.adapter.listFactorsByUserId(app.userId)
      const apps = rows.filter(({ type }) => type === 'totp')
      expect(apps).toHaveLength(outcome === 'is removed' ? 1 : 2)
      const mails = (await app.mails()).filter((purpose) => purpose === 'factorAdded')
      expect(mails).toHaveLength(outcome === 'is removed' ? 1 : 2)
      expect(await browser.session()).not.toBeNull()
    },
  )
})
