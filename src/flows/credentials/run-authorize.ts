import type { Context } from '../../context/context.js'
import { isAuthError } from '../../errors/auth-error.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { CallbackRouteError } from '../../errors/runtime-errors.js'
import type { Awaitable } from '../../model/awaitable.js'

/**
 * Runs the function that checks credentials. If it is broken, the log says so, but to the visitor
 * the failure looks like any refused sign-in.
 */
export async function runAuthorize<T>(
  { log }: Context,
  { id }: { readonly id: string },
  check: () => Awaitable<T>,
): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    log.error(new CallbackRouteError(`\`authorize\` of "${id}" threw.`, { cause }))
    throw new CredentialsSignin('', { cause })
  }
}
