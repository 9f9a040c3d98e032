import type { Context } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { JWTSessionError, SessionTooLarge } from '../errors/runtime-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { DefaultSession, JWT } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { proveAgain, type Authentication } from './authentication.js'
import { askJwt } from './claims.js'
import {
  evidenceOf,
  findUserWithoutRow,
  isEvictable,
  isNotEvicted,
  sessionEvidence,
} from './evictable-token.js'
import { sessionFromCallback, plainSession, type SessionUpdate } from './visible-session.js'
import { recordReplacement, wasReplaced } from './replaced-sessions.js'
import { recordSignOut } from './record-sign-out.js'
import {
  endRows,
  hasNoRow,
  isNotRevoked,
  isRevokedFor,
  keepRow,
  needsRow,
  rowKeyOf,
  sessionId,
} from './revocable-token.js'
import {
  clearOtherSessionCookies,
  clearSessionCookie,
  readSessionCookies,
  splitToken,
  writeSessionCookie,
  type SessionCookie,
} from './session-cookie.js'
import { deleteReplacedRow, findLivingRow, sessionEnded } from './session-rows.js'
import {
  authenticatedAt,
  isOlderThan,
  isOurs,
  isShared,
  isTooOld,
  methods,
  renewedAt,
  startedAt,
  startOf,
} from './session-start.js'
import type {
  CurrentUser,
  NewSession,
  RevocationScope,
  SessionProof,
  SessionStrategy,
  SignedIn,
} from './strategy.js'
import { idOf } from '../store/user-id.js'
import { isWithinLifetime, openClaims, sealClaims, type OpenedClaims } from './token.js'

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

/**
 * Most sessions need no change and are returned synchronously, because each `await` is a measurable
 * part of a session read.
 */
function readOrUpdate(
  ctx: Context,
  update: SessionUpdate | undefined,
): DefaultSession | Promise<DefaultSession | null> {
  const cookies = readSessionCookies(ctx)
  if (cookies.length > 1) return readNewest(ctx, cookies, update)
  const [cookie] = cookies
  const found = cookie && openToken(ctx, cookie)
  const isAtOnce = cookie && found && !(found instanceof Promise) && !mayHaveEnded(ctx, found)
  if (isAtOnce && !isDue(ctx, cookie, found, update) && !isAsked(ctx)) {
    return plainSession(found.claims, expiryOf(ctx, found.claims))
  }
  return readAfterChecks(ctx, cookie, found, update)
}

async function readNewest(
  ctx: Context,
  cookies: readonly SessionCookie[],
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const [newest] = await openAll(ctx, cookies)
  if (newest) clearOtherSessionCookies(ctx, newest.cookie)
  return readAfterChecks(ctx, newest?.cookie ?? cookies[0], newest?.opened, update)
}

async function readAfterChecks(
  ctx: Context,
  cookie: SessionCookie | undefined,
  found: OpenedClaims | undefined | Promise<OpenedClaims | undefined>,
  update: SessionUpdate | undefined,
): Promise<DefaultSession | null> {
  const opened = await found
  try {
    const isGood = opened && (!mayHaveEnded(ctx, opened) || (await isAlive(ctx, opened)))
    if (cookie && opened && isGood) {
      return await applyCallbacks(ctx, opened.claims, update, isDue(ctx, cookie, opened, update))
    }
    if (opened) {
      await clearUnlessReplaced(ctx, opened.claims)
      return null
    }
  } catch (cause) {
    // A failed database or a bug in a callback is not a bad token and must not sign the user out.
    ctx.notes.sessionError = 'JWTSessionError'
    ctx.log.error(new JWTSessionError('A session could not be read.', { cause }))
    return null
  }
  if (cookie && !opened) ctx.log.debug('session-unreadable', explainUnreadable)
  // This also clears chunks whose first part is missing, because they can never be decrypted.
  clearSessionCookie(ctx)
  return null
}

/** Removes the cookie of a session that has ended, unless the browser has a new one by now. */
async function clearUnlessReplaced(ctx: Context, claims: JWT): Promise<void> {
  const key = await rowKeyOf(ctx, claims)
  if (key === undefined || !(await wasReplaced(ctx, key))) clearSessionCookie(ctx)
}

