import { describe, expect, it } from 'vitest'
import Credentials from '../../src/providers/credentials.js'
import { accept, ada, login, makeApp, olderSecret, lastSignInCookie } from '../engine/app.js'
import { auth, literal, other } from './auth.js'
import { idOf, openSite } from './site.js'
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

  it('never cross in a thousand interleaved requests', async () => {
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

  it('leave `sharedMap` to the first, whoever signs in or out', async () => {
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

function namesAt({ visit }: Answer): readonly (string | undefined)[] {
  return [auth, other].map(({ useSession }) => {
    const session = visit.data?.[idOf(useSession)] as { user: { name: string } } | null
    return session?.user.name
  })
}

async function signInAt(visitor: Visitor, path: string): Promise<void> {
  await visitor.postForm(await visitor.fetchPage(`${path}/signin`), login)
}
