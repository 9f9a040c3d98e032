import type { RequestEventCommon } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import Credentials from '../../../src/providers/credentials.js'
import {
  findAuthConfig,
  getSession,
  requireSession,
  updateSession,
} from '../../../src/qwik/index.js'
import {
  accept,
  ada,
  lastSignInCookie,
  login,
  makeApp,
  olderSecret,
  secret,
  type App,
} from '../../support/apps/app.js'
import { auth, literal, other } from './auth.js'
import { idOf, openSite, plainPage, type RouteModule, type Visit } from './site.js'
import type { Answer, Visitor } from './visitor.js'

const customers = makeApp({
  cookies: { sessionToken: { name: 'customer' }, csrfToken: { name: 'customer-csrf' } },
})
const staff = makeApp({
  secret: olderSecret,
  basePath: '/staff/auth',
  providers: [
    Credentials({ id: 'staff', authorize: (typed) => accept(typed) && { name: 'Grace' } }),
  ],
  cookies: { sessionToken: { name: 'staff' }, csrfToken: { name: 'staff-csrf' } },
})
const site = openSite({
  plugins: [{ ...auth }, { ...other }],
  config: () => customers.config,
  otherConfig: () => staff.config,
})
const asCustomer = { providerId: 'credentials', ...login }
const asStaff = { providerId: 'staff', ...login }

describe('two instances in one application', () => {
  it('F11: have ids of their own', () => {
    const ids = [auth, other, literal].flatMap(({ useSession, useSignIn, useSignOut }) =>
      [useSession, useSignIn, useSignOut].map(idOf),
    )
    expect(new Set(ids).size).toBe(9)
  })

  it('F11: have actions and sessions of their own', async () => {
    const visitor = site.visitor()
    await visitor.post(other.useSignIn, asStaff)
    expect(namesAt(await visitor.open('/'))).toEqual([undefined, 'Grace'])
    await visitor.submit(auth.useSignIn, asCustomer)
    expect(namesAt(await visitor.open('/'))).toEqual([ada.name, 'Grace'])
    await visitor.post(other.useSignOut, {})
    expect(namesAt(await visitor.open('/'))).toEqual([ada.name, undefined])
    await visitor.submit(auth.useSignOut, {})
    expect(namesAt(await visitor.open('/'))).toEqual([undefined, undefined])
    expect(visitor.cookies.map(({ name }) => name)).toEqual([lastSignInCookie])
  })

  it('F11: do not know the providers of each other', async () => {
    const visitor = site.visitor()
    expect((await visitor.post(auth.useSignIn, asStaff)).status).toBe(404)
    expect((await visitor.post(other.useSignIn, asCustomer)).status).toBe(404)
  })

  it('never cross in a thousand interleaved requests, if each has its own call of an initializer', async () => {
    const [customer, member] = [site.visitor(), site.visitor()]
    await customer.post(auth.useSignIn, asCustomer)
    await member.post(other.useSignIn, asStaff)
    for (let round = 0; round < 50; round++) {
      const visits = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? customer : member))
      const seen = await Promise.all(visits.map(async (one) => namesAt(await one.open('/'))))
      for (const [at, names] of seen.entries()) {
        expect(names).toEqual(at % 2 === 0 ? [ada.name, undefined] : [undefined, 'Grace'])
      }
    }
  })

  it('have base paths of their own', async () => {
    const visitor = site.visitor()
    const providersAt = async (path: string): Promise<string[]> =>
      Object.keys(await (await visitor.fetch(`${path}/providers`)).json())
    expect(await providersAt('/auth')).toEqual(['credentials'])
    expect(await providersAt('/staff/auth')).toEqual(['staff'])
    await signInAt(visitor, '/staff/auth')
    expect(namesAt(await visitor.open('/'))).toEqual([undefined, 'Grace'])
    await signInAt(visitor, '/auth')
    expect(namesAt(await visitor.open('/'))).toEqual([ada.name, 'Grace'])
  })

  it('leave `sharedMap` to the first, also when a user signs in or out at the second', async () => {
    const visitor = site.visitor()
    const shared = async (): Promise<unknown> =>
      (await visitor.open('/')).visit.shared.get('session')
    await visitor.post(other.useSignIn, asStaff)
    expect(await shared()).toBeNull()
    await visitor.post(auth.useSignIn, asCustomer)
    expect(await shared()).toMatchObject({ user: { name: ada.name } })
  })

  it('leave `sharedMap` to the first in the answer to an action of the second, too', async () => {
    const away = { callbacks: { redirect: () => 'https://partner.test/' } }
    const leaving = openSite({
      plugins: [{ ...auth }, { ...other }],
      config: () => customers.config,
      otherConfig: () => ({ ...staff.config, ...away }),
    })
    const visitor = leaving.visitor()
    await visitor.post(auth.useSignIn, asCustomer)
    const { first } = await visitor.submit(other.useSignIn, asStaff)
    expect(namesAt(first)).toEqual([ada.name, 'Grace'])
    expect(first.visit.shared.get('session')).toMatchObject({ user: { name: ada.name } })
  })

  it('do not break each other when one has no usable config', async () => {
    const half = openSite({
      plugins: [{ ...auth }, { ...other }],
      config: () => customers.config,
      otherConfig: () => ({ ...staff.config, secret: 'short' }),
    })
    const visitor = half.visitor()
    await visitor.post(auth.useSignIn, asCustomer)
    expect(namesAt(await visitor.open('/'))).toEqual([ada.name, undefined])
    expect((await visitor.open('/auth/signin')).status).toBe(200)
    expect((await visitor.open('/staff/auth/signin')).status).toBe(500)
  })
})

