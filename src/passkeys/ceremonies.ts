import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyCall, PasskeyDone } from './call.js'
import { PasskeyError } from './passkey-error.js'
import { askOptions, finish } from './server.js'

/** Whether this browser supports passkeys. */
export function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** The pending offer. A browser can run only one ceremony at a time. */
let offer: AbortController | undefined

/** Signs in with a passkey that the user picks. Rejects with a {@link PasskeyError}. */
export async function signInWithPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  offer?.abort()
  return authenticate(call, await askOptions(call, 'authenticate'), false)
}

/**
 * Creates a passkey for the current user or, with `fields`, for a user who signs up. Rejects with a
 * {@link PasskeyError}.
 */
export async function registerPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  offer?.abort()
  const options: object = await askOptions(call, 'register')
  // The server created the options for this call.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const data = await startRegistration({ optionsJSON }).catch(refuse)
  return finish(call, 'register', data)
}

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, until the
 * user picks one. Never resolves in a browser without autofill for passkeys. Rejects when another
 * ceremony starts, or when `signal` is aborted.
 */
export async function offerPasskeys(
  call: PasskeyCall = {},
  signal?: AbortSignal,
): Promise<PasskeyDone> {
  if (!(await browserSupportsWebAuthnAutofill())) return new Promise(() => undefined)
  offer?.abort()
  offer = new AbortController()
  const currentOffer = offer
  signal?.addEventListener('abort', () => {
    currentOffer.abort()
  })
  if (signal?.aborted) currentOffer.abort()
  return keepOffering(call, currentOffer.signal)
}

async function keepOffering(call: PasskeyCall, end: AbortSignal): Promise<PasskeyDone> {
  const options = await askOptions(call, 'authenticate')
  // Starting now would abort the ceremony that ended this offer.
  if (end.aborted) throw noLongerOffered()
  const chosen = await unlessStale(authenticate(call, options, true), options.timeout, end)
  if (chosen) return chosen
  if (!end.aborted) return keepOffering(call, end)
  WebAuthnAbortService.cancelCeremony()
  throw noLongerOffered()
}

function noLongerOffered(): PasskeyError {
  return new PasskeyError('cancelled', 'Passkeys are no longer offered.')
}

async function authenticate(
  call: PasskeyCall,
  options: object,
  useBrowserAutofill: boolean,
): Promise<PasskeyDone> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  const data = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch(refuse)
  return finish(call, 'authenticate', data)
}

/**
 * A challenge expires after minutes, but a page stays open for hours. Resolves with undefined
 * shortly before the challenge expires, so that the caller requests a new one.
 */
async function unlessStale<T>(
  ceremony: Promise<T>,
  timeout: number,
  end: AbortSignal,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stale = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeout * 0.9)
    end.addEventListener('abort', () => {
      resolve(undefined)
    })
  })
  // The next ceremony aborts this one. Its rejection is expected.
  ceremony.catch(() => undefined)
  return Promise.race([ceremony, stale]).finally(() => {
    clearTimeout(timer)
  })
}

function refuse(thrown: unknown): never {
  const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const isUnsupported = !browserSupportsWebAuthn() || name === 'NotSupportedError'
  const isKnown = name === 'InvalidStateError'
  const code = isUnsupported ? 'unsupported' : isKnown ? 'already-registered' : 'cancelled'
  throw new PasskeyError(code, message, { cause: thrown })
}
