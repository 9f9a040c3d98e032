import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { JWTSessionError } from '../errors/runtime-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { JWT } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { idOf } from '../store/user-id.js'
import { proveAgain, type Authentication } from './authentication.js'
import { askJwt } from './claims.js'
import { evidenceOf, findUserWithoutRow, sessionEvidence } from './evictable-token.js'
import { applyCallbacks } from './jwt-callbacks.js'
import { readOrUpdate } from './jwt-read.js'
import { openAll } from './presented-tokens.js'
import { recordSignOut } from './record-sign-out.js'
import { renew } from './renew-token.js'
import { recordReplacement } from './replaced-sessions.js'
import { endRows, hasNoRow, isRevokedFor, rowKeyOf, sessionId } from './revocable-token.js'
import { clearSessionCookie } from './session-cookie.js'
import { findLivingRow, sessionEnded } from './session-rows.js'
import { authenticatedAt, methods, startedAt, startOf } from './session-start.js'
import type {
  CurrentUser,
  NewSession,
  RevocationScope,
  SessionProof,
  SessionStrategy,
  SignedIn,
} from './strategy.js'

/** Stores sessions encrypted in their cookie. */
export const jwtStrategy: SessionStrategy = {
  read: (ctx) => readOrUpdate(ctx, undefined),
  update: (ctx, data) => readOrUpdate(ctx, { data }),
  issue,
  confirm,
  revoke,
  refreshUser,
  currentUser,
}

async function issue(ctx: Context, signedIn: SignedIn): Promise<NewSession | undefined> {
  const { user, account, profile, isNewUser } = signedIn
  const token: JWT = { name: user.name, email: user.email, picture: user.image, sub: idOf(user) }
  const trigger = isNewUser ? 'signUp' : 'signIn'
  const claims = await askJwt(ctx, token, {
    trigger,
    user,
    account,
    isNewUser,
    ...(profile && { profile }),
  })
  const { revocable } = ctx.config.session
  const former = revocable ? await openAll(ctx) : []
  if (!claims) {
    clearSessionCookie(ctx)
    return undefined
  }
  // A callback may have used the name of one of our claims for its own value.
  const own = {
    [startedAt]: signedIn.continuedFrom?.startedAt ?? ctx.now,
    [sessionId]: undefined,
    [hasNoRow]: undefined,
    [sessionEvidence]: revocable ? undefined : await evidenceOf(ctx, signedIn),
    ...claimsOf(ctx, signedIn.authentication),
  }
  const replaces = signedIn.continuedFrom?.sessionKey
  const renewed = await renew(ctx, { ...claims, ...own }, { ...signedIn, replaces })
  if (!renewed && replaces !== undefined) throw signedIn.start.refusal(sessionEnded)
  // The former session ends last, so that after a crash the user has two sessions instead of none.
  for (const { opened } of former) {
    const key = await rowKeyOf(ctx, opened.claims)
    const living = key === undefined || key === replaces ? undefined : await findLivingRow(ctx, key)
    if (key !== undefined && living) await recordReplacement(ctx, key, living.user.id)
    await endRows(ctx, opened.claims, 'here')
  }
  return { sessionKey: renewed && (await rowKeyOf(ctx, renewed.claims)) }
}

async function confirm(
  ctx: Context,
  { start, ...proof }: SessionProof,
): Promise<NewSession | undefined> {
  const current = await currentUser(ctx)
  const [newest] = await openAll(ctx)
  if (!current || !newest) return undefined
  const { claims } = newest.opened
  const { user, sessionKey } = current
  const details = sessionKey
    ? await operationsOf(ctx).findSessionDetails({ sessionToken: sessionKey, userId: user.id })
    : {}
  const before = authenticationOf(claims)
  const authentication = proveAgain(before, proof, ctx.now)
  const own = { [startedAt]: ctx.now, [sessionId]: undefined, ...claimsOf(ctx, authentication) }
  const renewed = await renew(
    ctx,
    { ...claims, ...own },
    {
      user,
      account: {
        provider: details.provider ?? '',
        type: 'credentials',
        providerAccountId: user.id,
      },
      providerSessionId: details.providerSessionId ?? undefined,
      isNewUser: false,
      evidence: undefined,
      authentication,
      wasStored: true,
      start,
      replaces: sessionKey,
    },
  )
  return renewed && { sessionKey: await rowKeyOf(ctx, renewed.claims) }
}

/**
 * Returns the claims that say when and how the user proved their identity. Only users of a database
 * can prove it again, so other tokens stay short.
 */
function claimsOf({ config }: Context, { at, amr }: Authentication): JWT {
  if (!config.store) return { [authenticatedAt]: undefined, [methods]: undefined }
  return { [authenticatedAt]: at, [methods]: amr.length === 0 ? undefined : [...amr] }
}

/** Only this library writes these claims. The token of an app's own `encode` may lose them. */
function authenticationOf(claims: JWT): Authentication {
  const { [authenticatedAt]: at, [methods]: amr } = claims
  return {
    at: typeof at === 'number' ? at : undefined,
    amr: Array.isArray(amr) ? amr.filter((one) => typeof one === 'string') : [],
  }
}

async function revoke(ctx: Context, scope: RevocationScope): Promise<void> {
  const [newest, ...others] = await openAll(ctx)
  clearSessionCookie(ctx)
  if (!newest) return
  const { claims } = newest.opened
  for (const { opened } of others) await endRows(ctx, opened.claims, 'here')
  await endRows(ctx, claims, scope)
  const sessionToken = await rowKeyOf(ctx, claims)
  await recordSignOut(ctx, { userId: claims.sub, sessionToken }, scope)
  await emitEvent(ctx, 'signOut', { token: claims })
}

async function refreshUser(ctx: Context, { name, image }: AdapterUser): Promise<void> {
  const [newest] = await openAll(ctx)
  if (!newest) return
  try {
    const claims = { ...newest.opened.claims, name, picture: image }
    await applyCallbacks(ctx, claims, undefined, true)
  } catch (cause) {
    // The user is changed, and a bug in a callback must not sign the user out.
    ctx.log.error(new JWTSessionError('A session could not be renewed.', { cause }))
  }
}

/** Returns the claims of this browser's session, for an app without a database. */
export async function currentClaims(ctx: Context): Promise<JWT | undefined> {
  const [newest] = await openAll(ctx)
  return newest?.opened.claims
}

async function currentUser(ctx: Context): Promise<CurrentUser | undefined> {
  const [newest] = await openAll(ctx)
  if (!newest) return undefined
  const { claims } = newest.opened
  const sessionKey = await rowKeyOf(ctx, claims)
  const user = sessionKey
    ? // Reads the row again, because the changes that follow outlast the cache of a session read.
      (await findLivingRow(ctx, sessionKey))?.user
    : await findUserOf(ctx, claims)
  if (!user) return undefined
  ctx.notes.userId = user.id
  return {
    user,
    sessionKey,
    startedAt: startOf(claims),
    findAuthentication: async () => authenticationOf(claims),
  }
}

async function findUserOf(ctx: Context, claims: JWT): Promise<AdapterUser | undefined> {
  const { sub } = claims
  const mayBeMarked = ctx.config.session.revocable && sub !== undefined
  if (mayBeMarked && (await isRevokedFor(ctx, claims, sub))) return undefined
  return findUserWithoutRow(ctx, claims)
}
