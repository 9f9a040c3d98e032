import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import type { RouteContext } from '../../context/context.js'
import { answerJson, type Outcome } from '../../context/outcome.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import { beginAuthentication } from './begin-authentication.js'
import { beginRegistration } from './begin-registration.js'

/**
 * Begins a ceremony. It returns the options for the browser, and stores in a cookie what the
 * callback needs.
 *
 * The response is the same for every address, so that a visitor cannot find out whether an address
 * has a user.
 */
export async function webauthnOptions(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Outcome> {
  const action = ctx.query.get('action') ?? 'authenticate'
  switch (action) {
    case 'authenticate':
      return answerJson({ action, options: await beginAuthentication(ctx, provider) })
    case 'register':
      return answerJson({ action, options: await beginRegistration(ctx, provider) })
    default:
      throw new InvalidRequestBody('Expected `action` to be "authenticate" or "register".')
  }
}
