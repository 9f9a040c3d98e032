import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryLimits } from '../../../src/config/memory-limits.js'
import { Auth, type AuthConfig } from '../../../src/core.js'
import type { AuthError } from '../../../src/errors/auth-error.js'
import { CredentialsSignin } from '../../../src/errors/credentials-signin.js'
import { ServerBusy } from '../../../src/errors/request-errors.js'
import { enterCounted } from '../../../src/flows/credentials/enter-counted.js'
import type { PasswordProvider } from '../../../src/flows/password/password-provider.js'
import type { LimitsOptions, LimitStore } from '../../../src/model/limits.js'
import type { PasswordHost, PasswordMethod, RunHash } from '../../../src/model/password.js'
import { createHashQueue } from '../../../src/passwords/hash-queue.js'
import { Browser } from '../../support/browser.js'
import { openTestContext } from '../../support/open-test-context.js'
import { sessionCookie } from '../../support/apps/app.js'
import { patient } from '../../support/patient.js'
import {
  email,
  makePasswordApp,
  password,
  type PasswordApp,
} from '../../support/apps/password-app.js'

afterEach(() => void vi.restoreAllMocks())

const right = { email, password }
const stranger = { email: 'nobody@example.test', password: 'tide lantern grovel' }

/** One hash at a time, and no sign-in waits. */
const onePlace = { hashesAtOnce: 1, hashesWaiting: 0 }

const twoTries = { identifier: { attempts: 2, seconds: 60 } } as const

/** Something that the test lets pass. */
function makeGate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

/** A store whose answers wait while the test says so. */
function makeSlowStore() {
  const inner = createMemoryLimits()
  let waits: Promise<void> | undefined
  const asked = vi.fn()
  const store: LimitStore = {
    countAttempt: async (attempt) => {
      const counted = await inner.countAttempt(attempt)
      asked()
      await waits
      return counted
    },
  }
  return {
    store,
    asked,
    waitFor: (opened: Promise<void> | undefined) => {
      waits = opened
      asked.mockClear()
    },
  }
}

/** A sign-in that has taken a place, and keeps it until the gate opens. */
async function holdPlace(app: PasswordApp) {
  const gate = makeGate()
  const read = vi.spyOn(app.adapter, 'getUserByEmail').mockImplementationOnce(async () => {
    await gate.opened
    return null
  })
  read.mockClear()
  const answer = app.attempt({ ...stranger, email: `${crypto.randomUUID()}@example.test` })
  await vi.waitFor(() => expect(read).toHaveBeenCalled(), patient)
  return {
    release: async () => {
      gate.open()
      await answer
    },
  }
}

async function isAccepted(app: PasswordApp, fields: Readonly<Record<string, unknown>>) {
  const browser = app.browser()
  await app.attempt(fields, browser)
  return browser.cookie(sessionCookie) !== undefined
}

async function openChange(browser: Browser) {
  const csrfToken = await browser.csrfToken()
  return async (currentPassword: string): Promise<number> => {
    const body = { csrfToken, currentPassword, password: 'seven quiet harbours' }
    return (await browser.postJson('/auth/change-password', body)).status
  }
}

/** Requests of one client, which is counted. */
function browserFrom(config: AuthConfig): Browser {
  return new Browser((request) => Auth(request, config, { clientAddress: '203.0.113.7' }))
}

describe('attempts that the limits refuse', () => {
  it('take no place from other sign-ins while they are counted (FP17)', async () => {
    const slow = makeSlowStore()
    const app = await makePasswordApp(onePlace, { limits: { ...twoTries, store: slow.store } })
    for (let count = 0; count < 2; count += 1) await app.attempt(stranger)
    const gate = makeGate()
    slow.waitFor(gate.opened)
    const refused = Array.from({ length: 5 }, () => app.attempt(stranger))
    await vi.waitFor(() => expect(slow.asked).toHaveBeenCalledTimes(5), patient)
    slow.waitFor(undefined)
    expect(await isAccepted(app, right)).toBe(true)
    gate.open()
    expect(new Set((await Promise.all(refused)).map(({ status }) => status))).toEqual(
      new Set([429]),
    )
  })

  it('at the current password take no place either (FP17, FP22)', async () => {
    const slow = makeSlowStore()
    const app = await makePasswordApp(onePlace, { limits: { ...twoTries, store: slow.store } })
    const browser = app.browser()
    await app.attempt(right, browser)
    const change = await openChange(browser)
    for (let count = 0; count < 2; count += 1) await change('wrong')
    const gate = makeGate()
    slow.waitFor(gate.opened)
    const refused = Array.from({ length: 5 }, () => change('wrong'))
    await vi.waitFor(() => expect(slow.asked).toHaveBeenCalledTimes(5), patient)
    slow.waitFor(undefined)
    expect(await isAccepted(app, right)).toBe(true)
    gate.open()
    expect(new Set(await Promise.all(refused))).toEqual(new Set([429]))
  })
})

