import type { Context } from '../context/context.js'
import { AccessDenied } from '../errors/request-errors.js'
import { isAuthError } from '../errors/auth-error.js'
import type { SignInCallbackParams } from '../model/callbacks.js'

/**
 * The result of the `signIn` callback, which is to continue or to redirect elsewhere. A refusal is
 * thrown.
 */
export type SignInAnswer =
  { readonly allowed: true } | { readonly allowed: false; readonly url: string }

/** Calls the `signIn` callback. Any result other than `true` or a URL refuses the sign-in. */
export async function askSignIn(ctx: Context, params: SignInCallbackParams): Promise<SignInAnswer> {
  const answer = await callSignInCallback(ctx, params)
  if (answer === true) return { allowed: true }
  if (typeof answer === 'string' && answer !== '') return { allowed: false, url: answer }
  if (answer === undefined) {
    ctx.log.warn(
      'signin-callback-returned-nothing',
      'The `signIn` callback returned undefined, which refuses the sign-in. Return true to allow it.',
    )
  }
  throw new AccessDenied('The `signIn` callback refused the sign-in.')
}

async function callSignInCallback(ctx: Context, params: SignInCallbackParams): Promise<unknown> {
  try {
    return await ctx.config.callbacks.signIn({ ...params, user: provenByMail(ctx, params) })
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    const message = cause instanceof Error ? cause.message : 'The `signIn` callback threw.'
    const denied = new AccessDenied(message, { cause })
    ctx.log.error(denied)
    throw denied
  }
}

/** A redeemed mail proves the address, although the proof is stored only later. */
function provenByMail(
  { now }: Context,
  { user, account, email }: SignInCallbackParams,
): SignInCallbackParams['user'] {
  const hasArrived = account?.type === 'email' && !email?.verificationRequest
  return hasArrived ? { ...user, emailVerified: user.emailVerified ?? new Date(now * 1000) } : user
}
