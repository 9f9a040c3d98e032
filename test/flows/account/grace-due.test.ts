import { describe, expect, it, vi } from 'vitest'
import { deleteAccount, deleteExpired, setPassword, signIn } from '../../../src/core.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import { isMark } from '../../../src/store/revocation.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { email, password } from '../../support/apps/password-app.js'
import { patient } from '../../support/patient.js'
import { useClock } from '../../support/apps/factor-app.js'
import { makeAccountApp, press, type AccountApp } from '../../support/apps/account-app.js'
import {
  askForDeletion,
  day,
  graceDays,
  keep,
  keepRoute,
  makeGraceApp,
  signInHeld,
  stateOf,
} from './grace-app.js'

const clock = useClock()

/** Runs the job that an app's cron runs. */
async function purge(app: AccountApp): Promise<void> {
  const request = new Request('https://app.test')
  await deleteExpired(app.config, new Date(Date.now()), { request })
}

/** Runs work once, right before the first write of a step to the pending deletion. */
function beforeStep(app: AccountApp, work: () => Promise<unknown>): void {
  const original = app.adapter.useFactorStep.bind(app.adapter)
  vi.spyOn(app.adapter, 'useFactorStep').mockImplementationOnce(async (id, use) => {
    await work()
    return original(id, use)
  })
}

describe('an error is never evidence', () => {
  it('a sign-in fails while the deletion cannot be read', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const list = vi.spyOn(app.adapter, 'listFactorsByUserId')
    list.mockRejectedValue(new Error('connection lost'))
    const browser = app.browser()
    const answer = await app.attempt({ email, password }, browser)
    expect(answer.headers.get('location')).toContain('/auth/error?')
    expect(await browser.session()).toBeNull()
    await purge(app)
    list.mockRestore()
    expect(await stateOf(app)).toBe('pending')
  })

  it('nothing is deleted later if the deletion cannot be recorded', async () => {
    const app = await makeGraceApp()
    const browser = await app.signedIn()
    vi.spyOn(app.adapter, 'replaceFactors').mockRejectedValue(new Error('connection lost'))
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data.ok).toBe(false)
    expect(await stateOf(app)).toBe('kept')
    vi.restoreAllMocks()
  })

  it('a deletion that fails is carried out later, and cannot be withdrawn in between', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const remove = vi.spyOn(app.adapter, 'deleteUser')
    remove.mockRejectedValueOnce(new Error('connection lost'))
    await purge(app)
    expect(await stateOf(app)).toBe('pending')
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    expect((await browser.fetchPage(keepRoute)).html).not.toContain('Keep my account')
    expect(await browser.session()).toBeNull()
    await purge(app)
    expect(remove).toHaveBeenCalledOnce()
    clock.advance(301)
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
  })
})

describe('a deletion whose date the database has lost', () => {
  function changeDate(app: AccountApp, change: (date: Date | null) => unknown): void {
    const list = app.adapter.listFactorsByUserId.bind(app.adapter)
    vi.spyOn(app.adapter, 'listFactorsByUserId').mockImplementation(async (id) => {
      const withDate = (row: AdapterFactor): AdapterFactor => {
        return { ...row, lastUsedAt: change(row.lastUsedAt) as Date }
      }
      return (await list(id)).map(withDate)
    })
  }

  it.each([
    ['null', null],
    ['a text that is not a date', 'soon'],
    ['a text without a time zone', '2020-01-01 00:00:00'],
  ])('is not due, and can be withdrawn (%s)', async (_, date) => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    changeDate(app, () => date)
    await purge(app)
    expect(await stateOf(app)).toBe('pending')
    expect(app.codes('error')).toContain('AdapterError')
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    expect(new URL(page.url).pathname).toBe(keepRoute)
    await press(browser, page, 'keep-account')
    expect(await browser.session()).not.toBeNull()
    expect(await stateOf(app)).toBe('kept')
  })

  it('does not keep another user from signing in', async () => {
    const app = await makeGraceApp()
    const other = { id: 'user-2', name: 'Eve', email: 'eve@example.test' }
    await app.adapter.createUser({ ...other, emailVerified: new Date() })
    await setPassword(app.config, other.id, password)
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    changeDate(app, () => null)
    const browser = app.browser()
    await app.attempt({ email: other.email, password }, browser)
    await app.settle()
    expect(await browser.session()).toMatchObject({ user: { email: other.email } })
    expect(await stateOf(app)).toBe('pending')
  })

  it('is due at a date that the database returns as text', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    changeDate(app, (date) => date?.toISOString())
    await purge(app)
    expect(await stateOf(app)).toBe('pending')
    clock.advance(graceDays * day + 1)
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
  })
})