describe('two instances that read one session cookie', () => {
  const explained = /cookies\.sessionToken\.name.*different `secret`/

  it('are both refused, because a customer would pass the staff guard', async () => {
    const customersHere = makeApp({})
    const staffHere = makeApp({ basePath: '/staff/auth' })
    for (const asked of [other, auth]) {
      const seen = await guardOf(asked, customersHere, staffHere)
      const message = expect.stringMatching(explained)
      expect(seen).toMatchObject({ type: 'InvalidConfig', message })
    }
    for (const app of [customersHere, staffHere]) {
      expect(app.codes('error')).toContain('InvalidConfig')
    }
  })

  it('are refused although only one of them runs for the request', async () => {
    const cookie = await cookieOfAda()
    const lone = openSite({
      plugins: [{ ...other }],
      pages: { '/staff/': guardPage(other) },
      config: () => makeApp({}).config,
      otherConfig: () => makeApp({ basePath: '/staff/auth' }).config,
    })
    const { error } = lone.visitOf(await lone.serve(askAs(cookie, '/staff/')))
    expect(error).toMatchObject({ type: 'InvalidConfig' })
  })

  it('show no session in a page, and answer no sign-in', async () => {
    const cookie = await cookieOfAda()
    const mixed = openSite({
      plugins: [{ ...auth }, { ...other }],
      config: () => makeApp({}).config,
      otherConfig: () => makeApp({ basePath: '/staff/auth' }).config,
    })
    const response = await mixed.serve(askAs(cookie, '/q-data.json'))
    expect(response.status).toBe(200)
    const { data, shared } = mixed.visitOf(response)
    expect([data?.[idOf(auth.useSession)], data?.[idOf(other.useSession)]]).toEqual([null, null])
    expect(shared.get('session')).toBeNull()
    for (const path of ['/auth/signin', '/staff/auth/signin']) {
      expect((await mixed.serve(askAs(cookie, path))).status).toBe(500)
    }
  })

  it.each([
    ['secrets of their own', { secret: olderSecret }, null],
    ['cookies of their own', { cookies: { sessionToken: { name: 'staff' } } }, null],
    ['one older secret in common', { secret: [olderSecret, secret] }, 'InvalidConfig'],
    ['one base path', { basePath: '/auth', secret: olderSecret }, 'InvalidConfig'],
    ['a former name in common', { useSecureCookies: true }, 'InvalidConfig'],
  ])('%s', async (_, difference, type) => {
    const seen = await guardOf(
      other,
      makeApp({}),
      makeApp({ basePath: '/staff/auth', ...difference }),
    )
    expect(seen).toEqual(type ? expect.objectContaining({ type }) : undefined)
  })

  it('are refused with secrets of their own, if both keep sessions in a database', async () => {
    const adapter = memoryAdapter()
    const session = { strategy: 'database' as const }
    const here = makeApp({ adapter, session })
    const there = makeApp({ adapter, session, basePath: '/staff/auth', secret: olderSecret })
    const seen = await guardOf(other, here, there)
    expect(seen).toMatchObject({ message: expect.not.stringContaining('different `secret`') })
  })
})

