import * as authJs from '@auth/core/errors'
import { describe, expect, it, vi } from 'vitest'
import * as family from '../../../src/errors.js'
import { traitsOf } from '../../../src/errors/auth-error.js'

const { AuthError, errorTraits, isAuthError } = family

type ErrorClass = new (message: string, options?: ErrorOptions) => Error

/** Classes that apps of Auth.js catch. The engine throws only subclasses of them, or none. */
const caughtOnly = [
  'ErrorPageLoop',
  'InvalidCallbackUrl',
  'InvalidCheck',
  'OAuthSignInError',
].concat(['SignInError', 'UnsupportedStrategy'])

/** Every class of the family that the engine throws, by its name. */
const classes = Object.entries<unknown>({ ...family }).filter(
  (entry): entry is [string, ErrorClass] =>
    typeof entry[1] === 'function' &&
    entry[1].prototype instanceof AuthError &&
    !caughtOnly.includes(entry[0]),
)

describe('the family of errors', () => {
  it('has a class for every type, and a type for every class', () => {
    expect(classes.map(([name]) => name).sort()).toEqual(Object.keys(errorTraits).sort())
  })

  it.each(classes)('calls %s by its type', (name, Class) => {
    const error =
      name === 'MethodNotAllowed' ? new family.MethodNotAllowed('PUT', []) : new Class('m')
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ type: name, name })
    expect(String(error)).toMatch(new RegExp(`^${name}: `))
    expect(isAuthError(error)).toBe(true)
  })

  it.each(caughtOnly)('has a class %s for apps of Auth.js', (name) => {
    const Class = Reflect.get(family, name) as ErrorClass
    expect(new Class('m')).toBeInstanceOf(AuthError)
    expect(new Class('m')).toMatchObject({ type: name, name })
    expect(Object.keys(authJs)).toContain(name)
  })

  it('keeps the original error as the cause', () => {
    const cause = new TypeError('inner')
    expect(new family.CallbackRouteError('m', { cause }).cause).toBe(cause)
    expect(new family.CredentialsSignin('m', { cause }).cause).toBe(cause)
  })

  it('says which methods a route has', () => {
    const error = new family.MethodNotAllowed('PUT', ['GET', 'POST'])
    expect(error.allow).toEqual(['GET', 'POST'])
    expect(error.message).toBe('Expected GET or POST, but the method is PUT.')
  })
})

describe('isAuthError', () => {
  it('knows members of another copy of the package', async () => {
    vi.resetModules()
    const copy = await import('../../../src/errors.js')
    const error = new copy.AccessDenied('m')
    expect(error).not.toBeInstanceOf(AuthError)
    expect(isAuthError(error)).toBe(true)
  })

  it('knows a CredentialsSignin of Auth.js', () => {
    const error = new authJs.CredentialsSignin('m')
    expect(isAuthError(error) && traitsOf(error)).toEqual(errorTraits.CredentialsSignin)
  })

  it('knows what an application derived', () => {
    class TooManyAttempts extends family.CredentialsSignin {
      override code = 'too-many-attempts'
    }
    const error = new TooManyAttempts()
    expect(isAuthError(error)).toBe(true)
    expect(error).toMatchObject({ type: 'CredentialsSignin', code: 'too-many-attempts' })
  })

  it.each([
    ['an error without type', new Error('m')],
    ['an error of another type', Object.assign(new Error('m'), { type: 'SomethingElse' })],
    ['the root, which has no traits', new AuthError('m')],
    ['a type that is no text', Object.assign(new Error('m'), { type: ['AccessDenied'] })],
    ['a name that every object has', Object.assign(new Error('m'), { type: 'constructor' })],
    ['__proto__', Object.assign(new Error('m'), { type: '__proto__' })],
    ['a look-alike', { type: 'AccessDenied', message: 'm' }],
    ['a text', 'AccessDenied'],
    ['null', null],
    ['undefined', undefined],
  ])('does not know %s', (_what, thrown) => {
    expect(isAuthError(thrown)).toBe(false)
  })
})
