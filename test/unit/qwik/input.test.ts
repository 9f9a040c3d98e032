import { describe, expect, it, vi } from 'vitest'
import type { User } from '../../../src/qwik/index.js'
import Credentials from '../../../src/providers/credentials.js'
import { checkSignInInput } from '../../../src/binding/sign-in-input.js'
import { login, makeApp, password } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { idOf, openSite, type Site } from './site.js'
import { resultOf, type Answer } from './visitor.js'

interface Failure {
  readonly failed: true
  readonly fieldErrors: Readonly<Record<string, unknown>>
  readonly formErrors: readonly string[]
}

const authorize = vi.fn<(credentials: object) => User>(() => ({ id: '1', name: 'Ada' }))
const app = makeApp({ providers: [Credentials({ authorize })] })
const site = openSite({ config: () => app.config })
const fieldNames = ['authorizationParams', 'options', 'providerId', 'redirectTo']
const tooLong = 'x'.repeat(70_000)

/** Inputs of the sign-in action, with the fields that are wrong; none when the whole input is. */
const wrongInputs: readonly [string, unknown, readonly string[]][] = [
  ['a number as provider', { providerId: 1 }, ['providerId']],
  ['an array as provider', { providerId: ['credentials'] }, ['providerId']],
  ['an object as provider', { providerId: { toString: 'credentials' } }, ['providerId']],
  ['null as provider', { providerId: null }, ['providerId']],
  ['a boolean as redirectTo', { redirectTo: true }, ['redirectTo']],
  ['an array as redirectTo', { redirectTo: ['/a', '/b'] }, ['redirectTo']],
  ['an endless redirectTo', { redirectTo: `/${'x'.repeat(9000)}` }, ['redirectTo']],
  ['text as options', { options: 'redirectTo' }, ['options']],
  ['an array as options', { options: ['a'] }, ['options']],
  ['null as options', { options: null }, ['options']],
  ['an object as redirectTo of the options', { options: { redirectTo: {} } }, ['options']],
  ['a number as parameters', { authorizationParams: 7 }, ['authorizationParams']],
  ['an array as parameters', { authorizationParams: ['a=b'] }, ['authorizationParams']],
  ['parameters that are no text', { authorizationParams: { a: 1 } }, ['authorizationParams']],
  [
    'everything at once',
    { providerId: 1, redirectTo: 2, options: 3, authorizationParams: 4 },
    fieldNames,
  ],
  ['an array', [{ providerId: 'credentials' }], []],
  ['a field that is too long', { ...login, password: tooLong }, []],
  ['many fields', Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`f${at}`, at])), []],
  ['deep nesting', { options: { a: nest(2000) } }, []],
  ['a prototype', JSON.parse('{"__proto__":{"redirectTo":"/x"}}'), []],
  ['a constructor', JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'), []],
  [
    'a prototype in the options',
    JSON.parse('{"options":{"__proto__":{"polluted":1}}}'),
    ['options'],
  ],
]

