import { describe, expect, it } from 'vitest'
import type { SignInCallbackParams } from '../../../src/model/callbacks.js'
import { logText } from '../../support/apps/accounts-app.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'
import {
  address,
  askForMail,
  click,
  confirm,
  errorOf,
  isSignedIn,
  lastCode,
  locationOf,
  mailCookie,
  mailTo,
  makeMailApp,
  storeUser,
  typeCode,
  userOf,
  type MailApp,
} from '../../support/apps/mail-app.js'

type Answer = (params: SignInCallbackParams) => unknown

const refusals: readonly (readonly [string, Answer, string])[] = [
  ['false', () => false, 'https://app.test/auth/error?error=AccessDenied'],
  ['a page', () => '/not-you?x=1', 'https://app.test/not-you?x=1'],
  ['another site', () => 'https://help.test/', 'https://help.test/'],
  [
    'an error',
    () => {
      throw new Error('our database is away')
    },
    'https://app.test/auth/error?error=AccessDenied',
  ],
  ['a word', () => 1, 'https://app.test/auth/error?error=AccessDenied'],
  ['an empty text', () => '', 'https://app.test/auth/error?error=AccessDenied'],
]

/** An application whose `signIn` callback can change its mind. */
function makeAskingApp(): MailApp & { answer: Answer } {
  const app = makeMailApp({
    mail: { codeLength: 6 },
    callbacks: { signIn: (params) => asking.answer(params) as boolean },
  })
  const asking = { ...app, answer: (() => true) as Answer }
  return asking
}

describe('the `signIn` callback, before a mail is sent', () => {
  it.each(refusals)('refuses with %s: nothing is stored or sent', async (_, answer, where) => {
    const app = makeAskingApp()
    app.answer = answer
    const browser = app.browser()
    const { response } = await askForMail(browser)
    expect(locationOf(response)).toBe(where)
    expect(app.sent).toEqual([])
    expect(app.store.count('createVerificationToken')).toBe(0)
    expect(browser.cookie(mailCookie)).toBeUndefined()
  })

  it('knows that a mail is asked for, and by whom as far as we know', async () => {
    const app = makeAskingApp()
    await storeUser(app, { name: 'Ada' })
    await askForMail(app.browser())
    await askForMail(app.browser(), 'new@example.test')
    const [known, unknown] = app.asked
    expect(known).toMatchObject({
      email: { verificationRequest: true },
      user: { id: 'user-1', name: 'Ada' },
      account: { userId: 'user-1', type: 'email', provider: 'mail', providerAccountId: address },
    })
    expect(unknown?.user).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      email: 'new@example.test',
      emailVerified: null,
    })
    expect(unknown?.account).not.toHaveProperty('userId')
  })
})