const explainUnreadable =
  'A session cookie does not open: it has expired, or was made under another secret or cookie name. ' +
  'When `secret` changes, keep the old one behind the new: `secret: [new, old]`.'

/** Whether the database may have a record that the session has ended. */
function mayHaveEnded(ctx: Context, { claims }: OpenedClaims): boolean {
  return ctx.config.session.revocable || isEvictable(claims)
}

async function isAlive(ctx: Context, { claims }: OpenedClaims): Promise<boolean> {
  const isOpen = !ctx.config.session.revocable || (await isNotRevoked(ctx, claims))
  return isOpen && isNotEvicted(ctx, claims)
}

/** Whether the token must be renewed. */
function isDue(
  ctx: Context,
  cookie: SessionCookie,
  opened: OpenedClaims,
  update: SessionUpdate | undefined,
): boolean {
  const { claims } = opened
  // A cookie with a former name is renamed when it is renewed. Reading alone does not rename it,
  // because an older server may still need its name.
  const isCurrent = !cookie.current || (opened.current && !needsRow(ctx, claims))
  const { updateAge } = ctx.config.session
  return update !== undefined || !isCurrent || isOlderThan(claims, updateAge, ctx.now)
}

/** Whether the app has a callback or an event that runs at every read. */
function isAsked({ config: { callbacks, events } }: Context): boolean {
  return (callbacks.jwt ?? callbacks.session ?? events.session) !== undefined
}

/** Runs the app's callbacks for a session and renews the token if necessary. */
async function applyCallbacks(
  ctx: Context,
  before: JWT,
  update: SessionUpdate | undefined,
  mustRenew: boolean,
): Promise<DefaultSession | null> {
  const { callbacks, events } = ctx.config
  const claims = callbacks.jwt ? await askAgain(ctx, before, update) : before
  if (!claims) {
    clearSessionCookie(ctx)
    return null
  }
  const isOther = claims !== before && !isSame(claims, before)
  const renewed = mustRenew || isOther ? await renewIfItFits(ctx, claims, update) : 'unchanged'
  const exp = renewed === 'unchanged' ? expiryOf(ctx, before) : renewed
  if (exp === undefined) {
    await clearUnlessReplaced(ctx, before)
    return null
  }
  const plain = plainSession(claims, exp)
  const session = callbacks.session ? await sessionFromCallback(ctx, plain, claims, update) : plain
  if (events.session) await emitEvent(ctx, 'session', { session, token: claims })
  return session
}

/**
 * Renews a session. A token of Auth.js can be larger than cookies of ours, because Auth.js has no
 * limit. Its session then continues with the token that it has.
 */
async function renewIfItFits(
  ctx: Context,
  claims: JWT,
  update: SessionUpdate | undefined,
): Promise<number | 'unchanged' | undefined> {
  try {
    return (await renew(ctx, claims))?.exp
  } catch (thrown) {
    if (update || !(thrown instanceof SessionTooLarge)) throw thrown
    ctx.log.warnOnce('session-too-large', `${thrown.message} ${explainTooLarge}`)
    return 'unchanged'
  }
}

const explainTooLarge =
  'The user stays signed in with the token that the browser has, until that token expires.'

/**
 * Returns when a session ends that is not renewed. The app's custom `decode` may return claims
 * without `exp`, and a token of Auth.js may outlive the absolute lifetime.
 */
function expiryOf(ctx: Context, claims: JWT): number {
  const { jwt, session } = ctx.config
  const end = (startOf(claims) ?? ctx.now) + session.absoluteMaxAge
  return Math.min(claims.exp ?? ctx.now + jwt.maxAge, end)
}

