import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { revokeSessionsOfUser } from '../../../src/core.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import GitHub from '../../../src/providers/github.js'
import type { Browser, Page } from '../../support/browser.js'
import {
  choose,
  type MailingApp,
  makeMailingApp,
  openMail,
  shownLink,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'
const moved = 'moved@example.test'
const movedAgain = 'moved-again@example.test'
const day = 24 * 60 * 60

const realNow = Date.now.bind(Date)
let offset = 0
beforeEach(() => {
  offset = 0
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset)
})
afterEach(() => void vi.restoreAllMocks())

function advance(seconds: number): void {
  offset += seconds * 1000
}

async function signedIn(app: MailingApp, secret = password, address = email): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email: address, password: secret }, browser)
  return browser
}

async function isAccepted(app: MailingApp, secret: string, address = email): Promise<boolean> {
  return (await (await signedIn(app, secret, address)).session()) !== null
}

async function askFor(app: MailingApp, browser: Browser, fields: object): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  const response = await browser.postJson('/auth/change-email', { csrfToken, ...fields })
  await app.settle()
  return response
}

/** Opens a mail and presses the button of the page behind it, if there is one. */
async function confirm(
  app: MailingApp,
  mail: VerificationRequestParams | undefined,
  browser = app.browser(),
): Promise<Page> {
  const page = await openMail(browser, mail)
  const isAsked = page.html.includes('name="link"')
  const done = isAsked ? await browser.postForm(page, {}, { follow: true }) : page
  await app.settle()
  return done
}

/** Changes the address as the user of a browser, who knows the password. */
async function move(app: MailingApp, browser: Browser, to: string): Promise<void> {
  await askFor(app, browser, { email: to, currentPassword: password })
  await confirm(app, lastMail(app, 'newAddress'), browser)
}

function mailsFor(app: MailingApp, purpose: string): readonly VerificationRequestParams[] {
  return app.sent.filter((mail) => mail.purpose === purpose)
}

/** The mails but the notices that a new address was asked for. */
function linksOf(app: MailingApp): readonly VerificationRequestParams[] {
  return app.sent.filter(({ purpose }) => purpose !== 'addressRequested')
}

function lastMail(app: MailingApp, purpose: string): VerificationRequestParams | undefined {
  return mailsFor(app, purpose).at(-1)
}

async function addressOf({ adapter, user }: MailingApp): Promise<string | undefined> {
  return (await adapter.getUser(user.id))?.email
}

describe.each(['database', 'jwt'] as const)('a new address with the strategy %s', (strategy) => {
  it('counts once its mail is confirmed in a session of its user [FA2]', async () => {
    const app = await makeMailingApp({ session: { strategy } })
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    expect(linksOf(app)).toMatchObject([{ identifier: moved, purpose: 'newAddress' }])
    expect(await addressOf(app)).toBe(email)
    const page = await openMail(here, linksOf(app)[0])
    expect(page.url).toBe('https://app.test/auth/verify-email')
    expect(await addressOf(app)).toBe(email)
    const done = await here.postForm(page, {}, { follow: true })
    expect(done.url).toBe('https://app.test/auth/verify-email?done=address-changed')
    expect(await addressOf(app)).toBe(moved)
    expect(await isAccepted(app, password, moved)).toBe(true)
    await app.settle()
    expect(linksOf(app)[1]).toMatchObject({ identifier: email, purpose: 'oldAddress' })
    expect(linksOf(app)).toHaveLength(2)
  })

  it('is undone from the old address, which ends all sessions and the password [FA4]', async () => {
    const app = await makeMailingApp({ session: { strategy } })
    const thief = await signedIn(app)
    await move(app, thief, moved)
    const done = await confirm(app, lastMail(app, 'oldAddress'))
    expect(done.url).toContain('done=address-restored')
    expect(await addressOf(app)).toBe(email)
    expect(await thief.session()).toBeNull()
    expect(await isAccepted(app, password)).toBe(false)
    const reset = lastMail(app, 'reset')
    expect(reset?.identifier).toBe(email)
    await choose(app.browser(), reset, newPassword)
    expect(await isAccepted(app, newPassword)).toBe(true)
  })
})

