import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  listSessions,
  revokeOtherSessions,
  revokeSessionsOfUser,
  unlinkAccount,
} from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  requestFrom,
  storeAda,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { without } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { operationsOf } from '../../../src/store/operations.js'
import { openTestContext } from '../../support/open-test-context.js'
import { ada, makeApp, passwordProvider } from '../../support/apps/app.js'
import { askForMail, confirm, recordingProvider, typeCode } from '../../support/apps/mail-app.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import { beginRegistration, beginSignIn } from '../../support/passkeys/ceremonies.js'
import { authenticate, end, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) + 250 }))
afterEach(() => void vi.useRealTimers())

const kinds: readonly (readonly [string, () => Adapter])[] = [
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
]
const strategies = ['database', 'jwt'] as const
const cases = kinds.flatMap(([name, make]) =>
  strategies.map((strategy) => [name, strategy, make] as const),
)
const accountAtTwo = { provider: 'two', providerAccountId: 'two' }

type MixedApp = AccountsApp & { readonly sent: VerificationRequestParams[] }

/** An application that also sends mails. */
async function makeMixedApp(
  adapter: Adapter,
  strategy: (typeof strategies)[number],
  options: AccountsOptions = {},
): Promise<MixedApp> {
  const sent: VerificationRequestParams[] = []
  const session = { strategy, recheckAge: 0, ...options.session }
  const app = await makeAccountsApp({ ...options, adapter, session })
  const providers = [...app.config.providers, recordingProvider(sent, { codeLength: 6 })]
  return { ...app, ...makeApp({ ...app.config, providers }), sent }
}

/** Lets some time pass, shorter than a second. */
function passTime(): void {
  vi.setSystemTime(Date.now() + 50)
}

async function signOutEverywhere(browser: Browser): Promise<void> {
  passTime()
  await browser.postForm(await browser.fetchPage('/auth/signout'), { everywhere: 'true' })
  expect(await browser.session()).toBeNull()
  passTime()
}

/** The user who has Ada's address. */
async function findAda(app: Pick<AccountsApp, 'store'>): Promise<string> {
  return (await app.store.adapter.getUserByEmail?.(String(verifiedClaims['email'])))?.id ?? ''
}

