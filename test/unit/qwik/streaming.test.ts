import { _deserializeData } from '@builder.io/qwik'
import {
  routeLoader$,
  server$,
  type RequestEventBase,
  type RequestEventLoader,
} from '@builder.io/qwik-city'
import type { ServerRenderOptions } from '@builder.io/qwik-city/middleware/request-handler'
import type { RenderToStreamOptions } from '@builder.io/qwik/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { getSession, requireSession, updateSession } from '../../../src/qwik/index.js'
import { ada, login, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { nameOf } from './guarded.js'
import { openSite, plainPage, type Site } from './site.js'
import type { Visitor } from './visitor.js'

const day = 86_400_000
const form = { providerId: 'credentials', ...login }

/** What a loader gives that keeps no page waiting. */
let late: Promise<string | null> = Promise.resolve(null)

/** Asks only after the first byte of the page. */
export const useLate = routeLoader$((event: RequestEventLoader) => {
  const asked = firstByte().then(async () => nameOf(await getSession(event)))
  late = asked
  return () => asked
})

export const streamNames = server$(async function* (this: RequestEventBase) {
  yield nameOf(await getSession(this))
  const refused = await updateSession(this, { name: 'Grace' }).catch((error: unknown) => error)
  yield String(refused)
})

/** The guard stands before the stream: once that has begun, it can only be torn off. */
export const streamSecrets = server$(async function (this: RequestEventBase) {
  await requireSession(this)
  return (async function* () {
    yield 'a secret'
  })()
})

let written: () => void = () => {}

function firstByte(): Promise<void> {
  return new Promise((resolve) => (written = resolve))
}

const renderSlowly = (async ({ stream }: RenderToStreamOptions) => {
  stream.write('<!doctype html><title>Page</title>')
  written()
  stream.write(`<p>${await late}</p>`)
  return {}
}) as unknown as ServerRenderOptions['render']

const site = openSite({ pages: { '/slow/': { ...plainPage, useLate } }, render: renderSlowly })

afterEach(() => void vi.useRealTimers())

describe('a page that streams', () => {
  it('has the cookies of its session before its first byte, and the session to the last', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const visitor = await signIn(site)
    const before = visitor.cookie(sessionCookie)
    vi.setSystemTime(Date.now() + day + 1000)
    const answer = await visitor.open('/slow/')
    expect(answer.setCookies).toHaveLength(1)
    expect(visitor.cookie(sessionCookie)).not.toBe(before)
    expect(answer.response.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.response.text()).toContain(`<p>${ada.name}</p>`)
  })
})

describe('a function of `server$` that streams', () => {
  it('knows the session, and is told that it cannot change it any more', async () => {
    const visitor = await signIn(site)
    const answer = await visitor.call(streamNames)
    expect(answer.status).toBe(200)
    const [name, refused] = await partsOf(answer.response)
    expect(name).toBe(ada.name)
    expect(refused).toContain('already on its way')
    expect(answer.setCookies).toEqual([])
    expect((await visitor.open('/')).session).toMatchObject({ user: { name: ada.name } })
  })

  it('refuses a stranger before it begins, where its guard stands before it', async () => {
    const answer = await site.visitor().call(streamSecrets)
    expect(answer.status).toBe(401)
    expect(await answer.response.json()).toMatchObject({ error: 'SessionRequired' })
    const { response } = await (await signIn(site)).call(streamSecrets)
    expect(await partsOf(response)).toEqual(['a secret'])
  })
})

async function signIn(where: Site): Promise<Visitor> {
  const visitor = where.visitor()
  await visitor.post(auth.useSignIn, form)
  return visitor
}

async function partsOf(response: Response): Promise<unknown[]> {
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => _deserializeData(line))
}