describe('the link to a new address', () => {
  it('changes nothing without a session of its user, which it leads to [FA3]', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    const phone = app.browser()
    const page = await openMail(phone, linksOf(app)[0])
    expect(page.url).toContain('/auth/signin?callbackUrl=')
    const link = await shownLink(app, phone, 'verifyEmail')
    expect(link).toBeDefined()
    await phone.postJson('/auth/verify-email', { csrfToken: await phone.csrfToken(), link })
    expect(await addressOf(app)).toBe(email)
    await app.attempt({ email, password }, phone)
    const shown = await phone.fetchPage('/auth/verify-email')
    await phone.postForm(shown, {}, { follow: true })
    expect(await addressOf(app)).toBe(moved)
  })

  it('is dead after another change, also if the user takes the former address back', async () => {
    const app = await makeMailingApp({ limits: false })
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    const early = lastMail(app, 'newAddress')
    await move(app, here, movedAgain)
    await move(app, here, email)
    expect(await addressOf(app)).toBe(email)
    await confirm(app, early, here)
    expect(await addressOf(app)).toBe(email)
    await move(app, here, moved)
    expect(await addressOf(app)).toBe(moved)
  })

  it('is dead after the user was signed out everywhere', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await askFor(app, thief, { email: moved, currentPassword: password })
    await revokeSessionsOfUser(app.config, app.user.id)
    const again = await signedIn(app)
    expect(await again.session()).not.toBeNull()
    await confirm(app, lastMail(app, 'newAddress'), again)
    expect(await addressOf(app)).toBe(email)
  })

  it('gives the stranger who asked for it nothing if another user opens it [FA3]', async () => {
    const app = await makeMailingApp({ password: { requireVerifiedEmail: false } })
    await app.adapter.createUser({ id: 'user-2', email: grace, emailVerified: new Date() })
    await choose(app.browser(), await app.mailTo('forgot-password', grace), newPassword)
    const stranger = await signedIn(app)
    await askFor(app, stranger, { email: moved, currentPassword: password })
    const victim = await signedIn(app, newPassword, grace)
    const page = await openMail(victim, lastMail(app, 'newAddress'))
    expect(page.url).toContain('/auth/signin')
    const link = await shownLink(app, victim, 'verifyEmail')
    expect(link).toBeDefined()
    await victim.postJson('/auth/verify-email', { csrfToken: await victim.csrfToken(), link })
    expect(await addressOf(app)).toBe(email)
    expect((await app.adapter.getUser('user-2'))?.email).toBe(grace)
  })

  it('is refused if another user has taken it in the meantime', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    await app.adapter.createUser({ id: 'user-2', email: moved, emailVerified: new Date() })
    const done = await confirm(app, linksOf(app)[0], here)
    expect(done.url).toContain('error=Verification')
    expect((await app.adapter.getUserByEmail(moved))?.id).toBe('user-2')
    expect(await addressOf(app)).toBe(email)
  })

  it('takes the address from a user who occupies it without a proof', async () => {
    const app = await makeMailingApp()
    await app.adapter.createUser({ id: 'user-2', email: moved, emailVerified: null })
    await move(app, await signedIn(app), moved)
    expect(await addressOf(app)).toBe(moved)
    expect((await app.adapter.getUser('user-2'))?.email).toBeNull()
  })

  it('warns that its links follow the Host header', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    expect(app.codes('warn')).not.toContain('mail-origin-unknown')
    await askFor(app, here, { email: moved, currentPassword: password })
    expect(app.codes('warn')).toContain('mail-origin-unknown')
  })

  it('is refused if the address was changed while it was confirmed', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    const lockUser = vi.spyOn(app.adapter, 'transaction')
    lockUser.mockImplementationOnce(async (work) => {
      await app.adapter.updateUser({ id: app.user.id, email: 'restored@example.test' })
      return app.adapter.transaction(work)
    })
    await confirm(app, linksOf(app)[0], here)
    expect(await addressOf(app)).toBe('restored@example.test')
  })

  it('is dead after the password or the address has changed', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    await askFor(app, here, { email: 'other@example.test', currentPassword: password })
    await confirm(app, linksOf(app)[1], here)
    await confirm(app, linksOf(app)[0], here)
    expect(await addressOf(app)).toBe('other@example.test')
  })

  it('of one user never moves another user, and no link works for another purpose (FP7)', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await app.adapter.createUser({ id: 'user-2', email: grace, emailVerified: new Date() })
    await askFor(app, here, { email: moved, currentPassword: password })
    const url = new URL(linksOf(app)[0]?.url ?? '')
    const changes = [
      { user: 'user-2' },
      { purpose: 'restore' },
      { email: 'x@example.test' },
      { note: 'first' },
    ]
    for (const change of changes) {
      const changed = new URL(url)
      for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value)
      const page = await app.browser().fetchPage(changed.href, { follow: false })
      expect(page.response.headers.get('location')).toContain('error=Verification')
    }
    const other = new URL(url)
    other.pathname = '/auth/reset-password'
    const page = await app.browser().fetchPage(other.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('error=Verification')
  })
})

