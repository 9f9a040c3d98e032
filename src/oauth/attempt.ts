import { randomToken } from '../crypto/random.js'
import type { RelyingParty } from './relying-party.js'

/** A sign-in in progress. The callback needs these values. */
export interface Attempt {
  /** Begins with the start time, so that the oldest attempt can be found. */
  readonly id: string
  readonly providerId: string
  /** The issuer whose response is expected. */
  readonly issuer: string
  /** Seconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly redirectUri: string
  /** The `state` that the authorization response must contain. Undefined if it is not checked. */
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly codeVerifier: string | undefined
  /** Maximum number of seconds since the user signed in at the provider. */
  readonly maxAge: number | undefined
  /** The URL that the user wanted to open. */
  readonly callbackUrl: string | undefined
  /** Id of the user who asked to link the account. */
  readonly linkTo: string | undefined
  /**
   * The scopes that were asked for, if a signed-in user is to grant more of them with an account that
   * is linked.
   */
  readonly scope?: string | undefined
  /** The scopes that were asked for, if they are neither these nor those of the config. */
  readonly askedScope?: string | undefined
  /** Id of the signed-in user who confirms their identity. */
  readonly confirms?: string | undefined
  /** The key that the code is bound to, because the pushed request proved it (RFC 9449 §10.1). */
  readonly dpopKey?: string | undefined
}

/** Seconds that the user has for the sign-in at the provider. */
export const attemptLifetime: number = 15 * 60

const idLength = 16

/** Creates an attempt, with 256 random bits for each check. */
export function createAttempt(
  party: RelyingParty,
  facts: Pick<
    Attempt,
    'issuer' | 'startedAt' | 'redirectUri' | 'callbackUrl' | 'linkTo' | 'confirms'
  >,
): Attempt {
  const state = party.checks.has('state')
    ? Math.floor(facts.startedAt).toString(36).padStart(7, '0') + randomToken()
    : undefined
  return {
    ...facts,
    id: attemptId(party, state),
    providerId: party.id,
    state,
    nonce: party.checks.has('nonce') ? randomToken() : undefined,
    codeVerifier: party.checks.has('pkce') ? randomToken() : undefined,
    maxAge: undefined,
  }
}

/**
 * Returns the id of the attempt that a `state` belongs to. Without a `state`, a provider has only
 * one attempt.
 */
export function attemptId(party: RelyingParty, state: string | undefined): string {
  return state === undefined ? `unchecked-${party.id}` : state.slice(0, idLength)
}

/** Returns the number of a `max_age` parameter, or undefined if it is missing or not a number. */
export function toSeconds(text: string | null | undefined): number | undefined {
  const seconds = Number(text ?? NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}