describe('a call that does not say which of two instances it means', () => {
  const calls: readonly [string, (event: RequestEventCommon) => Promise<unknown>][] = [
    ['requireSession', (event) => requireSession(event)],
    ['getSession', (event) => getSession(event)],
    ['updateSession', (event) => updateSession(event, {})],
    ['findAuthConfig', (event) => findAuthConfig(event)],
  ]

  it.each(calls)('is refused: %s', async (_, call) => {
    const { error } = await runIn([{ ...auth }, { ...other }], call)
    expect(error).toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining('Pass `useSession`'),
    })
  })

  it.each(calls.slice(1))('is clear if one instance runs for the request: %s', async (_, call) => {
    expect((await runIn([{ ...other }], call)).error).toBeUndefined()
  })

  it('is clear with `useSession`', async () => {
    const paths: unknown[] = []
    await runIn([{ ...auth }, { ...other }], async (event) => {
      for (const { useSession } of [auth, other]) {
        paths.push((await findAuthConfig(event, { useSession })).basePath)
      }
    })
    expect(paths).toEqual(['/auth', '/staff/auth'])
  })

  async function runIn(
    plugins: readonly RouteModule[],
    call: (event: RequestEventCommon) => Promise<unknown>,
  ): Promise<Visit> {
    const onRequest = async (event: RequestEventCommon): Promise<void> => void (await call(event))
    const asked = openSite({
      plugins,
      pages: { '/asked/': { ...plainPage, onRequest } },
      config: () => customers.config,
      otherConfig: () => staff.config,
    })
    return asked.visitOf(await asked.serve(new Request('https://app.test/asked/')))
  }
})

/** A page that only visitors with a session of one instance may see. */
function guardPage({ useSession }: typeof auth): RouteModule {
  const onRequest = async (event: RequestEventCommon): Promise<void> =>
    void (await requireSession(event, { useSession }))
  return { ...plainPage, onRequest }
}

/** What the guard of one instance throws at Ada, who has signed in as a customer; a redirect is nothing. */
async function guardOf(asked: typeof auth, here: App, there: App): Promise<unknown> {
  const guarded = openSite({
    plugins: [{ ...auth }, { ...other }],
    pages: { '/guarded/': guardPage(asked) },
    config: () => here.config,
    otherConfig: () => there.config,
  })
  const response = await guarded.serve(askAs(await cookieOfAda(here), '/guarded/'))
  expect(response.status).not.toBe(200)
  return guarded.visitOf(response).error
}

/** The cookies of Ada, who has signed in where there was one instance. */
async function cookieOfAda(here: App = makeApp({})): Promise<string> {
  const visitor = openSite({ config: () => here.config }).visitor()
  await visitor.post(auth.useSignIn, asCustomer)
  return visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

function askAs(cookie: string, path: string): Request {
  return new Request(new URL(path, 'https://app.test'), {
    headers: { cookie, accept: 'text/html' },
  })
}

function namesAt({ visit }: Answer): readonly (string | undefined)[] {
  return [auth, other].map(({ useSession }) => {
    const session = visit.data?.[idOf(useSession)] as { user: { name: string } } | null
    return session?.user.name
  })
}

async function signInAt(visitor: Visitor, path: string): Promise<void> {
  await visitor.postForm(await visitor.fetchPage(`${path}/signin`), login)
}