describe('a user whom the database refuses to delete', () => {
  it('can keep the account after the second refusal, and is told of a later date', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const remove = vi.spyOn(app.adapter, 'deleteUser')
    remove.mockRejectedValue(new Error('violates foreign key constraint'))
    await purge(app)
    clock.advance(301)
    await purge(app)
    expect(remove).toHaveBeenCalledTimes(2)
    expect(app.codes('warn')).toContain('due-user-not-deletable')
    await vi.waitFor(() =>
      expect(app.sent.map(({ purpose }) => purpose)).toEqual([
        'deletionPending',
        'deletionPending',
      ]),
    )
    const browser = app.browser()
    await signInHeld(app, browser)
    await keep(browser)
    expect(await browser.session()).not.toBeNull()
    expect(await stateOf(app)).toBe('kept')
  })

  it('cannot keep the account while the database does not answer', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const lost = Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
    vi.spyOn(app.adapter, 'deleteUser').mockRejectedValue(lost)
    await purge(app)
    clock.advance(301)
    await purge(app)
    expect(app.codes('warn')).not.toContain('due-user-not-deletable')
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    expect((await browser.fetchPage(keepRoute)).html).not.toContain('Keep my account')
    expect(await stateOf(app)).toBe('pending')
  })

  it('has no account any more if only the answer of the database was lost', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const remove = app.adapter.deleteUser.bind(app.adapter)
    const spy = vi.spyOn(app.adapter, 'deleteUser')
    spy.mockRejectedValueOnce(new Error('connection lost'))
    spy.mockImplementationOnce(async (id) => {
      await remove(id)
      throw new Error('connection lost')
    })
    await purge(app)
    clock.advance(301)
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
    expect(app.codes('warn')).not.toContain('due-user-not-deletable')
  })
})

describe('of a decision and a deletion at the same moment, exactly one wins', () => {
  it('the deletion, if it begins first', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day - 30)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    beforeStep(app, async () => {
      clock.advance(60)
      await purge(app)
    })
    await press(browser, page, 'keep-account')
    expect(await stateOf(app)).toBe('deleted')
    expect(await browser.session()).toBeNull()
  })

  it('the user, who decides before the deletion begins', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day - 30)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    clock.advance(60)
    beforeStep(app, async () => {
      clock.advance(-60)
      await press(browser, page, 'keep-account')
      clock.advance(60)
    })
    await purge(app)
    expect(await stateOf(app)).toBe('kept')
    expect(await browser.session()).not.toBeNull()
  })

  it('a deletion by two processes happens once', async () => {
    const deleted = vi.fn<(message: unknown) => void>()
    const app = await makeGraceApp({ events: { deleteUser: deleted } })
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    beforeStep(app, () => purge(app))
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
    expect(deleted).toHaveBeenCalledOnce()
  })

  it('a page that is opened before the date does not keep the account after it', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day - 30)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    clock.advance(60)
    const done = await press(browser, page, 'keep-account')
    expect(done.html).toContain('Your account is deleted')
    expect(await stateOf(app)).toBe('deleted')
    expect(await browser.session()).toBeNull()
  })
})