describe('wrong input of the sign-in action', () => {
  it.each(wrongInputs)(
    '%s fails, with what is wrong, and throws nothing',
    async (_, data, wrong) => {
      const answer = await postJson(site, auth.useSignIn, data)
      expectFailure(answer, wrong)
    },
  )

  it('F14: has lists of texts by field, and all four fields', async () => {
    const answer = await postJson(site, auth.useSignIn, {
      providerId: 1,
      options: { redirectTo: 1 },
    })
    const result = resultOf(auth.useSignIn, answer) as Failure
    expect(Object.keys(result.fieldErrors).toSorted()).toEqual(fieldNames)
    expect(result).toEqual({
      failed: true,
      fieldErrors: { providerId: [expect.any(String)], options: [expect.any(String)] },
      formErrors: [],
    })
  })

  it('an unknown provider fails by its field, with and without JavaScript', async () => {
    const fields = { ...login, providerId: 'nobody' }
    const told = {
      failed: true,
      fieldErrors: { providerId: [expect.any(String)] },
      formErrors: [],
    }
    const answer = await site.visitor().post(auth.useSignIn, fields)
    expect([answer.status, answer.location]).toEqual([404, null])
    expect(resultOf(auth.useSignIn, answer)).toEqual(told)
    expect((await site.visitor().submit(auth.useSignIn, fields)).result).toEqual(told)
  })

  it.each([
    '__proto__',
    'constructor',
    'toString',
    'CREDENTIALS',
    'credentials ',
    '../credentials',
  ])('the provider %j is unknown', async (providerId) => {
    const answer = await postJson(site, auth.useSignIn, { ...login, providerId })
    expectFailure(answer, ['providerId'], 404)
  })

  it('K4: form names that reach a prototype change nothing', async () => {
    const names = [
      '__proto__.polluted',
      '__proto__.redirectTo',
      'options.__proto__.polluted',
      'options.constructor.prototype.polluted',
      'constructor.prototype.polluted',
      'authorizationParams.__proto__.polluted',
    ]
    const fields = Object.fromEntries(names.map((name) => [name, 'https://evil.test']))
    authorize.mockClear()
    const answer = await site
      .visitor()
      .post(auth.useSignIn, { providerId: 'credentials', ...login, ...fields })
    expect([answer.status, answer.location]).toEqual([302, '/login/'])
    expect(authorize).toHaveBeenCalledExactlyOnceWith(login, expect.any(Request))
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each([
    ['options.0=a&options.1=b', ['options']],
    ['options.0=a&options.length=999999999&providerId[]=x', ['providerId']],
    ['providerId.0=credentials', ['providerId']],
    ['providerId[]=credentials&providerId[]=other', ['providerId']],
    ['redirectTo.pathname=/x', ['redirectTo']],
    ['authorizationParams.toString[]=x', ['authorizationParams']],
    ['authorizationParams.0=x', ['authorizationParams']],
  ])('K5: the form %s is not taken for something else', async (body, wrong) => {
    const answer = await postAction(site, auth.useSignIn, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    expectFailure(answer, wrong)
  })

  it('a file is no text', async () => {
    const body = new FormData()
    body.append('providerId', new File(['credentials'], 'id.txt'))
    expectFailure(await postAction(site, auth.useSignIn, { body }), ['providerId'])
  })

  it.each(['password', 'options.password', 'options.a.b[]'])(
    'a file never reaches `authorize`: %s',
    async (name) => {
      const body = new FormData()
      body.append('providerId', 'credentials')
      body.append('username', 'ada')
      body.append(name, new File([tooLong], 'password.txt'))
      const answer = await postAction(site, auth.useSignIn, { body })
      expect(authorize).not.toHaveBeenCalled()
      expectFailure(answer, [])
    },
  )

  it('is refused before it is looked through, where a few bytes stand for millions of fields', async () => {
    // Qwik's own format has references: each list here holds the one before it sixteen times over.
    const lists = Array.from({ length: 5 }, (_, at) => Array(16).fill(String(at)))
    const objs = ['x', ...lists, { a: '5' }, { providerId: '0', options: '6' }]
    const answer = await postAction(site, auth.useSignIn, {
      headers: { 'content-type': 'application/qwik-json' },
      body: JSON.stringify({ _entry: '7', _objs: objs }),
    })
    expectFailure(answer, [])

    let looks = 0
    let tree: unknown = new Proxy({}, { ownKeys: () => (looks++, []) })
    for (let level = 0; level < 5; level++) tree = Array(16).fill(tree)
    expect(checkSignInInput({ options: { tree } })).toBeDefined()
    expect(looks).toBeLessThan(100_000)
  })
})

describe('right input of the sign-in action', () => {
  it.each([
    ['no parameters', {}],
    ['parameters as text', { authorizationParams: 'prompt=login' }],
    ['parameters by name', { authorizationParams: { prompt: 'login' } }],
  ])('%s', async (_, data) => {
    const { session } = await site
      .visitor()
      .submit(auth.useSignIn, { providerId: 'credentials', ...login, ...data })
    expect(session).toMatchObject({ user: { name: 'Ada' } })
  })
})

describe('wrong input of the sign-out action', () => {
  it.each([
    ['a number', { redirectTo: 1 }],
    ['an array', { redirectTo: ['/'] }],
    ['an object', { redirectTo: {} }],
    ['null', { redirectTo: null }],
    ['an endless text', { redirectTo: `/${'x'.repeat(9000)}` }],
  ])('%s as redirectTo fails, and the user stays signed in', async (_, data) => {
    const visitor = site.visitor()
    await visitor.post(auth.useSignIn, { providerId: 'credentials', password })
    const { result, session, last } = await visitor.submit(auth.useSignOut, data)
    expect(last.status).toBe(400)
    expect(result).toEqual({
      failed: true,
      fieldErrors: { redirectTo: [expect.any(String)] },
      formErrors: [],
    })
    expect(session).toMatchObject({ user: { name: 'Ada' } })
  })

  it.each([
    ['an array', '[]'],
    ['a prototype', '{"__proto__":{"redirectTo":"/x"}}'],
  ])('%s fails', async (_, body) => {
    const answer = await postAction(site, auth.useSignOut, {
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
    expect(resultOf(auth.useSignOut, answer)).toMatchObject({
      failed: true,
      formErrors: [expect.any(String)],
    })
  })
})

function expectFailure(answer: Answer, wrong: readonly string[], status = 400): void {
  expect(answer.visit.error).toBeUndefined()
  const { failed, fieldErrors, formErrors } = resultOf(auth.useSignIn, answer) as Failure
  expect(failed).toBe(true)
  const errors = Object.entries(fieldErrors).filter(([, error]) => error !== undefined)
  expect(errors.map(([name]) => name).toSorted()).toEqual(wrong.toSorted())
  for (const [, error] of errors) expect(error).toEqual([expect.any(String)])
  expect(formErrors).toHaveLength(wrong.length === 0 ? 1 : 0)
  expect(answer.status).toBe(status)
  expect(answer.setCookies).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

interface Body {
  readonly body: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

async function postAction(target: Site, action: unknown, { body, headers }: Body): Promise<Answer> {
  authorize.mockClear()
  const visitor = target.visitor()
  return visitor.open(`/login/?qaction=${idOf(action)}`, {
    method: 'POST',
    body,
    headers: { origin: visitor.origin, 'sec-fetch-site': 'same-origin', ...headers },
  })
}

async function postJson(target: Site, action: unknown, data: unknown): Promise<Answer> {
  return postAction(target, action, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(data),
  })
}

function nest(levels: number): unknown {
  return levels === 0 ? 'x' : [nest(levels - 1)]
}
