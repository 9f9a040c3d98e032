import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  askForMail,
  confirm,
  isSignedIn,
  lastLink,
  makeMailApp,
  recordingProvider,
} from '../email/mail-app.js'
import type { MailApp } from '../email/mail-app.js'

const held = 429

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

async function askAll(app: MailApp, typed: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const one of typed) statuses.push((await askForMail(app.browser(), one)).status)
  return statuses
}

describe('EM5: mails to one address', () => {
  it('are five in ten minutes, in whatever way it is written', async () => {
    const app = makeMailApp()
    const written = ['a@x.test', 'A@x.test', ' a@X.TEST', 'a@ｘ.test', 'a@x.test\n', 'a@x.test']
    expect(await askAll(app, written)).toEqual([302, 302, 302, 302, 302, held])
    expect(app.sent).toHaveLength(5)
    expect(await askAll(app, ['b@x.test', 'a+b@x.test'])).toEqual([302, 302])
  })

  it('can be asked for again when the time is over', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 5 }, () => 'a@x.test'),
    )
    vi.setSystemTime(Date.now() + 599_000)
    const { status, response } = await askForMail(app.browser(), 'a@x.test')
    expect([status, response.headers.get('retry-after')]).toEqual([held, '1'])
    vi.setSystemTime(Date.now() + 1000)
    expect(await askAll(app, ['a@x.test'])).toEqual([302])
  })

  it('that were sent work while others are held up', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 9 }, () => 'a@x.test'),
    )
    const browser = app.browser()
    await confirm(browser, lastLink(app))
    expect(isSignedIn(browser)).toBe(true)
  })

  it('count together whoever sends them', async () => {
    const app = makeMailApp({ others: [recordingProvider([], { id: 'post' })] })
    for (let mail = 0; mail < 5; mail++)
      await askForMail(app.browser(), 'a@x.test', { id: mail % 2 ? 'mail' : 'post' })
    expect(await askAll(app, ['a@x.test'])).toEqual([held])
  })

  it('count before anybody is asked or looked up', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 5 }, () => 'a@x.test'),
    )
    app.asked.splice(0)
    app.store.take()
    await askAll(app, ['a@x.test'])
    expect(app.asked).toEqual([])
    expect(app.store.take()).toEqual(['countAttempt'])
  })

  it('that are none count nothing', async () => {
    const app = makeMailApp()
    await askAll(
      app,
      Array.from({ length: 9 }, () => 'a@x'),
    )
    expect(app.store.take()).toEqual([])
  })

  it('are as many as the application wants', async () => {
    const app = makeMailApp({ limits: { mail: { attempts: 1, seconds: 9 } } })
    expect(await askAll(app, ['a@x.test', 'a@x.test'])).toEqual([302, held])
    const { response } = await askForMail(app.browser(), 'a@x.test')
    expect(response.headers.get('retry-after')).toBe('9')
  })

  it('are without end when the application wants no limits', async () => {
    const app = makeMailApp({ limits: false })
    await askAll(
      app,
      Array.from({ length: 12 }, () => 'a@x.test'),
    )
    expect(app.sent).toHaveLength(12)
  })
})
