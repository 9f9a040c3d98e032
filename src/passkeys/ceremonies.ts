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

/** Whether this browser can use passkeys at all. */
export function supportsPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** The offer that is open; a browser has one ceremony at a time. */
let offer: AbortController | undefined

/** Signs in with a passkey that the person picks. Rejects with a {@link PasskeyError}. */
export async function signInWithPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  offer?.abort()
  return authenticate(call, await askOptions(call, 'authenticate'), false)
}

/**
 * Makes a passkey: for whoever is signed in, or, with `fields`, for somebody who signs up. Rejects
 * with a {@link PasskeyError}.
 */
export async function registerPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  offer?.abort()
  const options: object = await askOptions(call, 'register')
  // The server made them for this very call.
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  const data = await startRegistration({ optionsJSON }).catch(refuse)
  return finish(call, 'register', data)
}

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, until one is
 * chosen. Never resolves in a browser that cannot do so; rejects when another ceremony begins, or
 * when `signal` says that it is enough.
 */
export async function offerPasskeys(
  call: PasskeyCall = {},
  signal?: AbortSignal,
): Promise<PasskeyDone> {
  if (!(await browserSupportsWebAuthnAutofill())) return new Promise(() => undefined)
  offer?.abort()
  offer = new AbortController()
  const mine = offer
  signal?.addEventListener('abort', () => {
    mine.abort()
  })
  if (signal?.aborted) mine.abort()
  return keepOffering(call, mine.signal)
}

async function keepOffering(call: PasskeyCall, end: AbortSignal): Promise<PasskeyDone> {
  const options = await askOptions(call, 'authenticate')
  // Begun now, it would break off the ceremony that has ended the offer.
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

/** A challenge lives for minutes and a page for hours: shortly before its end a new one is due. */
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
  // The next ceremony aborts this one; that is no news to anybody.
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
