import { errors } from 'jose'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { explainRefusal } from '../../../src/oauth/explain-refusal.js'
import { partyOf } from './relying-party.js'

const now = 1_900_000_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 + 400 }))
afterEach(() => void vi.useRealTimers())

const explain = (cause: unknown): string => explainRefusal(cause, partyOf())

describe('the reason of a refused token', () => {
  it('is the clock, when it is not good now', () => {
    expect(explain(new errors.JWTExpired('', { exp: now - 90 }))).toBe(
      ': by the clock of this server it expired 90 s ago. Set that clock',
    )
    expect(explain(new errors.JWTClaimValidationFailed('', { nbf: now + 90 }, 'nbf'))).toBe(
      ': by the clock of this server it begins in 90 s. Set that clock',
    )
    expect(explain(new errors.JWTExpired('', {}))).toContain(`expired ${now} s ago`)
  })

  it('is the claim that is wrong', () => {
    expect(explain(new errors.JWTClaimValidationFailed('', { nbf: now }, 'aud'))).toBe(
      ': its aud is wrong; `clientId` of the provider "op" is "client-1"',
    )
  })

  it('is its signature', () => {
    expect(explain(new errors.JWSSignatureVerificationFailed())).toBe(
      ': no key of the service has signed it',
    )
  })

  it('is not known of anything else', () => {
    expect(explain(new Error('other'))).toBe('')
  })
})
