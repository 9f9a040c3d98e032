import type { RouteContext, SignInContext } from '../../context/context.js'
import { browserAttempts } from '../../context/known-client.js'
import { countAttempt, countAttempts } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { requireMailPage } from '../../context/require-mailer.js'
import { runLater } from '../../context/run-later.js'
import { sealedCookie, type SealedCookie } from '../../context/sealed-cookie.js'
import type { AdapterPassword, AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import { mayMailTo } from '../count-mailbox.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { linkLifetimes } from './mailed-proof.js'
import { mailProof } from './mail-proof.js'
import type { PasswordProvider } from './password-provider.js'
import type { PasswordMail } from './send-password-mail.js'

/** The address that this browser asked a mail for, which the next page shows. */
export const askedAddress: SealedCookie<{ readonly email: string }> = sealedCookie<{
  readonly email: string
}>('password-mail')

/** Why a visitor asks for a mail. */
export type Wish = 'sign-up' | 'reset'

/**
 * Sends a mail with which its reader can choose a password. The response is sent before anything is
 * looked up, so neither its content nor its time tells whether the address has a user.
 */
export async function askForMail(
  ctx: RouteContext,
  provider: PasswordProvider,
  wish: Wish,
): Promise<RedirectOutcome> {
  const email = requireMailPage(ctx).normalize(ctx.fields['email'])
  return mailLater(ctx, provider, { wish, email })
}

/** Does the same for the user of this session, whose address is known to be valid. */
export async function askForOwnMail(
  ctx: RouteContext,
  provider: PasswordProvider,
  { id, email }: AdapterUser,
): Promise<RedirectOutcome> {
  requireMailPage(ctx)
  return mailLater(ctx, provider, { wish: 'reset', email, askedBy: idOf({ id }) })
}

async function mailLater(
  ctx: RouteContext,
  provider: PasswordProvider,
  request: Omit<MailRequest, 'callbackUrl'>,
): Promise<RedirectOutcome> {
  return answerLater(ctx, provider, request, async (callbackUrl) => {
    return () => mailAboutPassword(ctx, provider, { ...request, callbackUrl })
  })
}

/**
 * Answers a request for a mail in the same way for every address. `prepare` runs before the response
 * and must not depend on what the address has here. Its result runs after the response.
 */
export async function answerLater(
  ctx: RouteContext,
  provider: PasswordProvider,
  { wish, email }: Pick<MailRequest, 'wish' | 'email'>,
  prepare: (callbackUrl: SafeUrl) => Promise<() => Promise<void>>,
): Promise<RedirectOutcome> {
  await countAttempts(ctx, await browserAttempts(ctx, 'mail'))
  // A request that is refused sends no mail, so it must not use up those of the address.
  const work = await prepare(await resolveRedirect(ctx, ctx.callbackUrl))
  // Each wish has a count of its own. A reset for an address without a user sends nothing, so it would
  // keep the owner from a sign-up without a trace.
  await countAttempt(ctx, 'mail', JSON.stringify([wish, email]))
  warnOfUnknownOrigin(ctx)
  await askedAddress.keep(ctx, { email }, linkLifetimes['choose password'])
  runLater(ctx, work)
  const about = { provider: provider.id, type: provider.type }
  return redirectTo(pageUrl(ctx, 'verifyRequest', 'verify-request', about))
}

interface MailRequest {
  readonly wish: Wish
  readonly email: string
  readonly callbackUrl: SafeUrl
  /** The user whose session asks. Nothing is taken away from that user. */
  readonly askedBy?: string | undefined
}

/** Sends the mail that fits what the address has here, or none. */
export async function mailAboutPassword(
  ctx: SignInContext,
  provider: PasswordProvider,
  { wish, email, callbackUrl, askedBy }: MailRequest,
): Promise<void> {
  const operations = operationsOf(ctx)
  const user = await operations.findUserByEmail(email)
  // The visitor cannot be told, so that an attacker does not learn which addresses are known.
  if (!user && (wish === 'reset' || !provider.passwords.allowsSignUp)) return
  if (user && idOf(user) !== askedBy) operations.requireProvable(user)
  // A user gets these mails however many were asked for with other spellings of the address.
  if (!(user && hasProvenAddress(user)) && !(await mayMailTo(ctx, email))) return
  const stored = user && (await operations.passwords.find(user.id))
  await mailProof(ctx, wish, {
    ...(await chooseMail(ctx, wish, user, stored)),
    proves: 'choose password',
    subject: { email },
    state: [user?.id ?? null, user && (await operations.passwords.findStamp(user.id))],
    linkTo: (token) => routeUrl(ctx, 'reset-password', { token, email, callbackUrl }),
  })
}

/** Only the mail says that the address already has an account. */
async function chooseMail(
  ctx: SignInContext,
  wish: Wish,
  user: AdapterUser | null,
  stored: AdapterPassword | null,
): Promise<Pick<PasswordMail, 'purpose' | 'methods'>> {
  if (wish === 'reset') return { purpose: 'reset' }
  // A user without a proven address may have been made by another person.
  if (!user || !hasProvenAddress(user)) return { purpose: 'signUp' }
  return { purpose: 'alreadyRegistered', methods: await findMethods(ctx, user, stored) }
}

/** Returns the names of the providers that a user without a password can sign in with. */
async function findMethods(
  { config }: SignInContext,
  { id }: AdapterUser,
  stored: AdapterPassword | null,
): Promise<readonly string[] | undefined> {
  if (stored) return undefined
  const linked = new Set(await operationsOf({ config }).listProviders(id))
  return (
    [...config.providers.values()]
      // A user name is of no use without a password.
      .filter(
        ({ id: one, type }) => type === 'email' || (type !== 'credentials' && linked.has(one)),
      )
      .map(({ name }) => name)
  )
}
