import { isAuthError } from '../../errors/auth-error.js'
import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { isOwnIssuer } from '../../oauth/own-issuer.js'
import { pauseOf } from './failed-refresh.js'
import type { TokenCall } from './token-owner.js'

/** Throws if the tokens are of another issuer, which must be the only one that gets them. */
export async function requireOwnIssuer(call: TokenCall, account: AdapterAccount): Promise<void> {
  const { provider, requireSignIn } = call
  const isOwn = await isOwnIssuer(provider.party, account).catch((thrown: unknown) => {
    throw explainUnknown(call, thrown)
  })
  if (!isOwn) throw requireSignIn('other-issuer')
}

/** Some accounts need the provider's metadata, which cannot be had in an outage. */
function explainUnknown({ ctx, provider }: TokenCall, thrown: unknown): unknown {
  if (!isAuthError(thrown)) return thrown
  ctx.log.warn(
    'token-issuer-unknown',
    `The issuer of "${provider.id}" is not known, so it cannot be checked whether the tokens are its own.`,
    thrown,
  )
  const seconds = pauseOf(thrown)
  return new TokenUnavailable(
    `The issuer of "${provider.id}" could not be checked. Try again in ${seconds} seconds.`,
    seconds,
  )
}