describe('a request for a new address', () => {
  it('needs the password', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    for (const currentPassword of [undefined, 'wrong horse battery', [password]]) {
      await askFor(app, here, { email: moved, currentPassword })
    }
    await askFor(app, app.browser(), { email: moved, currentPassword: password })
    expect(app.sent).toEqual([])
  })

  it.each(['database', 'jwt'] as const)(
    'needs a recent sign-in of a user without a password, with the strategy %s',
    async (strategy) => {
      const app = await makeMailingApp({ session: { strategy } })
      const here = await signedIn(app)
      await app.adapter.deletePassword(app.user.id)
      advance(11 * 60)
      const refused = await askFor(app, here, { email: moved })
      expect(refused.headers.get('location')).toContain('/auth/confirm')
      expect(app.sent).toEqual([])
      advance(-2 * 60)
      await askFor(app, here, { email: moved })
      expect(linksOf(app)).toMatchObject([{ identifier: moved }])
    },
  )

  it.each([moved, grace])(
    'is told to the current address if that is proven, whether %s is free or not',
    async (address) => {
      const app = await makeMailingApp()
      await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: new Date() })
      const here = await signedIn(app)
      await askFor(app, here, { email: address, currentPassword: password })
      const [notice, ...rest] = mailsFor(app, 'addressRequested')
      expect(rest).toEqual([])
      expect(notice).toMatchObject({ identifier: email, token: '' })
      expect(notice?.mail?.text).not.toContain(address)
      // What the mail offers stops the change.
      await choose(app.browser(), await app.mailTo('forgot-password', email), newPassword)
      await confirm(app, lastMail(app, 'newAddress') ?? notice, here)
      expect(await addressOf(app)).toBe(email)
    },
  )

  it('is not told to an address that is not proven, whose owner may be a stranger', async () => {
    const app = await makeMailingApp({ password: { requireVerifiedEmail: false } })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    await askFor(app, await signedIn(app), { email: moved, currentPassword: password })
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['newAddress'])
  })

  it('is told although all mails of the app are used up', async () => {
    const rate = { attempts: 1, seconds: 600 }
    const app = await makeMailingApp({ limits: { allMails: rate } })
    const here = await signedIn(app)
    await askFor(app, here, { email: moved, currentPassword: password })
    await askFor(app, here, { email: 'other@example.test', currentPassword: password })
    // The mails of one request are sent at the same time, in any order.
    const told = app.sent.filter(({ purpose }) => purpose === 'addressRequested')
    expect([app.sent.length, told.length]).toEqual([3, 2])
  })

  it('has one answer for a free, a taken and the own address, and a taken one is not taken over [FA6]', async () => {
    const app = await makeMailingApp()
    await app.adapter.createUser({ id: 'user-2', email: moved, emailVerified: new Date() })
    const here = await signedIn(app)
    const answers = []
    for (const address of [moved, 'freed@example.test', email]) {
      const response = await askFor(app, here, { email: address, currentPassword: password })
      answers.push([response.status, response.headers.get('location'), await response.text()])
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(
      linksOf(app)
        .slice(0, 2)
        .map(({ purpose }) => purpose),
    ).toEqual(['alreadyRegistered', 'newAddress'])
    expect(linksOf(app)[0]?.token).toBe('')
  })

  it.each([true, false])(
    'ends the links to the former one for good, for a user with a password: %s [FP7]',
    async (hasPassword) => {
      const app = await makeMailingApp()
      const here = await signedIn(app)
      if (!hasPassword) await app.adapter.deletePassword(app.user.id)
      const links = []
      // The second time, there is a record of the first.
      for (let round = 0; round < 2; round += 1) {
        links.push(await app.mailTo('forgot-password', email))
        for (const address of [moved, email]) {
          await move(app, here, address)
          expect(await addressOf(app)).toBe(address)
        }
      }
      expect(await here.session()).not.toBeNull()
      for (const link of links) {
        await choose(app.browser(), link, newPassword)
        expect(await isAccepted(app, newPassword)).toBe(false)
      }
      expect(await isAccepted(app, password)).toBe(hasPassword)
      await choose(app.browser(), await app.mailTo('forgot-password', email), newPassword)
      expect(await isAccepted(app, newPassword)).toBe(true)
    },
  )

  it('sends a limited number of mails for one user, whatever the addresses', async () => {
    const app = await makeMailingApp({ limits: { mail: { attempts: 2, seconds: 60 } } })
    const here = await signedIn(app)
    for (const name of ['one', 'two', 'three']) {
      await askFor(app, here, { email: `${name}@example.test`, currentPassword: password })
    }
    expect(linksOf(app)).toHaveLength(2)
  })

  it('counts the mail to the owner of a taken address among all mails', async () => {
    const app = await makeMailingApp({ limits: { allMails: { attempts: 1, seconds: 60 } } })
    for (const id of ['user-2', 'user-3']) {
      await app.adapter.createUser({ id, email: `${id}@x.test`, emailVerified: new Date() })
    }
    const here = await signedIn(app)
    await askFor(app, here, { email: 'user-2@x.test', currentPassword: password })
    await askFor(app, here, { email: 'user-3@x.test', currentPassword: password })
    expect(linksOf(app)).toHaveLength(1)
  })
})

