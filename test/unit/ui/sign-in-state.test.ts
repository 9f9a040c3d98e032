import { describe, expect, it } from 'vitest'
import type { SignInDescription } from '../../../src/core.js'
import { readSignInState, type SignInAction } from '../../../src/qwik/ui/sign-in-state.js'

const error = {
  type: 'AccessDenied',
  title: 'Denied',
  sentence: 'Ask the owner.',
  next: [],
} as const
const field = (name: string, type: string): object => ({ name, label: name, type, attributes: {} })
const providers = [
  { id: 'credentials', fields: [field('username', 'text'), field('tenant', 'hidden')] },
]

function describePage(changes: object = {}): SignInDescription {
  const page = { providers, error: undefined, callbackUrl: undefined, ...changes }
  return page as unknown as SignInDescription
}

function makeAction(fields: Record<string, string>, value?: object): SignInAction {
  const formData = new FormData()
  for (const [name, text] of Object.entries(fields)) formData.set(name, text)
  return { formData, value } as unknown as SignInAction
}

const idle = { formData: undefined, value: undefined } as unknown as SignInAction
const failure = (fieldErrors: object, formErrors: string[] = []): object => ({
  failed: true,
  fieldErrors,
  formErrors,
})

describe('the state of the sign-in component', () => {
  it('has the error of the query until a form was sent', () => {
    const page = describePage({ error })
    expect(readSignInState(page, idle, '/').problems).toEqual(['Denied.', 'Ask the owner.'])
    const sent = makeAction({ providerId: 'credentials' }, failure({}, ['Wrong.']))
    expect(readSignInState(page, sent, '/').problems).toEqual(['Wrong.'])
    const done = makeAction({ providerId: 'credentials' }, { needs: 'second-factor' })
    expect(readSignInState(page, done, '/').problems).toEqual([])
  })

  it('shows an error at its field, and with the other problems if the field is not visible', () => {
    const errors = { username: ['Too short.'], tenant: ['Unknown.'], redirectTo: ['Not a URL.'] }
    const sent = makeAction({ providerId: 'credentials' }, failure(errors, ['Wrong.']))
    const state = readSignInState(describePage(), sent, '/')
    expect(state.fieldErrors).toEqual({ username: ['Too short.'] })
    expect(state.problems).toEqual(['Wrong.', 'Unknown.', 'Not a URL.'])
  })

  it('prefers the sent target to the requested page, and that to the default', () => {
    const page = describePage({ callbackUrl: 'https://app.test/asked' })
    const target = (given: SignInDescription, action: SignInAction): string =>
      readSignInState(given, action, '/start').redirectTo
    expect(target(page, makeAction({ redirectTo: '/sent' }))).toBe('/sent')
    expect(target(page, idle)).toBe('https://app.test/asked')
    expect(target(describePage(), idle)).toBe('/start')
  })

  it('names the sent form only if it failed', () => {
    const fields = { providerId: 'credentials', username: 'Ada' }
    const failed = readSignInState(describePage(), makeAction(fields, failure({})), '/')
    expect(failed).toMatchObject({ sentId: 'credentials', entered: { username: 'Ada' } })
    expect(readSignInState(describePage(), makeAction(fields), '/').sentId).toBeUndefined()
  })
})
