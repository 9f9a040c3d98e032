import { randomToken } from '../crypto/random.js'
import type { RelyingParty } from './relying-party.js'

/** One sign-in under way: what must still be known when the browser comes back. */
export interface Attempt {
  /** Names the attempt; begins with its time, so that the oldest can be found. */
  readonly id: string
  readonly providerId: string
  /** Whose answer it waits for. */
  readonly issuer: string
  /** Seconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly redirectUri: string
  /** What the authorization response must bring; undefined when it is not checked. */
  readonly state: string | undefined
  readonly nonce: string | undefined
  readonly codeVerifier: string | undefined
  /** Seconds since the person last signed in over there, at most. */
  readonly maxAge: number | undefined
  /** Where the person wanted to go. */
  readonly wantedUrl: string | undefined
  /** Id of the user who asked to have the account linked. */
  readonly linkTo: string | undefined
}

/** Seconds that a person may take at the identity service. */
export const attemptLifetime: number = 15 * 60

const idLength = 16

/** Draws the values of a new attempt: 256 random bits for each check. */
export function createAttempt(
  party: RelyingParty,
  facts: Pick<Attempt, 'issuer' | 'startedAt' | 'redirectUri' | 'wantedUrl' | 'linkTo'>,
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

/** The id of the attempt that a `state` belongs to; without one, a provider has one attempt. */
export function attemptId(party: RelyingParty, state: string | undefined): string {
  return state === undefined ? `unchecked-${party.id}` : state.slice(0, idLength)
}
