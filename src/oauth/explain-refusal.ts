import { errors } from 'jose'
import type { RelyingParty } from './relying-party.js'

/**
 * Returns why a token was refused, for the operator of the server. Empty if the reason is not
 * known.
 */
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

/**
 * A provider signs a token when it sends it. If the token is not valid now, one of the two clocks
 * is wrong.
 */
function explainClock(moment: number | undefined, happens: 'expired' | 'begins'): string {
  const seconds = Math.abs(Math.round((moment ?? 0) - Date.now() / 1000))
  const when = happens === 'expired' ? `it expired ${seconds} s ago` : `it begins in ${seconds} s`
  return `: by the clock of this server ${when}. Set that clock`
}
