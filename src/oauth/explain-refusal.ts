import { errors } from 'jose'
import type { RelyingParty } from './relying-party.js'

/** Why a token was refused, in words for whoever runs the server; empty when there are none. */
export function explainRefusal(cause: unknown, { id, clientId }: RelyingParty): string {
  if (cause instanceof errors.JWTExpired) return explainClock(cause.payload.exp, 'expired')
  if (cause instanceof errors.JWTClaimValidationFailed) {
    if (cause.claim === 'nbf') return explainClock(cause.payload.nbf, 'begins')
    return `: its ${cause.claim} is wrong; \`clientId\` of the provider "${id}" is "${clientId}"`
  }
  if (cause instanceof errors.JWSSignatureVerificationFailed) {
    return ': no key of the service has signed it'
  }
  return ''
}

/** Services sign a token when they send it: if it is not good now, one of the clocks is wrong. */
function explainClock(moment: number | undefined, happens: 'expired' | 'begins'): string {
  const seconds = Math.abs(Math.round((moment ?? 0) - Date.now() / 1000))
  const when = happens === 'expired' ? `it expired ${seconds} s ago` : `it begins in ${seconds} s`
  return `: by the clock of this server ${when}. Set that clock`
}