/** Returns what the `jwt` callback makes of claims that it has returned before. */
async function askAgain(
  ctx: Context,
  before: JWT,
  update: SessionUpdate | undefined,
): Promise<JWT | null> {
  const reason = update ? ({ trigger: 'update', session: update.data } as const) : {}
  const claims = await askJwt(ctx, before, reason)
  if (!claims) return null
  // The claims may contain data that the client sent, which must not change the user.
  const subject = update ? { sub: before.sub } : {}
  return { ...withOwnClaims(claims, before), ...subject }
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

interface PresentedToken {
  readonly cookie: SessionCookie
  readonly opened: OpenedClaims
}

/** Returns the browser's tokens that can be decrypted, the one that was issued last first. */
async function openAll(
  ctx: Context,
  cookies = readSessionCookies(ctx),
): Promise<readonly PresentedToken[]> {
  const found: PresentedToken[] = []
  for (const cookie of cookies) {
    const opened = await openToken(ctx, cookie)
    if (opened) found.push({ cookie, opened })
  }
  return found.sort((a, b) => (b.opened.claims.iat ?? 0) - (a.opened.claims.iat ?? 0))
}

/**
 * Seals the claims again and returns them with their expiry, or undefined if the session was revoked in
 * the meantime.
 */
async function renew(
  ctx: Context,
  claims: JWT,
  signedIn?: SignedIn & { readonly replaces?: string | undefined },
): Promise<{ readonly exp: number; readonly claims: JWT } | undefined> {
  const { jwt, session } = ctx.config
  const started = startOf(claims) ?? ctx.now
  const maxAge = Math.min(jwt.maxAge, session.maxAge)
  const exp = Math.min(ctx.now + maxAge, started + session.absoluteMaxAge)
  const named = await keepRow(ctx, claims, new Date(exp * 1000), signedIn)
  if (!named) return undefined
  const isBesideAuthJs = ctx.config.compatibility === 'authjs'
  const token = {
    ...named,
    [startedAt]: started,
    [isShared]: isBesideAuthJs ? true : undefined,
    [renewedAt]: isBesideAuthJs ? ctx.now : undefined,
  }
  const label = ctx.cookies.sessionToken.name
  const value = jwt.encode
    ? await jwt.encode({ token, secret: [...jwt.secrets], salt: label, maxAge: exp - ctx.now })
    : await sealClaims(token, jwt.secrets, label, exp, ctx.now)
  if (signedIn?.replaces !== undefined) {
    // The former session must not end for a token that the browser cannot keep.
    splitToken(ctx, value)
    if (!(await replaceRow(ctx, signedIn.replaces, token))) return undefined
  }
  writeSessionCookie(ctx, value, new Date(exp * 1000))
  return { exp, claims: token }
}

/**
 * Ends the session that a token replaces. Returns false if it was ended in the meantime. The cookie then
 * stays as it is, because a parallel request may have replaced the session.
 */
async function replaceRow(ctx: Context, former: string, token: JWT): Promise<boolean> {
  if (await deleteReplacedRow(ctx, former)) return true
  await endRows(ctx, token, 'here')
  return false
}

function openToken(
  ctx: Context,
  cookie: SessionCookie,
): OpenedClaims | undefined | Promise<OpenedClaims | undefined> {
  const { jwt, session } = ctx.config
  // A sibling subdomain can set a cookie with a former name, so no token of ours is accepted there.
  const isAccepted = (claims: JWT): boolean =>
    (cookie.isTrusted || !isOurs(claims)) && !isTooOld(claims, session.absoluteMaxAge, ctx.now)
  return jwt.decode
    ? openWithCustomDecode(ctx, cookie, isAccepted)
    : openClaims(cookie.value, jwt.secrets, cookie.name, ctx.now, isAccepted)
}

async function openWithCustomDecode(
  ctx: Context,
  { value, name }: SessionCookie,
  isAccepted: (claims: JWT) => boolean,
): Promise<OpenedClaims | undefined> {
  const { jwt } = ctx.config
  try {
    const claims = await jwt.decode?.({ token: value, secret: [...jwt.secrets], salt: name })
    const isGood = claims && isWithinLifetime(claims, ctx.now) && isAccepted(claims)
    return isGood ? { claims, current: true } : undefined
  } catch (cause) {
    ctx.log.error(new JWTSessionError('The function `jwt.decode` threw.', { cause }))
    return undefined
  }
}

function isSame(a: JWT, b: JWT): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** A callback may replace all claims, but it cannot change the age of the session. */
function withOwnClaims(claims: JWT, { iat, exp, jti, ...before }: JWT): JWT {
  const own = {
    [startedAt]: before[startedAt],
    [isShared]: before[isShared],
    [renewedAt]: before[renewedAt],
    [sessionId]: before[sessionId],
    [hasNoRow]: before[hasNoRow],
    [sessionEvidence]: before[sessionEvidence],
    [authenticatedAt]: before[authenticatedAt],
    [methods]: before[methods],
  }
  return { ...claims, ...own, iat, exp, jti }
}
