import type { ResolvedEmailProvider } from '../../config/email-provider.js'
import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { dropMailRequest, findMailRequest, type MailRequest } from '../../context/mail-cookie.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import { requireStore } from '../../context/require-store.js'
import { hashAsAuthJs } from '../../crypto/authjs-hash.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { Verification } from '../../errors/email-errors.js'
import { mailboxOf } from '../../http/email-address.js'
import { isPrefetch, isUserNavigation } from '../../http/origin.js'
import type { VerificationToken } from '../../model/adapter.js'
import { renderConfirmPage } from '../../pages/confirm-page.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { completeSignIn } from '../complete-sign-in.js'
import { countAuthJsLink, requestedAt } from './authjs-link.js'
import { describePerson } from './email-start.js'
import { hashCode, hashToken, openToken } from './email-token.js'
import { resolveAddressUser } from './resolve-address-user.js'
import { pageShell } from '../pages/page-shell.js'

/** The content of a mailed link. */
interface Link {
  readonly identifier: string
  /** The signed token. */
  readonly token: string
  readonly callbackUrl: unknown
}

/** A mail that has reached its address. */
interface ProvenMail extends Pick<Link, 'identifier' | 'callbackUrl'> {
  /** The key of the token in the database. */
  readonly hash: string
  /** Returns when the mail was requested, in seconds since the epoch, with fractions. */
  readonly askedAt: (mail: VerificationToken) => number
}

/**
 * Handles a visit to a mailed link.
 *
 * Mail programs, scanners and previews open links too. A visit therefore redeems nothing and shows
 * a page that asks for one more click. Only a click in the browser that requested the mail signs in
 * directly.
 */
export async function openEmailLink(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
): Promise<Outcome> {
  const link = readLink({
    token: ctx.query.get('token'),
    email: ctx.query.get('email'),
    callbackUrl: ctx.query.get('callbackUrl') ?? undefined,
  })
  const asked = await findMailRequest(ctx, provider.id)
  const isAtHome = asked?.identifier === link.identifier && isDeliberate(ctx.request)
  return isAtHome ? redeemLink(ctx, provider, link) : showConfirm(ctx, provider, link)
}

/** Signs in with a confirmed link or with a typed code. */
export async function finishEmail(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
): Promise<RedirectOutcome> {
  const { code, ...fields } = ctx.fields
  return code === undefined
    ? redeemLink(ctx, provider, readLink(fields))
    : redeemCode(ctx, provider, code)
}

async function redeemLink(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
  { identifier, token: signed, callbackUrl }: Link,
): Promise<RedirectOutcome> {
  const mailed = { identifier, token: signed }
  const opened = await openToken(provider, mailed, ctx.now)
  if (opened) {
    const hash = opened.isShared
      ? await hashAsAuthJs(signed, provider.secrets)
      : await hashToken(provider, { identifier, token: opened.token }, opened.secret)
    const askedAt = (): number => opened.expires - provider.maxAge
    return signInByMail(ctx, provider, { identifier, hash, askedAt, callbackUrl })
  }
  if (!ctx.config.compatibility) {
    throw new Verification('The link is not one of ours, or has expired.')
  }
  const hash = await countAuthJsLink(ctx, provider, mailed)
  const asked = await findMailRequest(ctx, provider.id)
  const askedAt = ({ expires }: VerificationToken): number =>
    asked?.hash === hash ? asked.askedAt : requestedAt(provider, expires)
  return signInByMail(ctx, provider, { identifier, hash, askedAt, callbackUrl })
}

/** A code is valid only in the browser that requested the mail. */
async function redeemCode(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
  typed: unknown,
): Promise<RedirectOutcome> {
  const asked = await findMailRequest(ctx, provider.id)
  if (!asked) throw new Verification('This browser has not asked for a code, or it has expired.')
  const { identifier, nonce, askedAt, callbackUrl } = asked
  await countClient(ctx)
  // The count must last as long as the mail, because otherwise it would restart.
  await countAttempt(ctx, 'code', nonce, { until: asked.expires })
  await countAttempt(ctx, 'codes', mailboxOf(identifier))
  const code = typeof typed === 'string' ? typed.replaceAll(/[\s-]/g, '') : ''
  for (const secret of provider.secrets) {
    // The browser stores the sealed hash, so a wrong code is recognized before the mail is
    // redeemed.
    const hash = await hashCode(provider, { identifier, nonce, code }, secret)
    if (equalInConstantTime(hash, asked.codeHash ?? '')) {
      const proven = { identifier, hash: asked.hash, askedAt: () => askedAt, callbackUrl }
      return signInByMail(ctx, provider, proven)
    }
  }
  const about = { provider: provider.id, type: provider.type, error: 'Verification' }
  return redirectTo(pageUrl(ctx, 'verifyRequest', 'verify-request', about))
}

