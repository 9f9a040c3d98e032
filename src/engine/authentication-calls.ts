import { resolveConfig } from '../config/resolve.js'
import { openContext, type Context } from '../context/context.js'
import { isProven } from '../flows/confirm/require-proof.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { hasTwoFactors, neverProven, type Authentication } from '../session/authentication.js'
import { strategyOf } from '../session/choose-strategy.js'
import { reportError } from './report-error.js'

/** When and how the signed-in user proved their identity. */
export interface UserAuthentication {
  /**
   * When it was. Undefined if it is unknown, for example if Auth.js began the session, or if the
   * provider does not say whether it asked the user.
   */
  readonly at: Date | undefined
  /** The methods, as RFC 8176 names them, such as `pwd`, `otp` and `mfa`. May be empty. */
  readonly methods: readonly string[]
  /** How many factors the user has proven. */
  readonly factors: 1 | 2
}

/** How recent and how strong the proof of a user's identity must be. */
export interface ProofOptions {
  /** How old it may be, in seconds. Default: as old as the session. */
  readonly within?: number | undefined
  /** How many factors it must have. Default: 1. */
  readonly factors?: 1 | 2 | undefined
}

/**
 * Returns when and how the signed-in user proved their identity, or `null` if the visitor is not
 * signed in as a user of the database. Renewing a session does not change it.
 *
 * Never rejects. An error is logged, and the result is `null`.
 */
export async function getAuthentication<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<UserAuthentication | null> {
  const found = await findAuthentication(request, given)
  if (!found) return null
  const { at, amr } = found.authentication
  return {
    at: at === undefined || at === neverProven ? undefined : new Date(at * 1000),
    methods: amr,
    factors: hasTwoFactors({ amr }) ? 2 : 1,
  }
}

/**
 * Whether the signed-in user has proven their identity recently and strongly enough. If not, redirect
 * to {@link locateConfirmation}.
 *
 * Never rejects. An error is logged, and the result is `false`.
 */
export async function hasProof<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  { within, factors }: ProofOptions,
): Promise<boolean> {
  const found = await findAuthentication(request, given)
  if (!found) return false
  const { ctx, authentication } = found
  warnOfImpossibleProof(ctx, { within, factors })
  if (within === undefined) return factors !== 2 || hasTwoFactors(authentication)
  return isProven(ctx, authentication, { maxAge: within, factors })
}

/** The user would be led to confirm and back without end. */
function warnOfImpossibleProof({ config, log }: Context, { within, factors }: ProofOptions): void {
  if (within !== undefined && !(within > 0)) {
    log.warnOnce(
      'proof-impossible',
      `No proof is as new as \`within: ${within}\` asks, so every user is asked again without end. Set it to a number of seconds, for example 600.`,
    )
  }
  if (factors === 2 && !config.secondFactor) {
    log.warnOnce(
      'proof-impossible',
      'A page asks for two factors (`factors: 2`), and only users who sign in with a passkey can prove two, because the config has no `secondFactor`. Add it, or ask for one factor.',
    )
  }
}

async function findAuthentication<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<{ readonly ctx: Context; readonly authentication: Authentication } | undefined> {
  const { config } = resolveConfig(given)
  if (!config?.store) return undefined
  try {
    const ctx = openContext(request, config)
    const current = await strategyOf(ctx).currentUser(ctx)
    return current && { ctx, authentication: await current.findAuthentication() }
  } catch (thrown) {
    reportError(config.log, thrown)
    return undefined
  }
}
