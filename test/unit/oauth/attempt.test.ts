import { describe, expect, it } from 'vitest'
import { attemptId, attemptLifetime, createAttempt } from '../../../src/oauth/attempt.js'
import type { Check } from '../../../src/oauth/relying-party.js'
import { partyOf } from './relying-party.js'

const facts = {
  issuer: 'https://op.test',
  startedAt: 1_900_000_000,
  redirectUri: 'https://app.test/auth/callback/op',
  callbackUrl: '/wanted',
  linkTo: '42',
}

function create(...checks: readonly Check[]): ReturnType<typeof createAttempt> {
  return createAttempt(partyOf({ checks: new Set(checks) }), facts)
}

describe('an attempt', () => {
  it('has what it is told, and the name of its provider', () => {
    expect(create()).toEqual({
      ...facts,
      id: 'unchecked-op',
      providerId: 'op',
      state: undefined,
      nonce: undefined,
      codeVerifier: undefined,
      maxAge: undefined,
    })
  })

  it('may take fifteen minutes', () => {
    expect(attemptLifetime).toBe(900)
  })

  it('draws 256 bits for each check, and for no other', () => {
    expect(create('nonce')).toMatchObject({ nonce: expect.stringMatching(/^[\w-]{43}$/) as string })
    expect(create('nonce')).toMatchObject({ state: undefined, codeVerifier: undefined })
    expect(create('pkce').codeVerifier).toMatch(/^[\w-]{43}$/)
    expect(create('pkce')).toMatchObject({ state: undefined, nonce: undefined })
    expect(create('state')).toMatchObject({ nonce: undefined, codeVerifier: undefined })
  })

  it('has a state that begins with its time, in seven digits, and is named by that', () => {
    const { id, state = '' } = create('state')
    expect(state.slice(0, 7)).toBe(facts.startedAt.toString(36).padStart(7, '0'))
    expect(state).toHaveLength(50)
    expect(id).toBe(state.slice(0, 16))
    expect(attemptId(partyOf(), state)).toBe(id)
  })

  it('of an early time sorts before one of a late time', () => {
    const early = createAttempt(partyOf({ checks: new Set(['state']) }), {
      ...facts,
      startedAt: 35,
    })
    expect(early.state?.slice(0, 7)).toBe('000000z')
  })
})
