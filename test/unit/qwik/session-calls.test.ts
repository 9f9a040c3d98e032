import { _deserializeData } from '@builder.io/qwik'
import type { RequestEvent, RequestEventCommon } from '@builder.io/qwik-city'
import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  getSession,
  updateSession,
  type FrameworkAuthConfig,
  type JWT,
  type Session,
} from '../../../src/qwik/index.js'
import { ada, login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { askWho, nameOf, renameOnServer, useRename } from './guarded.js'
import { openSite, plainPage, type RouteModule, type Site, type SiteOptions } from './site.js'
import { resultOf, type Visitor } from './visitor.js'

const form = { providerId: 'credentials', ...login }

describe('getSession', () => {
  it('is one promise for everyone who asks, and one read', async () => {
    const asked: Promise<Session | null>[] = []
    const ask = (event: RequestEventCommon): void => {
      asked.push(getSession(event), getSession(event, auth))
    }
    const { site, jwt } = renamingSite({
      pages: { '/busy/': [{ onRequest: ask }, { ...plainPage, onGet: ask }] },
    })
    const visitor = await signedIn(site)
    jwt.mockClear()
    const answer = await visitor.open('/busy/')
    const sessions = await Promise.all(asked)
    expect(sessions).toHaveLength(4)
    for (const session of sessions) expect(session).toBe(answer.visit.shared.get('session'))
    expect(jwt).toHaveBeenCalledTimes(1)
  })

  it('reads no session before it is called', async () => {
    const ask = async (event: RequestEventCommon): Promise<void> =>
      void (await getSession(event, auth))
    const { site, jwt, config } = renamingSite({
      // As in an application that has the routes of `onRequest` elsewhere.
      plugins: [{}],
      pages: { '/asked/': { ...plainPage, onRequest: ask } },
    })
    const visitor = await signedIn(site)
    for (const count of [jwt, config]) count.mockClear()
    const quiet = await visitor.open('/')
    expect([jwt.mock.calls.length, config.mock.calls.length]).toEqual([0, 0])
    expect(quiet.response.headers.get('cache-control')).toBeNull()
    const asked = await visitor.open('/asked/')
    expect([jwt.mock.calls.length, config.mock.calls.length]).toEqual([1, 1])
    expect(asked.response.headers.get('cache-control')).toBe('private, no-store')
  })

  it('returns `null` without a cookie and without a database read', async () => {
    const { site, jwt } = renamingSite({ pages: { '/who/': { onGet: who } } })
    const answer = await site.visitor().open('/who/')
    expect(await answer.response.json()).toEqual({ name: null })
    expect(answer.setCookies).toEqual([])
    expect(jwt).not.toHaveBeenCalled()
  })

  it('serves endpoints and `server$`', async () => {
    const visitor = await signedIn(openSite({ pages: { '/who/': { onGet: who } } }))
    expect(await (await visitor.open('/who/')).response.json()).toEqual({ name: ada.name })
    const called = await visitor.call(askWho)
    expect(_deserializeData(await called.response.text())).toBe(ada.name)
  })

  it('is the new one after a sign-in and a sign-out in the same request', async () => {
    const seen: unknown[] = []
    // What stands around the action hears of it before the answer goes out.
    const onRequest = async (event: RequestEvent): Promise<void> => {
      seen.push(nameOf(await getSession(event)))
      await event.next().catch(() => {})
      seen.push(nameOf(await getSession(event)))
      throw event.redirect(302, '/')
    }
    const site = openSite({ pages: { '/around/': { ...plainPage, onRequest } } })
    const visitor = site.visitor()
    await visitor.post(auth.useSignIn, form, '/around/')
    await visitor.post(auth.useSignOut, {}, '/around/')
    expect(seen).toEqual([null, ada.name, ada.name, null])
  })

  it('is `null` on static pages', async () => {
    const site = openSite({
      mode: 'static',
      platform: { static: true },
      pages: { '/who/': { onGet: who } },
    })
    expect(await (await site.visitor().open('/who/')).response.json()).toEqual({ name: null })
  })

  it.each([
    ['before `onRequest`', (event: RequestEventCommon) => getSession(event), 'pass `useSession`'],
    [
      'for a loader of other code',
      (event: RequestEventCommon) => getSession(event, { useSession: () => ({ value: null }) }),
      'the one that `routeAuth$` gave',
    ],
  ])('says what is missing %s', async (_when, ask, message) => {
    const site = openSite({ plugins: [{ onRequest: ask }, { ...auth }] })
    const response = await site.serve(new Request('https://app.test/'))
    expect(site.visitOf(response).error).toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining(message),
    })
  })
})