describe('a user with a session at the date', () => {
  /** Signs the user in as an instance of the app without `graceDays` does, on the same database. */
  async function signInUnasked({ adapter, config: { session } }: AccountApp): Promise<void> {
    const other = await makeAccountApp({ adapter, page: {}, session })
    const browser = await other.signedIn()
    expect(await browser.session()).not.toBeNull()
  }

  it.each(['jwt', 'database'] as const)(
    'is signed out and told of a later date, and not deleted, with %s sessions',
    async (strategy) => {
      const deleted = vi.fn<(message: unknown) => void>()
      const events = { deleteUser: deleted }
      const app = await makeGraceApp({ session: { strategy }, events })
      await askForDeletion(app)
      clock.advance(graceDays * day + 1)
      await signInUnasked(app)
      await purge(app)
      expect(await stateOf(app)).toBe('pending')
      expect(deleted).not.toHaveBeenCalled()
      const rows = await app.adapter.listSessionsByUserId(app.user.id)
      expect(rows.filter((row) => !isMark(row))).toEqual([])
      await vi.waitFor(
        () =>
          expect(app.sent.map(({ purpose }) => purpose)).toEqual([
            'deletionPending',
            'deletionPending',
          ]),
        patient,
      )
      expect(app.codes('warn')).toContain('due-user-signed-in')
      await nextMillisecond()
      const browser = app.browser()
      await signInHeld(app, browser)
      await keep(browser)
      expect(await browser.session()).not.toBeNull()
      expect(await stateOf(app)).toBe('kept')
    },
  )

  it('is deleted at the later date, if the account is not kept', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    await signInUnasked(app)
    await purge(app)
    clock.advance(graceDays * day - 60)
    await purge(app)
    expect(await stateOf(app)).toBe('pending')
    clock.advance(120)
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
  })

  it('is deleted at once if the session has expired', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(60)
    await signInUnasked(app)
    clock.advance(40 * day)
    await purge(app)
    expect(await stateOf(app)).toBe('deleted')
  })

  it('is not deleted while the sessions cannot be listed', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    vi.spyOn(app.adapter, 'listSessionsByUserId').mockRejectedValue(new Error('connection lost'))
    await purge(app)
    vi.restoreAllMocks()
    expect(await stateOf(app)).toBe('pending')
  })
})

describe('the job that deletes users', () => {
  it('deletes expired rows also if the users who are due cannot be listed', async () => {
    const app = await makeGraceApp()
    const expired = vi.spyOn(app.adapter, 'deleteExpired')
    vi.spyOn(app.adapter, 'listDueDeletions').mockRejectedValueOnce(new Error('connection lost'))
    await expect(purge(app)).rejects.toThrow('listDueDeletions')
    expect(expired).toHaveBeenCalledOnce()
  })

  it('is awaited by the platform if a sign-in starts it', async () => {
    const app = await makeGraceApp()
    const other = { id: 'user-2', name: 'Eve', email: 'eve@example.test' }
    await app.adapter.createUser({ ...other, emailVerified: new Date() })
    await setPassword(app.config, other.id, password)
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const work: Promise<unknown>[] = []
    const browser = app.browser()
    const call = { providerId: 'password', fields: { email: other.email, password } }
    const waitUntil = (one: Promise<unknown>): void => void work.push(one)
    await signIn(requestFrom(browser), app.config, { ...call, waitUntil })
    expect(await stateOf(app)).toBe('pending')
    while (work.length > 0) await work.shift()
    expect(await stateOf(app)).toBe('deleted')
  })
})

describe('a user whom the app does not let go', () => {
  it('cannot ask for the deletion, and stays signed in', async () => {
    const asked: unknown[] = []
    const beforeDelete = (_: unknown, details: unknown): void => {
      asked.push(details)
      throw new Error('The user owns a team.')
    }
    const app = await makeGraceApp({ page: { beforeDelete } })
    const browser = await app.signedIn()
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data.ok).toBe(false)
    expect(asked).toEqual([{ deletesAt: expect.any(Date) as Date }])
    expect(await browser.session()).not.toBeNull()
    expect(await stateOf(app)).toBe('kept')
  })

  it('can keep the account after the date', async () => {
    const beforeDelete = (_: unknown, { deletesAt }: { readonly deletesAt?: Date | undefined }) => {
      if (!deletesAt) throw new Error('The user owns a team.')
    }
    const app = await makeGraceApp({ page: { beforeDelete } })
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    await purge(app)
    expect(await stateOf(app)).toBe('pending')
    const browser = app.browser()
    await signInHeld(app, browser)
    await keep(browser)
    expect(await browser.session()).not.toBeNull()
    expect(await stateOf(app)).toBe('kept')
  })
})
