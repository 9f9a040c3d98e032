import type { PasskeyCall, PasskeyDone } from '../../passkeys/call.js'

type Code = string | undefined
type Ceremony = 'authenticate' | 'register' | 'offer'

/** Whether the browser has passkeys. Asks without the code of the ceremonies. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

/**
 * Runs a ceremony and goes to the next page. Resolves with the code of the error if it fails. An old
 * session adds no passkey, so the user confirms their identity and comes back.
 */
export async function runCeremony(
  ceremony: Ceremony,
  call: PasskeyCall,
  end?: AbortSignal,
): Promise<Code> {
  try {
    location.assign((await start(ceremony, call, end)).url)
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ConfirmationRequired') return code
    const callbackUrl = encodeURIComponent(location.href)
    location.assign(`${call.basePath ?? '/auth'}/confirm?callbackUrl=${callbackUrl}`)
    return undefined
  }
}

/** What the visitor is not told about an offer, because they did not ask for one. */
const silent: ReadonlySet<Code> = new Set(['cancelled', 'unsupported', 'failed'])

/**
 * Offers passkeys in the autofill until `end` is aborted. Resolves with the code of the error if the
 * visitor has chosen a passkey that does not sign in.
 */
export async function offerInAutofill(call: PasskeyCall, end: AbortSignal): Promise<Code> {
  if (!(await canAutofill()) || end.aborted) return undefined
  const code = await runCeremony('offer', call, end)
  return silent.has(code) ? undefined : code
}

/** Whether the browser has passkeys in the autofill of fields. */
async function canAutofill(): Promise<boolean> {
  if (!hasPasskeys()) return false
  // Older browsers have passkeys without this function.
  const known: Partial<typeof PublicKeyCredential> = PublicKeyCredential
  return (await known.isConditionalMediationAvailable?.()) ?? false
}

async function start(
  ceremony: Ceremony,
  call: PasskeyCall,
  end?: AbortSignal,
): Promise<PasskeyDone> {
  // The first use loads the code.
  const { offerPasskeys, registerPasskey, signInWithPasskey } =
    await import('../../passkeys/ceremonies.js')
  if (ceremony === 'offer') return offerPasskeys(call, end)
  return ceremony === 'register' ? registerPasskey(call) : signInWithPasskey(call)
}

/** Any other error is one of the network. */
function codeOf(error: unknown): string {
  const { code } = error as { readonly code?: unknown }
  return error instanceof Error && typeof code === 'string' ? code : 'failed'
}