describe.each(['jwt', 'database'] as const)('updateSession, strategy %s', (strategy) => {
  it('persists, reaches the browser, and is what later readers of the request see', async () => {
    const { site } = renamingSite({ pages: { '/name/': { ...plainPage, useRename } } }, strategy)
    const visitor = await signedIn(site)
    const before = visitor.cookie(sessionCookie)
    const answer = await visitor.post(useRename, { name: 'Grace' }, '/name/')
    expect(resultOf(useRename, answer)).toEqual({ before: ada.name, after: 'Grace' })
    expect(nameOf(answer.session as Session)).toBe('Grace')
    expect(answer.visit.shared.get('session')).toBe(answer.session)
    expect(answer.response.headers.get('cache-control')).toBe('private, no-store')
    expect(nameOf((await visitor.open('/')).session as Session)).toBe('Grace')
    expect(visitor.cookie(sessionCookie) === before).toBe(strategy === 'database')
  })

  it('works from `server$`, with JavaScript, and from an endpoint', async () => {
    const onPost = async (event: RequestEvent): Promise<void> =>
      event.json(200, { name: nameOf(await updateSession(event, { name: 'Mary' })) }) as never
    const { site } = renamingSite(
      { pages: { '/name/': { ...plainPage, useRename }, '/api/': { onPost } } },
      strategy,
    )
    const visitor = await signedIn(site)
    const called = await visitor.call(renameOnServer, ['Grace'])
    expect(_deserializeData(await called.response.text())).toBe('Grace')
    expect(nameOf((await visitor.open('/')).session as Session)).toBe('Grace')
    const { session } = await visitor.submit(useRename, { name: 'Lise' }, '/name/')
    expect(nameOf(session as Session)).toBe('Lise')
    expect(await (await visitor.postJson('/api/', {})).json()).toEqual({ name: 'Mary' })
    expect(nameOf((await visitor.open('/')).session as Session)).toBe('Mary')
  })

  it('gives a visitor neither a session nor a cookie', async () => {
    const { site, jwt } = renamingSite({}, strategy)
    const visitor = site.visitor()
    const called = await visitor.call(renameOnServer, ['Grace'])
    expect(_deserializeData(await called.response.text())).toBeNull()
    expect(called.setCookies).toEqual([])
    expect(jwt).not.toHaveBeenCalled()
  })

  it('changes the session of a sign-in in the same request', async () => {
    const late: unknown[] = []
    const onRequest = async (event: RequestEvent): Promise<void> => {
      await event.next().catch(() => {})
      late.push(nameOf(await updateSession(event, { name: 'Grace' })))
      throw event.redirect(302, '/')
    }
    const page: RouteModule = { ...plainPage, onRequest }
    const { site } = renamingSite({ pages: { '/around/': page } }, strategy)
    const visitor = site.visitor()
    await visitor.post(auth.useSignIn, form, '/around/')
    expect(late).toEqual(['Grace'])
    expect(nameOf((await visitor.open('/')).session as Session)).toBe('Grace')
  })

  it('brings nothing back after a sign-out in the same request', async () => {
    const late: unknown[] = []
    const onRequest = async (event: RequestEvent): Promise<void> => {
      await event.next().catch(() => {})
      late.push(await updateSession(event, { name: 'Grace' }), await getSession(event))
      throw event.redirect(302, '/')
    }
    const page: RouteModule = { ...plainPage, onRequest }
    const { site } = renamingSite({ pages: { '/around/': page } }, strategy)
    const visitor = await signedIn(site)
    await visitor.post(auth.useSignOut, {}, '/around/')
    expect(late).toEqual([null, null])
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('several changes in one request', () => {
  it('build upon each other, also side by side', async () => {
    const onPost = async (event: RequestEvent): Promise<void> => {
      const changes = ['B', 'C', 'D'].map((name) => updateSession(event, { append: name }))
      const latest = await getSession(event)
      const all = await Promise.all(changes)
      return event.json(200, { all: all.map(nameOf), latest: nameOf(latest) }) as never
    }
    const { site } = renamingSite({ pages: { '/api/': { onPost } } })
    const visitor = await signedIn(site)
    const response = await visitor.postJson('/api/', {})
    const [b, c, d] = [`${ada.name}B`, `${ada.name}BC`, `${ada.name}BCD`]
    expect(await response.json()).toEqual({ all: [b, c, d], latest: d })
    expect(nameOf((await visitor.open('/')).session as Session)).toBe(d)
  })

  it('survive a session that grows over several cookies and shrinks again', async () => {
    const long = 'é'.repeat(3000)
    const onPost = async (event: RequestEvent): Promise<void> => {
      await updateSession(event, { name: long })
      const grown = nameOf(await getSession(event))
      const shrunk = nameOf(await updateSession(event, { append: '!' })) === `${long}!`
      await updateSession(event, { name: 'Ada' })
      return event.json(200, { grown: grown === long, shrunk }) as never
    }
    const { site } = renamingSite({ pages: { '/api/': { onPost } } })
    const visitor = await signedIn(site)
    const names = visitor.cookies.map(({ name }) => name)
    expect(await (await visitor.postJson('/api/', {})).json()).toEqual({
      grown: true,
      shrunk: true,
    })
    expect(nameOf((await visitor.open('/')).session as Session)).toBe('Ada')
    expect(visitor.cookies.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})

/** The name of the signed-in user, as an API returns it. */
async function who(event: RequestEvent): Promise<void> {
  return event.json(200, { name: nameOf(await getSession(event)) }) as never
}

/** An application whose people can change their names. */
function renamingSite(options: SiteOptions, strategy: 'jwt' | 'database' = 'jwt') {
  const names = new Map<string, string>()
  const adapter = memoryAdapter()
  void adapter.createUser?.({ ...ada, email: 'ada@example.test', emailVerified: null })
  const wish = (data: unknown, before: string): string => {
    const { name, append } = data as { name?: string; append?: string }
    return name ?? `${before}${append ?? ''}`
  }
  const jwt = vi.fn<NonNullable<NonNullable<FrameworkAuthConfig['callbacks']>['jwt']>>(
    ({ token, trigger, session }): JWT =>
      trigger === 'update' ? { ...token, name: wish(session, token.name ?? '') } : token,
  )
  const { config } = makeApp({
    ...(strategy === 'database' && { adapter }),
    session: { strategy },
    callbacks: {
      jwt,
      session: ({ session, user, trigger, newSession }) => {
        if (strategy === 'jwt') return session
        if (trigger === 'update') names.set(user.id, wish(newSession, user.name ?? ''))
        const name = names.get(user.id) ?? session.user?.name
        return { ...session, user: { ...session.user, name } }
      },
    },
  })
  const counted = vi.fn<() => FrameworkAuthConfig>(() => config)
  return { site: openSite({ ...options, config: counted }), jwt, config: counted }
}

async function signedIn(site: Site): Promise<Visitor> {
  const visitor = site.visitor()
  await visitor.post(auth.useSignIn, form)
  expect(visitor.cookie(sessionCookie)).toBeDefined()
  return visitor
}
