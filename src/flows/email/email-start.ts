import type { ResolvedEmailProvider } from '../../config/email-provider.js'
import type { Store } from '../../config/store.js'
import type { Context, SignInContext } from '../../context/context.js'
import { noteEnteredNames } from '../../context/entered-names.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { logAuthentication } from '../../context/log-authentication.js'
import { recordRefusal } from '../../context/record-event.js'
import { keepMailRequest, type MailRequest } from '../../context/mail-cookie.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import { requireStore } from '../../context/require-store.js'
import { hashAsAuthJs } from '../../crypto/authjs-hash.js'
import { randomDigits, randomToken } from '../../crypto/random.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import { EmailSignInError } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { Account } from '../../model/records.js'
import { languageOf } from '../pages/language.js'
import { renderSignInMail } from '../../pages/sign-in-mail.js'
import { operationsOf } from '../../store/operations.js'
import { askSignIn } from '../ask-sign-in.js'
import { countMailbox } from '../count-mailbox.js'
import { countMails } from '../count-mails.js'
import { followSignInAnswer } from '../follow-sign-in-answer.js'
import { hashCode, hashToken, signToken } from './email-token.js'

/** A request to sign in by mail. */
export interface EmailStart {
  readonly provider: ResolvedEmailProvider
  /** The value of the form's address field. */
  readonly enteredAddress: unknown
  readonly callbackUrl: unknown
}

/** The parts of a mail that sign its reader in. */
interface ComposedMail {
  readonly identifier: string
  readonly token: string
  /** The token as it appears in the link. */
  readonly signed: string
  readonly code: string | undefined
  readonly url: string
  readonly expires: Date
  readonly request: MailRequest
}

/**
 * Sends a sign-in link by mail. The response is the same for every address, so that a visitor
 * cannot find out whether an address has a user.
 */
export async function emailStart(ctx: SignInContext, start: EmailStart): Promise<RedirectOutcome> {
  const { provider, enteredAddress: typed, callbackUrl } = start
  const store = requireStore(ctx)
  noteEnteredNames(ctx, provider.id, { email: typed })
  const identifier = provider.normalize(typed)
  await countClient(ctx)
  await countAttempt(ctx, 'mail', identifier)
  // For users as well, because the response would otherwise reveal whether the address has a user.
  await countMailbox(ctx, 'sign-in', identifier)
  const known = await operationsOf(ctx).findUserByEmail(identifier)
  const { user, account } = describePerson(provider, identifier, known)
  const email = { verificationRequest: true }
  const answer = await askSignIn(ctx, { user, account, email })
  if (!answer.allowed) {
    logAuthentication(ctx, { provider: provider.id, outcome: 'redirected' })
    recordRefusal(ctx, { code: 'Redirected', provider: provider.id })
    return followSignInAnswer(ctx, answer.url)
  }

  await countMails(ctx, 'sign-in')
  const letter = await composeMail(ctx, provider, identifier, callbackUrl)
  await storeAndSend(ctx, store, provider, letter)
  await keepMailRequest(ctx, letter.request)
  const about = { provider: provider.id, type: provider.type }
  return redirectTo(pageUrl(ctx, 'verifyRequest', 'verify-request', about))
}

/** Describes the person who owns an address, as callbacks receive them. */
export function describePerson(
  provider: ResolvedEmailProvider,
  identifier: string,
  known: AdapterUser | null,
): { readonly user: AdapterUser; readonly account: Account } {
  const user = known ?? { id: crypto.randomUUID(), email: identifier, emailVerified: null }
  const account: Account = {
    provider: provider.id,
    type: 'email',
    providerAccountId: identifier,
    ...(known && { userId: known.id }),
  }
  return { user, account }
}

async function composeMail(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
  callbackUrl: unknown,
): Promise<ComposedMail> {
  const [secret] = provider.secrets
  const expires = ctx.now + provider.maxAge
  const target = await resolveRedirect(ctx, callbackUrl)
  const nonce = randomToken()
  const code = provider.codeLength === undefined ? undefined : randomDigits(provider.codeLength)
  const { token, signed, hash } = await createToken(ctx, provider, identifier)
  const codeHash = code && (await hashCode(provider, { identifier, nonce, code }, secret))
  const link = { callbackUrl: target, token: signed, email: identifier }
  return {
    identifier,
    token,
    signed,
    code,
    url: routeUrl(ctx, `callback/${provider.id}`, link),
    expires: new Date(expires * 1000),
    request: {
      providerId: provider.id,
      identifier,
      hash,
      codeHash,
      nonce,
      askedAt: ctx.startedAt,
      expires,
      callbackUrl: target,
    },
  }
}

/** Returns a token as the mail, its link and the database contain it. */
async function createToken(
  ctx: Context,
  provider: ResolvedEmailProvider,
  identifier: string,
): Promise<{ readonly token: string; readonly signed: string; readonly hash: string }> {
  const [secret] = provider.secrets
  const token = await provider.generateToken()
  const mailed = { identifier, token }
  const end = ctx.startedAt + provider.maxAge
  if (ctx.config.compatibility !== 'authjs') {
    const hash = await hashToken(provider, mailed, secret)
    return { token, signed: await signToken(provider, mailed, end, 'own'), hash }
  }
  // A server with Auth.js must find the token of the link in the database. An app's own token stays
  // as it is, because Auth.js puts it into the link unchanged.
  const linked = provider.hasCustomTokens ? token : await signToken(provider, mailed, end, 'shared')
  return { token: linked, signed: linked, hash: await hashAsAuthJs(linked, provider.secrets) }
}

/** Stores the token first and sends the mail second. If sending fails, the token is not valid. */
async function storeAndSend(
  ctx: SignInContext,
  store: Store,
  provider: ResolvedEmailProvider,
  { identifier, token, signed, code, url, expires, request: { hash } }: ComposedMail,
): Promise<void> {
  await store.call('createVerificationToken', { identifier, token: hash, expires })
  const { theme } = ctx.config
  const mail = renderSignInMail({
    url,
    host: new URL(ctx.origin).host,
    theme,
    code,
    minutes: Math.ceil(provider.maxAge / 60),
    language: await languageOf(ctx),
  })
  try {
    const { request } = ctx
    await provider.send({ identifier, url, expires, token, theme, request, code, mail })
  } catch (cause) {
    await store.call('useVerificationToken', { identifier, token: hash })
    const error = new EmailSignInError(`"${provider.id}" could not send the mail.`, { cause })
    // The error of a mail service often contains the mail.
    throw hideInLogs(error, [url, signed, token, code])
  }
}
