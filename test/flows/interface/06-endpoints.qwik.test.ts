import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  type FrameworkAuth$,
  getSession,
  type Session,
  setEnvDefaults,
} from '../../../src/qwik/index.js'
import type { RequestEventCommon } from '@builder.io/qwik-city'
import type { SessionCallbackParams } from '../../../src/model/callbacks.js'
import type { FrameworkAuthConfig } from '../../../src/model/config.js'
import type { SignInResult, SignOutResult } from '../../../src/model/results.js'
import { runSignIn, runSignOut } from '../../../src/binding/run-action.js'
import { configOf, openEvent } from '../../unit/binding/event.js'
import { address, makeMailApp } from '../../support/apps/mail-app.js'
import { ada, login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oidc } from '../../support/oauth/sign-in.js'
import { auth } from '../../unit/qwik/auth.js'
import { openSite, plainPage } from '../../unit/qwik/site.js'

const form = { providerId: 'credentials', ...login }

describe('Endpoints', () => {
  it('`onRequest` serves the library under `basePath`', async () => {
    expect((await openSite().visitor().open('/auth/signin')).status).toBe(200)
    const { config } = makeApp({ basePath: '/api/sign' })
    const visitor = openSite({ config: () => config }).visitor()
    expect((await visitor.open('/api/sign/signin')).status).toBe(200)
  })

  it('`onRequest` takes the request event and gives nothing', () => {
    type OnRequest = ReturnType<typeof FrameworkAuth$>['onRequest']
    expectTypeOf<Parameters<OnRequest>>().toEqualTypeOf<[req: RequestEventCommon]>()
    expectTypeOf<ReturnType<OnRequest>>().toEqualTypeOf<Promise<void>>()
  })

  it('`useSession` gives a session or null', async () => {
    const visitor = openSite().visitor()
    expect((await visitor.open('/')).session).toBeNull()
    await visitor.post(auth.useSignIn, form)
    expect((await visitor.open('/')).session).toMatchObject({ user: { name: ada.name } })
  })

  it('the session endpoint, `useSession` and `getSession` run the `session` callback', async () => {
    const session = ({ session: given }: SessionCallbackParams) => ({ ...given, plan: 'paid' })
    const { config } = makeApp({ callbacks: { session } })
    const asked: (Session | null)[] = []
    const onRequest = async (event: RequestEventCommon): Promise<void> =>
      void asked.push(await getSession(event, auth))
    const pages = { '/asked/': { ...plainPage, onRequest } }
    const visitor = openSite({ config: () => config, pages }).visitor()
    await visitor.post(auth.useSignIn, form)
    await visitor.open('/asked/')
    expect(asked).toMatchObject([{ plan: 'paid' }])
    expect((await visitor.open('/')).session).toMatchObject({ plan: 'paid' })
    const { response } = await visitor.open('/auth/session')
    expect(await response.json()).toMatchObject({ plan: 'paid' })
  })
})

