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

/** Signs in with a passkey that the person picks. Rejects with a {@link PasskeyError}. */
export async function signInWithPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  return authenticate(call, await askOptions(call, 'authenticate'), false)
}

/**
 * Makes a passkey: for whoever is signed in, or, with `fields`, for somebody who signs up. Rejects
 * with a {@link PasskeyError}.
 */
export async function registerPasskey(call: PasskeyCall = {}): Promise<PasskeyDone> {
  // The server made them for this very call.
  const optionsJSON = (await askOptions(
    call,
    'register',
  )) as unknown as PublicKeyCredentialCreationOptionsJSON
  const data = await startRegistration({ optionsJSON }).catch(refuse)
  return finish(call, 'register', data)
}

/**
 * Offers passkeys in the autofill of a field with `autocomplete="username webauthn"`, until one is
 * chosen or `signal` says that it is enough. Never resolves in a browser that cannot do so.
 */
export async function offerPasskeys(
  call: PasskeyCall = {},
  signal?: AbortSignal,
): Promise<PasskeyDone> {
  if (!(await browserSupportsWebAuthnAutofill())) return new Promise(() => undefined)
  const options = await askOptions(call, 'authenticate')
  const chosen = await unlessStale(authenticate(call, options, true), options.timeout, signal)
  if (chosen) return chosen
  if (!signal?.aborted) return offerPasskeys(call, signal)
  WebAuthnAbortService.cancelCeremony()
  throw new PasskeyError('cancelled', 'Passkeys are no longer offered.')
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
  signal: AbortSignal | undefined,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stale = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeout * 0.9)
    signal?.addEventListener('abort', () => {
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