/**
 * Signs in a user who has received a mail. The mail is redeemed before the `signIn` callback runs,
 * so that the callback never runs for a used mail. If the sign-in fails, the mail is restored.
 */
async function signInByMail(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
  { identifier, hash, askedAt, callbackUrl }: ProvenMail,
): Promise<RedirectOutcome> {
  const mail = await redeem(ctx, identifier, hash)
  const operations = operationsOf(ctx)
  let isResolving = false
  try {
    const known = await operations.findUserByEmail(identifier)
    // Auth.js stores no proof for the users of its providers, so they would all look planted.
    const keepsUnproven = ctx.config.compatibility === 'authjs'
    const useUp = async (): Promise<void> => {
      if (!keepsUnproven) operations.requireProvable(known)
      isResolving = true
      await forgetMail(ctx, await findMailRequest(ctx, provider.id), identifier)
    }
    return await completeSignIn(ctx, {
      ...describePerson(provider, identifier, known),
      findChange: async () => {
        if (!known) return undefined
        await useUp()
        const isUnproven = !hasProvenAddress(known)
        return { user: known, change: { kind: 'address', email: identifier, isUnproven } }
      },
      resolveUser: async () => {
        await useUp()
        return resolveAddressUser(ctx, identifier, known, { keepsUnproven })
      },
      amr: ['otp'],
      start: { at: askedAt(mail), refusal: (message) => new Verification(message) },
      callbackUrl,
    })
  } finally {
    // A sign-in that was refused, or that failed before the first write, must not use up the mail.
    if (!isResolving) {
      await operations.restoreToken(mail).catch((error: unknown) => ctx.log.error(error))
    }
  }
}

async function redeem(
  ctx: RouteContext,
  identifier: string,
  hash: string,
): Promise<VerificationToken> {
  const found = await operationsOf(ctx).redeemToken({ identifier, token: hash })
  if (found && new Date(found.expires).getTime() > ctx.now * 1000) {
    return { identifier, token: hash, expires: new Date(found.expires) }
  }
  throw new Verification('The mail was used before.')
}

/** Also removes the mail that this browser waits for, if it is another mail to the same address. */
async function forgetMail(
  ctx: RouteContext,
  asked: MailRequest | undefined,
  identifier: string,
): Promise<void> {
  if (asked?.identifier !== identifier) return
  await requireStore(ctx).call('useVerificationToken', { identifier, token: asked.hash })
  dropMailRequest(ctx)
}

async function showConfirm(
  ctx: RouteContext,
  provider: ResolvedEmailProvider,
  { identifier, token, callbackUrl }: Link,
): Promise<Outcome> {
  const fields = { csrfToken: await csrfToken(ctx), email: identifier, token }
  const target = await resolveRedirect(ctx, callbackUrl)
  const shell = await pageShell(ctx)
  return showPage((nonce) =>
    renderConfirmPage({
      ...shell,
      nonce,
      ...fields,
      callbackUrl: target,
      confirmUrl: routeUrl(ctx, `callback/${provider.id}`),
    }),
  )
}

function readLink(given: {
  readonly token?: unknown
  readonly email?: unknown
  readonly callbackUrl?: unknown
}): Link {
  const { token, email } = given
  if (typeof token !== 'string' || typeof email !== 'string') {
    throw new Verification('The link is not complete.')
  }
  return { identifier: email, token, callbackUrl: given.callbackUrl }
}

function isDeliberate(request: Request): boolean {
  return (
    request.method === 'GET' && isUserNavigation(request.headers) && !isPrefetch(request.headers)
  )
}