describe('the undo of a new address', () => {
  it('survives a second change and a new password by the thief, for seven days', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await move(app, thief, moved)
    const [undo] = mailsFor(app, 'oldAddress')
    await move(app, thief, movedAgain)
    await choose(app.browser(), await app.mailTo('forgot-password', movedAgain), newPassword)
    advance(7 * day - 60)
    await confirm(app, undo)
    expect(await addressOf(app)).toBe(email)
    expect(await isAccepted(app, newPassword)).toBe(false)
  })

  it('expires after seven days', async () => {
    const app = await makeMailingApp()
    await move(app, await signedIn(app), moved)
    advance(7 * day)
    await confirm(app, lastMail(app, 'oldAddress'))
    expect(await addressOf(app)).toBe(moved)
  })

  it('is neither ended nor undone by the link that the thief gets for a second change', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await move(app, thief, moved)
    await move(app, thief, movedAgain)
    await move(app, thief, 'third@example.test')
    const [undo, second, third] = mailsFor(app, 'oldAddress')
    expect([second?.identifier, third?.identifier]).toEqual([moved, movedAgain])
    await confirm(app, second)
    expect(await addressOf(app)).toBe(moved)
    await confirm(app, undo)
    expect(await addressOf(app)).toBe(email)
    await confirm(app, third)
    expect(await addressOf(app)).toBe(email)
  })

  it('beats a link of the thief that was not used before', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await move(app, thief, moved)
    await move(app, thief, movedAgain)
    const [undo, second] = mailsFor(app, 'oldAddress')
    await confirm(app, undo)
    await confirm(app, second)
    expect(await addressOf(app)).toBe(email)
  })

  it('of a thief’s change is not ended by the undo of a later one, after a change of its own', async () => {
    const app = await makeMailingApp()
    const browser = await signedIn(app)
    await move(app, browser, moved)
    // From here on, a thief has the session and the password.
    await move(app, browser, movedAgain)
    await move(app, browser, 'third@example.test')
    const [, undo, second] = mailsFor(app, 'oldAddress')
    expect([undo?.identifier, second?.identifier]).toEqual([moved, movedAgain])
    await confirm(app, second)
    await confirm(app, undo)
    expect(await addressOf(app)).toBe(moved)
  })

  it('works once, and again for the next change', async () => {
    const app = await makeMailingApp()
    await move(app, await signedIn(app), moved)
    const [undo] = mailsFor(app, 'oldAddress')
    await confirm(app, undo)
    // A change within a minute of the undo may be the thief's.
    advance(120)
    const owner = app.browser()
    await choose(owner, lastMail(app, 'reset'), password)
    await move(app, owner, grace)
    await confirm(app, undo)
    expect(await addressOf(app)).toBe(grace)
    await move(app, owner, movedAgain)
    await confirm(app, mailsFor(app, 'oldAddress')[1])
    expect(await addressOf(app)).toBe(email)
  })

  it('takes the address back from a user who has not proven it, and from no other', async () => {
    for (const emailVerified of [null, new Date()]) {
      const app = await makeMailingApp()
      await move(app, await signedIn(app), moved)
      await app.adapter.createUser({ id: 'squatter', email, emailVerified })
      await confirm(app, lastMail(app, 'oldAddress'))
      expect(await addressOf(app)).toBe(emailVerified ? moved : email)
      expect((await app.adapter.getUser('squatter'))?.email).toBe(emailVerified ? email : null)
    }
  })

  it('leaves the address to a user who proves it at the same moment', async () => {
    const app = await makeMailingApp()
    await move(app, await signedIn(app), moved)
    await app.adapter.createUser({ id: 'user-2', email, emailVerified: null })
    const end = app.adapter.deleteSessionsByUserId.bind(app.adapter)
    vi.spyOn(app.adapter, 'deleteSessionsByUserId').mockImplementationOnce(async (...given) => {
      await app.adapter.updateUser({ id: 'user-2', emailVerified: new Date() })
      return end(...given)
    })
    await confirm(app, lastMail(app, 'oldAddress'))
    expect((await app.adapter.getUser('user-2'))?.email).toBe(email)
    expect(await addressOf(app)).toBe(moved)
  })

  it('removes the accounts and factors that were added since, and keeps the older ones', async () => {
    const app = await makeMailingApp({ others: [GitHub({ clientId: 'id', clientSecret: 's' })] })
    const { adapter, user } = app
    const account = { userId: user.id, type: 'oauth', provider: 'github' } as const
    const factor = { userId: user.id, type: 'totp', name: null, secret: 'sealed', lastStep: 0 }
    const dates = { lastUsedAt: null, expires: null }
    const add = async (name: string): Promise<void> => {
      await adapter.linkAccount({ ...account, providerAccountId: name })
      await adapter.createFactor({
        ...factor,
        type: 'totp',
        ...dates,
        id: name,
        createdAt: new Date(Date.now()),
      })
    }
    await add('of the owner')
    advance(60)
    await move(app, await signedIn(app), moved)
    advance(60)
    await add('of the thief')
    await confirm(app, lastMail(app, 'oldAddress'))
    const accounts = await adapter.listAccountsByUserId(user.id)
    const factors = await adapter.listFactorsByUserId(user.id)
    expect(accounts.map(({ providerAccountId }) => providerAccountId)).toEqual(['of the owner'])
    expect(factors.map(({ id }) => id)).toEqual(['of the owner'])
  })

  it('works after a failure of the database', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await move(app, thief, moved)
    await move(app, thief, movedAgain)
    for (const undo of [...mailsFor(app, 'oldAddress')].reverse()) {
      vi.spyOn(app.adapter, 'setPassword').mockRejectedValueOnce(new Error('The database is away.'))
      const failed = await confirm(app, undo)
      expect(failed.url).not.toContain('done')
      const done = await confirm(app, undo)
      expect(done.url).toContain('done=address-restored')
      expect(await addressOf(app)).toBe(undo.identifier)
    }
  })

  it('that failed does not end the undo of a later change', async () => {
    const app = await makeMailingApp()
    const thief = await signedIn(app)
    await move(app, thief, moved)
    await move(app, thief, movedAgain)
    const [undo, second] = mailsFor(app, 'oldAddress')
    vi.spyOn(app.adapter, 'setPassword').mockRejectedValueOnce(new Error('The database is away.'))
    await confirm(app, undo)
    const done = await confirm(app, second)
    expect(done.url).toContain('done=address-restored')
    expect(await addressOf(app)).toBe(moved)
  })

  it('ends a password that another person chooses at the same moment', async () => {
    const app = await makeMailingApp()
    await move(app, await signedIn(app), moved)
    const { getPassword, setPassword } = app.adapter
    const removal = vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (userId) => {
      const row = await getPassword(userId)
      if (row) await setPassword(userId, { ...row, stamp: 'of another change' }, row.hash)
      return false
    })
    await confirm(app, lastMail(app, 'oldAddress'))
    expect(removal).toHaveBeenCalledTimes(2)
    expect(await addressOf(app)).toBe(email)
    expect(await isAccepted(app, password)).toBe(false)
  })

  it('is mailed although all mails of the app are used up', async () => {
    const app = await makeMailingApp({ limits: { allMails: { attempts: 1, seconds: 600 } } })
    const thief = await signedIn(app)
    await askFor(app, thief, { email: moved, currentPassword: password })
    await app.mailTo('forgot-password', email)
    expect(await app.mailTo('forgot-password', email)).toBeUndefined()
    await confirm(app, lastMail(app, 'newAddress'), thief)
    await confirm(app, lastMail(app, 'oldAddress'))
    expect(await addressOf(app)).toBe(email)
    expect(lastMail(app, 'reset')?.identifier).toBe(email)
  })
})
