import { describe, expect, it } from 'vitest'
import type { AuthEvent } from '../../../src/binding/event.js'
import { findConfig } from '../../../src/binding/find-config.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { isKeptPrivate } from '../../../src/binding/keep-private.js'
import { gateKeptLoader } from '../../../src/binding/kept-loader.js'
import { runSignIn } from '../../../src/binding/run-action.js'
import { requireSession } from '../../../src/binding/require-session.js'
import { getSession } from '../../../src/binding/session-calls.js'
import { ada, login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { configOf, endOf, openEvent, openSecondEvent, type Ended } from './event.js'

const app = makeApp()
const config = configOf(() => app.config)

interface Loader {
  readonly __id: string
  readonly __cacheKey?: unknown
  readonly __qrl: { call: (self: unknown, event: AuthEvent) => unknown; getHash?: () => string }
}

async function cookieOfAda(): Promise<string> {
  const { event, cookies } = openEvent('/', {
    method: 'POST',
    headers: { origin: 'https://app.test' },
  })
  await endOf(() =>
    runSignIn(event, config, { providerId: 'credentials', ...login, redirectTo: '/' }),
  )
  return `${sessionCookie}=${cookies.get(sessionCookie)?.value ?? ''}`
}

/** The request for one loader, up to where Qwik makes its list of loaders known. */
async function askFor(asked: Loader, cookie = '', { hasGate = true } = {}) {
  const { event, sharedMap, headers } = openSecondEvent('/a/', 'loader', { headers: { cookie } })
  const resolveValue = ({ __qrl: { call } }: Loader): unknown => call(undefined, event)
  Object.assign(event, { resolveValue })
  const serialize = async (data: object): Promise<string> => JSON.stringify(data)
  if (hasGate) gateKeptLoader({ event, serialize, isPrivate: isKeptPrivate })
  await handleRequest(event, config)
  const layout: Loader = { __id: 'layout', __qrl: { call: () => 'layout' } }
  const loaders = [layout, asked, { ...layout, __id: 'after' }]
  sharedMap.set('@loaderId', 'asked').set('@routeLoaders', loaders)
  const before = loaders.slice(0, loaders.indexOf(asked))
  /** Runs what Qwik runs before the loader that was asked for. */
  const runBefore = async (): Promise<void> => {
    for (const { __qrl } of before) await __qrl.call(__qrl, event)
  }
  return { event, headers, before, runBefore }
}

const kept: Loader = { __id: 'asked', __cacheKey: true, __qrl: { call: () => 'the answer' } }

describe('the gate before a loader of Qwik 2 whose answers are kept', () => {
  it('answers in place of the cache, if the visitor has a session', async () => {
    const { runBefore, headers } = await askFor(kept, await cookieOfAda())
    const ended: Ended = await endOf(runBefore)
    expect(await ended.response?.text()).toBe('{"d":"the answer"}')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('lets the cache answer a stranger', async () => {
    const { runBefore, before } = await askFor(kept)
    await runBefore()
    expect(before.length).toBe(2)
  })

  it('finds a loader by its hash, as the dev server names it', async () => {
    const named = { ...kept, __id: 'other', __qrl: { ...kept.__qrl, getHash: () => 'asked' } }
    const { runBefore } = await askFor(named, await cookieOfAda())
    expect((await endOf(runBefore)).status).toBe(200)
  })

  it('is not there before a loader whose answers are not kept', async () => {
    const { before } = await askFor({ ...kept, __cacheKey: undefined }, await cookieOfAda())
    expect(before.length).toBe(1)
  })

  it('closes for a stranger, too, when a layout asks for the config', async () => {
    const { event, runBefore } = await askFor(kept)
    await findConfig(event)
    expect(await (await endOf(runBefore)).response?.text()).toBe('{"d":"the answer"}')
  })

  it('cannot close any more, so the config is refused behind it', async () => {
    const { event, runBefore } = await askFor(kept)
    await runBefore()
    await expect(findConfig(event)).rejects.toThrow('Remove `cacheKey`')
    expect(await getSession(event)).toBeNull()
  })
})

describe('a kept loader without a gate, because `onRequest` is not exported', () => {
  it.each([true, () => 'key'])('cannot read a session: cacheKey %s', async (cacheKey) => {
    const asked = { ...kept, __cacheKey: cacheKey }
    const { event } = await askFor(asked, '', { hasGate: false })
    const request = new Request('https://app.test/a/', { headers: { cookie: await cookieOfAda() } })
    const late = { ...event, request, headers: new Headers(), sharedMap: new Map(event.sharedMap) }
    late.sharedMap.delete('@latchkey states')
    for (const read of [() => getSession(late), () => requireSession(late)]) {
      await expect(read()).rejects.toThrow('Remove `cacheKey`')
    }
  })

  it('reads the session when it is not kept', async () => {
    const asked = { ...kept, __cacheKey: undefined }
    const { event } = await askFor(asked, await cookieOfAda(), { hasGate: false })
    expect(await getSession(event)).toMatchObject({ user: { name: ada.name } })
  })
})