describe('useSignIn', () => {
  it('takes and returns the types of the tables', () => {
    type Action = ReturnType<ReturnType<typeof FrameworkAuth$>['useSignIn']>
    type Input = Parameters<Action['submit']>[0]
    expectTypeOf<{
      providerId: string
      redirectTo: string
      options: { redirectTo?: string; username: string }
      authorizationParams: Record<string, string>
    }>().toExtend<Input>()
    type Fields = 'authorizationParams' | 'options' | 'providerId' | 'redirectTo'
    expectTypeOf<SignInResult>().toExtend<
      | { failed: undefined; fieldErrors: undefined; formErrors: undefined }
      | {
          failed: true
          fieldErrors: Record<Fields, string[] | undefined>
          formErrors: string[]
        }
    >()
  })

  it('takes `providerId`, `redirectTo` and further fields', async () => {
    const visitor = openSite().visitor()
    const { location } = await visitor.post(auth.useSignIn, { ...form, redirectTo: '/done' })
    expect(location).toBe('/done')
    expect(visitor.cookie(sessionCookie)).toBeDefined()
  })

  it('takes the id of any provider: an e-mail provider sends its mail', async () => {
    const { config, sent } = makeMailApp()
    const visitor = openSite({ config: () => config }).visitor()
    await visitor.submit(auth.useSignIn, { providerId: 'mail', options: { email: address } })
    expect(sent.map(({ identifier }) => identifier)).toEqual([address])
  })

  it('takes `options` with `redirectTo`, and passes further keys through', async () => {
    const visitor = openSite().visitor()
    const options = { ...login, redirectTo: '/' }
    const { page, session } = await visitor.submit(auth.useSignIn, {
      providerId: 'credentials',
      options,
    })
    expect([page, session]).toMatchObject(['/', { user: { name: ada.name } }])
  })

  it.each([
    ['text', 'prompt=login&login_hint=ada'],
    ['a map', { prompt: 'login', login_hint: 'ada' }],
    ['URLSearchParams as text', `${new URLSearchParams({ prompt: 'login', login_hint: 'ada' })}`],
  ])('passes `authorizationParams` as %s on to the provider', async (_, authorizationParams) => {
    const { config } = makeOAuthApp([oidc(await makeProvider())])
    const visitor = openSite({ config: () => config }).visitor()
    const input = { providerId: 'op', authorizationParams }
    const { leftTo } = await visitor.submit(auth.useSignIn, input)
    const { searchParams } = new URL(leftTo ?? '')
    expect([searchParams.get('prompt'), searchParams.get('login_hint')]).toEqual(['login', 'ada'])
  })

  // Qwik sends the input as JSON, which keeps nothing of them (docs/internals/decisions/027).
  it('refuses `authorizationParams` as URLSearchParams with the cure', async () => {
    const { config } = makeOAuthApp([oidc(await makeProvider())])
    const visitor = openSite({ config: () => config }).visitor()
    const authorizationParams = new URLSearchParams({ prompt: 'login' })
    const { result } = await visitor.submit(auth.useSignIn, {
      providerId: 'op',
      authorizationParams,
    })
    expect(result).toMatchObject({
      failed: true,
      fieldErrors: { authorizationParams: [expect.stringContaining('`toString()`')] },
    })
  })

  it('names `authorizationParams`, `options`, `providerId` and `redirectTo` in `fieldErrors`', async () => {
    const wrong = { providerId: 1, redirectTo: 2, options: 3, authorizationParams: 4 }
    const { result } = await openSite().visitor().submit(auth.useSignIn, wrong)
    expect(Object.keys(Object(Object(result).fieldErrors)).toSorted()).toEqual([
      'authorizationParams',
      'options',
      'providerId',
      'redirectTo',
    ])
  })

  it('gives `failed`, `fieldErrors` and `formErrors` on failure', async () => {
    const visitor = openSite().visitor()
    const { result } = await visitor.submit(auth.useSignIn, { providerId: 5, redirectTo: ['/'] })
    expect(result).toMatchObject({
      failed: true,
      fieldErrors: { providerId: [expect.any(String)], redirectTo: [expect.any(String)] },
      formErrors: [],
    })
    const { options, authorizationParams } = Object(Object(result).fieldErrors)
    expect([options, authorizationParams]).toEqual([undefined, undefined])
  })
})

describe('the result of a success', () => {
  it('has three undefined members', async () => {
    const { config } = makeApp({ callbacks: { redirect: () => 'https://other.test/' } })
    const headers = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
    const path = '/login/q-data.json?qaction=x'
    const { event } = openEvent(path, { method: 'POST', headers })
    const success = { failed: undefined, fieldErrors: undefined, formErrors: undefined }
    const configQrl = configOf(() => config)
    expect(await runSignIn(event, configQrl, form)).toStrictEqual(success)
    expect(await runSignOut(event, configQrl, {})).toStrictEqual(success)
  })
})

describe('useSignOut', () => {
  it('takes and returns the types of the tables', () => {
    type Action = ReturnType<ReturnType<typeof FrameworkAuth$>['useSignOut']>
    expectTypeOf<{ redirectTo: string }>().toExtend<Parameters<Action['submit']>[0]>()
    expectTypeOf<SignOutResult>().toExtend<
      | { failed: undefined; fieldErrors: undefined; formErrors: undefined }
      | {
          failed: true
          fieldErrors: { redirectTo: string[] | undefined }
          formErrors: string[]
        }
    >()
  })

  it('takes `redirectTo` and ends the session', async () => {
    const visitor = openSite().visitor()
    await visitor.post(auth.useSignIn, form)
    const { location } = await visitor.post(auth.useSignOut, { redirectTo: '/bye' })
    expect(location).toBe('/bye')
    expect((await visitor.open('/')).session).toBeNull()
  })

  it('gives `failed`, `fieldErrors` and `formErrors` on failure', async () => {
    const { result } = await openSite().visitor().submit(auth.useSignOut, { redirectTo: 1 })
    expect(result).toMatchObject({
      failed: true,
      fieldErrors: { redirectTo: [expect.any(String)] },
      formErrors: [],
    })
  })
})

describe('setEnvDefaults', () => {
  it('exists, and fills a config from the environment', () => {
    const config: FrameworkAuthConfig = { providers: [] }
    setEnvDefaults({ get: (name) => (name === 'AUTH_SECRET' ? 'x'.repeat(40) : undefined) }, config)
    expect(config.secret).toEqual(['x'.repeat(40)])
  })
})
