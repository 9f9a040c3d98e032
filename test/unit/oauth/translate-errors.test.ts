import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi'
import { describe, expect, it } from 'vitest'
import { hiddenInLogs } from '../../../src/errors/hidden-values.js'
import { OAuthRequestFailed } from '../../../src/errors/oauth-errors.js'
import { runStep, type StepContext } from '../../../src/oauth/translate-errors.js'
import { partyOf } from './relying-party.js'

async function failed(thrown: Error, told?: StepContext): Promise<Error & { code?: string }> {
  const run = (): Promise<never> => Promise.reject(thrown)
  return runStep('A step', run, told).then(
    () => new Error('It did not fail.'),
    (error: unknown) => error as Error,
  )
}

const response = new Response()

function refused(error: string, words?: string): ResponseBodyError {
  return new ResponseBodyError('', {
    cause: { error, ...(words !== undefined && { error_description: words }) },
    response,
  })
}

function challenged(...said: readonly (string | undefined)[]): WWWAuthenticateChallengeError {
  const cause = said.map((error) => ({
    scheme: 'dpop' as const,
    parameters: error === undefined ? {} : { error },
  }))
  return new WWWAuthenticateChallengeError('', { cause, response })
}

describe('a step of the protocol', () => {
  it('gives what it gives', async () => {
    expect(await runStep('A step', async () => 42)).toBe(42)
  })

  it('leaves an error of the family as it is, and notes what must not be shown', async () => {
    const error = new OAuthRequestFailed('away')
    expect(await failed(error, { sent: ['a', undefined, 'b'] })).toBe(error)
    expect(hiddenInLogs(error)).toEqual(['a', 'b'])
    expect(hiddenInLogs(await failed(new OAuthRequestFailed('away')))).toEqual([])
  })

  it('says that an answer cannot be accepted, in its own words or those of the library', async () => {
    const quoted = new Error('quotes the answer')
    expect(await failed(quoted)).toMatchObject({
      type: 'OAuthResponseInvalid',
      message: 'A step: the answer cannot be accepted.',
      cause: quoted,
    })
    expect((await failed(new OperationProcessingError('no state'))).message).toBe(
      'A step: the answer cannot be accepted (no state).',
    )
  })

  it('repeats what the server says', async () => {
    const params = new URLSearchParams({ error: 'access_denied' })
    const cause = new AuthorizationResponseError('', { cause: params })
    expect(await failed(cause)).toMatchObject({
      type: 'OAuthCallbackError',
      code: 'access_denied',
      message: 'A step: the server says "access_denied".',
      cause,
    })
    expect((await failed(refused('odd'))).message).toBe('A step: the server says "odd".')
    expect((await failed(challenged(undefined, 'bad', 'other'))).message).toContain('"bad"')
    expect((await failed(challenged(undefined))).message).toContain('cannot be accepted')
  })

  it.each([
    'access_denied',
    'account_selection_required',
    'consent_required',
    'interaction_required',
    'invalid_client',
    'invalid_grant',
    'invalid_request',
    'invalid_scope',
    'login_required',
    'server_error',
    'temporarily_unavailable',
    'unauthorized_client',
    'unsupported_response_type',
  ])('has a code that a page may repeat: %s', async (code) => {
    expect((await failed(refused(code))).code).toBe(code)
  })

  it('has no code of a word that is not in the standard', async () => {
    expect((await failed(refused('odd'))).code).toBeUndefined()
    expect((await failed(refused(''))).code).toBeUndefined()
  })

  it.each([
    ['redirect_uri_mismatch', undefined],
    ['invalid_request', 'The redirect URI is unknown.'],
    ['invalid_request', 'bad redirect_url'],
    ['invalid_request', 'bad redirecturi'],
  ])('knows that it is about the callback URL: %s, %s', async (code, words) => {
    const { message } = await failed(refused(code, words), { redirectUri: 'https://app.test/cb' })
    expect(message).toMatch(
      /"\. Register https:\/\/app\.test\/cb as a callback URL at the service\.$/,
    )
  })

  it.each(['invalid_client', 'unauthorized_client'])('says what to check: %s', async (code) => {
    const { message } = await failed(refused(code), { party: partyOf() })
    expect(message).toContain(
      ' Check `clientId` and `clientSecret` of the provider "op". They are sent as client_secret_basic',
    )
    expect((await failed(refused(code))).message).toMatch(/"\.$/)
  })

  it.each(['invalid_clients', 'xinvalid_client', 'invalid_grant'])(
    'knows no cure for %s',
    async (code) => {
      expect((await failed(refused(code), { party: partyOf() })).message).toMatch(/"\.$/)
    },
  )
})