describe('a sign-in that finds no place', () => {
  it('asks neither the store of the limits nor the database (FP17)', async () => {
    const slow = makeSlowStore()
    const app = await makePasswordApp(onePlace, { limits: { ...twoTries, store: slow.store } })
    const held = await holdPlace(app)
    slow.waitFor(undefined)
    const read = vi.spyOn(app.adapter, 'getUserByEmail')
    read.mockClear()
    expect((await app.attempt(right)).status).toBe(503)
    expect(slow.asked).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
    await held.release()
  })

  it('does not use up the attempts of its client (FP23)', async () => {
    const limits: LimitsOptions = { client: { attempts: 2, seconds: 60 } }
    const app = await makePasswordApp(onePlace, { limits })
    const held = await holdPlace(app)
    const browser = browserFrom(app.config)
    for (let count = 0; count < 5; count += 1) {
      expect((await app.attempt(right, browser)).status).toBe(503)
    }
    await held.release()
    await app.attempt(right, browser)
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })

  it('gets its attempts back if the last place was taken while it was counted (FP23)', async () => {
    const slow = makeSlowStore()
    const limits = { ...twoTries, client: { attempts: 2, seconds: 60 }, store: slow.store }
    const app = await makePasswordApp(onePlace, { limits })
    const browser = browserFrom(app.config)
    for (let count = 0; count < 5; count += 1) {
      const gate = makeGate()
      slow.waitFor(gate.opened)
      const late = app.attempt(right, browser)
      await vi.waitFor(() => expect(slow.asked).toHaveBeenCalled(), patient)
      slow.waitFor(undefined)
      const held = await holdPlace(app)
      gate.open()
      expect((await late).status).toBe(503)
      await held.release()
    }
    await app.attempt(right, browser)
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })
})

/** Counts an attempt of the only one that is allowed, and runs a task. */
async function enterOnce(subject: string, check: (run: RunHash) => Promise<void>, now = 0) {
  const queue = createHashQueue(1, 0, () => new Date())
  const passwords = {
    requireRoom: () => queue.requireRoom(),
    enter: (_host, task) => queue.enter(task),
  } satisfies Pick<PasswordMethod, 'requireRoom' | 'enter'>
  const limits = { identifier: { attempts: 1, seconds: 60 }, store }
  const { ctx } = openTestContext({ config: { limits } })
  const attempts = [{ name: 'identifier', subject }] as const
  const task = { host: {} as PasswordHost, attempts, check }
  const entering = enterCounted(
    { ...ctx, now: ctx.now + now },
    { passwords } as unknown as PasswordProvider,
    task,
  )
  return entering.then(
    () => 'done',
    (thrown: unknown) => (thrown as AuthError).type,
  )
}

const store = createMemoryLimits()
const hash = async (run: RunHash): Promise<void> => run(async () => undefined)
const fail = async (): Promise<never> => {
  throw new ServerBusy('It took too long.', 2)
}

describe('an attempt', () => {
  it('is given back if the task gave up before its hash began', async () => {
    const subject = crypto.randomUUID()
    for (let count = 0; count < 3; count += 1) {
      expect(await enterOnce(subject, fail)).toBe('ServerBusy')
    }
    expect(await enterOnce(subject, hash)).toBe('done')
    expect(await enterOnce(subject, hash)).toBe('TooManyRequests')
  })

  it('stays used up if anything was hashed, which may have been a guess (FP22)', async () => {
    const subject = crypto.randomUUID()
    const hashThenFail = async (run: RunHash): Promise<void> => {
      await hash(run)
      await fail()
    }
    expect(await enterOnce(subject, hashThenFail)).toBe('ServerBusy')
    expect(await enterOnce(subject, hash)).toBe('TooManyRequests')
  })

  it('that is given back does not make the next count longer', async () => {
    const subject = crypto.randomUUID()
    expect(await enterOnce(subject, fail)).toBe('ServerBusy')
    expect(await enterOnce(subject, hash, 61)).toBe('done')
    expect(await enterOnce(subject, hash, 61)).toBe('TooManyRequests')
  })

  it('stays used up if its task failed for another reason', async () => {
    const subject = crypto.randomUUID()
    const refuse = async (): Promise<never> => {
      throw new CredentialsSignin()
    }
    expect(await enterOnce(subject, refuse)).toBe('CredentialsSignin')
    expect(await enterOnce(subject, hash)).toBe('TooManyRequests')
  })
})