describe('after a sign-out everywhere', () => {
  it.each(cases)(
    'a sign-in whose callback is under way is refused, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      await enterAnew(app)
      const userId = await findAda(app)
      const browser = app.browser()
      app.store.before = async ({ name }) => {
        if (name !== 'createSession') return
        app.store.before = () => undefined
        await revokeSessionsOfUser(app.config, userId)
      }
      expect(errorOf(await enter(app, browser))).toBe('OAuthAttemptLost')
      expect(await browser.session()).toBeNull()
      passTime()
      const next = await enterAnew(app)
      expect(await listSessions(requestFrom(next), app.config)).toHaveLength(1)
    },
  )

  it.each(cases)(
    'an attempt that was begun before does not sign the user in, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const phone = await enterAnew(app)
      const laptop = app.browser()
      const response = app.op.authorize(await start(laptop))
      await signOutEverywhere(phone)
      expect(errorOf(await comeBack(laptop, response))).toBe('OAuthAttemptLost')
      expect(await laptop.session()).toBeNull()
      await enter(app, laptop)
      expect(await laptop.session()).not.toBeNull()
    },
  )

  it.each(cases)(
    'a link that was mailed before does not sign the user in, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const phone = await enterAnew(app)
      const laptop = app.browser()
      await askForMail(laptop)
      await signOutEverywhere(phone)
      const { response } = await confirm(laptop, app.sent.at(-1)?.url ?? '')
      expect(errorOf(response)).toBe('Verification')
      expect(await laptop.session()).toBeNull()
      await askForMail(laptop)
      await confirm(laptop, app.sent.at(-1)?.url ?? '')
      expect(await laptop.session()).not.toBeNull()
    },
  )

  it('a code that was mailed before does not sign the user in', async () => {
    const app = await makeMixedApp(memoryAdapter(), 'database')
    const phone = await enterAnew(app)
    const laptop = app.browser()
    await askForMail(laptop)
    await signOutEverywhere(phone)
    await typeCode(laptop, app.sent.at(-1)?.code ?? '')
    expect(await laptop.session()).toBeNull()
    await askForMail(laptop)
    await typeCode(laptop, app.sent.at(-1)?.code ?? '')
    expect(await laptop.session()).not.toBeNull()
  })

  it('a password that was being checked does not sign the user in', async () => {
    const app = await makeAccountsApp({ session: { strategy: 'database' } })
    const user = await storeAda(app)
    let isFirst = true
    const slow = {
      ...passwordProvider,
      authorize: async () => {
        if (isFirst) await revokeSessionsOfUser(app.config, user.id)
        isFirst = false
        return ada
      },
    }
    const slowApp = { ...app, ...makeApp({ ...app.config, providers: [slow] }) }
    expect(await (await enterByPassword(slowApp)).session()).toBeNull()
    passTime()
    expect(await (await enterByPassword(slowApp)).session()).not.toBeNull()
  })

  it('a passkey challenge that was issued before does not sign the user in', async () => {
    const app = makePasskeyApp()
    const authenticator = new SoftwareAuthenticator()
    const phone = app.browser()
    await register(phone, authenticator)
    const laptop = app.browser()
    const options = await beginSignIn(laptop)
    await signOutEverywhere(phone)
    const refused = await end(laptop, 'authenticate', authenticator.get(options))
    expect(refused.error).toBe('WebAuthnVerificationError')
    expect(await laptop.session()).toBeNull()
    await authenticate(laptop, authenticator)
    expect(await laptop.session()).not.toBeNull()
  })

  it.each(cases)(
    'a link to another account that was begun before is not finished, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const browser = await enterAnew(app)
      const location = (await pressLink(browser)).headers.get('location') ?? ''
      await signOutEverywhere(browser)
      await enter(app, browser)
      await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
      expect(await app.store.adapter.getUserByAccount?.(accountAtTwo)).toBeNull()
      expect(await browser.session()).not.toBeNull()
    },
  )

  it('a passkey whose registration was begun before is not registered', async () => {
    const app = makePasskeyApp()
    const first = new SoftwareAuthenticator()
    const browser = app.browser()
    await register(browser, first)
    const options = await beginRegistration(browser)
    const copies = browser.cookies.filter(({ name }) => name.includes('challenge'))
    await signOutEverywhere(browser)
    await authenticate(browser, first)
    for (const { name, value } of copies) browser.plant(name, value)
    const second = new SoftwareAuthenticator()
    expect((await end(browser, 'register', second.create(options))).status).toBe(403)
    const user = await app.store.getUserByEmail?.('ada@example.test')
    expect(await app.store.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
  })

  it('an attempt from before stays refused when an account is unlinked', async () => {
    const app = await makeMixedApp(memoryAdapter(), 'database')
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    await signOutEverywhere(browser)
    await enter(app, browser)
    expect(await unlinkAccount(requestFrom(browser), app.config, accountAtTwo)).toBe(true)
    await comeBack(laptop, response)
    expect(await laptop.session()).toBeNull()
  })
})

describe('a sign-in that ends right after the sessions were deleted', () => {
  it.each(
    cases.flatMap(([name, strategy, make]) =>
      (['all sessions', 'all other sessions'] as const).map(
        (ended) => [ended, name, strategy, make] as const,
      ),
    ),
  )('has no session if it began before the end of %s, with %s and %s', async (...given) => {
    const [ended, , strategy, makeAdapter] = given
    const app = await makeMixedApp(makeAdapter(), strategy)
    const phone = await enterAnew(app)
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    passTime()
    let isDone = false
    app.store.after = async ({ name }) => {
      if (name !== 'deleteSessionsByUserId' || isDone) return
      isDone = true
      await comeBack(laptop, response)
    }
    if (ended === 'all sessions') await revokeSessionsOfUser(app.config, await findAda(app))
    else await revokeOtherSessions(requestFrom(phone), app.config)
    expect(isDone).toBe(true)
    expect(await laptop.session()).toBeNull()
  })
})

it('all other sessions end, also if they cannot be listed for the audit trail', async () => {
  const app = await makeAccountsApp()
  const thief = await enterAnew(app)
  const owner = await enterAnew(app)
  app.store.before = ({ name }) => {
    if (name !== 'listSessionsByUserId') return
    app.store.before = () => undefined
    throw new Error('The query failed.')
  }
  await revokeOtherSessions(requestFrom(owner), app.config)
  expect(await thief.session()).toBeNull()
  expect(await owner.session()).not.toBeNull()
})