describe('the `signIn` callback, after the click', () => {
  it.each(refusals)(
    'refuses a confirmed link with %s, which stays good',
    async (_, answer, where) => {
      const app = makeAskingApp()
      const link = await mailTo(app, app.browser())
      app.answer = answer
      app.store.take()
      const browser = app.browser()
      const { response } = await confirm(browser, link)
      expect(locationOf(response)).toBe(where)
      expect(isSignedIn(browser)).toBe(false)
      expect(app.store.take()).toEqual([
        'consumeVerificationToken',
        'getUserByEmail',
        'createVerificationToken',
      ])
      expect(await userOf(app)).toBeNull()
      app.answer = () => true
      await confirm(browser, link)
      expect(isSignedIn(browser)).toBe(true)
    },
  )

  it.each(refusals)(
    'refuses a click with %s, and the link stays good',
    async (_, answer, where) => {
      const app = makeAskingApp()
      const browser = app.browser()
      const link = await mailTo(app, browser)
      const before = [...app.rows]
      app.answer = answer
      expect(locationOf(await click(browser, link))).toBe(where)
      expect(isSignedIn(browser)).toBe(false)
      expect(app.rows).toEqual(before)
      app.answer = () => true
      await click(browser, link)
      expect(isSignedIn(browser)).toBe(true)
    },
  )

  it.each(refusals)('refuses a code with %s, and it stays good', async (_, answer, where) => {
    const app = makeAskingApp()
    const browser = app.browser()
    await mailTo(app, browser)
    const before = [...app.rows]
    app.answer = answer
    const { response } = await typeCode(browser, lastCode(app))
    expect(locationOf(response)).toBe(where)
    expect(isSignedIn(browser)).toBe(false)
    expect(app.rows).toEqual(before)
    app.answer = () => true
    await typeCode(browser, lastCode(app))
    expect(isSignedIn(browser)).toBe(true)
    expect(app.rows).toEqual([])
  })

  it('is not called for a wrong code, or for a link that was never sent', async () => {
    const app = makeAskingApp()
    const browser = app.browser()
    await mailTo(app, browser)
    app.asked.splice(0)
    await typeCode(browser, 'abcdef')
    await browser.fetchPage('/auth/callback/mail?token=a.b.c&email=ada@example.test')
    expect(app.asked).toEqual([])
  })

  it('is not asked about a link that was used before', async () => {
    const app = makeAskingApp()
    const link = await mailTo(app, app.browser())
    await confirm(app.browser(), link)
    app.asked.splice(0)
    app.store.take()
    const again = app.browser()
    expect(errorOf((await confirm(again, link)).response)).toBe('Verification')
    expect(app.asked).toEqual([])
    expect(app.store.take()).toEqual(['consumeVerificationToken'])
    expect(isSignedIn(again)).toBe(false)
  })

  it('is not asked about a code whose mail was used before', async () => {
    const app = makeAskingApp()
    const browser = app.browser()
    const link = await mailTo(app, browser)
    await confirm(app.browser(), link)
    app.asked.splice(0)
    expect(errorOf((await typeCode(browser, lastCode(app))).response)).toBe('Verification')
    expect(app.asked).toEqual([])
  })

  it('leaves a refused link good for one sign-in with an adapter that cannot consume', async () => {
    let isAllowed = false
    const app = makeMailApp({
      adapter: authJsAdapter(),
      callbacks: { signIn: ({ email }) => Boolean(email) || isAllowed },
    })
    const link = await mailTo(app, app.browser())
    for (let refusal = 0; refusal < 2; refusal++) {
      expect(errorOf((await confirm(app.browser(), link)).response)).toBe('AccessDenied')
    }
    isAllowed = true
    const browser = app.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
    expect(errorOf((await confirm(app.browser(), link)).response)).toBe('Verification')
  })

  it('refuses as before when the link cannot be put back, and the log says why', async () => {
    const app = makeAskingApp()
    const link = await mailTo(app, app.browser())
    app.answer = () => false
    app.store.before = ({ name }) => {
      if (name === 'createVerificationToken') throw new Error('the database is away')
    }
    const { response } = await confirm(app.browser(), link)
    expect(errorOf(response)).toBe('AccessDenied')
    expect(logText(app)).toContain('the database is away')
  })

  it('is asked without the word that a mail is wanted', async () => {
    const app = makeAskingApp()
    await confirm(app.browser(), await mailTo(app, app.browser()))
    const browser = app.browser()
    await mailTo(app, browser)
    await typeCode(browser, lastCode(app))
    expect(app.asked.map(({ email }) => email?.verificationRequest ?? false)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})

describe('the `jwt` callback that wants no session', () => {
  it('has the last word, and is told as a refusal', async () => {
    const app = makeMailApp({
      session: { strategy: 'jwt' },
      callbacks: { jwt: () => null },
    })
    const browser = app.browser()
    const { response } = await confirm(browser, await mailTo(app, app.browser()))
    expect(errorOf(response)).toBe('AccessDenied')
    expect(isSignedIn(browser)).toBe(false)
  })
})

describe('event handlers that throw', () => {
  it('stop no sign-in', async () => {
    const fail = (): never => {
      throw new Error('no')
    }
    const app = makeMailApp({ events: { createUser: fail, updateUser: fail, signIn: fail } })
    for (let visit = 0; visit < 2; visit++) {
      const browser = app.browser()
      await confirm(browser, await mailTo(app, app.browser()))
      expect(isSignedIn(browser)).toBe(true)
    }
    expect(app.codes('error')).toEqual(['EventError', 'EventError', 'EventError', 'EventError'])
  })
})