describe('the mark of a sign-out everywhere', () => {
  it.each(cases)(
    'of a stranger does not keep the owner of the address out, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const eve = await enterAnew(app, {
        person: { ...verifiedClaims, sub: 'eve', email_verified: false },
      })
      const owner = app.browser()
      await askForMail(owner)
      await signOutEverywhere(eve)
      await confirm(owner, app.sent.at(-1)?.url ?? '')
      expect((await owner.session())?.user?.email).toBe(verifiedClaims['email'])
    },
  )

  it('counts for its whole second where the database keeps no fractions', async () => {
    const inner = memoryAdapter()
    const cut = (expires: Date): Date => new Date(Math.floor(expires.getTime() / 1000) * 1000)
    const adapter: Adapter = {
      ...inner,
      createSession: (row) => inner.createSession({ ...row, expires: cut(row.expires) }),
    }
    const app = await makeMixedApp(adapter, 'database')
    const phone = await enterAnew(app)
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    await signOutEverywhere(phone)
    await comeBack(laptop, response)
    expect(await laptop.session()).toBeNull()
    vi.setSystemTime(Date.now() + 1000)
    await enter(app, laptop)
    expect(await laptop.session()).not.toBeNull()
  })

  it.each([
    ['keeps', (milliseconds: number) => milliseconds],
    ['cuts off', (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000],
    ['rounds', (milliseconds: number) => Math.round(milliseconds / 1000) * 1000],
  ])(
    'does not refuse the session that restarts the others, if the database %s fractions',
    async (_, cut) => {
      const inner = memoryAdapter()
      const adapter: Adapter = {
        ...inner,
        createSession: (row) =>
          inner.createSession({ ...row, expires: new Date(cut(row.expires.getTime())) }),
        updateSession: (row) =>
          inner.updateSession({
            ...row,
            ...(row.expires && { expires: new Date(cut(row.expires.getTime())) }),
          }),
      }
      const { ctx } = openTestContext({ config: { adapter, session: { strategy: 'database' } } })
      const { restartSessions, isSignInRevoked, endSessions } = operationsOf(ctx)
      await adapter.createUser?.({ id: 'ada', email: 'ada@example.test', emailVerified: null })
      for (const part of [0, 250, 499, 500, 999]) {
        vi.setSystemTime(Date.UTC(2030, 0, 1, 0, part) + part)
        const began = Date.now() / 1000
        const restartedAt = (await restartSessions('ada')) ?? 0
        expect(await isSignInRevoked('ada', began)).toBe(true)
        expect(await isSignInRevoked('ada', restartedAt)).toBe(false)
        vi.setSystemTime(Date.now() + 2000)
        await endSessions('ada')
        expect(await isSignInRevoked('ada', restartedAt)).toBe(true)
      }
    },
  )

  it('lets a sign-in through that begins later in the same second, on whichever millisecond', async () => {
    const app = await makeMixedApp(memoryAdapter(), 'database')
    const phone = await enterAnew(app)
    // After `passTime`, the clock shows a whole second.
    vi.setSystemTime(Date.UTC(2030, 0, 1) + 950)
    await signOutEverywhere(phone)
    await enter(app, phone)
    expect(await phone.session()).not.toBeNull()
  })

  it('refuses no new session when `absoluteMaxAge` becomes shorter', async () => {
    const adapter = memoryAdapter()
    const day = 24 * 60 * 60
    const app = await makeMixedApp(adapter, 'database')
    await signOutEverywhere(await enterAnew(app))
    const shorter = { strategy: 'database', absoluteMaxAge: 30 * day, maxAge: day } as const
    const later = { ...app, ...makeApp({ ...app.config, session: shorter }) }
    expect(await (await enterAnew(later)).session()).not.toBeNull()
  })

  it('is not a session of the user: no cookie leads to it', async () => {
    const app = await makeMixedApp(memoryAdapter(), 'database')
    await signOutEverywhere(await enterAnew(app))
    const userId = await findAda(app)
    const rows = (await app.store.adapter.listSessionsByUserId?.(userId)) ?? []
    expect(rows).toHaveLength(1)
    for (const value of [`revoked:${userId}`, `jwt:revoked:${userId}`, rows[0]?.sessionToken]) {
      const thief = app.browser()
      thief.plant('__Host-authjs.session-token', value ?? '')
      expect(await thief.session()).toBeNull()
    }
  })
})
